// Whatever is repaid early and when: parts of a day cost what the whole would have cost, no credit ever costs more than was agreed,
// each day costs no less than the one before, and the books agree. A cent lost here is a consumer's or ours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { addDays, type Day, dayAt } from '../../src/core/dates.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import { asEarly } from '../../src/core/order/early-repayment.ts';
import { installmentMinor } from '../../src/core/plan/plan.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Credit, first, type Plan, plans } from '../support/credit.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

/** The dearest plan of the demo shop, of a basket of a usual size. */
function exampleOf({ country, contract }: Merchant): Plan {
  const [dearest] = contract.installmentProfiles.toSorted(
    (one, other) => other.interestRateBps - one.interestRateBps || other.numberOfInstallments - one.numberOfInstallments,
  );
  if (!dearest) throw new Error(`no plan in ${country}`);
  const { interestRateBps: rate, numberOfInstallments: months, startupFeeMinor, monthlyFeeMinor } = dearest;
  const amount = ['NO', 'SE', 'DK'].includes(country) ? 600_000 : 60_000;
  return { amount, months, rate, startup: Number(startupFeeMinor), monthly: Number(monthlyFeeMinor) };
}

const share = (of: bigint, thousandths: number): bigint => (of * BigInt(thousandths)) / 1_000n;
/** Installments paid on their days, before anything is repaid early. */
function paidUntil(credit: Credit, count: number): Day {
  let on = first;
  for (const row of credit.rows.slice(0, count)) {
    credit.pay(row.dueOn, installmentMinor(row), false);
    on = row.dueOn;
  }
  return on;
}

describe('what is repaid early', () => {
  it('in parts of one day costs what the whole costs on it, to the cent, after any parts before', () => {
    const partsOfDay = fc.array(fc.integer({ min: 1, max: 999 }), { minLength: 1, maxLength: 4 });
    const steps = fc.array(fc.record({ after: fc.integer({ min: 0, max: 90 }), parts: partsOfDay }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 3 }), steps, (plan, regular, days) => {
        const credit = new Credit(plan);
        let on = paidUntil(credit, Math.min(regular, plan.months - 1));
        const agreed = credit.paid + credit.open;
        for (const { after, parts } of days) {
          on = addDays(on, after);
          const whole = credit.quote(on);
          if (!whole) break;
          let left = whole.totalMinor;
          for (const part of parts) {
            const due = credit.quote(on)?.dueMinor ?? 0n;
            const amount = due + share(left - due, part);
            if (amount <= due || amount >= left) continue;
            const costs = credit.costs;
            const saved = credit.quote(on, amount)?.savedMinor;
            expect(credit.pay(on, amount)).toBe(true);
            left -= amount;
            expect(credit.quote(on)?.totalMinor).toBe(left);
            expect(costs - credit.costs).toBe(saved);
            credit.agree();
          }
          expect(credit.paid + credit.open <= agreed).toBe(true);
        }
        const rest = credit.quote(on);
        if (rest && rest.totalMinor > 0n) {
          expect(credit.pay(on, rest.totalMinor)).toBe(true);
          expect(credit.open).toBe(0n);
          credit.agree();
        }
        expect(credit.paid <= agreed).toBe(true);
      }),
      manyRuns(150),
    );
  });

  it('costs no less a day later, and never more than the plan', () => {
    fc.assert(
      fc.property(plans, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 999 }), (plan, day, part) => {
        const credit = new Credit(plan);
        const on = addDays(first, day);
        const due = credit.quote(on)?.dueMinor ?? 0n;
        const amount = due + share((credit.quote(on)?.totalMinor ?? 0n) - due, part);
        if (amount > due) credit.pay(on, amount);
        const last = credit.rows.at(-1)?.dueOn ?? on;
        let before = 0n;
        for (let each = on; each <= last; each = addDays(each, 1)) {
          const total = credit.quote(each)?.totalMinor ?? 0n;
          expect(total >= before && total <= credit.open).toBe(true);
          before = total;
        }
        expect(credit.quote(last)?.totalMinor ?? 0n).toBe(credit.open);
      }),
      manyRuns(25),
    );
  });

  it('is owed again with all its costs where the payment is taken back', () => {
    fc.assert(
      fc.property(
        plans,
        fc.integer({ min: 0, max: 3 }),
        fc.nat(60),
        fc.integer({ min: 1, max: 1000 }),
        (plan, regular, day, part) => {
          const credit = new Credit(plan);
          const on = addDays(paidUntil(credit, Math.min(regular, plan.months - 1)), day);
          const whole = credit.quote(on);
          if (!whole) return;
          const amount = part === 1000 ? whole.totalMinor : whole.dueMinor + share(whole.totalMinor - whole.dueMinor, part);
          if (amount <= whole.dueMinor) return;
          const before = credit.rows.map(({ paidOn: _on, ...row }) => row);
          const { dueOn, creditMinor } = credit.one;
          expect(credit.pay(on, amount)).toBe(true);
          if (credit.one.creditMinor > creditMinor) return;
          credit.takeBack();
          expect(credit.rows.map(({ paidOn: _on, ...row }) => row)).toEqual(before);
          expect(credit.one.dueOn).toBe(dueOn);
          expect(credit.quote(on)?.totalMinor).toBe(whole.totalMinor);
          credit.agree();
        },
      ),
      manyRuns(100),
    );
  });

  it('of a part costs later what the same credit without that part would', () => {
    fc.assert(
      fc.property(
        plans,
        fc.integer({ min: 1, max: 27 }),
        fc.integer({ min: 1, max: 999 }),
        fc.nat(300),
        (plan, day, part, more) => {
          const [one, other] = [new Credit(plan), new Credit(plan)];
          const on = addDays(first, day);
          const later = addDays(on, more);
          const total = one.quote(on)?.totalMinor ?? 0n;
          const amount = share(total, part);
          if (amount === 0n || amount >= total) return;
          one.pay(on, amount);
          const rest = one.quote(later)?.totalMinor ?? 0n;
          const without = other.quote(later)?.totalMinor ?? 0n;
          // What is left of the parts of a cent of each month is the consumer's.
          const exact = Number(without) * (1 - Number(amount) / Number(total));
          expect(Math.abs(Number(rest) - exact)).toBeLessThan(plan.months + 3);
        },
      ),
      manyRuns(100),
    );
  });
});

