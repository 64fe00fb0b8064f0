// Which of a customer's debts are added up where the law wants the cost of collecting them reckoned on their sum: those that were late
// together, with what letters about them charged and may keep.
import { describe, expect, it } from 'vitest';
import type { Day } from '../../src/core/dates.ts';
import { type DebtBeside, debtsBeside, type RemindedOrder } from '../../src/core/order/debts-beside.ts';
import type { OrderInHand } from '../../src/core/order/in-hand.ts';
import { type Debt, LateDebt } from '../support/late.ts';

const reminders = { feeMinor: 677_500n };
const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };

/** A debt of a customer in the Netherlands, beside others. Letters of an invoice are of 22 June and 16 July. */
class Beside extends LateDebt {
  others?: readonly LateDebt[];
  constructor(debt: Debt = {}) {
    super('NL', { reminders, ...debt });
  }
  override get inHand(): OrderInHand {
    return { ...super.inHand, reminded: (this.others ?? []).map(renamed) };
  }
  fees(): bigint[] {
    return this.letters.map(({ feeMinor }) => feeMinor);
  }
}

/** Each debt of a test is the capture `c1` of its own order. */
function renamed(debt: LateDebt, index: number): RemindedOrder {
  const number = `beside-${index}`;
  const [order] = debt.list('orders');
  if (!order) throw new Error('no order');
  return {
    order,
    captures: [{ ...debt.one, number }],
    reminders: debt.letters.map((letter) => ({ ...letter, captureNumber: number })),
  };
}

const [first, second]: Day[] = ['2026-06-22', '2026-07-16'] as const;

const invoice = (amount: number, others: readonly LateDebt[] = [], debt: Debt = {}): Beside => {
  const made = new Beside({ amount, ...debt });
  made.others = others;
  return made;
};
/** Both letters about each, in turn. */
const reminded = (...debts: readonly Beside[]): void => {
  for (const day of [first, second]) for (const debt of debts) debt.remind(day as Day);
};
const beside = (debt: LateDebt, owedSince: Day = '2026-06-15'): DebtBeside[] =>
  debtsBeside({ captureNumber: 'another', owedSince }, [renamed(debt, 0)], 'NL');

describe('a letter charges what others left of the cost of all', () => {
  it.each([
    [[5_000, 5_000, 5_000], 4_000n],
    [[10_000, 10_000, 10_000], 4_500n],
    [[50_000, 300_000], 47_500n],
    [[300_000, 50_000], 47_500n],
  ])('%j', (amounts, all) => {
    const debts: Beside[] = amounts.map((amount) => invoice(amount));
    for (const debt of debts) debt.others = debts.filter((other) => other !== debt);
    reminded(...debts);
    expect(debts.flatMap((debt) => debt.fees()).reduce((sum, fee) => sum + fee, 0n)).toBe(all);
    for (const debt of debts) debt.agreeOnReminders();
  });

  it('within what the contract asks of each', () => {
    const debts: Beside[] = [1, 2, 3].map(() => invoice(5_000, [], { reminders: { feeMinor: 1_500n } }));
    for (const debt of debts) debt.others = debts.filter((other) => other !== debt);
    reminded(...debts);
    expect(debts.map((debt) => debt.fees())).toEqual([
      [0n, 1_500n],
      [0n, 1_500n],
      [0n, 1_000n],
    ]);
    const said = debts.map(({ letters: [letter] }) => letter?.letterTerms);
    expect(said).toMatchObject([
      { announcedFee: '1500', principal: '5000' },
      { announcedFee: '3000', announcedTogether: true },
      { announcedFee: '4000', announcedTogether: true },
    ]);
    expect(said[0]).not.toHaveProperty('announcedTogether');
  });

  it('and no more than its first letter announced, though a contract asks for more by then', () => {
    const debt = invoice(50_000, [], { reminders: { feeMinor: 1_000n } });
    debt.remind(first as Day);
    Object.assign(debt.merchant.contract.reminders ?? {}, { feeMinor: 5_000n });
    debt.remind(second as Day);
    expect(debt.fees()).toEqual([0n, 1_000n]);
  });
});

