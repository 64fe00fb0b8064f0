// How long the law has business documents kept: erasing a person ends there (Regulation (EU) 2016/679 art. 17(3)(b)), and
// what is kept for it is for nothing else. Dated rows as in rows.ts: a change of the law is a row with a later day.
// Configuration with sources, not legal advice.
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';

export interface DocumentRetention {
  readonly country: CountryCode;
  /** Of documents made from this day on. */
  readonly from: Day;
  /** From the end of the calendar year in which they were made. */
  readonly years: number;
  readonly certainty: 'high' | 'medium';
  readonly source: string;
}

const row = (
  country: CountryCode,
  from: Day,
  years: number,
  certainty: DocumentRetention['certainty'],
  source: string,
): DocumentRetention => ({ country, from, years, certainty, source });

/** The latest row that holds comes last. */
export const documentRetention: readonly DocumentRetention[] = [
  row('NO', '2000-01-01', 5, 'medium', 'bokføringsloven § 13'),
  row('SE', '2000-01-01', 7, 'medium', 'bokföringslagen (1999:1078) 7 kap. 2 §'),
  row('FI', '2000-01-01', 6, 'medium', 'kirjanpitolaki (1336/1997) 2:10'),
  row('DK', '2000-01-01', 5, 'medium', 'bogføringsloven (lov nr. 700/2022) § 12'),
  row('DE', '2000-01-01', 8, 'medium', '§ 147 Abs. 3 AO, § 257 Abs. 4 HGB, § 14b UStG (8 years by BGBl. 2024 I Nr. 323)'),
  row('AT', '2000-01-01', 7, 'medium', '§ 132 BAO, § 212 UGB'),
  row('CH', '2000-01-01', 10, 'medium', 'Art. 958f OR'),
  row('NL', '2000-01-01', 7, 'medium', 'art. 52 AWR'),
  row('BE', '2000-01-01', 10, 'medium', 'art. 60 WBTW (10 years since 2023)'),
];

/** How many years documents of a day are kept in a country. */
export function documentYears(country: CountryCode, on: Day): number {
  return documentRetention.findLast((each) => each.country === country && each.from <= on)?.years ?? 10;
}

/** The last day on which a document of this day is kept. */
export function keptUntil(country: CountryCode, on: Day): Day {
  return `${Number(on.slice(0, 4)) + documentYears(country, on)}-12-31`;
}

/**
 * What a bank told of a payer whose money was booked for nobody, after somebody sent it back or ignored it: thirteen months, in
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
