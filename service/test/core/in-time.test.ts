// What falls due on a weekend or a holiday is paid in time on the next business day: nothing that follows from being late is reckoned from
// an earlier one, while the due date that papers say stays as it was agreed.
import { describe, expect, it } from 'vitest';
import { afterWeekend, nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { receive } from '../../src/core/order/bank-payment.ts';
import { notifyReturn } from '../../src/core/order/return.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { LateDebt } from '../support/late.ts';

const counts = (debt: LateDebt) => [debt.exposure.paidOnTimeCount, debt.exposure.paidLateCount];

/** Due on Saturday, 26 December 2026, which is the second day of Christmas, too. */
const christmas = { capturedOn: '2026-12-12' } as const;

describe('1 000 that are due on a day without banks', () => {
  it.each([
    ['DE', '2026-12-28', '2026-12-29'],
    ['SE', '2026-12-28', '2026-12-29'],
    ['NO', '2026-12-28', '2026-12-29'],
    ['DK', '2026-12-28', '2026-12-29'],
    ['FI', '2026-12-28', '2026-12-29'],
  ] as const)('are paid in time in %s on the next business day, and late after it', (country, inTime, late) => {
    const paid = new LateDebt(country, christmas);
    expect(paid.one.dueOn).toBe('2026-12-26');
    paid.pay(inTime, 100_000n, false);
    expect(counts(paid)).toEqual([1, 0]);
    const paidLate = new LateDebt(country, christmas);
    paidLate.pay(late, 100_000n, false);
    expect(counts(paidLate)).toEqual([0, 1]);
  });

  it('bear interest from the day after that on', () => {
    // § 1000 ABGB: 4 %, due on Saturday, 13 June 2026; of the 16th to the 29th 14 days.
    const debt = new LateDebt('AT', { capturedOn: '2026-05-30', reminders: { firstDays: 14, chargesInterest: true } });
    expect(debt.one.dueOn).toBe('2026-06-13');
    expect(debt.interest('2026-06-15').interestMinor).toBe(0n);
    expect(debt.interest('2026-06-29').interestMinor).toBe((100_000n * 400n * 14n) / 3_650_000n);
  });

  it('are reminded of by days that begin with a Monday, and charged for as ever', () => {
    // inkassoforskriften § 1-2: the earliest letter that costs is made 14 days after the due day.
    const debt = new LateDebt('NO', { capturedOn: '2026-05-30', reminders: { firstDays: 14 } });
    expect(debt.remind('2026-06-28')).toEqual([]);
    expect(debt.remind('2026-06-29')).toMatchObject([{ feeMinor: 3_800n, due: [{ on: '2026-06-13' }] }]);
  });

  it('are not reminded of before they are late, however soon that is', () => {
    const debt = new LateDebt('DE', { capturedOn: '2027-03-12', reminders: { firstDays: 1 } });
    // Good Friday to Easter Monday.
    expect(debt.one.dueOn).toBe('2027-03-26');
    for (const day of ['2027-03-27', '2027-03-29', '2027-03-30']) expect(debt.remind(day)).toEqual([]);
    expect(debt.remind('2027-03-31')).toMatchObject([{ level: 1 }]);
  });

  it('are postponed for a return that is notified while they may be paid in time', () => {
    const request = { captureNumber: 'c1', amountMinor: null, items: null, remarks: null };
    const on = (day: string) => {
      const debt = new LateDebt('DE', christmas).on(day);
      return notifyReturn(debt.inHand, request, debt.setting) instanceof Refusal;
    };
    expect([on('2026-12-28'), on('2026-12-29')]).toEqual([false, true]);
  });

  it('were not paid late where we collected them late, and count once when the bank takes them back', () => {
    for (const [isCollected, expected] of [
      [true, [1, 0]],
      [false, [0, 1]],
    ] as const) {
      const debt = new LateDebt('DE', christmas).on('2027-01-08');
      const day = '2027-01-08';
      const money = { captureNumber: 'c1', amountMinor: 100_000n, bookedOn: day, valueOn: day, transactionId: 't', isCollected };
      debt.take(receive(debt.inHand, money, undefined, debt.setting));
      expect(counts(debt)).toEqual(expected);
      debt.takeBack();
      expect(counts(debt)).toEqual([0, 0]);
    }
  });

  it('in installments were not paid late either where we collected one late', () => {
    const plan = { months: 2, rate: 0, startup: 0, monthly: 0 };
    const debt = new LateDebt('DE', { plan, capturedOn: '2026-12-12' });
    for (const [index, row] of debt.rows.entries()) {
      const day = nextBusinessDay('DE', `2027-0${index + 2}-20`);
      debt.on(day);
      const money = { captureNumber: 'c1', amountMinor: row.principalMinor, bookedOn: day, valueOn: day, isCollected: true };
      debt.take(receive(debt.inHand, { ...money, transactionId: `t${index}` }, undefined, debt.setting));
    }
    expect(counts(debt)).toEqual([1, 0]);
  });
});

it('of a weekend Monday comes next', () => {
  const days = ['2026-12-25', '2026-12-26', '2026-12-27', '2026-12-28'];
  expect(days.map(afterWeekend)).toEqual(['2026-12-25', '2026-12-28', '2026-12-28', '2026-12-28']);
});
