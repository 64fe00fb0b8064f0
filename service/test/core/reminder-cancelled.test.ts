// Money that came before a reminder and was known after it: who paid is charged nothing by it, and counts as one who paid in time.
import { describe, expect, it } from 'vitest';
import { receive } from '../../src/core/order/bank-payment.ts';
import { leftToPayMinor } from '../../src/core/order/payment.ts';
import { type Debt, LateDebt } from '../support/late.ts';

const withInterest: Debt = { reminders: { chargesInterest: true } };

/** From a bank's file that is read on a day. */
function received(debt: LateDebt, readOn: string, amountMinor: bigint, valueOn: string) {
  debt.on(readOn);
  const money = { captureNumber: debt.one.number, amountMinor, bookedOn: valueOn, valueOn, transactionId: `t${valueOn}` };
  return debt.take(receive(debt.inHand, money, undefined, debt.setting));
}
const open = (debt: LateDebt): bigint => leftToPayMinor(debt.one, debt.rows);

describe('1 000 due on 15 June 2026, of which a reminder was made on the 22nd', () => {
  it.each(['SE', 'DK', 'NO', 'FI'] as const)(
    'that had come before it in %s owe nothing more, and were paid in time',
    (country) => {
      const debt = new LateDebt(country, withInterest);
      const [letter] = debt.remind('2026-06-22');
      expect((letter?.feeMinor ?? 0n) + (letter?.interestMinor ?? 0n) > 0n).toBe(true);
      expect(debt.exposure.dunnedCount).toBe(1);
      expect(received(debt, '2026-06-23', 100_000n, '2026-06-12')).toEqual({ bookedMinor: 100_000n, why: null });
      expect(open(debt)).toBe(0n);
      expect(debt.one).toMatchObject({
        reminderLevel: 0,
        reminderFeeMinor: 0n,
        reminderFeePaidMinor: 0n,
        settledOn: '2026-06-12',
      });
      expect(debt.exposure).toMatchObject({ dunnedCount: 0, paidOnTimeCount: 1, paidLateCount: 0, debtMinor: 0n });
      const details = { feeAmount: letter?.feeMinor, interestAmount: letter?.interestMinor };
      expect(debt.events.find(({ type }) => type === 'capture.reminder_cancelled')?.details).toEqual(details);
      expect(debt.remind('2026-12-01')).toEqual([]);
      expect([debt.balance('receivables'), debt.balance('consumer_payments')]).toEqual([0n, 100_000n]);
    },
  );

  it('that came late, but before the second, owe what the first charged alone', () => {
    const debt = new LateDebt('SE', withInterest);
    const [first] = debt.remind('2026-06-22');
    const charged = (first?.feeMinor ?? 0n) + (first?.interestMinor ?? 0n);
    const [second] = debt.remind('2026-07-06');
    expect(second?.level).toBe(2);
    received(debt, '2026-07-07', 100_000n + charged, '2026-06-29');
    expect([open(debt), debt.one.reminderFeeMinor]).toEqual([0n, charged]);
    expect(debt.exposure).toMatchObject({ dunnedCount: 1, paidLateCount: 1 });
  });

  it.each(['SE', 'DK', 'NO', 'FI'] as const)(
    'that had come before it in %s in two halves owe nothing more once the second is known, whichever that is',
    (country) => {
      for (const [one, other] of [
        ['2026-06-12', '2026-06-21'],
        ['2026-06-21', '2026-06-12'],
      ] as const) {
        const debt = new LateDebt(country, withInterest);
        const [letter] = debt.remind('2026-06-22');
        const charged = (letter?.feeMinor ?? 0n) + (letter?.interestMinor ?? 0n);
        received(debt, '2026-06-23', 50_000n, one);
        expect([open(debt), debt.one.reminderFeePaidMinor, debt.exposure.dunnedCount]).toEqual([50_000n + charged, 0n, 1]);
        expect(received(debt, '2026-06-24', 50_000n, other)).toEqual({ bookedMinor: 50_000n, why: null });
        expect(debt.one).toMatchObject({ reminderLevel: 0, reminderFeeMinor: 0n, paidMinor: 100_000n });
        expect([open(debt), debt.exposure.dunnedCount]).toEqual([0n, 0]);
        expect([debt.balance('receivables'), debt.balance('consumer_payments'), debt.balance('fee_income')]).toEqual([
          0n,
          100_000n,
          0n,
        ]);
      }
    },
  );

  it('of which a half had come before it, and the other after it, owe what it charged', () => {
    const debt = new LateDebt('SE', withInterest);
    debt.remind('2026-06-22');
    const charged = debt.one.reminderFeeMinor;
    received(debt, '2026-06-23', 50_000n, '2026-06-12');
    received(debt, '2026-06-24', 50_000n, '2026-06-23');
    expect([open(debt), debt.one.reminderFeePaidMinor]).toEqual([charged, charged]);
    received(debt, '2026-06-25', charged, '2026-06-24');
    expect([open(debt), debt.exposure.dunnedCount]).toEqual([0n, 1]);
  });

  it('of which a part had come are reminded of rightly, as are those that came after it', () => {
    for (const [amountMinor, valueOn] of [
      [99_999n, '2026-06-12'],
      [100_000n, '2026-06-22'],
    ] as const) {
      const debt = new LateDebt('SE', withInterest);
      const [letter] = debt.remind('2026-06-22');
      const charged = (letter?.feeMinor ?? 0n) + (letter?.interestMinor ?? 0n);
      received(debt, '2026-06-24', amountMinor, valueOn);
      expect(open(debt)).toBe(100_000n + charged - amountMinor);
      expect(debt.exposure.dunnedCount).toBe(1);
      expect(debt.events.map(({ type }) => type)).not.toContain('capture.reminder_cancelled');
    }
  });

  it('that are booked with the fee are not taken for more than is owed, and once more change nothing', () => {
    const debt = new LateDebt('SE', withInterest);
    debt.remind('2026-06-22');
    const both = 100_000n + debt.one.reminderFeeMinor;
    expect(received(debt, '2026-06-23', both, '2026-06-12')).toEqual({ bookedMinor: 100_000n, why: 'rest' });
    expect(received(debt, '2026-06-24', 100n, '2026-06-11')).toEqual({ bookedMinor: 0n, why: 'settled' });
    expect(debt.exposure.dunnedCount).toBe(0);
  });
});

it('an installment that had come before its reminder owes nothing of it, and the next is due as agreed', () => {
  const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };
  const debt = new LateDebt('SE', { ...withInterest, amount: 90_000, plan });
  debt.remind('2026-07-08');
  received(debt, '2026-07-09', 30_000n, '2026-06-30');
  expect([open(debt), debt.one.reminderFeeMinor, debt.one.reminderLevel]).toEqual([60_000n, 0n, 0]);
  expect(debt.remind('2026-07-20')).toEqual([]);
  debt.agree();
});

it('two installments that had come before their letter in three payments owe nothing of it, nor is the third touched', () => {
  const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };
  const debt = new LateDebt('DK', { ...withInterest, amount: 90_000, plan });
  debt.remind('2026-08-10');
  for (const [day, valueOn] of [
    ['2026-08-11', '2026-07-30'],
    ['2026-08-12', '2026-07-31'],
    ['2026-08-13', '2026-08-03'],
  ] as const)
    received(debt, day, 20_000n, valueOn);
  expect([open(debt), debt.one.reminderFeeMinor, debt.one.reminderLevel]).toEqual([30_000n, 0n, 0]);
  debt.agree();
});
