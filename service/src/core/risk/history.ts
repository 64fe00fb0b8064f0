// What a merchant knows of a customer from earlier orders, summed over the currencies for counts; amounts are compared in
// the order's own currency, since nothing is ever converted.
import { dayMs, type Instant } from '../dates.ts';
import type { Currency } from '../money.ts';
import type { Exposure } from '../rows.ts';

export interface History {
  /** Orders accepted or placed under review before this one; those that were then declined are not among them. */
  readonly ordersCount: number;
  /** Whole days since the first and the last of them; null for a new person. */
  readonly daysKnown: number | null;
  readonly daysSinceLast: number | null;
  /** The amount of an order of this person on average, and at most, in the order's currency; null before the first. */
  readonly usualMinor: bigint | null;
  readonly largestMinor: bigint | null;
  readonly paidOnTimeCount: number;
  readonly paidLateCount: number;
  readonly dunnedCount: number;
}

/** A new person. */
export const noHistory: History = {
  ordersCount: 0,
  daysKnown: null,
  daysSinceLast: null,
  usualMinor: null,
  largestMinor: null,
  paidOnTimeCount: 0,
  paidLateCount: 0,
  dunnedCount: 0,
};

/**
 * The counters of a customer without an order of so much, in minor units; the instants and the largest amount are those of what is
 * left, as far as it is known: nothing is, once no order is left. An order from before there were counters takes nothing from them.
 */
export function withoutOrder({ ordersCount, orderedMinor }: Exposure, amountMinor: bigint) {
  return {
    add: {
      ordersCount: ordersCount > 0 ? -1 : 0,
      orderedMinor: amountMinor < orderedMinor ? -amountMinor : -orderedMinor,
    },
    set: ordersCount > 1 ? {} : { largestMinor: 0n, firstOrderedAt: null, lastOrderedAt: null },
  };
}

/** What these rows of a customer, one a currency, say of earlier orders, for one in this currency. */
export function historyOf(exposures: readonly Exposure[], currency: Currency, now: Instant): History {
  if (exposures.length === 0) return noHistory;
  const sum = (column: 'ordersCount' | 'paidOnTimeCount' | 'paidLateCount' | 'dunnedCount'): number =>
    exposures.reduce((total, each) => total + each[column], 0);
  const instants = (column: 'firstOrderedAt' | 'lastOrderedAt'): number[] =>
    exposures.map((each) => each[column]).filter((instant) => instant !== null);
  const daysSince = (instant: number): number | null =>
    Number.isFinite(instant) ? Math.max(0, Math.floor((now - instant) / dayMs)) : null;
  const own = exposures.find((each) => each.currency === currency && each.ordersCount > 0);
  return {
    ordersCount: sum('ordersCount'),
    daysKnown: daysSince(Math.min(...instants('firstOrderedAt'))),
    daysSinceLast: daysSince(Math.max(...instants('lastOrderedAt'))),
    usualMinor: own ? own.orderedMinor / BigInt(own.ordersCount) : null,
    largestMinor: own ? own.largestMinor : null,
    paidOnTimeCount: sum('paidOnTimeCount'),
    paidLateCount: sum('paidLateCount'),
    dunnedCount: sum('dunnedCount'),
  };
}
