// Calendar days are strings 'YYYY-MM-DD', instants are milliseconds since 1970; only this file knows how they meet.
import { Temporal } from 'temporal-polyfill';
import { remembering } from './remembering.ts';

/** An instant: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = number;
/** A day of the calendar, 'YYYY-MM-DD', in the merchant's time zone. */
export type Day = string;

export const dayMs = 86_400_000;
export const hourMs = 3_600_000;

/** The calendar day it is at an instant in a time zone (IANA name). */
export const dayAt = (instant: Instant, timeZone: string): Day => spanAt(instant, timeZone).day;

interface Span {
  readonly day: Day;
  readonly from: Instant;
  readonly to: Instant;
}

/** The days last found in each time zone, newest first: nearly every decision asks for today, many beside it for a day that was said. */
const spans = new Map<string, readonly Span[]>();
const spansKept = 8;

function spanAt(instant: Instant, timeZone: string): Span {
  const known = spans.get(timeZone) ?? [];
  for (const span of known) if (span.from <= instant && instant < span.to) return span;
  const start = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).startOfDay();
  const day = start.toPlainDate().toString();
  // A day later than its start is not where it ends in zones that change their clocks at midnight.
  const span = { day, from: start.epochMilliseconds, to: endOfDay(day, timeZone) };
  spans.set(timeZone, [span, ...known.slice(0, spansKept - 1)]);
  return span;
}

/** The hour of the day it is at an instant in a time zone, 0 to 23. */
export function hourAt(instant: Instant, timeZone: string): number {
  const { from, to } = spanAt(instant, timeZone);
  // On a day of 24 hours no clock was changed.
  if (to - from === dayMs) return Math.floor((instant - from) / hourMs);
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).hour;
}

/** The time of the day it is at an instant in a time zone, `09:05`. */
export const timeAt = (instant: Instant, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainTime().toString({ smallestUnit: 'minute' });

/** A day of the calendar in numbers. */
interface Civil {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** In whole numbers, as decisions ask for days too often for an object each time; a year of five digits is read by Temporal. */
function civilOf(day: Day): Civil {
  if (!isDay(day)) return Temporal.PlainDate.from(day);
  return { year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)), day: Number(day.slice(8)) };
}

function dayOf({ year, month, day }: Civil): Day {
  if (year < 0 || year > 9999) return new Temporal.PlainDate(year, month, day).toString();
  return `${String(year).padStart(4, '0')}-${month < 10 ? '0' : ''}${month}-${day < 10 ? '0' : ''}${day}`;
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysIn = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (monthDays[month - 1] ?? 0));

/** Days since 1970-01-01. Years are counted from March, so that the leap day is their last; 400 years have 146 097 days. */
function numberOf({ year, month, day }: Civil): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const dayOfYear = Math.floor((153 * (month <= 2 ? month + 9 : month - 3) + 2) / 5) + day - 1;
  const leapDays = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leapDays + dayOfYear - 719_468;
}

/** The day so many days since 1970-01-01. */
function civilAt(number: number): Civil {
  const sinceMarch0 = number + 719_468;
  const era = Math.floor(sinceMarch0 / 146_097);
  const dayOfEra = sinceMarch0 - era * 146_097;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { year, month, day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1 };
}

/** A day so many calendar days later (or earlier); daylight saving plays no part in it. */
export const addDays = (day: Day, days: number): Day => dayOf(civilAt(numberOf(civilOf(day)) + days));

/** A day so many months later; where that month has no such day, its last: 31 January and one month is 28 February. */
export function addMonths(from: Day, months: number): Day {
  const { year: fromYear, month: fromMonth, day } = civilOf(from);
  const count = fromYear * 12 + fromMonth - 1 + months;
  const year = Math.floor(count / 12);
  const month = count - year * 12 + 1;
  return dayOf({ year, month, day: Math.min(day, daysIn(year, month)) });
}

/** How many days a day is before another. */
export const daysBetween = (from: Day, to: Day): number => numberOf(civilOf(to)) - numberOf(civilOf(from));

export const earlier = (one: Day, other: Day): Day => (one < other ? one : other);
export const later = (one: Day, other: Day): Day => (one > other ? one : other);

export function isLeapYear(day: Day): boolean {
  const year = Number(day.slice(0, 4));
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

/** 1 is Monday, 7 is Sunday. */
export function dayOfWeek(day: Day): number {
  // 1970-01-01 was a Thursday.
  const sinceMonday = numberOf(civilOf(day)) + 3;
  return sinceMonday - Math.floor(sinceMonday / 7) * 7 + 1;
}

/** The last day of a day's month. */
export function monthEnd(of: Day): Day {
  const { year, month } = civilOf(of);
  return dayOf({ year, month, day: daysIn(year, month) });
}

/** The first instant after a day has ended in a time zone: what is allowed until a day is allowed until then (C29). */
export const endOfDay = (day: Day, timeZone: string): Instant => startOf(`${addDays(day, 1)}[${timeZone}]`);

const startOf = remembering(400, (zonedDay) => Temporal.ZonedDateTime.from(zonedDay).epochMilliseconds);

/** Whole years from a birth date to a day. Someone born on 29 February comes of age on 1 March in other years. */
export function ageOn(birthDate: Day, on: Day): number {
  const [born, now] = [civilOf(birthDate), civilOf(on)];
  const years = now.year - born.year;
  const intoYear = (now.month - born.month) * 31 + now.day - born.day;
  if (years > 0 && intoYear < 0) return years - 1;
  return years < 0 && intoYear > 0 ? years + 1 : years;
}

/** Is the text a day that the calendar has? */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  // PostgreSQL has no year 0, and other months have no days.
  return year >= 1 && day >= 1 && day <= daysIn(year, month);
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
