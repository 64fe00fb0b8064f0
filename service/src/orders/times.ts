// From and to in a search, as moments of the merchant’s.

import { addDays, endOfDay } from '../core/dates.ts';
import type { MerchantOnClock } from '../core/merchant.ts';
import { idAt, type Moment } from '../http/filters.ts';

/** A moment of the merchant's: of a day its begin, or its end. */
export function instantOf(given: Moment, edge: 'begin' | 'end', { timeZone }: Pick<MerchantOnClock, 'timeZone'>): number {
  if ('instant' in given) return given.instant;
  if (edge === 'end') return endOfDay(given.day, timeZone);
  return endOfDay(addDays(given.day, -1), timeZone);
}

/** Ids say when they were drawn in real time, which the merchant's clock may since have been ahead of. */
export function timesOf(chosen: { from?: Moment; to?: Moment }, merchant: Pick<MerchantOnClock, 'timeZone' | 'clockOffsetMs'>) {
  const from = chosen.from && instantOf(chosen.from, 'begin', merchant);
  const to = chosen.to && instantOf(chosen.to, 'end', merchant);
  return {
    ...(from !== undefined && { from, firstId: idAt(from - merchant.clockOffsetMs, 'first') }),
    ...(to !== undefined && { to, lastId: idAt(to, 'last') }),
  };
}
