// Rows in memory, and how changes move them. The book makes one of these for each batch from what it loaded, so that a
// request sees what the earlier ones changed; the in-memory book of the tests keeps one throughout.
import type { Change, Update } from '../core/changes.ts';
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

/** What is known of one table. */
interface Held {
  readonly table: AnyTable;
  readonly rows: Map<string, Written>;
  readonly touched: Set<string>;
  readonly lookups: ReadonlyMap<string, Lookup>;
}

/** What rows are found by beside their key. */
interface Lookup {
  readonly read: (row: object) => string | null;
  /** By value, the keys of the rows that have it. */
  readonly keys: Map<string, Set<string>>;
}

/** One change as it was made, for when another of its decision cannot be. */
interface Made {
  readonly held: Held;
  readonly key: string;
  readonly before: Written | undefined;
  readonly wasTouched: boolean;
}

export class State {
  readonly #tables: Tables['tables'];
  readonly #lookups: Tables['lookups'];
  readonly #held = new Map<TableName, Held>();

  constructor({ tables, lookups }: Tables) {
    this.#tables = tables;
    this.#lookups = lookups;
  }

  /** A row as the database has it. */
  load<Name extends TableName>(name: Name, row: Rows[Name]): void {
    const held = this.#hold(name);
    const key = keyOf(held.table, row);
    put(held, key, held.rows.get(key), { row, isNew: false, add: {}, set: {} });
  }

  find<Name extends TableName>(name: Name, key: string): Rows[Name] | undefined {
    return this.#held.get(name)?.rows.get(key)?.row as Rows[Name] | undefined;
  }

  /** Rows by one of the table's lookups (tables.ts), in the order in which they got this value; a change that was undone puts its row last. */
  list<Name extends TableName>(name: Name, lookup: string, value: string): Rows[Name][] {
    const held = this.#held.get(name);
    const keys = held?.lookups.get(lookup)?.keys.get(value);
    return held && keys ? Array.from(keys, (key) => held.rows.get(key)?.row as Rows[Name]) : [];
  }

  /** All rows of a table that are known, in no order. */
  all<Name extends TableName>(name: Name): Rows[Name][] {
    return Array.from(this.#held.get(name)?.rows.values() ?? [], ({ row }) => row as Rows[Name]);
  }

  /** All of the changes, or none when one cannot be made: a new row's key is taken, a changed row was not loaded, or a column may not change so. */
  apply(changes: readonly Change[]): void {
    const made: Made[] = [];
    try {
      for (const change of changes) made.push(this.#change(change));
    } catch (fault) {
      for (const each of made.reverse()) undo(each);
      throw fault;
    }
  }

  /** Everything that changed, table by table in their fixed order, sorted by key. */
  *written(): Generator<[AnyTable, Written[]]> {
    for (const name of Object.keys(this.#tables) as TableName[]) {
      const held = this.#held.get(name);
      if (!held || held.touched.size === 0) continue;
      yield [held.table, [...held.touched].sort().map((key) => held.rows.get(key) as Written)];
    }
  }

  #hold(name: TableName): Held {
    const known = this.#held.get(name);
    if (known) return known;
    const lookups = Object.entries(this.#lookups[name] ?? {}).map(([lookup, read]): [string, Lookup] => [
      lookup,
      { read: read as Lookup['read'], keys: new Map() },
    ]);
    const held: Held = { table: this.#tables[name], rows: new Map(), touched: new Set(), lookups: new Map(lookups) };
    this.#held.set(name, held);
    return held;
  }

  #change(change: Change): Made {
    const { kind, table, row } = change;
    const held = this.#hold(table);
    const key = keyOf(held.table, row);
    const before = held.rows.get(key);
    if (kind === 'insert' && before) throw new DuplicateKey(table);
    if (kind === 'update' && !before) throw new Error(`a change to a row of ${table} that was not loaded`);
    const after = before ? moved(before, change as Update, held.table) : { row, isNew: true, add: {}, set: {} };
    const wasTouched = held.touched.has(key);
    put(held, key, before, after);
    held.touched.add(key);
    return { held, key, before, wasTouched };
  }
}

function undo({ held, key, before, wasTouched }: Made): void {
  put(held, key, held.rows.get(key), before);
  if (!wasTouched) held.touched.delete(key);
}

/** A row takes the place of the one before it, also in the lookups; without one after it, it is removed. */
function put({ rows, lookups }: Held, key: string, before: Written | undefined, after: Written | undefined): void {
  if (after) rows.set(key, after);
  else rows.delete(key);
  for (const { read, keys } of lookups.values()) {
    const was = before ? read(before.row) : null;
    const is = after ? read(after.row) : null;
    if (was === is) continue;
    if (was !== null) keys.get(was)?.delete(key);
    if (is !== null) keys.set(is, (keys.get(is) ?? new Set()).add(key));
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
