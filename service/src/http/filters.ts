// What an operation reads behind the question mark: each parameter has a type, and an unknown one is a mistake that
// would find everything.
import { type Day, isDay } from '../core/dates.ts';
import { decimalsOf, maxAmount, minorFromWire } from '../core/money.ts';
import { type Notice, Refusal } from '../core/refusals.ts';
import { uuidExample } from '../wire/schema.ts';
import type { JsonObject } from './openapi/schemas.ts';
import { uuid } from './paging.ts';

/** A parameter as it is read; undefined if the text is not valid. */
export interface Filter<Value> {
  readonly about: string;
  /** What its values look like, for who sent none. */
  readonly form: string;
  /** For the OpenAPI document. */
  readonly schema: JsonObject;
  readonly read: (text: string) => Value | undefined;
}

export type Filters = Readonly<Record<string, Filter<unknown>>>;
export type Chosen<Known extends Filters> = {
  readonly [Name in keyof Known]?: Known[Name] extends Filter<infer Value> ? Value : never;
};

/** What was asked for, or everything that is wrong with it. A parameter without a value was not sent. */
export function readFilters<const Known extends Filters>(
  query: Readonly<Record<string, string>>,
  known: Known,
): Chosen<Known> | Refusal {
  const faults: Notice[] = [];
  const chosen: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(query)) {
    const filter = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!filter) faults.push({ id: 'filter.unknown', field: name, values: { filters: Object.keys(known).join(', ') || 'none' } });
    if (!filter || text === '') continue;
    const value = filter.read(text);
    if (value === undefined) faults.push({ id: 'value.format', field: name, values: { why: ` It is ${filter.form}.` } });
    else chosen[name] = value;
  }
  return Refusal.of(faults) ?? (chosen as Chosen<Known>);
}

/** One word, in capitals or not. */
export const word = <Word extends string>(known: readonly Word[], about: string): Filter<Word> => ({
  about,
  form: `one of ${known.join(', ')}`,
  schema: { type: 'string', enum: [...known] },
  read: (sent) => known.find((each) => each.toLowerCase() === sent.toLowerCase()),
});

export const whole = (least: number, most: number, about: string): Filter<number> => ({
  about,
  form: `a whole number from ${least} to ${most}`,
  schema: { type: 'integer', minimum: least, maximum: most },
  read: (sent) => (/^\d{1,9}$/.test(sent) && Number(sent) >= least && Number(sent) <= most ? Number(sent) : undefined),
});

/** A number as the database counts rows, as text. */
export const counted = (about: string): Filter<string> => ({
  about,
  form: 'a number such as 42',
  schema: { type: 'string', pattern: '^[0-9]{1,18}$' },
  read: (sent) => (/^\d{1,18}$/.test(sent) ? sent : undefined),
});

export const id = (about: string): Filter<string> => ({
  about,
  form: `an id such as ${uuidExample}`,
  schema: { type: 'string', format: 'uuid' },
  read: (sent) => (uuid.test(sent) ? sent.toLowerCase() : undefined),
});

/** One word, or several with commas between. */
export const words = <Word extends string>(known: readonly Word[], about: string): Filter<readonly Word[]> => ({
  about: `${about}: ${known.join(', ')}; several with commas between.`,
  form: `one of ${known.join(', ')}, or several with commas between`,
  schema: { type: 'string' },
  read(text) {
    const found = text.split(',').map((each) => known.find((word) => word.toLowerCase() === each.trim().toLowerCase()));
    return found.every((each) => each !== undefined) ? [...new Set(found)] : undefined;
  },
});

export const text = (most: number, about: string): Filter<string> => ({
  about,
  form: `text of at most ${most} characters`,
  schema: { type: 'string', maxLength: most },
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
  schema: { type: 'string', maxLength: most },
  read: (sent) => (sent.length <= most ? read(sent) : undefined),
});

export const amount = (about: string): Filter<bigint> => ({
  about,
  form: 'an amount such as 12.50',
  schema: { type: 'number', minimum: 0 },
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
  schema: { type: 'string' },
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

const edges = { first: '-7000-8000-000000000000', last: '-7fff-bfff-ffffffffffff' } as const;

/** The first or last id that may have been drawn at a moment of real time (UUID version 7); processes’ clocks differ a little. */
export function idAt(milliseconds: number, edge: keyof typeof edges): string {
  const skewed = milliseconds + (edge === 'first' ? -60_000 : 60_000);
  const hex = Math.min(Math.max(skewed, 0), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}${edges[edge]}`;
}
