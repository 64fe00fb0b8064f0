// The annual percentage rate of the European directives: the X for which what is drawn down and what is paid back have the
// same value, sum of C(1+X)^(-t) = sum of D(1+X)^(-s), times in years from the first drawdown (2008/48/EC Annex I,
// 2014/17/EU Annex I, 2023/2225 Annex III).
import { Decimal } from 'decimal.js';

/** Decimals with 40 digits, rounded half up: the only arithmetic that rates are written with. */
export const Rate = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 });
export type Rate = Decimal;

/** A time in years as a fraction of whole numbers, so that a twelfth is exactly a twelfth; negative before the drawdown. */
export interface Years {
  readonly numerator: number;
  readonly denominator: number;
}

/** Money at a time: what the consumer gets is positive, what the consumer pays is negative; any unit, the same for all. */
export interface Flow {
  readonly at: Years;
  readonly amount: bigint;
}

/** A flow's place on a grid of equal steps, so that flows of one moment meet. */
interface Step {
  readonly at: number;
  readonly amount: bigint;
}

/**
 * The yearly rate of a credit: 0.05 is 5 %. Exactly 0 where nothing is paid beyond what was received. Nothing where there is
 * no such rate: when the consumer gets nothing at first, pays nothing back or next to nothing (a rate of -100 % to twenty
 * digits), or pays so much so soon that the rate is beyond any number (above e^700). Never NaN.
 */
export function annualRate(flows: readonly Flow[]): Rate | undefined {
  if (flows.reduce((sum, flow) => sum + flow.amount, 0n) === 0n) return new Rate(0);
  const grid = flows.reduce((multiple, { at }) => leastCommonMultiple(multiple, at.denominator), 1);
  const logarithm = logarithmOf(stepsOf(flows, grid), grid);
  return logarithm === undefined ? undefined : Rate.exp(logarithm).minus(1);
}

/** A rate as far as floats are right: what they leave behind its eleventh decimal must not decide a tie, nor break a cap. */
export const exactly = (rate: Rate): Rate => rate.toDecimalPlaces(11);

/** A rate in per cent with two decimals, half up (remark (d) of the annex): '438.50'. */
export function rateText(rate: Rate): string {
  return exactly(rate).times(100).toFixed(2);
}

/** The yearly rate that follows from a nominal one when interest is added every month: ((1 + r/12)^12 − 1). */
export function effectiveRate(interestRateBps: number): Rate {
  return new Rate(interestRateBps).div(120_000).plus(1).pow(12).minus(1);
}

/** Flows of one moment are one step. */
function stepsOf(flows: readonly Flow[], grid: number): Step[] {
  const amounts = new Map<number, bigint>();
  for (const { at, amount } of flows) {
    const place = at.numerator * (grid / at.denominator);
    amounts.set(place, (amounts.get(place) ?? 0n) + amount);
  }
  return [...amounts].map(([at, amount]) => ({ at, amount })).filter((step) => step.amount !== 0n);
}

/** Beyond this logarithm a rate is no number any more, nor is the discount of one step. */
const furthestOf = (grid: number): number => Math.min(700, 100 * grid);
/** Below this logarithm so little of 1+X is left that its forty digits are zero, and the rate -100 % exactly. */
const lowest = -46;

/**
 * ln(1+X) as a float: the change of sign nearest to 0 is bracketed first, then closed in on by Newton's method, halving
 * whenever Newton would leave the bracket. Ends after a fixed number of turns for any flows.
 */
function logarithmOf(steps: readonly Step[], grid: number): number | undefined {
  const largest = steps.reduce((most, { amount }) => Math.max(most, Math.abs(Number(amount))), 0);
  const terms = steps.map(({ at, amount }) => ({ years: at / grid, share: Number(amount) / largest }));
  const valueAt = (logarithm: number): number =>
    terms.reduce((sum, { years, share }) => sum + share * Math.exp(-years * logarithm), 0);
  const slopeAt = (logarithm: number): number =>
    terms.reduce((sum, { years, share }) => sum - years * share * Math.exp(-years * logarithm), 0);

  const bracket = bracketOf(valueAt, furthestOf(grid));
  if (!bracket) return undefined;
  let [low, high] = bracket;
  const rising = valueAt(high) > valueAt(low);
  let guess = (low + high) / 2;
  for (let turn = 0; turn < 200; turn += 1) {
    const value = valueAt(guess);
    if (value === 0) return guess;
    if (value > 0 === rising) high = guess;
    else low = guess;
    const newton = guess - value / slopeAt(guess);
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - guess) <= Math.abs(next) * 1e-15) return next;
    guess = next;
  }
  return guess;
}

/** Two places on different sides of the root nearest to 0, looked for outwards in steps that grow. */
function bracketOf(valueAt: (logarithm: number) => number, furthest: number): [number, number] | undefined {
  const begin = Math.sign(valueAt(0));
  if (begin === 0) return [-1e-9, 1e-9];
  let inner = 0;
  for (let outer = 0.05; ; outer *= 1.5) {
    const end: number = Math.min(outer, furthest);
    for (const [from, to] of [
      [inner, end],
      [Math.max(-inner, lowest), Math.max(-end, lowest)],
    ] as const) {
      const sign = Math.sign(valueAt(to));
      if (Number.isNaN(sign)) continue;
      if (sign !== begin) return from < to ? [from, to] : [to, from];
    }
    if (end === furthest) return undefined;
    inner = end;
  }
}

function leastCommonMultiple(a: number, b: number): number {
  let [x, y] = [a, b];
  while (y !== 0) [x, y] = [y, x % y];
  return (a / x) * b;
}
