// A second letter asks for the cost of what the first announced, and for no installment that fell due since: that one has letters of its own.
import { describe, expect, it } from 'vitest';
import type { Collection } from '../../src/core/order/collecting.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import type { OrderContents } from '../../src/core/order/rows.ts';
import { installmentMinor } from '../../src/core/plan/plan.ts';
import { LateDebt } from '../support/late.ts';

const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };
const reminders: ReminderTerms = { firstDays: 14, secondDays: 21, feeMinor: 100_000n };
const debited = { bankAccount: 'x', customer: {} } as OrderContents;
/** 900.00 in three, due on 1 July, 3 August and 1 September. */
const debtIn = (country: 'NL' | 'BE') => new LateDebt(country, { amount: 90_000, plan, reminders });

describe('of installments of 300.00, of which the second fell due before the second letter', () => {
  it('the letter in NL costs what was announced: 15 % of the first', () => {
    const debt = debtIn('NL');
    expect(debt.remind('2026-07-15')).toMatchObject([{ level: 1, feeMinor: 0n, letterTerms: { announcedFee: '4500' } }]);
    expect(debt.remind('2026-08-05')).toMatchObject([{ level: 2, feeMinor: 4_500n, openMinor: 64_500n }]);
  });

  it.each(['NL', 'BE'] as const)('once the first is paid the second has a free letter first, in %s', (country) => {
    const debt = debtIn(country);
    debt.remind('2026-07-15');
    debt.pay('2026-08-04', installmentMinor(debt.rows[0] ?? expect.fail()), false);
    expect(debt.one.reminderLevel).toBe(0);
    expect(debt.remind('2026-08-05')).toEqual([]);
    expect(debt.remind('2026-08-17')).toMatchObject([{ level: 1, feeMinor: 0n, openMinor: 30_000n }]);
    const [second] = debt.remind('2026-09-07');
    expect(second?.level).toBe(2);
    expect(second?.feeMinor).toBe(debt.one.reminderFeeMinor);
    expect(debt.one.reminderFeeMinor > 0n).toBe(true);
  });
});

describe('an installment due on a Saturday, with a letter about the one before on the Sunday', () => {
  const debtWithLetter = () => {
    const debt = debtIn('NL');
    const [, second] = debt.rows;
    if (!second) throw new Error('no second installment');
    debt.put('captureInstallments', { ...second, dueOn: '2026-08-01' });
    expect(debt.remind('2026-08-02')).toMatchObject([{ level: 1, openMinor: 30_000n }]);
    return debt;
  };

  it('was in time until the Monday: the second letter costs 15 % of the first alone', () => {
    expect(debtWithLetter().remind('2026-08-24')).toMatchObject([{ level: 2, feeMinor: 4_500n, openMinor: 64_500n }]);
  });

  it('has a first letter of its own once the first is paid', () => {
    const debt = debtWithLetter();
    debt.pay('2026-08-04', 30_000n, false);
    expect(debt.one.reminderLevel).toBe(0);
  });
});

it('an invoice whose day a return moved behind its first letter is the debt of that letter', () => {
  const debt = new LateDebt('NL', { reminders });
  debt.remind('2026-06-29');
  debt.set({ dueOn: '2026-07-10' });
  debt.pay('2026-07-13', 10_000n, false);
  expect(debt.one.reminderLevel).toBe(1);
  // 15 % of the 900.00 that are left.
  expect(debt.remind('2026-07-20')).toMatchObject([{ level: 2, feeMinor: 13_500n }]);
});

it('an installment that a return moved behind its letter is charged for by none that did not ask for it', () => {
  const debt = debtIn('NL');
  debt.remind('2026-07-15');
  for (const row of debt.rows) debt.put('captureInstallments', { ...row, dueOn: '2026-07-30' });
  expect(debt.charges('2026-08-05').feeMinor).toBe(0n);
});

