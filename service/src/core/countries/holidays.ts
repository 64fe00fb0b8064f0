// The days on which a consumer's payment can arrive: no weekends, no public holidays of the country, and for the euro no
// days on which its settlement system is closed. By formula, so that no list runs out. Local holidays are not known here: a
// due day that falls on one is only a day early for the people who live there.
import { addDays, type Day, dayOfWeek } from '../dates.ts';
import type { CountryCode } from './countries.ts';

/** Days of a year as 'MM-DD', or as days from Easter Sunday. */
interface Holidays {
  readonly fixed: readonly string[];
  readonly fromEaster: readonly number[];
  /** First day of a week in which the given weekday (1 is Monday) is the holiday. */
  readonly moving?: readonly (readonly [weekStart: string, weekday: number])[];
}

const goodFriday = -2;
const easterMonday = 1;
const ascension = 39;
const whitSunday = 49;
const whitMonday = 50;
const corpusChristi = 60;
const friday = 5;
const saturday = 6;

/** Closing days of the euro's settlement system (TARGET). */
const target: Holidays = { fixed: ['01-01', '05-01', '12-25', '12-26'], fromEaster: [goodFriday, easterMonday] };

const own: Readonly<Record<CountryCode, Holidays>> = {
  NO: { fixed: ['01-01', '05-01', '05-17', '12-25', '12-26'], fromEaster: [-3, goodFriday, easterMonday, ascension, whitMonday] },
  // Eves count as Sundays in the act on deadlines (1930:173).
  SE: {
    fixed: ['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31'],
    fromEaster: [goodFriday, easterMonday, ascension],
    moving: [
      ['06-19', friday],
      ['06-20', saturday],
      ['10-31', saturday],
    ],
  },
  FI: {
    fixed: ['01-01', '01-06', '05-01', '12-06', '12-24', '12-25', '12-26'],
    fromEaster: [goodFriday, easterMonday, ascension],
    moving: [
      ['06-19', friday],
      ['06-20', saturday],
      ['10-31', saturday],
    ],
  },
  // With the days on which Danish banks are closed by agreement. The Great Prayer Day ended with 2023.
  DK: {
    fixed: ['01-01', '06-05', '12-24', '12-25', '12-26', '12-31'],
    fromEaster: [-3, goodFriday, easterMonday, ascension, ascension + 1, whitMonday],
  },
  DE: { fixed: ['10-03'], fromEaster: [ascension, whitMonday] },
  AT: {
    fixed: ['01-06', '08-15', '10-26', '11-01', '12-08'],
    fromEaster: [ascension, whitMonday, corpusChristi],
  },
  CH: {
    fixed: ['01-01', '01-02', '05-01', '08-01', '12-25', '12-26'],
    fromEaster: [goodFriday, easterMonday, ascension, whitMonday],
  },
  NL: { fixed: ['05-05'], fromEaster: [ascension, whitMonday] },
  BE: { fixed: ['07-21', '08-15', '11-01', '11-11'], fromEaster: [ascension, whitMonday] },
};
const inEuro: ReadonlySet<CountryCode> = new Set(['FI', 'DE', 'AT', 'NL', 'BE']);

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
  const sets = inEuro.has(country) ? [own[country], target] : [own[country]];
  const days = sets.flatMap(({ fixed, fromEaster, moving = [] }) => [
    ...fixed.map((day) => `${year}-${day}`),
    ...fromEaster.map((offset) => addDays(easter, offset)),
    ...moving.map(([weekStart, weekday]) => weekdayFrom(`${year}-${weekStart}`, weekday)),
  ]);
  if (country === 'NL') days.push(kingsDay(year));
  if (country === 'DK' && year < 2024) days.push(addDays(easter, 26));
  return [...days, easter, addDays(easter, whitSunday)];
}

/** 27 April, or the day before when that is a Sunday. */
function kingsDay(year: number): Day {
  const day = `${year}-04-27`;
  return dayOfWeek(day) === 7 ? addDays(day, -1) : day;
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
