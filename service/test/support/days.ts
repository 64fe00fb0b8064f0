// Days as a shop has them: near midnight UTC is a day behind, and a payment would be dated before what it pays.
import { type CountryCode, countries } from '../../src/core/countries/countries.ts';
import { addDays, dayAt } from '../../src/core/dates.ts';

/** Today in the country, or so many days from it. */
export const todayIn = (country: CountryCode, days = 0): string => addDays(dayAt(Date.now(), countries[country].timeZone), days);

/** The day in the country at an instant of the wire. */
export const dayIn = (country: CountryCode, instant: unknown): string =>
  dayAt(Date.parse(String(instant)), countries[country].timeZone);
