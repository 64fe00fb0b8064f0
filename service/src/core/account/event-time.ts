// The `time` of an account event (C63): an ISO 8601 date-time, in the extended or the basic form, of whole minutes at
// least. Tills send their local time without an offset; it is then the time of the event's country.
import { Temporal } from 'temporal-polyfill';
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Instant } from '../dates.ts';
import { rememberingIn } from '../remembering.ts';

/** Extended (2026-11-20T09:30:00.5+01:00) and basic (20261120T093000Z) form; nothing is said yet of the calendar. */
export const eventTimePattern =
  '^\\d{4}(-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}([.,]\\d{1,9})?)?|\\d{4}T\\d{4}(\\d{2}([.,]\\d{1,9})?)?)(Z|[+\\-]\\d{2}(:?\\d{2})?)?$';

const form = new RegExp(eventTimePattern, 'i');

/** The instant a text means, or null when the calendar has no such time. Asked for several times in a request. */
export const eventTime: (text: string, country: CountryCode) => Instant | null = rememberingIn(200, readTime);

function readTime(text: string, country: CountryCode): Instant | null {
  if (!form.test(text)) return null;
  try {
    const { timeZone } = countries[country];
    const written = text.toUpperCase().replace(',', '.');
    if (/(Z|[+-]\d{2}(:?\d{2})?)$/.test(written)) return Temporal.Instant.from(written).epochMilliseconds;
    return Temporal.PlainDateTime.from(written).toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return null;
  }
}
