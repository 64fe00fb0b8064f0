// What a consumer is told a plan costs, is what it costs: installments come to the total and principal parts to the basket,
// to the cent, for any basket; the public samples come out to the digit; the rate is the one at which the payments are worth
// what was lent.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amortise, annuityMinor } from '../../src/core/plan/annuity.ts';
import { effectiveRate, Rate } from '../../src/core/plan/apr.ts';
import { interestOfDayE4 } from '../../src/core/plan/interest-of-day.ts';
import { installmentMinor, type Plan, type PlanTerms, planOf } from '../../src/core/plan/plan.ts';
import { manyRuns } from '../support/runs.ts';
import amortisation from '../vectors/amortisation.json' with { type: 'json' };

/*
 * Of amortisation.json these are rules of ours: equal monthly payments at a proportional rate, from any balance, and the
 * effective rate. Left out: first intervals of another length (interest is by the month, whatever the days), payments that
 * grow or fall, equal principal parts, interest only, weekly payments, and functions of spreadsheets for saving.
 */

interface Vector {
  readonly kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: every kind of vector has members of its own
  readonly input: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly expected: any;
}
const of = (kind: string): Vector[] => (amortisation as readonly Vector[]).filter((each) => each.kind === kind);
const cents = (text: string): bigint => BigInt(new Rate(text).times(100).toFixed(0));
const bps = (percent: string): number => new Rate(percent).times(100).toNumber();
const difference = (a: bigint, b: bigint): number => Math.abs(Number(a - b));

const terms = (numberOfInstallments: number, interestRateBps: number, startup = 0, monthly = 0): PlanTerms => ({
  profileNo: 1,
  numberOfInstallments,
  interestRateBps,
  startupFeeMinor: BigInt(startup),
  monthlyFeeMinor: BigInt(monthly),
});

const plan = (basketMinor: bigint, agreed: PlanTerms): Plan => {
  const made = planOf(basketMinor, agreed);
  if (!made) throw new Error('no plan');
  return made;
};

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

describe('the public samples', () => {
  const shown = ({ installmentMinor: each, firstInstallmentMinor, lastInstallmentMinor, ...made }: Plan) => [
    each,
    firstInstallmentMinor,
    lastInstallmentMinor,
    made.effectiveInterestRate,
    made.effectiveAnnualPercentageRate,
    made.totalInterestMinor,
    made.totalMinor,
  ];

  it('come out to the digit', () => {
    expect(shown(plan(75_000n, terms(3, 1950, 9_500, 2_900)))).toEqual([
      28_717n,
      38_217n,
      28_717n,
      '21.34',
      '438.50',
      2_451n,
      95_651n,
    ]);
    expect(shown(plan(75_000n, terms(6, 1950, 9_500, 2_900)))).toEqual([
      16_121n,
      25_621n,
      16_118n,
      '21.34',
      '307.44',
      4_323n,
      106_223n,
    ]);
    expect(shown(plan(18_500n, terms(3, 0)))).toEqual([6_167n, 6_167n, 6_166n, '0.00', '0.00', 0n, 18_500n]);
    expect(shown(plan(18_500n, terms(6, 0)))).toEqual([3_084n, 3_084n, 3_080n, '0.00', '0.00', 0n, 18_500n]);
    expect(shown(plan(18_500n, terms(9, 0)))).toEqual([2_056n, 2_056n, 2_052n, '0.00', '0.00', 0n, 18_500n]);
  });
});

it.each([
  // 1000.00 × 10 % / 365 = 0.27397…
  [100_000n, 1_000, 2_740n],
  // 0.5 and 0.4997… of the smallest unit that is shown
  [1_825n, 10, 1n],
  [1_824n, 10, 0n],
  [100_000n, 0, 0n],
])('a day of a credit of %d at %d hundredths of a per cent bears %d', (principalMinor, rateBps, expected) => {
  expect(interestOfDayE4(principalMinor, rateBps)).toBe(expected);
});

