// Who withdraws from a credit pays back the capital and the interest of the days, and not a cent of anything else: whatever was paid
// before counts, what was paid of other costs pays the capital, and what is more than that is the consumer's. The books agree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { addDays, type Day, dayMs } from '../../src/core/dates.ts';
import type { Order, Withdrawal } from '../../src/core/order/rows.ts';
import { lastDayToWithdraw, withdraw } from '../../src/core/order/withdraw.ts';
import { installmentMinor } from '../../src/core/plan/plan.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { Credit, first, type Plan, plans, start } from '../support/credit.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const idOf = (answer: unknown): string | undefined => (answer instanceof Refusal ? answer.notices[0].id : undefined);
const plan: Plan = { amount: 120_000, months: 12, rate: 1_990, startup: 2_000, monthly: 100 };
const later = (days: number): Day => addDays(first, days);
const working = (days: number): Day => nextBusinessDay('DE', later(days));
/** Interest by actual days of a year of 365, half a cent upwards. */
const interestOf = (capital: bigint, bps: number, days: number): bigint =>
  (2n * capital * BigInt(bps) * BigInt(days) + 3_650_000n) / 7_300_000n;

class Withdrawn extends Credit {
  withdraw(noticedOn: Day, over: { agreedAt?: number | null; decidedAt?: number; company?: boolean } = {}) {
    const customer = { customerCategory: over.company ? 'Company' : 'Person' };
    const contents = { customer } as unknown as Parameters<typeof withdraw>[1];
    const { agreedAt = start, decidedAt = null } = over;
    const request = { noticedOn, medium: 'Letter', agreedAt, decidedAt } as const;
    return this.take(withdraw(this.inHand, contents, this.list('withdrawals')[0], request, this.setting));
  }
}