describe('installments, of which the second is asked of the bank when the letter about the first is made', () => {
  const second = { captureNumber: 'c1', installment: 2, attempt: 1, transactionId: null } as Collection;
  const cameBack: Collection = { ...second, state: 'Returned', updatedAt: Date.parse('2026-08-07T10:00:00Z') };

  it.each(['NL', 'BE'] as const)(
    'and comes back after it: once the first is paid, the second has a free letter first, in %s',
    (country) => {
      const debt = debtIn(country).set({ debitReturnedOn: '2026-07-02' }).on('2026-08-05');
      const remindOn = (collections: readonly Collection[]) =>
        debt.take(remind(debt.inHand, debited, debt.setting, collections) ?? { answer: undefined, changes: [], events: [] });
      remindOn([{ ...second, state: 'Exported' }]);
      expect(debt.letters).toMatchObject([{ level: 1, openMinor: 30_000n }]);
      debt.pay('2026-08-10', 30_000n, false);
      expect(debt.one.reminderLevel).toBe(0);
      expect(debt.events.at(-1)?.type).toBe('capture.dunning_ended');
      debt.on('2026-08-31');
      remindOn([cameBack]);
      expect(debt.letters.slice(1)).toMatchObject([{ level: 1, feeMinor: 0n, openMinor: 30_000n }]);
    },
  );
});

describe('an installment of which the bank is asked once more after the letter about it', () => {
  const tried = (over: Partial<Collection>) =>
    ({ captureNumber: 'c1', installment: 1, attempt: 1, transactionId: null, state: 'Returned', ...over }) as Collection;
  const [first, again] = [
    tried({ updatedAt: Date.parse('2026-07-02T10:00:00Z') }),
    tried({ attempt: 2, updatedAt: Date.parse('2026-07-24T10:00:00Z') }),
  ];
  const secondOf = (country: 'NL' | 'BE' | 'DE', collections: readonly Collection[]) => {
    const asked = { ...reminders, chargesInterest: true };
    const debt = new LateDebt(country, { amount: 90_000, plan, reminders: asked }).set({ debitReturnedOn: '2026-07-02' });
    const remindOn = (day: string, known: readonly Collection[]) => {
      const decided = remind(debt.on(day).inHand, debited, debt.setting, known);
      if (decided) debt.take(decided);
    };
    remindOn('2026-07-16', [first]);
    expect(debt.letters).toMatchObject([{ level: 1, openMinor: expect.any(BigInt) }]);
    remindOn('2026-08-06', collections);
    return debt.letters[1];
  };

  it.each([
    // art. 6:96 and 6:119 BW: 15 % of 300; 300 × 21 × 4.00 / 36 500, and 3 days of the second, which was due on 3 August.
    ['NL', 4_500n, 79n],
    // Book XIX CDE: there on 22 July, since the 21st is a holiday, so from 6 August on: 300 × 4.50 / 36 500.
    ['BE', 750n, 4n],
    // § 288 BGB: from the day after the letter on, 300 × 21 × 6.52 / 36 500.
    ['DE', 120n, 113n],
  ] as const)('costs in %s what the first letter let run, where that brought nothing', (country, feeMinor, interestMinor) => {
    expect(secondOf(country, [first, again])).toMatchObject({ level: 2, feeMinor, interestMinor });
  });

  it('costs no fee where that was paid and came back, and no interest of the days in between', () => {
    const held = { ...again, transactionId: 'bank-1' };
    // 300 × 13 × 4.00 / 36 500 from Friday, 24 July, on, and 3 days of the second.
    expect(secondOf('NL', [first, held])).toMatchObject({ level: 2, feeMinor: 0n, interestMinor: 53n });
  });
});

it('what a merchant that can ask no bank any more is owed costs in the second letter what the first announced', () => {
  const contents = { bankAccount: 'x', customer: {} } as OrderContents;
  const debt = debtIn('NL');
  const lost = {
    ...debt.merchant,
    contract: { ...debt.merchant.contract, payee: { ...debt.merchant.contract.payee, sepaCreditorId: null } },
  };
  const remindOn = (day: string) => {
    const decided = remind(debt.on(day).inHand, contents, { ...debt.setting, merchant: lost as unknown as typeof debt.merchant });
    if (decided) debt.take(decided);
  };
  remindOn('2026-07-15');
  expect(debt.letters).toMatchObject([{ level: 1, letterTerms: { announcedFee: '4500' } }]);
  remindOn('2026-08-05');
  expect(debt.letters.slice(1)).toMatchObject([{ level: 2, feeMinor: 4_500n }]);
});