describe('amortisation', () => {
  it('pays what the examples of the Commission pay, rounded up to the cent', () => {
    for (const { input, expected } of of('annuity-payment').filter((each) => each.input.periods_per_year === 12)) {
      const annuity = annuityMinor(cents(input.principal), bps(input.nominal_rate_percent), input.periods);
      expect([0n, 1n]).toContain(annuity - cents(expected.payment_2dp));
    }
  });

  it('follows their tables month by month, as near as cents allow', () => {
    const own = of('schedule').filter(({ input }) => input.method === 'annuity' && input.first_interval_years === undefined);
    expect(own.length).toBe(3);
    for (const { input, expected } of own) {
      const parts = amortise(cents(input.principal), bps(input.nominal_rate_percent), input.periods);
      let balance = cents(input.principal);
      for (const row of expected.rows) {
        const part = parts[row.period - 1];
        if (!part) throw new Error('too few rows');
        balance -= part.principalMinor;
        expect(difference(part.interestMinor, cents(row.interest))).toBeLessThanOrEqual(1);
        expect(difference(part.principalMinor + part.interestMinor, cents(row.payment))).toBeLessThanOrEqual(1);
        // Every payment is up to a cent more than in a table that does not round it.
        expect(difference(balance, cents(row.closing))).toBeLessThanOrEqual(2 * row.period);
      }
    }
  });

  it('rounds every row to the cent and puts the rest in the last one', () => {
    // The tables round the payment to the nearest cent where we round it up; here that is the same.
    const [zero] = of('schedule-cent-rounded').filter(({ input }) => input.annual_nominal_rate_percent === '0');
    expect(amortise(100_000n, 0, 4).map((part) => part.principalMinor)).toEqual(
      zero?.expected.rows.map((row: { principal: string }) => cents(row.principal)),
    );
    expect(amortise(10_000n, 948, 6).map((part) => part.interestMinor)).toEqual([79n, 66n, 53n, 40n, 27n, 13n]);
  });

  it('spreads an outstanding balance over the months that are left', () => {
    for (const { input, expected } of of('re-amortisation')) {
      const before = amortise(cents(input.principal), bps(input.first_rate_percent), input.periods).slice(
        0,
        input.after_payments,
      );
      const balance = cents(input.principal) - sum(before.map((part) => part.principalMinor));
      const payment = annuityMinor(balance, bps(input.new_rate_percent), input.periods - input.after_payments);
      expect(difference(payment, cents(expected.new_payment_2dp))).toBeLessThanOrEqual(1);
    }
    for (const { input, expected } of of('outstanding-balance')) {
      const paid = amortise(cents(input.principal), bps(input.nominal_rate_percent), input.periods).slice(
        0,
        input.after_payments,
      );
      const balance = cents(input.principal) - sum(paid.map((part) => part.principalMinor));
      expect(difference(balance, cents(expected.balance_2dp))).toBeLessThanOrEqual(input.after_payments);
    }
  });

  it('agrees with spreadsheets, to fifteen digits, when cents are made small enough', () => {
    const fine = 10n ** 20n;
    const loans = of('fn-pmt').filter(({ input }) => input.fv === undefined && input.type === undefined);
    expect(loans.length).toBeGreaterThan(2);
    for (const { input, expected } of loans) {
      const [yearly = '0'] = String(input.rate).split('/');
      if (input.rate !== '0' && !String(input.rate).endsWith('/12')) continue;
      const payment = annuityMinor(BigInt(input.pv) * fine, bps(new Rate(yearly).times(100).toString()), input.nper);
      const wanted = new Rate(expected.value).negated();
      // As exact as the value is printed.
      const printed = new Rate(10).pow(-wanted.decimalPlaces());
      const off = new Rate(payment.toString()).div(fine.toString()).minus(wanted).abs();
      expect(off.toNumber()).toBeLessThan(Math.max(printed.toNumber(), 1e-11));
    }
    const monthly = effectiveRate(1200);
    expect(monthly.toFixed(10)).toBe('0.1268250301');
  });
});

const anyTerms = fc.record({
  months: fc.integer({ min: 1, max: 60 }),
  rate: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 6_000 })),
  startup: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 50_000 })),
  monthly: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 5_000 })),
});
/** From one cent to ten million. */
const anyBasket = fc.oneof(
  fc.bigInt({ min: 1n, max: 1_000n }),
  fc.bigInt({ min: 1n, max: 1_000_000n }),
  fc.bigInt({ min: 1n, max: 1_000_000_000n }),
);

