// Calendar days are strings 'YYYY-MM-DD', instants are milliseconds since 1970; only this file knows how they meet.
import { Temporal } from 'temporal-polyfill';

/** An instant: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
/** A day of the calendar, 'YYYY-MM-DD', in the merchant's time zone. */
export type Day = string;

export const dayMs = 86_400_000;

/** The calendar day it is at an instant in a time zone (IANA name). */
export function dayAt(instant: Instant, timeZone: string): Day {
  const known = spans.get(timeZone);
  if (known && known.from <= instant && instant < known.to) return known.day;
  const start = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).startOfDay();
  const span = {
    day: start.toPlainDate().toString(),
    from: start.epochMilliseconds,
    to: start.add({ days: 1 }).epochMilliseconds,
  };
  spans.set(timeZone, span);
  return span.day;
}

/** The day last asked for in each time zone, because nearly every decision asks for the same one. */
const spans = new Map<string, { readonly day: Day; readonly from: Instant; readonly to: Instant }>();

/** A day so many calendar days later (or earlier); daylight saving plays no part in it. */
export function addDays(day: Day, days: number): Day {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** A day so many months later; where that month has no such day, its last: 31 January and one month is 28 February. */
export function addMonths(day: Day, months: number): Day {
  return Temporal.PlainDate.from(day).add({ months }).toString();
}

/** 1 is Monday, 7 is Sunday. */
export function dayOfWeek(day: Day): number {
  return Temporal.PlainDate.from(day).dayOfWeek;
}

/** The last day of a day's month. */
export function monthEnd(day: Day): Day {
  const date = Temporal.PlainDate.from(day);
  return date.with({ day: date.daysInMonth }).toString();
}

/** The first instant after a day has ended in a time zone: what is allowed until a day is allowed until then (C29). */
export function endOfDay(day: Day, timeZone: string): Instant {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds;
}

/** Whole years from a birth date to a day. Someone born on 29 February comes of age on 1 March in other years. */
export function ageOn(birthDate: Day, day: Day): number {
  return Temporal.PlainDate.from(birthDate).until(Temporal.PlainDate.from(day), { largestUnit: 'years' }).years;
}

/** Is the text a day that the calendar has? */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: 'reject' });
    return true;
  } catch {
    return false;
  }
}

/** The hour of the day it is at an instant in a time zone, 0 to 23. */
export function hourAt(instant: Instant, timeZone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).hour;
}

/** From and to which day something is offered, both included; null is open. */
export interface Validity {
  readonly validFrom: Day | null;
  readonly validTo: Day | null;
}

/** Is something offered on a day? */
export function isValidOn({ validFrom, validTo }: Validity, day: Day): boolean {
  return (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);
}
