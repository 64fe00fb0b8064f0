// Pages of a list. A page begins after a row, and the cursor is that row's key in the order of the list, as one opaque text. The
// numbers of events are no cursors: who polls keeps them (docs/webhooks.md).
import { isDay } from '../core/dates.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { lowestId } from '../core/seal.ts';

export const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A part of a row's key, read from a cursor as a statement takes it; undefined if it cannot be one. */
type KeyPart = (sent: string) => string | undefined;

export const formed =
  (form: RegExp): KeyPart =>
  (sent) =>
    form.test(sent) ? sent : undefined;

/** What lists are ordered by. PostgreSQL fails on values that these let through, so they are as narrow as its types. */
export const keyParts = {
  id: (sent) => (uuid.test(sent) ? sent.toLowerCase() : undefined),
  instant: (sent) => (/^\d{1,14}$/.test(sent) ? new Date(Number(sent)).toISOString() : undefined),
  day: (sent) => (isDay(sent) ? sent : undefined),
  int: formed(/^\d{1,9}$/),
  bigint: formed(/^\d{1,18}$/),
  text: (sent) => (sent.includes('\0') || !sent.isWellFormed() ? undefined : sent),
} as const satisfies Readonly<Record<string, KeyPart>>;

type Value = string | number | null;

/** The key of a row as a cursor … */
export const cursorOf = (...key: readonly (string | number | bigint)[]): string =>
  Buffer.from(JSON.stringify(key.map(String))).toString('base64url');

/** … and back as the statement takes it: `first` without a cursor; another list's is refused. */
export function placeAfter<First>(
  cursor: string | undefined,
  parts: readonly KeyPart[],
  first: First,
): First | readonly string[] | Refusal {
  if (cursor === undefined || cursor === '') return first;
  const key = keyIn(cursor);
  const place = parts.map((part, index) => part(key[index] ?? '')).filter((each) => each !== undefined);
  return key.length === parts.length && place.length === parts.length ? place : refuse('page.unknown', 'after');
}

function keyIn(cursor: string): readonly string[] {
  try {
    const key = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as unknown;
    return Array.isArray(key) && key.every((each) => typeof each === 'string') ? key : [];
  } catch {
    return [];
  }
}

/** Which page is asked for, as an operation's query is read. */
export interface Paging {
  readonly limit?: number;
  readonly after?: string;
}

export interface Page {
  /** What the statement gets: the place to begin after, and how many rows, which is one more than are shown. */
  readonly after: readonly Value[];
  readonly rows: number;
  /** The rows to show, and the cursor of the next page where there is one. */
  of<Row>(
    rows: readonly Row[],
    keyOf: (row: Row) => readonly (string | number | bigint)[],
  ): { readonly shown: readonly Row[]; readonly next: { readonly next?: string } };
}

/** The page that was asked for of a list ordered by such a key; `first` is the place before all rows. */
export function pageOf(
  { limit = 50, after: cursor }: Paging,
  parts: readonly KeyPart[],
  first: readonly Value[],
): Page | Refusal {
  const after = placeAfter(cursor, parts, first);
  if (after instanceof Refusal) return after;
  return {
    after,
    rows: limit + 1,
    of(rows, keyOf) {
      const shown = rows.slice(0, limit);
      const last = rows.length > limit ? shown.at(-1) : undefined;
      return { shown, next: last === undefined ? {} : { next: cursorOf(...keyOf(last)) } };
    },
  };
}

/** By when a row was inserted and its id: the oldest first, or the latest. */
export const oldestFirst = [
  [keyParts.instant, keyParts.id],
  ['-infinity', lowestId],
] as const;
export const latestFirst = [
  [keyParts.instant, keyParts.id],
  ['infinity', lowestId],
] as const;
/** By name, then id. */
export const byName = [
  [keyParts.text, keyParts.id],
  ['', lowestId],
] as const;
/** By id, the latest first. */
export const latestId = [[keyParts.id], [null]] as const;