describe('a payment about which nothing is said', () => {
  const plan: Plan = { amount: 120_000, months: 12, rate: 1_990, startup: 2_000, monthly: 100 };
  const early = (credit: Credit, on: Day, amountMinor: bigint) =>
    asEarly(credit.one, credit.rows, credit.list('costReturns'), { on, amountMinor });

  it('is early from a cent above what is due and the next installment, or if it is just the total of its day', () => {
    const credit = new Credit(plan);
    const on = paidUntil(credit, 2);
    const day = addDays(on, 10);
    const next = openMinorOf(...credit.rows.slice(2, 3));
    const total = credit.quote(day)?.totalMinor ?? 0n;
    expect([1n, next - 1n, next].map((amount) => early(credit, day, amount))).toEqual([undefined, undefined, undefined]);
    expect(early(credit, day, next + 1n)).toMatchObject({ amountMinor: next + 1n });
    expect(early(credit, day, total)).toMatchObject({ amountMinor: total });
    expect(early(credit, day, total + 1n)).toMatchObject({ amountMinor: total });
    // Two installments that are due and the next one are what is asked for.
    const late = addDays(credit.rows[3]?.dueOn ?? on, 3);
    const asked = openMinorOf(...credit.rows.slice(2, 5));
    expect(early(credit, late, asked)).toBeUndefined();
    expect(early(credit, late, asked + 1n)).toBeDefined();
  });

  it('of the last installment some days before is no early repayment, but for its exact early amount', () => {
    const credit = new Credit(plan);
    const day = addDays(paidUntil(credit, 11), 20);
    const last = openMinorOf(...credit.rows);
    const total = credit.quote(day)?.totalMinor ?? 0n;
    expect(total < last).toBe(true);
    expect(early(credit, day, last)).toBeUndefined();
    expect(early(credit, day, total)).toBeDefined();
    expect(credit.pay(day, last, false)).toBe(true);
    expect(credit.open).toBe(0n);
    credit.agree();
  });

  it('repays nothing early where nothing is saved: a plan that costs nothing, a day after the last', () => {
    const free = new Credit({ ...plan, rate: 0, startup: 0, monthly: 0 });
    expect(early(free, first, 120_000n)).toBeUndefined();
    const credit = new Credit(plan);
    expect(early(credit, addDays(credit.rows.at(-1)?.dueOn ?? first, 1), credit.open)).toBeUndefined();
  });

  it('leaves the days of the plan: what follows is paid first, and the costs of all that are left fall', () => {
    const credit = new Credit(plan);
    const before = credit.rows;
    const day = addDays(first, 10);
    const amount = openMinorOf(...before.slice(0, 4));
    expect(credit.pay(day, amount, false)).toBe(true);
    expect(credit.rows.map(({ dueOn }) => dueOn)).toEqual(before.map(({ dueOn }) => dueOn));
    expect(credit.one.dueOn >= (before[4]?.dueOn ?? '')).toBe(true);
    for (const [index, row] of credit.rows.entries())
      expect(row.interestMinor <= (before[index]?.interestMinor ?? 0n)).toBe(true);
    expect(dayAt(credit.now, 'UTC')).toBe(day);
    credit.agree();
  });
});

describe('the examples of docs/law-texts.md', () => {
  const whole = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`;
  it.each(countryCodes)('hold for %s', (country) => {
    const shop = merchantIn(country);
    const { amount, months, rate, startup, monthly } = exampleOf(shop);
    const credit = new Credit({ amount, months, rate, startup, monthly }, shop);
    const on = (days: number): Day => addDays(first, days);
    const agreed = credit.open;
    const everything = credit.quote(on(45));
    const part = BigInt(amount / 2);
    const half = credit.quote(on(45), part);
    expect(credit.pay(on(45), part)).toBe(true);
    const left = credit.open;
    const later = credit.quote(on(90));
    const cells = [
      country,
      `${amount / 100}, ${months} × ${(rate / 100).toFixed(2)} %`,
      `${whole(BigInt(startup))} + ${whole(BigInt(monthly))}`,
      whole(agreed),
      `${whole(everything?.totalMinor ?? 0n)} (${whole(everything?.savedMinor ?? 0n)})`,
      whole(half?.savedMinor ?? 0n),
      whole(left),
      `${whole(later?.totalMinor ?? 0n)} (${whole(later?.savedMinor ?? 0n)})`,
    ];
    const rows = readFileSync(join(import.meta.dirname, '../../../docs/law-texts.md'), 'utf8').split('\n');
    const shown = rows.map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    expect(shown.filter(([name, plan]) => name === country && plan?.includes('×'))).toEqual([cells]);
  });
});
