// When a period of settlement ends: at the first moment of a business day in the merchant's time zone.
import { addDays, type Day, dayAt, dayOfWeek, endOfDay, type Instant, monthEnd } from '../dates.ts';
import type { SettlementAgreement } from './agreement.ts';

type Rhythm = Pick<SettlementAgreement, 'period' | 'weekday'>;

/** The first end of a period after an instant; what is booked before it and on no statement yet is settled then. */
export function cutAfter(rhythm: Rhythm, timeZone: string, instant: Instant): Instant {
  return endOfPeriod(firstDayOf(rhythm, dayAt(instant, timeZone)), rhythm, timeZone);
}

/** The last end of a period until now, which may be this very moment. */
export function lastCut(rhythm: Rhythm, timeZone: string, now: Instant): Instant {
  return endOfDay(addDays(firstDayOf(rhythm, dayAt(now, timeZone)), -1), timeZone);
}

/** The first day of the period that a day is in. */
function firstDayOf({ period, weekday }: Rhythm, day: Day): Day {
  if (period === 'daily') return day;
  if (period === 'monthly') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((dayOfWeek(day) - weekday + 7) % 7));
}

/** The first moment after the period that begins on a day. */
function endOfPeriod(first: Day, { period }: Rhythm, timeZone: string): Instant {
  const last = period === 'daily' ? first : period === 'weekly' ? addDays(first, 6) : monthEnd(first);
  return endOfDay(last, timeZone);
}

/** The days that a span of time touches; its end is the first moment that is not in it. */
export function daysOf(from: Instant, to: Instant, timeZone: string): { readonly from: Day; readonly to: Day } {
  return { from: dayAt(from, timeZone), to: dayAt(Math.max(from, to - 1), timeZone) };
}
