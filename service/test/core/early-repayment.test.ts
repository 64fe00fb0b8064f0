// Whatever is repaid early and when: parts of a day cost what the whole would have cost, no credit ever costs more than was agreed,
// each day costs no less than the one before, and the books agree. A cent lost here is a consumer's or ours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { addDays, type Day, dayAt } from '../../src/core/dates.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import { asEarly, earlyRepaymentOf } from '../../src/core/order/early-repayment.ts';
import type { CaptureInstallment } from '../../src/core/order/rows.ts';
import { undoEarly } from '../../src/core/order/undo-early.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Credit, creditTerms, first, type Plan, paidUntil, plans } from '../support/credit.ts';
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

const dear: Plan = { amount: 120_000, months: 12, rate: 1_990, startup: 2_000, monthly: 100 };

const doings = ['early', 'pay', 'refund', 'back'] as const;
interface Step {
  readonly do: (typeof doings)[number];
  readonly days: number;
  readonly thousandths: number;
}
const at = (...steps: (readonly [Step['do'], number, number?])[]): Step[] =>
  steps.map(([doing, thousandths, days = 0]) => ({ do: doing, thousandths, days }));

/** Where what was paid of fees that fall is more than all capital, and interest is still open. */
const paidBeyondCapital: [Plan, number, { after: number; parts: number[] }[]][] = [
  [
    { amount: 2_000, months: 13, rate: 422, startup: 2_975, monthly: 517 },
    2,
    [
      { after: 35, parts: [1] },
      { after: 26, parts: [334] },
    ],
  ],
];

const share = (of: bigint, thousandths: number): bigint => (of * BigInt(thousandths)) / 1_000n;
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
      { ...manyRuns(150), examples: paidBeyondCapital },
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

describe('a quote of early repayment', () => {
  it('counts anew from the latest part of its own capture, in whatever order the parts are read', () => {
    const credit = new Credit(dear);
    for (const day of [10, 40]) credit.pay(addDays(first, day), 30_000n);
    const [one, two] = credit.list('costReturns');
    if (!one || !two) throw new Error('nothing was repaid early');
    const of = (...before: (typeof one)[]) => earlyRepaymentOf(credit.one, credit.rows, before, { on: addDays(first, 70) });
    const other = { ...two, captureNumber: 'c2', countedOn: addDays(first, 60), countedInterestMinor: 9_999n };
    const undone = { ...two, countedOn: null, countedInterestMinor: null, countedFeeMinor: null };
    expect(of(one, two)).not.toEqual(of(one));
    expect(of(two, one)).toEqual(of(one, two));
    expect(of(other, one, undone, two, other)).toEqual(of(one, two));
    expect(of(one, undone)).toEqual(of(one));
  });

  it('counts anew from the later part also where a refund between the two lowered what had been counted', () => {
    const credit = new Credit({ amount: 12_000, months: 4, rate: 1_000, startup: 6_000, monthly: 0 });
    credit.pay(addDays(first, 30), 2_423n);
    credit.refund(6_000n);
    const on = addDays(first, 31);
    const { totalMinor = 0n } = credit.quote(on) ?? {};
    expect(credit.pay(on, 200n)).toBe(true);
    const [one, two] = credit.list('costReturns');
    if (!one || !two) throw new Error('nothing was repaid early');
    const counted = ({ countedInterestMinor, countedFeeMinor }: typeof one) =>
      (countedInterestMinor ?? 0n) + (countedFeeMinor ?? 0n);
    expect(counted(two)).toBeLessThan(counted(one));
    for (const before of [
      [one, two],
      [two, one],
    ])
      expect(earlyRepaymentOf(credit.one, credit.rows, before, { on })?.totalMinor).toBe(totalMinor - 200n);
  });

  it('counts anew from a part on whose day not a cent of the costs had fallen due', () => {
    const credit = new Credit({ amount: 2_000, months: 2, rate: 200, startup: 0, monthly: 0 });
    credit.pay(addDays(first, 10), 500n);
    expect(credit.list('costReturns')).toMatchObject([{ countedInterestMinor: 0n, countedFeeMinor: 0n }]);
    // Of the two cents of the first month 6/21 have passed since then, not 16/31.
    expect(credit.rows[0]?.interestMinor).toBe(2n);
    expect(credit.quote(addDays(first, 16))?.totalMinor).toBe(1_500n);
  });

  it('counts of two parts of one day from the one that had counted more', () => {
    const credit = new Credit(dear);
    credit.pay(addDays(first, 10), 30_000n);
    const [one] = credit.list('costReturns');
    if (!one) throw new Error('nothing was repaid early');
    const part = (countedInterestMinor: bigint, countedFeeMinor: bigint) => ({ ...one, countedInterestMinor, countedFeeMinor });
    const of = (...before: (typeof one)[]) => earlyRepaymentOf(credit.one, credit.rows, before, { on: addDays(first, 20) });
    const [less, more] = [part(50n, 0n), part(40n, 30n)];
    expect(of(less)).not.toEqual(of(more));
    expect([of(less, more), of(more, less)]).toEqual([of(more), of(more)]);
  });

  it('asks for what reminders charged besides, and that is due before anything is early', () => {
    const [plain, reminded] = [new Credit(dear), new Credit(dear).set({ reminderFeeMinor: 500n })];
    const on = addDays(first, 40);
    const { totalMinor = 0n, dueMinor = 0n, savedMinor } = plain.quote(on) ?? {};
    expect(reminded.quote(on)).toMatchObject({ totalMinor: totalMinor + 500n, dueMinor: dueMinor + 500n, savedMinor });
    expect(reminded.pay(on, totalMinor + 500n)).toBe(true);
    expect(reminded.open).toBe(0n);
  });

  it('counts an installment as due on its day, not before', () => {
    const credit = new Credit(dear);
    const { dueOn = first } = credit.rows[0] ?? {};
    expect(credit.quote(addDays(dueOn, -1))?.dueMinor).toBe(0n);
    expect(credit.quote(dueOn)?.dueMinor).toBe(openMinorOf(...credit.rows.slice(0, 1)));
  });

  it('changes only the installments that owe less', () => {
    const credit = new Credit({ ...dear, rate: 0 });
    const { changed = [] } = credit.quote(addDays(first, 20), 30_000n) ?? {};
    expect(changed.map(([{ number }]) => number)).toEqual([5, 6, 7, 8, 9, 10, 11, 12]);
  });

  it('of a part once everything is due names what is due, and no part is booked as early', () => {
    const credit = new Credit(dear);
    const on = addDays(credit.rows.at(-1)?.dueOn ?? first, 1);
    const all = credit.open;
    expect(credit.quote(on, all - 1n)).toMatchObject({ amountMinor: all - 1n, dueMinor: all, totalMinor: all, savedMinor: 0n });
    expect([credit.pay(on, all - 1n), credit.open]).toEqual([false, all]);
    expect([credit.pay(on, all - 1n, false), credit.open]).toEqual([true, 1n]);
  });

  it('is none of what is paid, nor of an invoice', () => {
    const credit = new Credit(dear);
    credit.pay(first, credit.quote(first)?.totalMinor ?? 0n);
    expect([credit.open, credit.quote(first)]).toEqual([0n, undefined]);
    const terms = { terms: creditTerms(null), paymentType: 'Invoice' };
    expect(new Credit(dear, merchantIn('DE'), terms).quote(first)).toBeUndefined();
  });
});

