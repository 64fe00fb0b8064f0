// The law of a country on a day as a whole: what holds, what is not known, what changes next, and what is about to run out.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { addDays, type Day, dayAt, type Instant } from '../dates.ts';
import type { PlacedRow } from './law.ts';
import { lawOn, rowsOf } from './law-on.ts';
import type { AnyLawRow, LawParameter } from './rows.ts';

export interface LawOfDay {
  readonly holds: readonly AnyLawRow[];
  /** Rows exist for other days, none for this one; with the row whose time ran out, where it was that. */
  readonly notFound: readonly { readonly parameter: LawParameter; readonly last: AnyLawRow | null }[];
  /** Of each parameter what comes next: a row, or, from the day after the last known one on, nothing. */
  readonly next: readonly { readonly parameter: LawParameter; readonly from: Day; readonly row: AnyLawRow | null }[];
}

/** The whole law of a country on a day. Throws for a day before any law we know of. */
export function lawOfDay(country: CountryCode, on: Day): LawOfDay {
  const { rows, lapsed } = lawOn(country, on);
  const all = rowsOf(country);
  const parameters = [...new Set(all.map(({ parameter }) => parameter))];
  return {
    holds: parameters.flatMap((parameter) => rows[parameter] ?? []) as AnyLawRow[],
    notFound: parameters
      .filter((parameter) => rows[parameter] === undefined)
      .map((parameter) => ({ parameter, last: (lapsed[parameter] ?? null) as AnyLawRow | null })),
    next: parameters
      .flatMap((parameter) => nextOf(parameter, all, (rows[parameter] ?? null) as AnyLawRow | null, on))
      .sort((one, other) => (one.from < other.from ? -1 : 1)),
  };
}

function nextOf(parameter: LawParameter, all: readonly PlacedRow[], now: AnyLawRow | null, on: Day): LawOfDay['next'] {
  const later = all.filter((each) => each.parameter === parameter && each.from > on);
  const [first] = later.sort((one, other) => (one.from < other.from ? -1 : 1));
  const ends = now === null || now.until === null ? undefined : addDays(now.until, 1);
  if (ends !== undefined && (!first || ends < first.from)) return [{ parameter, from: ends, row: null }];
  return first ? [{ parameter, from: first.from, row: first }] : [];
}

/** So many days before a value runs out the operator is warned. */
const warningDays = 30;

/** What has run out by a day, or will within thirty days with nothing known to follow. */
export function runningOut(country: CountryCode, today: Day): { readonly parameter: LawParameter; readonly until: Day }[] {
  const { holds, notFound } = lawOfDay(country, today);
  const follows = (parameter: LawParameter, day: Day): boolean => lawOn(country, day).rows[parameter] !== undefined;
  const ended = notFound.flatMap(({ parameter, last }) => (last?.until ? [{ parameter, until: last.until }] : []));
  const ending = holds.flatMap(({ parameter, until }) =>
    until !== null && addDays(until, -warningDays) <= today && !follows(parameter, addDays(until, 1))
      ? [{ parameter, until }]
      : [],
  );
  return [...ended, ...ending];
}

/** A sentence a country and day, for the operator. */
export function lawWarnings(now: Instant): string[] {
  return countryCodes.flatMap((country) => {
    const today = dayAt(now, countries[country].timeZone);
    const found = runningOut(country, today);
    return [...new Set(found.map(({ until }) => until))].sort().map((until) => {
      const names = found.filter((each) => each.until === until).map(({ parameter }) => parameter);
      return `The law of ${country} is known until ${until} for ${names.join(', ')}; add rows (docs/law.md).`;
    });
  });
}
