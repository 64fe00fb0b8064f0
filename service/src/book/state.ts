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
  /** By table, lookup and value, the keys of the rows that are found so. */
  readonly #index = new Map<TableName, Map<string, Map<string, Set<string>>>>();
  readonly #touched = new Map<TableName, Set<string>>();

  constructor({ tables, lookups }: Tables) {
    this.#tables = tables;
    this.#lookups = lookups;
  }

  /** A row as the database has it. */
  load<Name extends TableName>(name: Name, row: Rows[Name]): void {
    this.#put(name, keyOf(this.#tables[name], row), { row, isNew: false, add: {}, set: {} });
  }

  find<Name extends TableName>(name: Name, key: string): Rows[Name] | undefined {
    return this.#rows.get(name)?.get(key)?.row as Rows[Name] | undefined;
  }

  /** Rows by one of the table's lookups (tables.ts), in the order they came in. */
  list<Name extends TableName>(name: Name, lookup: string, value: string): Rows[Name][] {
    const keys = this.#index.get(name)?.get(lookup)?.get(value);
    return keys ? Array.from(keys, (key) => this.find(name, key)).filter((row) => row !== undefined) : [];
  }

  /** All of the changes, or none when a new row's key is taken already, or a changed row was not loaded. */
  apply(changes: readonly Change[]): void {
    const keys: string[] = [];
    const drawn = new Set<string>();
    for (const { kind, table, row } of changes) {
      const key = keyOf(this.#tables[table], row);
      const there = this.find(table, key) !== undefined || drawn.has(`${table} ${key}`);
      if (kind === 'insert' && there) throw new DuplicateKey(table);
      if (kind === 'update' && !there) throw new Error(`a change to a row of ${table} that was not loaded`);
      if (kind === 'insert') drawn.add(`${table} ${key}`);
      keys.push(key);
    }
    for (let place = 0; place < changes.length; place += 1) {
      const [change, key = ''] = [changes[place], keys[place]];
      if (change?.kind === 'insert') this.#insert(change as Insert, key);
      else this.#update(change as Update, key);
    }
  }

  /** Everything that changed, table by table in their fixed order, sorted by key. */
  *written(): Generator<[AnyTable, Written[]]> {
    for (const name of Object.keys(this.#tables) as TableName[]) {
      const touched = this.#touched.get(name);
      if (!touched) continue;
      const rows = [...touched].sort().map((key) => this.#rows.get(name)?.get(key));
      yield [this.#tables[name], rows.filter((row) => row !== undefined)];
    }
  }

  #insert<Name extends TableName>({ table, row }: Insert<Name>, key: string): void {
    this.#put(table, key, { row, isNew: true, add: {}, set: {} });
    this.#touch(table, key);
  }

  #update<Name extends TableName>(change: Update<Name>, key: string): void {
    const before = this.#rows.get(change.table)?.get(key) as Written<Rows[Name]> | undefined;
    if (!before) return;
    this.#put(change.table, key, moved(before, change, this.#tables[change.table]));
    this.#touch(change.table, key);
  }

  #touch(name: TableName, key: string): void {
    const keys = this.#touched.get(name) ?? new Set();
    this.#touched.set(name, keys.add(key));
  }

  #put<Name extends TableName>(name: Name, key: string, written: Written<Rows[Name]>): void {
    const rows = this.#rows.get(name) ?? new Map<string, Written>();
    const before = rows.get(key)?.row as Rows[Name] | undefined;
    rows.set(key, written as Written);
    this.#rows.set(name, rows);
    const lookups: Readonly<Record<string, (row: Rows[Name]) => string | null>> = this.#lookups[name] ?? {};
    for (const lookup in lookups) {
      const was = (before && lookups[lookup]?.(before)) ?? null;
      const is = lookups[lookup]?.(written.row) ?? null;
      if (was !== is) this.#found(name, lookup, key, was, is);
    }
  }

  /** The row with this key was found by one value of a lookup, and is by another; null is by none. */
  #found(name: TableName, lookup: string, key: string, was: string | null, is: string | null): void {
    const lookups = this.#index.get(name) ?? new Map<string, Map<string, Set<string>>>();
    const values = lookups.get(lookup) ?? new Map<string, Set<string>>();
    if (was !== null) values.get(was)?.delete(key);
    if (is !== null) values.set(is, (values.get(is) ?? new Set()).add(key));
    this.#index.set(name, lookups.set(lookup, values));
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
  const add = joined(before.add, {});
  for (const column in change.add) {
    if (!table.adds?.includes(column)) throw new Error(`${table.name}.${column} is no counter`);
    const delta = (change.add as Readonly<Record<string, bigint | number>>)[column] ?? 0;
    const counter = column as keyof Row & string;
    row[counter] = plus(row[counter] as bigint | number, delta) as Row[keyof Row & string];
    add[counter] = plus(add[counter] ?? (typeof delta === 'bigint' ? 0n : 0), delta);
  }
  for (const column in change.set) {
    if (!table.sets?.includes(column)) throw new Error(`${table.name}.${column} cannot be set`);
  }
  return { row, isNew: before.isNew, add, set: joined(before.set, change.set) };
}

/**
 * What both say, the second where both say it. Member by member into an object of none: a copy of an object that grew by its members
 * gets a shape of its own in V8, in its old space, each time a member is added to it (STYLE.md).
 */
function joined<Some extends object>(one: Some, other: Some): Some {
  const both = {} as Some;
  for (const name in one) both[name] = one[name];
  for (const name in other) both[name] = other[name];
  return both;
}

const plus = (a: bigint | number, b: bigint | number): bigint | number => (typeof a === 'bigint' ? a + BigInt(b) : a + Number(b));
