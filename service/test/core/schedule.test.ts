// Whatever happens to a captured order in installments, its parts go on adding up: what is open of the installments is what
// is left to pay, fees never exceed what was agreed, and nothing is asked for twice. A cent lost here is a consumer's or ours.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay } from '../../src/core/countries/holidays.ts';
import type { Capture, CaptureInstallment, Order } from '../../src/core/order/rows.ts';
import { afterRefund } from '../../src/core/plan/after-refund.ts';
import { amortise } from '../../src/core/plan/annuity.ts';
import { installmentMinor, type PlanTerms, planOf } from '../../src/core/plan/plan.ts';
import { allOnTime, type Changed, laidOn, nextDueDay, openMinorOf, postponed, scheduleOf } from '../../src/core/plan/schedule.ts';
import { manyRuns } from '../support/runs.ts';

const terms = (numberOfInstallments: number, interestRateBps: number, startup = 0, monthly = 0): PlanTerms => ({
  profileNo: 1,
  numberOfInstallments,
  interestRateBps,
  startupFeeMinor: BigInt(startup),
  monthlyFeeMinor: BigInt(monthly),
});
const captureOf = (amountMinor: bigint, number = 'c', invoicedOn = '2026-11-20') =>
  ({ number, amountMinor, invoicedOn }) as Capture;
const orderOf = (authorizedMinor: bigint, capturedMinor = 0n) => ({ id: 'o', authorizedMinor, capturedMinor }) as Order;
const sum = (rows: readonly CaptureInstallment[], of: (row: CaptureInstallment) => bigint): bigint =>
  rows.reduce((total, row) => total + of(row), 0n);
const withChanges = (rows: readonly CaptureInstallment[], changed: readonly Changed[]): CaptureInstallment[] =>
  rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);

