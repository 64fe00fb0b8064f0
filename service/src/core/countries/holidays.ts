// The days on which a consumer's payment can arrive: no weekends, no public holidays of the country, and for the euro no
// days on which its settlement system is closed. By formula, so that no list runs out. Local holidays are not known here: a
// due day that falls on one is only a day early for the people who live there.
import { addDays, type Day, dayAt, dayOfWeek, type Instant } from '../dates.ts';
import { type CountryCode, countries, countryCodes } from './countries.ts';
import { easterMonday, goodFriday, saturday, whitSunday } from './holiday-rules.ts';

/** The euro's settlement system (TARGET): its closing days, and the time its days are in. */
const target = { timeZone: 'Europe/Berlin', fixed: ['01-01', '05-01', '12-25', '12-26'], fromEaster: [goodFriday, easterMonday] };

/** Is the day one on which banks of the country work? */
export function isBusinessDay(country: CountryCode, day: Day): boolean {
  return dayOfWeek(day) < saturday && !holidaysOf(country, Number(day.slice(0, 4))).has(day);
}

/** The day itself, or the first business day after it. */
export function nextBusinessDay(country: CountryCode, day: Day): Day {
  let next = day;
  while (!isBusinessDay(country, next)) next = addDays(next, 1);
  return next;
}

/**
 * The last day on which what was due on a day is paid in time: a payment that falls due on a weekend or a holiday may be made on the next
 * business day, and is late only after it. § 193 BGB; § 903 ABGB; art. 78 OR; gjeldsbrevlova, gældsbrevsloven and skuldebrevslagen § 5;
 * velkakirjalaki 5 § 2. The paper goes on saying the day that was agreed.
 */
export const lastDayInTime = nextBusinessDay;

/** The day itself, or the Monday after its weekend. */
export function afterWeekend(day: Day): Day {
  return dayOfWeek(day) < saturday ? day : addDays(day, 8 - dayOfWeek(day));
}

/** The day it is at the bank that an IBAN names. Of a country that is not served it is that of the euro's settlement system, in Frankfurt. */
export function dayAtBank(iban: string, now: Instant): Day {
  const country = countryCodes.find((code) => iban.startsWith(code));
  return dayAt(now, country === undefined ? target.timeZone : countries[country].timeZone);
}

/** The day itself, or the next business day of the bank that an IBAN names. Of a country that is not served only the euro's closing days are known. */
export function nextBankDay(iban: string, day: Day): Day {
  const country = countryCodes.find((code) => iban.startsWith(code));
  return country === undefined ? nextTargetDay(day) : nextBusinessDay(country, day);
}

/** The day itself, or the first one after it on which the euro's settlement system works. */
export function nextTargetDay(day: Day): Day {
  const isOpen = (each: Day): boolean => {
    const easter = easterSunday(Number(each.slice(0, 4)));
    const closed = target.fixed.includes(each.slice(5)) || target.fromEaster.some((offset) => addDays(easter, offset) === each);
    return dayOfWeek(each) < saturday && !closed;
  };
  let next = day;
  while (!isOpen(next)) next = addDays(next, 1);
  return next;
}

/** Years asked for are few and their holidays never change. */
const known = new Map<string, ReadonlySet<Day>>();

/** All holidays of a year, also those that fall on a weekend. */
export function holidaysOf(country: CountryCode, year: number): ReadonlySet<Day> {
  const name = `${country} ${year}`;
  const found = known.get(name) ?? new Set(listed(country, year));
  if (known.size > 2000) known.clear();
  known.set(name, found);
  return found;
}

function listed(country: CountryCode, year: number): Day[] {
  const easter = easterSunday(year);
  const { holidays, currency } = countries[country];
  const { fixed, fromEaster, moving, ofYear } = holidays;
  const closed = currency === 'EUR' ? target : { fixed: [], fromEaster: [] };
  const days = [
    ...[...fixed, ...closed.fixed].map((day) => `${year}-${day}`),
    ...[...fromEaster, ...closed.fromEaster].map((offset) => addDays(easter, offset)),
    ...(moving ?? []).map(([weekStart, weekday]) => weekdayFrom(`${year}-${weekStart}`, weekday)),
    ...(ofYear?.(year, easter) ?? []),
  ];
  return [...days, easter, addDays(easter, whitSunday)];
}

function weekdayFrom(day: Day, weekday: number): Day {
  return addDays(day, (weekday - dayOfWeek(day) + 7) % 7);
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): Day {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const moon = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const sunday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - moon - (c % 4)) % 7;
  const late = Math.floor((a + 11 * moon + 22 * sunday) / 451);
  const place = moon + sunday - 7 * late + 114;
  const [month, day] = [Math.floor(place / 31), (place % 31) + 1];
  return `${year}-0${month}-${String(day).padStart(2, '0')}`;
}