describe('a withdrawal from the credit of an order', () => {
  it('before anything was paid costs the interest of its days, of the plan and of nothing else', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 20 }), (terms, noticed, booked) => {
        const credit = new Withdrawn(terms).on(later(noticed + booked));
        const interest = interestOf(BigInt(terms.amount), terms.rate, noticed);
        expect(credit.withdraw(later(noticed))).toMatchObject({
          noticedOn: later(noticed),
          payBy: working(noticed + 30),
          principalMinor: BigInt(terms.amount),
          interestMinor: interest,
          returnedMinor: 0n,
        });
        expect(credit.open).toBe(BigInt(terms.amount) + interest);
        expect(credit.list('costReturns')).toEqual([]);
        const open = credit.rows.filter((row) => openMinorOf(row) > 0n);
        expect(open.map(({ dueOn, feeMinor }) => [dueOn, feeMinor])).toEqual([[working(noticed + 30), 0n]]);
        expect(credit.one.dueOn).toBe(working(noticed + 30));
        credit.agree();
        const paid = credit.open;
        expect(credit.pay(working(noticed + 30), paid, false)).toBe(true);
        expect([credit.open, credit.paid]).toEqual([0n, paid]);
        credit.agree();
      }),
      manyRuns(100),
    );
  });

  it('after payments owes what they left of capital and interest, and gives back what is over', () => {
    const payments = fc.array(fc.integer({ min: 1, max: 1_300 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(plans, payments, fc.integer({ min: 0, max: 14 }), (terms, parts, noticed) => {
        const credit = new Withdrawn(terms).on(later(noticed));
        for (const part of parts) {
          // Up to the installment that is next, so that none of it is early repayment.
          const next = credit.rows.find((row) => openMinorOf(row) > 0n);
          if (!next) break;
          const whole = openMinorOf(next);
          const amount = (installmentMinor(next) * BigInt(part)) / 1_000n || 1n;
          const sent = amount < whole ? amount : whole;
          // Nor just the total of the day, which would repay everything early.
          const total = credit.quote(later(noticed))?.totalMinor;
          credit.pay(later(noticed), sent === total ? sent - 1n : sent, false);
        }
        const { paid } = credit;
        const capital = credit.one.amountMinor - credit.one.paidMinor;
        const interest = interestOf(capital, terms.rate, noticed);
        const whole = credit.one.amountMinor + interest;
        const left = whole > paid ? whole - paid : 0n;
        const open = credit.rows.filter((row) => openMinorOf(row) > 0n).map(({ number }) => number);
        const answer = credit.withdraw(later(noticed)) as Withdrawal;
        // What is left is one payment, in the place of the first that was open; the others are paid.
        const owed = credit.rows.filter((row) => openMinorOf(row) !== 0n).map(({ number }) => number);
        expect(owed).toEqual(left > 0n ? open.slice(0, 1) : []);
        expect(credit.open).toBe(left);
        expect(answer.principalMinor + answer.interestMinor).toBe(left);
        expect(answer.principalMinor).toBe(credit.exposure.debtMinor);
        expect(answer.interestMinor <= interest).toBe(true);
        expect(credit.one.creditMinor).toBe(paid > whole ? paid - whole : 0n);
        expect(credit.rows.reduce((sum, { feeMinor }) => sum + feeMinor, 0n)).toBe(0n);
        expect(credit.rows.reduce((sum, row) => sum + row.interestMinor, 0n)).toBe(interest);
        // Fees that were paid are no income any more, and of interest only what is owed is.
        expect(credit.balance('fee_income')).toBe(0n);
        expect(-credit.balance('interest_income')).toBe(interest - answer.interestMinor);
        expect(credit.balance('consumer_credits')).toBe(-credit.one.creditMinor);
        expect(credit.list('costReturns').map((row) => row.interestMinor + row.feeMinor)).toEqual(
          answer.returnedMinor > 0n ? [answer.returnedMinor] : [],
        );
        credit.agree();
      }),
      {
        ...manyRuns(100),
        examples: [
          // A part of the interest of a month is paid; and fees are, that are more than the whole capital.
          [plan, [250], 10],
          [{ amount: 2_000, months: 2, rate: 4_000, startup: 9_000, monthly: 0 }, [1_000], 10],
        ],
      },
    );
  });

  it('lends nothing more: what was not captured is open no longer', () => {
    const credit = new Withdrawn(plan, merchantIn('DE'), { authorizedMinor: 200_000n });
    expect(credit.exposure).toMatchObject({ heldMinor: 80_000n, debtMinor: 120_000n });
    credit.withdraw(first);
    expect(credit.inHand.order).toMatchObject({ state: 'Captured', voidedMinor: 80_000n });
    expect(credit.exposure).toMatchObject({ heldMinor: 0n, debtMinor: 120_000n });
    expect(credit.balance('holds')).toBe(200_000n);
  });

  it('after all was paid gives its costs back, and leaves nothing to fall due', () => {
    const credit = new Withdrawn({ ...plan, months: 2 });
    for (const row of credit.rows) credit.pay(first, openMinorOf(row), false);
    const [{ dueOn }, { paid, costs }] = [credit.one, credit];
    expect(paid - costs).toBe(120_000n);
    expect(credit.withdraw(first)).toMatchObject({ principalMinor: 0n, interestMinor: 0n, returnedMinor: costs });
    expect(credit.one).toMatchObject({ creditMinor: costs, dueOn });
    credit.agree();
  });

  it('of several captures is of each, with interest from its own day', () => {
    const credit = new Withdrawn(plan, merchantIn('DE'), { authorizedMinor: 200_000n }).on(later(4));
    credit.capture(80_000n, 'c2');
    const interest = interestOf(120_000n, 1_990, 10) + interestOf(80_000n, 1_990, 6);
    expect(credit.on(later(10)).withdraw(later(10))).toMatchObject({ principalMinor: 200_000n, interestMinor: interest });
    const owed = (number: string) => openMinorOf(...credit.rows.filter(({ captureNumber }) => captureNumber === number));
    expect(owed('c1')).toBe(120_000n + interestOf(120_000n, 1_990, 10));
    expect(owed('c2')).toBe(80_000n + interestOf(80_000n, 1_990, 6));
  });

  it('of an invoice owes the capital alone, thirty days later', () => {
    const terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: null };
    const credit = new Withdrawn(plan, merchantIn('DE'), { paymentType: 'Invoice', terms }).on(later(9));
    expect(credit.withdraw(later(9))).toMatchObject({ principalMinor: 120_000n, interestMinor: 0n, returnedMinor: 0n });
    expect(credit.one).toMatchObject({ dueOn: working(39), paidMinor: 0n });
  });

  it('has no last day where the law asks for an agreement and none was handed over', () => {
    const [before, since] = [start, Date.parse('2026-12-01T09:30:00Z')].map((insertedAt) =>
      lastDayToWithdraw({ insertedAt }, null, merchantIn('DE')),
    );
    expect([before, since]).toEqual([later(14), null]);
    expect(lastDayToWithdraw({ insertedAt: start }, Date.parse('2026-12-01T09:30:00Z'), merchantIn('DE'))).toBe('2026-12-15');
    const credit = new Withdrawn(plan, merchantIn('DE'), { insertedAt: start }).on(later(40));
    expect(idOf(credit.withdraw(later(30), { agreedAt: null }))).toBe('withdrawal.over');
  });

  it('ends a dunning, puts off what is due, and says what is paid back', () => {
    const credit = new Withdrawn(plan).on(later(60));
    credit.put('captures', { ...credit.one, reminderLevel: 1 });
    // The agreement came late, and with it the period.
    expect(credit.withdraw(later(60), { agreedAt: start + 50 * dayMs })).toMatchObject({ payBy: later(90) });
    expect(credit.one).toMatchObject({ reminderLevel: 0, dueOn: later(90) });
    const event = credit.events.find(({ type }) => type === 'order.credit_withdrawn');
    const interest = interestOf(120_000n, 1_990, 60);
    expect(event).toMatchObject({
      amountMinor: 0n,
      besides: { interest: 0n, fees: 0n, credit: 0n },
      details: { noticedOn: later(60), payBy: later(90), principalAmount: 120_000n, interestAmount: interest },
    });
    expect(credit.events.some(({ type }) => type === 'capture.dunning_ended')).toBe(true);
  });

  it('is booked once; later it is answered as before', () => {
    const credit = new Withdrawn(plan);
    const answer = credit.withdraw(first);
    const [events, entries] = [credit.events.length, credit.ledger.length];
    expect(credit.on(later(5)).withdraw(later(5))).toBe(answer);
    expect([credit.events.length, credit.ledger.length, credit.list('withdrawals').length]).toEqual([events, entries, 1]);
  });

  it('is in time until the last day of the period, which begins with the agreement or the order, whichever was later', () => {
    const merchant = merchantIn('DE');
    const order = { insertedAt: start };
    expect(lastDayToWithdraw(order, start, merchant)).toBe(later(14));
    expect(lastDayToWithdraw(order, start - 9 * dayMs, merchant)).toBe(later(14));
    expect(lastDayToWithdraw(order, start + 2 * dayMs, merchant)).toBe(later(16));
    const credit = new Withdrawn(plan).on(later(30));
    const refused = credit.withdraw(later(15));
    expect(refused instanceof Refusal && refused.notices[0]).toMatchObject({
      id: 'withdrawal.over',
      field: 'noticedOn',
      values: { day: later(14) },
    });
    expect(idOf(credit.withdraw(later(14)))).toBeUndefined();
  });

  it('is in time on the next working day where the period ends on a Saturday, Sunday or holiday', () => {
    const lastDay = (country: 'DE' | 'FI' | 'NO' | 'CH', insertedAt: string): Day | null =>
      lastDayToWithdraw({ insertedAt: Date.parse(insertedAt) }, Date.parse(insertedAt), merchantIn(country));
    expect(lastDay('DE', '2026-03-07T09:30:00Z')).toBe('2026-03-23');
    expect(lastDay('DE', '2026-03-08T09:30:00Z')).toBe('2026-03-23');
    expect(lastDay('DE', '2026-03-09T09:30:00Z')).toBe('2026-03-23');
    // Independence Day of Finland; Easter from Good Friday, in Norway from the Thursday before.
    expect(lastDay('FI', '2027-11-22T09:30:00Z')).toBe('2027-12-07');
    expect(lastDay('CH', '2027-03-12T09:30:00Z')).toBe('2027-03-30');
    expect(lastDay('NO', '2027-03-11T09:30:00Z')).toBe('2027-03-30');
  });

  it('is in time, with an agreement or without, until the last day from when the order was approved', () => {
    const [merchant, decidedAt] = [merchantIn('DE'), start + 5 * dayMs];
    for (const agreedAt of [null, start - dayMs, start + 2 * dayMs])
      expect(lastDayToWithdraw({ insertedAt: start, decidedAt }, agreedAt, merchant)).toBe(later(19));
    expect(lastDayToWithdraw({ insertedAt: start, decidedAt }, start + 6 * dayMs, merchant)).toBe(later(20));
    const credit = new Withdrawn(plan).on(later(30));
    expect(idOf(credit.withdraw(later(20), { agreedAt: null, decidedAt }))).toBe('withdrawal.over');
    expect(idOf(credit.withdraw(later(19), { agreedAt: null, decidedAt }))).toBeUndefined();
  });

  it('needs a notice of a day between the order and today', () => {
    const credit = new Withdrawn(plan);
    for (const day of [later(-1), later(1)]) expect(idOf(credit.withdraw(day))).toBe('value.out_of_range');
    expect(idOf(credit.withdraw(first))).toBeUndefined();
  });

  it.each<[string, Partial<Order>, boolean, string]>([
    ['declined', { state: 'Rejected', decideBy: start }, false, 'order.declined'],
    ['under review', { state: 'Pending' }, false, 'order.pending'],
    ['of a company', {}, true, 'withdrawal.none'],
  ])('is refused for an order that is %s', (_name, over, company, id) => {
    const credit = new Withdrawn(plan);
    const inHand = { ...credit.inHand, order: { ...credit.inHand.order, ...over } };
    const contents = { customer: { customerCategory: company ? 'Company' : 'Person' } } as unknown as Parameters<
      typeof withdraw
    >[1];
    const request = { noticedOn: first, medium: 'Letter', agreedAt: start, decidedAt: null } as const;
    expect(idOf(withdraw(inHand, contents, undefined, request, credit.setting))).toBe(id);
  });

  it('is refused for an order by account once that was charged to one, which is named; before it nothing more is charged', () => {
    const credit = new Withdrawn(plan);
    const ask = (chargedAccount: string | null) => {
      const captures = credit.inHand.captures.map((each) => ({ ...each, onAccount: true, chargedAccount }));
      const inHand = { ...credit.inHand, order: { ...credit.inHand.order, paymentType: 'Account' }, captures };
      const request = { noticedOn: first, medium: 'Letter', agreedAt: start, decidedAt: null } as const;
      return withdraw(inHand, undefined, undefined, request, credit.setting);
    };
    const refused = ask('0100.0000008');
    expect(refused).toMatchObject({ notices: [{ id: 'withdrawal.by_account', values: { account: '0100.0000008' } }] });
    expect(ask(null)).toMatchObject({
      changes: expect.arrayContaining([
        expect.objectContaining({ table: 'captures', set: expect.objectContaining({ onAccount: false }) }),
      ]),
    });
  });
});
