// The rows of the bench: what is measured at how many connections, beside which yardstick, and how far it has to come.
import type { Measured } from './load.ts';
import type { Yardstick } from './pgbench.ts';

/** What a row is compared by, and so which way is better. */
export type Measure = 'per second' | 'median' | 'share' | 'cost' | 'megabytes' | 'milliseconds' | 'seconds';

/** More is better of these; less of the rest. */
const moreIsBetter: readonly Measure[] = ['per second', 'share'];

export interface Row {
  readonly what: string;
  readonly connections?: number;
  readonly perSecond?: number;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  readonly bad?: number;
  /** The name of the yardstick and what it measured; the ratio is ours by it. */
  readonly yardstick?: string;
  readonly yardstickValue?: number;
  /** What is held against bar and moonshot: a ratio to the yardstick, or a value of its own. */
  readonly value?: number;
  readonly measure: Measure;
  readonly bar?: number;
  /** So many a second reach the bar, too, whatever the yardstick does on this machine. */
  readonly barPerSecond?: number;
  readonly moonshot?: number;
  /** Why there is no value. */
  readonly missing?: string;
}

export type Reached = 'moonshot' | 'bar' | 'no' | '';

export function reached({ value, measure, bar, barPerSecond, moonshot, perSecond }: Row): Reached {
  if (value === undefined || bar === undefined) return '';
  const better = (than: number): boolean => (moreIsBetter.includes(measure) ? value >= than : value <= than);
  if (moonshot !== undefined && better(moonshot)) return 'moonshot';
  const isEnough = barPerSecond !== undefined && perSecond !== undefined && perSecond >= barPerSecond;
  return better(bar) || isEnough ? 'bar' : 'no';
}

export type Target = Pick<Row, 'measure' | 'bar' | 'barPerSecond' | 'moonshot'>;

const atLeast = (bar: number, moonshot: number): Target => ({ measure: 'per second', bar, moonshot });

/** By row and connections; what is not here is measured for the picture alone. */
export const targets: Readonly<Record<string, Target>> = {
  'capture, many orders/1': { measure: 'median', bar: 4, moonshot: 2.5 },
  'capture, many orders/8': atLeast(0.5, 0.7),
  'capture, many orders/128': atLeast(1, 1.3),
  'authorize, diverse people/128': atLeast(0.3, 0.6),
  'account event, one hot account/128': atLeast(0.8, 1.2),
  'GET order, 1 capture/32': { ...atLeast(0.4, 0.6), barPerSecond: 8000 },
  'payment-methods/32': atLeast(0.25, 0.5),
  'installment-plans/32': atLeast(0.5, 0.8),
  'fresh database, authorize: seconds 16–24 against the first 8': { measure: 'share', bar: 0.9, moonshot: 1 },
  'capture, cost at the big book against the small': { measure: 'cost', bar: 0.15, moonshot: 0.05 },
  'authorize, cost at the big book against the small': { measure: 'cost', bar: 0.15, moonshot: 0.05 },
  'ten minutes at 70 %: p99': { measure: 'milliseconds', bar: 50, moonshot: 25 },
  'ten minutes at 70 %: p99 of stretches without steal': { measure: 'milliseconds' },
  'ten minutes at 70 %: processor time of a capture, the dearest minute against the cheapest': { measure: 'cost' },
  'ten minutes at 70 %: backlog of numbering': { measure: 'seconds', bar: 2, moonshot: 1 },
  'ten minutes at 70 %: backlog of sealing': { measure: 'seconds', bar: 2, moonshot: 1 },
  'ten minutes at 70 %: memory of the process': { measure: 'megabytes', bar: 250, moonshot: 180 },
};

export const targetOf = (what: string, connections?: number): Target =>
  targets[connections === undefined ? what : `${what}/${connections}`] ?? { measure: 'per second' };

/** Ours beside a yardstick: by throughput, or by the median where one request waits for the other. */
export function rowOf(
  what: string,
  connections: number,
  measured: Measured,
  beside?: { readonly name: string; readonly yardstick: Yardstick | undefined },
): Row {
  const perSecond = measured.good / measured.seconds;
  const target = targetOf(what, connections);
  const { yardstick } = beside ?? {};
  const byMedian = target.measure === 'median';
  const value = yardstick && (byMedian ? measured.p50Ms / yardstick.p50Ms : perSecond / yardstick.perSecond);
  return {
    what,
    connections,
    perSecond,
    p50Ms: measured.p50Ms,
    p99Ms: measured.p99Ms,
    bad: measured.bad,
    ...target,
    ...(value !== undefined && { value }),
    ...(beside && { yardstick: beside.name }),
    ...(yardstick && { yardstickValue: byMedian ? yardstick.p50Ms : yardstick.perSecond }),
  };
}

/** A value without a yardstick; undefined where it could not be measured, and why. */
export function valueRow(what: string, value: number | undefined, more: Partial<Row> = {}): Row {
  return { what, ...targetOf(what), ...(value !== undefined && { value }), ...more };
}

/** A value as people read it. */
export function valueText({ measure }: Pick<Row, 'measure'>, value: number | undefined): string {
  if (value === undefined) return '';
  if (measure === 'cost') return `${value < 0 ? '−' : '+'}${Math.abs(value * 100).toFixed(0)} %`;
  if (measure === 'megabytes') return `${value.toFixed(0)} MB`;
  if (measure === 'milliseconds') return `${value.toFixed(1)} ms`;
  if (measure === 'seconds') return `${value.toFixed(1)} s`;
  return `${value.toFixed(2)} ×`;
}
