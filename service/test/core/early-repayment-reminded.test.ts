// A credit that is repaid early while the fee of a reminder is open: what is asked for is what is booked, to the cent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { principalLeftMinor } from '../../src/core/order/dunning.ts';
import { Credit, paidUntil, plans } from '../support/credit.ts';
import { manyRuns } from '../support/runs.ts';

const sumOf = (all: readonly bigint[]): bigint => all.reduce((total, each) => total + each, 0n);

describe('an early repayment', () => {
  it('asks for the fee of a reminder only where something of the purchase is left to pay', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 1, max: 5 }), fc.nat(30), (plan, regular, after) => {
        const credit = new Credit(plan);
        const on = addDays(paidUntil(credit, Math.min(regular, plan.months - 1)), after);
        const plain = credit.quote(on)?.totalMinor ?? 0n;
        credit.set({ reminderFeeMinor: 500n, reminderFeePaidMinor: 0n });
        const total = credit.quote(on)?.totalMinor ?? 0n;
        if (total === 0n) return;
        expect(credit.pay(on, total)).toBe(true);
        expect([credit.open, principalLeftMinor(credit.one)]).toEqual([0n, 0n]);
        const { reminderFeePaidMinor: fee } = credit.one;
        expect(total).toBe(plain + fee);
        expect(sumOf(credit.rows.map(({ paidMinor }) => paidMinor)) + fee).toBe(credit.paid);
      }),
      { ...manyRuns(100), examples: [[{ amount: 2_000, months: 13, rate: 422, startup: 2_975, monthly: 517 }, 2, 26]] },
    );
  });
});