describe('an early repayment that is taken back', () => {
  const later = addDays(first, 70);
  const amounts = ({ rows }: Credit): Partial<CaptureInstallment>[] => rows.map(({ paidOn: _on, ...row }) => row);

  it('leaves the part before it repaid, and counts no more', () => {
    const [credit, other] = [new Credit(dear), new Credit(dear)];
    for (const each of [credit, other]) each.pay(addDays(first, 10), 30_000n);
    const { savedMinor: owedAgainAmount } = credit.quote(addDays(first, 40), 30_000n) ?? {};
    credit.pay(addDays(first, 40), 30_000n);
    credit.takeBack();
    expect(amounts(credit)).toEqual(amounts(other));
    expect(credit.quote(later)).toMatchObject({ totalMinor: other.quote(later)?.totalMinor });
    const nothing = { interestMinor: 0n, feeMinor: 0n, savedMinor: 0n, changedRows: null };
    const notCounted = { countedOn: null, countedInterestMinor: null, countedFeeMinor: null };
    expect(credit.list('costReturns')).toMatchObject([...other.list('costReturns'), { ...nothing, ...notCounted }]);
    expect(credit.events.find(({ type }) => type === 'capture.early_repayment_undone')?.details).toEqual({ owedAgainAmount });
    credit.agree();
  });

  it('is found among those of other captures that the same transfer paid', () => {
    const credit = new Credit(dear);
    for (const day of [10, 40]) credit.pay(addDays(first, day), 30_000n);
    const { one, rows, inHand } = credit;
    const { transactionId = '' } = credit.list('payments')[1] ?? {};
    const others = inHand.costReturns.map((each) => ({ ...each, captureNumber: 'c2', transactionId }));
    const among = undoEarly({ ...inHand, costReturns: [...others, ...inHand.costReturns] }, one, rows, transactionId);
    expect(among).toEqual(undoEarly(inHand, one, rows, transactionId));
    expect(among.changes).not.toEqual([]);
  });

  const step = fc.record({ do: fc.constantFrom(...doings), days: fc.nat(40), thousandths: fc.integer({ min: 1, max: 1_000 }) });
  const lives: [Plan, Step[]][] = [
    // The consumer gets costs back.
    [
      { amount: 2_000, months: 2, rate: 0, startup: 1_658, monthly: 0 },
      at(['pay', 792, 33], ['early', 1], ['back', 1], ['early', 1]),
    ],
    // A refund left too little for the costs.
    [
      { amount: 2_000, months: 2, rate: 0, startup: 130, monthly: 17 },
      at(['refund', 317], ['early', 68], ['early', 586], ['early', 93], ['refund', 641], ['back', 1]),
    ],
    // What paid the costs that are owed again had been owed back.
    [
      { amount: 2_000, months: 2, rate: 0, startup: 6, monthly: 16 },
      at(['early', 395], ['early', 92], ['refund', 609], ['back', 1]),
    ],
    // All goods went back after it.
    [{ amount: 2_000, months: 2, rate: 1_000, startup: 0, monthly: 100 }, at(['early', 1000, 5], ['refund', 1000], ['back', 0])],
    // A refund lowers what a month had been counted with.
    [
      { amount: 2_000, months: 2, rate: 330, startup: 0, monthly: 0 },
      at(['pay', 1, 8], ['early', 1, 20], ['refund', 182], ['early', 1], ['early', 1]),
    ],
    [
      { amount: 2_000, months: 5, rate: 0, startup: 0, monthly: 1 },
      at(['early', 401], ['early', 1], ['refund', 800], ['back', 184], ['back', 1]),
    ],
  ];

  it('among other payments and refunds leaves books that agree, and costs within what was agreed', () => {
    fc.assert(
      fc.property(plans, fc.array(step, { minLength: 2, maxLength: 10 }), (plan, steps) => {
        const credit = new Credit(plan);
        const agreed = credit.costs;
        let on = first;
        for (const { do: doing, days, thousandths } of steps) {
          on = addDays(on, days);
          credit.on(on);
          const { totalMinor = 0n, dueMinor = 0n, rows = [] } = credit.quote(on) ?? {};
          // A month that has not begun costs no interest.
          const ahead = rows.filter((_row, index) => on <= (rows[index - 1]?.dueOn ?? first));
          expect(ahead.filter(({ number, interestMinor }) => number > 1 && interestMinor !== 0n)).toEqual([]);
          if (doing === 'early') credit.pay(on, dueMinor + share(totalMinor - dueMinor, thousandths));
          if (doing === 'pay') credit.pay(on, share(credit.open, thousandths), false);
          if (doing === 'refund') credit.refund(share(credit.one.amountMinor, thousandths));
          if (doing === 'back') credit.takeBack(thousandths % credit.list('payments').length);
          credit.agree();
          expect(credit.costs <= agreed).toBe(true);
        }
      }),
      { ...manyRuns(200), examples: lives },
    );
  });
});

