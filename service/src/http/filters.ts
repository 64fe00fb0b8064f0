// Filters of a search, from the query string: each has a type, and an unknown one is a mistake that
// would find everything.
import { type Day, isDay } from '../core/dates.ts';
import { decimalsOf, maxAmount, minorFromWire } from '../core/money.ts';
import { type Notice, Refusal } from '../core/refusals.ts';

/** A filter as it is read; undefined if the text is not valid. */
export interface Filter<Value> {
  readonly about: string;
  /** What its values look like, for who sent none. */
  readonly form: string;
  readonly read: (text: string) => Value | undefined;
}

type Filters = Readonly<Record<string, Filter<unknown>>>;
export type Chosen<Known extends Filters> = {
  readonly [Name in keyof Known]?: Known[Name] extends Filter<infer Value> ? Value : never;
};

const paging = ['limit', 'after'];

/** What was asked for, or everything that is wrong with it. */
export function readFilters<const Known extends Filters>(
  query: Readonly<Record<string, string>>,
  known: Known,
): Chosen<Known> | Refusal {
  const faults: Notice[] = [];
  const chosen: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(query)) {
    if (paging.includes(name) || text === '') continue;
    const filter = Object.hasOwn(known, name) ? known[name] : undefined;
    const value = filter?.read(text);
    if (!filter)
      faults.push({ id: 'filter.unknown', field: name, values: { filters: [...Object.keys(known), ...paging].join(', ') } });
    else if (value === undefined) faults.push({ id: 'value.format', field: name, values: { why: ` It is ${filter.form}.` } });
    else chosen[name] = value;
  }
  return Refusal.of(faults) ?? (chosen as Chosen<Known>);
}

/** One word, or several with commas between. */
export const words = <Word extends string>(known: readonly Word[], about: string): Filter<readonly Word[]> => ({
  about: `${about}: ${known.join(', ')}; several with commas between.`,
  form: `one of ${known.join(', ')}, or several with commas between`,
  read(text) {
    const found = text.split(',').map((each) => known.find((word) => word.toLowerCase() === each.trim().toLowerCase()));
    return found.every((each) => each !== undefined) ? [...new Set(found)] : undefined;
  },
});

export const text = (most: number, about: string): Filter<string> => ({
  about,
  form: `text of at most ${most} characters`,
  read: (sent) => (sent.length <= most ? sent : undefined),
});

/** Text that says something in the form it is looked for in. */
export const reading = <Value>(
  most: number,
  form: string,
  read: (sent: string) => Value | undefined,
  about: string,
): Filter<Value> => ({
  about,
  form: `${form} of at most ${most} characters`,
  read: (sent) => (sent.length <= most ? read(sent) : undefined),
});

export const amount = (about: string): Filter<bigint> => ({
  about,
  form: 'an amount such as 12.50',
  read(sent) {
    const value = /^\d{1,9}(\.\d{1,2})?$/.test(sent) ? Number(sent) : Number.NaN;
    return value <= maxAmount && decimalsOf(value) <= 2 ? minorFromWire(value) : undefined;
  },
});

/** An instant with its offset, or a day, which begins where the merchant is. */
export type Moment = { readonly instant: number } | { readonly day: Day };

const momentForm = 'an instant such as 2026-11-20T09:30:00Z, or a day of the merchant’s';

export const moment = (about: string): Filter<Moment> => ({
  about: `${about}; ${momentForm}.`,
  form: momentForm,
  read(sent) {
    if (/^\d{4}-\d\d-\d\d$/.test(sent)) return isDay(sent) && isUsual(Date.parse(sent)) ? { day: sent } : undefined;
    const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:?\d\d)$/.test(
      sent.replace(/ (?=\d\d:?\d\d$)/, '+'),
    );
    // A plus that was not written as %2B arrives as a blank.
    const instant = isInstant ? Date.parse(sent.replace(/ (?=\d\d:?\d\d$)/, '+')) : Number.NaN;
    return isUsual(instant) ? { instant } : undefined;
  },
});

const [earliest, latest] = [Date.UTC(1000, 0), Date.UTC(9999, 0)];
/** An offset or a time zone carries what is nearer to the ends of four digits into years that the database does not read. */
const isUsual = (instant: number): boolean => instant >= earliest && instant < latest;

/** For the OpenAPI document. */
export const aboutFilters = (known: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(known).map(([name, { about }]) => [name, about]));

const edges = { first: '-7000-8000-000000000000', last: '-7fff-bfff-ffffffffffff' } as const;

/** The first or last id that may have been drawn at a moment of real time (UUID version 7); processes’ clocks differ a little. */
export function idAt(milliseconds: number, edge: keyof typeof edges): string {
  const skewed = milliseconds + (edge === 'first' ? -60_000 : 60_000);
  const hex = Math.min(Math.max(skewed, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${edges[edge]}`;
}