describe('a debt is added up', () => {
  it('while it waits for its second letter, and is charged nothing yet', () => {
    const debt = invoice(5_000);
    debt.remind(first as Day);
    expect(beside(debt)).toEqual([{ principalMinor: 5_000n, mostMinor: 5_000n, chargedMinor: undefined }]);
  });

  it('while what it was charged for is open, as far as it was not refunded', () => {
    const debt = invoice(5_000);
    reminded(debt);
    expect(beside(debt)).toEqual([{ principalMinor: 5_000n, mostMinor: 5_000n, chargedMinor: 4_000n }]);
    debt.pay('2026-07-20', 5_000n, false);
    expect(beside(debt)).toMatchObject([{ principalMinor: 5_000n, chargedMinor: 4_000n }]);
    debt.refund(2_000n);
    expect(beside(debt)).toMatchObject([{ principalMinor: 3_000n, chargedMinor: 4_000n }]);
  });

  it('once it was paid if the other was late by then', () => {
    const debt = invoice(5_000);
    reminded(debt);
    debt.pay('2026-07-20', 9_000n, false);
    expect(beside(debt, '2026-07-17')).toMatchObject([{ principalMinor: 5_000n, chargedMinor: 4_000n }]);
    expect(beside(debt, '2026-07-20')).toEqual([]);
  });

  it('not where it was refunded or paid before it was charged', () => {
    const refunded = invoice(5_000);
    reminded(refunded);
    refunded.refund(5_000n);
    expect(beside(refunded)).toEqual([]);
    const inTime = invoice(5_000);
    reminded(inTime);
    inTime.pay('2026-07-10', 5_000n, false);
    expect(inTime.one.reminderFeeMinor).toBe(0n);
    expect(beside(inTime)).toEqual([]);
    const soon = invoice(5_000);
    soon.remind(first as Day);
    soon.pay('2026-07-10', 5_000n, false);
    expect(beside(soon)).toEqual([]);
  });

  it('not in another currency than the law’s', () => {
    const debt = invoice(5_000, [], { order: { currency: 'SEK' } });
    debt.remind(first as Day);
    expect(debt.letters).toHaveLength(1);
    expect(beside(debt)).toEqual([]);
  });

  it('by all that its letter asked for, where that is of before its principal was kept', () => {
    const debt = invoice(5_000);
    reminded(debt);
    const { captures, reminders: letters, order } = renamed(debt, 0);
    const older = letters.map((letter) => ({ ...letter, letterTerms: {} }));
    const owed = { captureNumber: 'another', owedSince: '2026-06-15' };
    expect(debtsBeside(owed, [{ order, captures, reminders: older }], 'NL')).toMatchObject([{ principalMinor: 5_000n }]);
  });

  it('of a plan by the installments that its letter was about, until they are paid', () => {
    const debt = invoice(90_000, [], { plan });
    debt.remind('2026-07-08');
    debt.remind('2026-07-30');
    expect(debt.fees()).toEqual([0n, 4_500n]);
    expect(beside(debt)).toMatchObject([{ principalMinor: 30_000n, chargedMinor: 4_500n }]);
    debt.pay('2026-08-01', 34_500n, false);
    expect(debt.one.reminderLevel).toBe(0);
    expect(beside(debt, '2026-07-29')).toMatchObject([{ principalMinor: 30_000n, chargedMinor: 4_500n }]);
    expect(beside(debt, '2026-07-30')).toEqual([]);
    // The second installment is a debt of its own.
    debt.remind('2026-08-12');
    expect(beside(debt, '2026-08-01')).toMatchObject([{ principalMinor: 30_000n, chargedMinor: undefined }]);
  });
});
