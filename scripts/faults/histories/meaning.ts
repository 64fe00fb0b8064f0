// What a statement finds where it runs in the server in memory, and what many statements ask alike.
import type { Call } from '../../../service/src/store/call.ts';
import type { AnyTable } from '../../../service/src/store/table.ts';
import { givenRows } from './arrays.ts';
import type { Transaction } from './locks.ts';
import type { MemoryServer, Row } from './memory-server.ts';

/** Where a statement runs, and with what. */
export interface On {
  readonly server: MemoryServer;
  readonly by: Transaction;
  /** The merchant, as `merchants` has it. */
  readonly merchant: Row;
  readonly statement: Call['statement'];
  /** Parameters from the first on. */
  readonly values: Call['values'];
  /** The database's own clock. */
  readonly now: number;
  /** Parameter $n as the elements of an array. */
  readonly list: (parameter: number) => (string | null)[];
  readonly rows: (table: string) => Row[];
  /** A lock on each, in the order of their keys; then the rows as they are by now. */
  readonly locked: (table: string, keys: readonly string[]) => Promise<Row[]>;
}
export type Meaning = (on: On) => Row[] | Promise<Row[]>;

export const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value as string));
export const among = (list: readonly (string | null)[]): ((value: unknown) => boolean) => {
  const set = new Set<unknown>(list);
  return (value) => set.has(value);
};
/** Where keyed hashes are looked for by their tails, what ends alike is found, too: often in a history, whose keys are plain text. */
export const amongTails = (list: readonly (string | null)[]): ((value: unknown) => boolean) => {
  const isTail = among(list.flatMap((key) => (key === null ? [] : [key.slice(-7)])));
  return (value) => value !== null && isTail(text(value).slice(-7));
};

/** The rows that an insert is given; the database fills the columns that it does not name, and reads a mark as what it names. */
export function insertedRows(on: On, table: AnyTable): Row[] {
  const { columns, defaults = {} } = table;
  const filled = Object.fromEntries(Object.keys(columns).map((column) => [column, defaults[column] ?? null]));
  const contentOf = (mark: unknown): unknown => on.server.find('commonContents', text(mark), on.by)?.['content'];
  const read = ([column, value]: [string, unknown]): [string, unknown] =>
    columns[column] === 'common' && value !== null ? [column, contentOf(value)] : [column, value];
  return givenRows(on, table, 1).map((given) => ({ ...filled, ...Object.fromEntries(Object.entries(given).map(read)) }));
}

/** The keys named ($2), by the number's customer where a number ($3) may mean one. */
export function named(on: On): string[] {
  const numbers = new Map(on.rows('customerNumbers').map((row) => [row['number'], text(row['customerKey'])]));
  const byNumber = on.list(3);
  return on.list(2).map((key, index) => numbers.get(byNumber[index]) ?? text(key));
}

/** … and whom they were merged into. */
export function survivors(on: On, keys: readonly string[]): string[] {
  const isNamed = among(keys);
  const into = on
    .rows('customers')
    .flatMap((row) => (isNamed(row['key']) && row['mergedInto'] !== null ? [text(row['mergedInto'])] : []));
  return [...keys, ...into];
}

/** Rows with one of the values of $2 in a column. */
export const having =
  (table: string, column: string): Meaning =>
  (on) => {
    const isWanted = among(on.list(2));
    return on.rows(table).filter((row) => isWanted(row[column]));
  };