describe('a schedule', () => {
  it('of a whole order is its plan, on days on which banks work', () => {
    const agreed = terms(3, 1950, 9_500, 2_900);
    const rows = scheduleOf(captureOf(75_000n), orderOf(75_000n), agreed, 'NO');
    expect(rows.map(installmentMinor)).toEqual([38_217n, 28_717n, 28_717n]);
    expect(rows.map((row) => row.dueOn)).toEqual(['2026-12-21', '2027-01-20', '2027-02-22']);
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3]);
  });

  it('of all parts of an order bears the interest and fees that were agreed, to the cent', () => {
    const parts = fc.array(fc.oneof(fc.bigInt({ min: 1n, max: 20n }), fc.bigInt({ min: 1n, max: 100_000n })), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(
        parts,
        fc.integer({ min: 1, max: 36 }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 0, max: 9_000 }),
        fc.integer({ min: 0, max: 4_000 }),
        (amounts, months, startup, monthly, rate) => {
          const total = amounts.reduce((all, each) => all + each, 0n);
          const agreed = terms(months, rate, startup, monthly);
          const whole = amortise(total, rate, months);
          const interest = whole.map(() => 0n);
          let captured = 0n;
          let fees = 0n;
          for (const [index, amount] of amounts.entries()) {
            const rows = scheduleOf(captureOf(amount, String(index)), orderOf(total, captured), agreed, 'NO');
            expect(sum(rows, (row) => row.principalMinor)).toBe(amount);
            expect(rows.every((row) => row.principalMinor + row.interestMinor > 0n)).toBe(true);
            // Left out are only installments that come to nothing; their fee is not charged.
            fees += sum(rows, (row) => row.feeMinor);
            captured += amount;
            expect(rows.every((row) => row.principalMinor >= 0n && row.interestMinor >= 0n)).toBe(true);
            for (const row of rows) interest[row.number - 1] = (interest[row.number - 1] ?? 0n) + row.interestMinor;
            expect(interest.every((each, month) => each <= (whole[month]?.interestMinor ?? 0n))).toBe(true);
          }
          expect(interest).toEqual(whole.map(({ interestMinor }) => interestMinor));
          const most = BigInt(startup + months * monthly);
          expect(fees).toBeLessThanOrEqual(most);
          if (amounts.every((amount) => amount >= 4_000n)) expect(fees).toBe(most);
        },
      ),
      manyRuns(400),
    );
  });

  it('of one part after the other comes to what was agreed with the buyer, and no cent more', () => {
    const agreed = terms(6, 1_490, 0, 0);
    const cost = (amounts: readonly bigint[]): bigint => {
      let captured = 0n;
      return amounts.reduce((all, amount) => {
        const rows = scheduleOf(captureOf(amount), orderOf(45_080n, captured), agreed, 'DE');
        captured += amount;
        return all + sum(rows, installmentMinor);
      }, 0n);
    };
    const whole = planOf(45_080n, agreed)?.totalMinor;
    expect(cost(Array.from({ length: 10 }, () => 4_508n))).toBe(whole);
    expect(cost([...Array.from({ length: 10 }, () => 4_500n), 80n])).toBe(whole);
  });

  it('of a few cents costs no more interest after a refund, however its cents are rounded then', () => {
    let rows = scheduleOf(captureOf(93n), orderOf(93n), terms(8, 1936, 0, 0), 'DE');
    for (const [refundMinor, beforeMinor] of [
      [8n, 93n],
      [4n, 85n],
    ] as const) {
      const before = sum(rows, (row) => row.interestMinor);
      rows = withChanges(rows, afterRefund(rows, { refundMinor, beforeMinor }, 1936).changed);
      expect(sum(rows, (row) => row.interestMinor)).toBeLessThanOrEqual(before);
    }
  });

  it('that was paid is paid, whatever is refunded and put off afterwards', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('pay' as const), share: fc.integer({ min: 1, max: 1000 }) }),
      fc.record({ do: fc.constant('refund' as const), share: fc.integer({ min: 1, max: 1000 }) }),
      fc.record({ do: fc.constant('postpone' as const), share: fc.integer({ min: 14, max: 60 }) }),
    );
    const agreed = fc.record({
      months: fc.integer({ min: 1, max: 36 }),
      rate: fc.integer({ min: 0, max: 3_000 }),
      startup: fc.integer({ min: 0, max: 10_000 }),
      monthly: fc.integer({ min: 0, max: 3_000 }),
    });
    const amount = fc.oneof(fc.bigInt({ min: 1n, max: 100n }), fc.bigInt({ min: 1n, max: 10_000_000n }));
    fc.assert(
      fc.property(amount, agreed, fc.array(step, { maxLength: 12 }), (amountMinor, { months, rate, startup, monthly }, steps) => {
        let rows = scheduleOf(captureOf(amountMinor), orderOf(amountMinor), terms(months, rate, startup, monthly), 'DE');
        let [paid, refunded, credit, paidInAll] = [0n, 0n, 0n, 0n];
        const share = (of: bigint, thousandths: number): bigint => (of * BigInt(thousandths)) / 1000n;
        for (const { do: what, share: part } of steps) {
          const before = rows;
          if (what === 'pay') {
            const money = share(openMinorOf(...rows), part);
            const { changed, parts } = laidOn(rows, money, '2026-12-01');
            expect(parts.feeMinor + parts.interestMinor + parts.principalMinor).toBe(money);
            rows = withChanges(rows, changed);
            paid += parts.principalMinor;
            paidInAll += money;
          }
          if (what === 'refund') {
            const back = share(amountMinor - refunded, part);
            if (back === 0n) continue;
            const left = amountMinor - refunded - paid + credit;
            const refunding = { refundMinor: back, beforeMinor: amountMinor - refunded };
            const { changed, returned } = afterRefund(rows, refunding, rate);
            rows = withChanges(rows, changed);
            refunded += back;
            const costs = returned.feeMinor + returned.interestMinor;
            expect(costs).toBeGreaterThanOrEqual(0n);
            paid += costs;
            if (back + costs > left) credit += back + costs - left;
            // Of all costs no more is left than of the goods; of none that were paid is anything where all goods went back.
            const kept = amountMinor - refunded;
            expect(sum(rows, (row) => row.feeMinor) * (kept + back)).toBeLessThanOrEqual(
              sum(before, (row) => row.feeMinor) * kept,
            );
            if (kept === 0n) expect(sum(rows, (row) => row.feeMinor + row.interestMinor)).toBe(0n);
            // A refund never makes anything dearer.
            expect(sum(rows, installmentMinor)).toBeLessThanOrEqual(sum(before, installmentMinor));
            expect(sum(rows, (row) => row.interestMinor)).toBeLessThanOrEqual(sum(before, (row) => row.interestMinor));
          }
          if (what === 'postpone') rows = withChanges(rows, postponed(rows, part, 'DE'));
          const principalLeft = amountMinor - refunded - paid + credit;
          expect(sum(rows, (row) => row.principalMinor)).toBe(amountMinor - refunded + credit);
          expect(sum(rows, (row) => row.paidMinor)).toBe(paidInAll);
          expect(principalLeft).toBeGreaterThanOrEqual(0n);
          if (principalLeft === 0n) expect(openMinorOf(...rows)).toBe(0n);
          expect(
            rows.every((row) => 0n <= row.paidMinor && row.paidMinor <= installmentMinor(row) && row.interestMinor >= 0n),
          ).toBe(true);
          const open = rows.filter((row) => openMinorOf(row) > 0n);
          expect(open.every((row) => isBusinessDay('DE', row.dueOn))).toBe(true);
          expect(nextDueDay(rows)).toBe((open[0] ?? rows.at(-1))?.dueOn);
        }
      }),
      manyRuns(1_500),
    );
  }, 60_000);

  it('after a refund is the plan of what is left, over the months that are left, with its share of the fees', () => {
    const rows = scheduleOf(captureOf(60_000n), orderOf(60_000n), terms(6, 1200, 0, 100), 'DE');
    const paid = withChanges(rows, laidOn(rows, installmentMinor(rows[0] as CaptureInstallment), '2026-12-01').changed);
    const left = 60_000n - (rows[0]?.principalMinor ?? 0n);
    const { changed, returned } = afterRefund(paid, { refundMinor: 10_000n, beforeMinor: 60_000n }, 1200);
    const after = withChanges(paid, changed);
    // Of 1.00 and 6.00 that were paid a sixth, in favour of the consumer.
    expect(returned).toEqual({ feeMinor: 17n, interestMinor: 100n });
    const fresh = planOf(left - 117n - 10_000n, terms(5, 1200, 0, 83));
    const [first] = paid;
    expect(after[0]).toEqual({
      ...first,
      feeMinor: 83n,
      interestMinor: 500n,
      principalMinor: (first?.principalMinor ?? 0n) + 117n,
    });
    expect(after.slice(1).map(installmentMinor)).toEqual(fresh?.installments.map(installmentMinor));
  });

  it('is on time when each installment was paid by its day', () => {
    const rows = scheduleOf(captureOf(300n), orderOf(300n), terms(3, 0), 'DE');
    const first = withChanges(rows, laidOn(rows, 100n, '2026-12-21').changed);
    expect([allOnTime(first, 'NO'), first.map((row) => row.paidOn)]).toEqual([true, ['2026-12-21', null, null]]);
    expect(allOnTime(withChanges(first, laidOn(first, 200n, '2027-01-21').changed), 'NO')).toBe(false);
  });
});