describe('any plan', () => {
  it('comes to its total and to its basket, to the cent', () => {
    fc.assert(
      fc.property(anyBasket, anyTerms, (basket, { months, rate, startup, monthly }) => {
        const made = planOf(basket, terms(months, rate, startup, monthly));
        if (!made) return;
        const amounts = made.installments.map(installmentMinor);
        expect(sum(amounts)).toBe(made.totalMinor);
        expect(sum(made.installments.map((each) => each.principalMinor))).toBe(basket);
        expect(made.totalMinor).toBe(basket + made.totalInterestMinor + BigInt(startup) + BigInt(months * monthly));
        expect(amounts[0]).toBe(made.firstInstallmentMinor);
        expect(amounts.at(-1)).toBe(made.lastInstallmentMinor);
        for (const each of made.installments.slice(0, -1))
          expect(each.principalMinor + each.interestMinor + BigInt(monthly)).toBe(made.installmentMinor);
        expect(
          made.installments.every((each) => each.principalMinor >= 0n && each.interestMinor >= 0n && installmentMinor(each) > 0n),
        ).toBe(true);
      }),
      manyRuns(4_000),
    );
  });

  it('has a rate at which its payments are worth what was lent', () => {
    fc.assert(
      fc.property(anyBasket, anyTerms, (basket, { months, rate, startup, monthly }) => {
        const made = planOf(basket, terms(months, rate, startup, monthly));
        if (!made) return;
        expect(made.annualRate.isFinite() && !made.annualRate.isNegative()).toBe(true);
        // By the definition, in another arithmetic than the solver's.
        const month = made.annualRate.plus(1).pow(new Rate(-1).div(12));
        let discount = new Rate(1);
        let worth = new Rate(startup);
        for (const [index, each] of made.installments.entries()) {
          discount = discount.times(month);
          const paid = installmentMinor(each) - (index === 0 ? BigInt(startup) : 0n);
          worth = worth.plus(discount.times(paid.toString()));
        }
        expect(worth.div(basket.toString()).minus(1).abs().toNumber()).toBeLessThan(1e-12);
        // Free of cost and 0 are the same thing.
        expect(made.annualRate.isZero()).toBe(made.totalMinor === basket);
      }),
      manyRuns(400),
    );
  });

  it('costs more at a higher rate, with a higher fee, over more months', () => {
    const change = fc.constantFrom('rate' as const, 'startup' as const, 'monthly' as const, 'months' as const);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10_000n, max: 1_000_000_000n }),
        anyTerms,
        change,
        fc.integer({ min: 1, max: 24 }),
        (basket, before, what, by) => {
          // On a hundred and more, half a per cent outweighs the cents that rounding moves; a longer term may not.
          const step = { rate: by * 50, startup: by, monthly: by, months: by }[what];
          const after = { ...before, [what]: before[what] + step };
          const [one, other] = [before, after].map(({ months, rate, startup, monthly }) =>
            planOf(basket, terms(months, rate, startup, monthly)),
          );
          if (!one || !other) return;
          const grown = Number(other.totalMinor - one.totalMinor);
          if (what === 'startup') expect(grown).toBe(step);
          if (what === 'monthly') expect(grown).toBe(step * before.months);
          if (what === 'rate') expect(grown).toBeGreaterThan(0);
          if (what === 'months') {
            expect(grown).toBeGreaterThanOrEqual(before.rate === 0 ? before.monthly * step : -after.months / 2);
            expect(other.installmentMinor).toBeLessThanOrEqual(one.installmentMinor);
          } else expect(other.annualRate.gt(one.annualRate)).toBe(true);
        },
      ),
      manyRuns(600),
    );
  });

  it('is none where it would make no sense: fewer cents than months, or a fee that takes the basket', () => {
    expect(planOf(1n, terms(3, 0))).toBeUndefined();
    expect(planOf(1_000n, terms(36, 0))).toMatchObject({ lastInstallmentMinor: 20n });
    expect(planOf(100n, terms(36, 0))).toBeUndefined();
    expect(planOf(9_500n, terms(3, 1950, 9_500))).toBeUndefined();
    expect(planOf(9_501n, terms(3, 1950, 9_500))).toBeDefined();
    expect(planOf(1n, terms(1, 0))).toMatchObject({ totalMinor: 1n, effectiveAnnualPercentageRate: '0.00' });
  });
});
