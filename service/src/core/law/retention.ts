// How long the law has business documents kept: erasing a person ends there (Regulation (EU) 2016/679 art. 17(3)(b)), and
// what is kept for it is for nothing else. Dated rows as in rows.ts: a change of the law is a row with a later day.
// Configuration with sources, not legal advice.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import type { Day } from '../dates.ts';

/** Rows of all countries; of each the latest that holds comes last. */
export const documentRetention = countryCodes.flatMap((country) =>
  countries[country].law.retention.map((each) => ({ country, ...each })),
);

/** How many years documents of a day are kept in a country. */
export function documentYears(country: CountryCode, on: Day): number {
  const { retention } = countries[country].law;
  return (retention.findLast(({ from }) => from <= on) ?? retention[0]).years;
}

/** The last day on which a document of this day is kept. */
export function keptUntil(country: CountryCode, on: Day): Day {
  return `${Number(on.slice(0, 4)) + documentYears(country, on)}-12-31`;
}

/**
 * What a bank reported of a payer whose money was not booked, after it was sent back or ignored: thirteen months, in
 * which a payment may still be disputed (Directive (EU) 2015/2366 art. 71(1)), and a few days.
 */
export const strayEntryDays = 400;

/** The same of what may be any country's: the longest. */
export const overEverywhereBefore = (today: Day): Day =>
  documentRetention.map(({ country }) => overBefore(country, today)).reduce((one, other) => (one < other ? one : other));

/** What was last changed before this day need not be kept any more. */
export function overBefore(country: CountryCode, today: Day): Day {
  return `${Number(today.slice(0, 4)) - documentYears(country, today)}-01-01`;
}