describe('a payment about which nothing is said', () => {
  const plan = dear;
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

  it('is early if it is just the total of its day, also where a start-up fee makes more than that due', () => {
    const credit = new Credit({ amount: 6_000, months: 3, rate: 0, startup: 9_000, monthly: 0 }).on(first);
    const day = credit.rows[0]?.dueOn ?? first;
    const { totalMinor = 0n, dueMinor = 0n, savedMinor = 0n } = credit.quote(day) ?? {};
    expect([dueMinor, totalMinor + savedMinor]).toEqual([11_000n, 15_000n]);
    expect(totalMinor < dueMinor).toBe(true);
    expect(early(credit, day, dueMinor)).toBeUndefined();
    expect(early(credit, day, dueMinor + 2_000n)).toBeUndefined();
    // More than what is asked for is early, and no more of it is booked than everything costs.
    expect(early(credit, day, dueMinor + 2_001n)).toMatchObject({ amountMinor: totalMinor });
    expect(credit.pay(day, totalMinor, false)).toBe(true);
    expect([credit.open, credit.paid]).toEqual([0n, totalMinor]);
    credit.agree();
  });

  it('repays nothing early where the costs that would fall were paid already and are more than the capital that is left', () => {
    const credit = new Credit({ amount: 2_000, months: 2, rate: 0, startup: 9_000, monthly: 0 });
    expect(credit.pay(first, 10_000n, false)).toBe(true);
    expect(credit.quote(first)).toMatchObject({ totalMinor: 0n, savedMinor: 9_000n, creditMinor: 8_000n });
    expect(early(credit, first, 1_001n)).toBeUndefined();
  });

  it('counts what is due once, and then the next installment of its own capture', () => {
    const credit = new Credit(plan);
    const [one, two] = credit.rows;
    if (!one || !two) throw new Error('no installments');
    const others = credit.rows.map((row) => ({
      ...row,
      captureNumber: 'c0',
      principalMinor: 1n,
      interestMinor: 0n,
      feeMinor: 0n,
    }));
    for (const on of [one.dueOn, addDays(one.dueOn, 3)])
      for (const rows of [credit.rows, [...others, ...credit.rows]]) {
        const request = (more: bigint) => ({ on, amountMinor: openMinorOf(one, two) + more });
        expect(asEarly(credit.one, rows, [], request(0n))).toBeUndefined();
        expect(asEarly(credit.one, rows, [], request(1n))).toBeDefined();
      }
  });

  it('is not early where the next installment was paid ahead and it pays the one after', () => {
    const credit = new Credit(plan);
    const [one, two] = credit.rows;
    if (!one || !two) throw new Error('no installments');
    const day = addDays(first, 5);
    credit.pay(day, openMinorOf(one), false);
    expect(early(credit, day, openMinorOf(two))).toBeUndefined();
    expect(early(credit, day, openMinorOf(two) + 1n)).toBeDefined();
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
