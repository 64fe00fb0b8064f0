// Rows in memory, and how changes move them. The book makes one of these for each batch from what it loaded, so that a
// request sees what the earlier ones changed; the in-memory book of the tests keeps one throughout.
import type { Change, Insert, Update } from '../core/changes.ts';
import type { Rows, TableName } from '../core/rows.ts';
import { type AnyTable, keyOf } from '../store/table.ts';
import type { Tables } from './storage.ts';

/** The result for one row after a batch: a new row, or what to add to and set on the stored one. */
export interface Written<Row extends object = object> {
  readonly row: Row;
  readonly isNew: boolean;
  readonly add: Partial<Record<keyof Row, bigint | number>>;
  readonly set: Partial<Row>;
}

export class State {
  readonly #tables: Tables['tables'];
  readonly #lookups: Tables['lookups'];
  readonly #rows = new Map<TableName, Map<string, Written>>();
  readonly #index = new Map<string, Set<string>>();
  readonly #touched = new Map<TableName, Set<string>>();

  constructor({ tables, lookups }: Tables) {
    this.#tables = tables;
    this.#lookups = lookups;
  }

  /** A row as the database has it. */
  load<Name extends TableName>(name: Name, row: Rows[Name]): void {
    this.#put(name, { row, isNew: false, add: {}, set: {} });
  }

  find<Name extends TableName>(name: Name, key: string): Rows[Name] | undefined {
    return this.#rows.get(name)?.get(key)?.row as Rows[Name] | undefined;
  }

  /** Rows by one of the table's lookups (tables.ts), in the order they came in. */
  list<Name extends TableName>(name: Name, lookup: string, value: string): Rows[Name][] {
    const keys = this.#index.get(`${name}.${lookup}=${value}`) ?? [];
    return [...keys].map((key) => this.find(name, key)).filter((row) => row !== undefined);
  }

  /** All of the changes, or none when a new row's key is taken already, or a changed row was not loaded. */
  apply(changes: readonly Change[]): void {
    const drawn = new Set<string>();
    for (const { kind, table, row } of changes) {
      const key = keyOf(this.#tables[table], row);
      const there = this.find(table, key) !== undefined || drawn.has(`${table} ${key}`);
      if (kind === 'insert' && there) throw new DuplicateKey(table);
      if (kind === 'update' && !there) throw new Error(`a change to a row of ${table} that was not loaded`);
      drawn.add(`${table} ${key}`);
    }
    for (const change of changes) {
      if (change.kind === 'insert') this.#insert(change as Insert);
      else this.#update(change as Update);
    }
  }

  /** Everything that changed, table by table in their fixed order, sorted by key. */
  *written(): Generator<[AnyTable, Written[]]> {
    for (const name of Object.keys(this.#tables) as TableName[]) {
      const keys = [...(this.#touched.get(name) ?? [])].sort();
      const rows = keys.map((key) => this.#rows.get(name)?.get(key)).filter((row) => row !== undefined);
      if (rows.length > 0) yield [this.#tables[name], rows];
    }
  }

  #insert<Name extends TableName>(change: Insert<Name>): void {
    this.#put(change.table, { row: change.row, isNew: true, add: {}, set: {} });
    this.#touch(change.table, keyOf(this.#tables[change.table], change.row));
  }

  #update<Name extends TableName>(change: Update<Name>): void {
    const table = this.#tables[change.table];
    const key = keyOf(table, change.row);
    const before = this.#rows.get(change.table)?.get(key) as Written<Rows[Name]> | undefined;
    if (!before) return;
    this.#put(change.table, moved(before, change, table));
    this.#touch(change.table, key);
  }

  #touch(name: TableName, key: string): void {
    const keys = this.#touched.get(name) ?? new Set();
    this.#touched.set(name, keys.add(key));
  }

  #put<Name extends TableName>(name: Name, written: Written<Rows[Name]>): void {
    const key = keyOf(this.#tables[name], written.row);
    const rows = this.#rows.get(name) ?? new Map<string, Written>();
    const before = rows.get(key)?.row as Rows[Name] | undefined;
    rows.set(key, written as Written);
    this.#rows.set(name, rows);
    for (const [lookup, lookUp] of Object.entries(this.#lookups[name] ?? {}) as [string, (row: Rows[Name]) => string | null][]) {
      const was = before && lookUp(before);
      const is = lookUp(written.row);
      if (was === is) continue;
      if (was !== null && was !== undefined) this.#index.get(`${name}.${lookup}=${was}`)?.delete(key);
      if (is === null) continue;
      const keys = this.#index.get(`${name}.${lookup}=${is}`) ?? new Set();
      this.#index.set(`${name}.${lookup}=${is}`, keys.add(key));
    }
  }
}

/** Two new rows with one key: a drawn number that collided, or a request sent twice; the book tries such a member again alone. */
export class DuplicateKey extends Error {}

/** Deltas of one batch add up, because an update from unnest applies only one of several rows with one key. */
function moved<Row extends object>(
  before: Written<Row>,
  change: { add: object; set: Partial<Row> },
  table: AnyTable,
): Written<Row> {
  const row = { ...before.row, ...change.set } as Row;
  const add = { ...before.add };
  for (const [column, delta] of Object.entries(change.add) as [keyof Row & string, bigint | number][]) {
    if (!table.adds?.includes(column)) throw new Error(`${table.name}.${column} is no counter`);
    row[column] = plus(row[column] as bigint | number, delta) as Row[keyof Row & string];
    add[column] = plus(add[column] ?? (typeof delta === 'bigint' ? 0n : 0), delta);
  }
  for (const column of Object.keys(change.set)) {
    if (!table.sets?.includes(column)) throw new Error(`${table.name}.${column} cannot be set`);
  }
  return { row, isNew: before.isNew, add, set: { ...before.set, ...change.set } };
}

const plus = (a: bigint | number, b: bigint | number): bigint | number => (typeof a === 'bigint' ? a + BigInt(b) : a + Number(b));
