// Changes are data. A decision returns what it answers and what becomes different; the book writes it (docs/adr/0002-the-book.md).
import type { Event } from './events.ts';
import type { Rows, TableName } from './rows.ts';

/** A new row. */
export interface Insert<Name extends TableName = TableName> {
  readonly kind: 'insert';
  readonly table: Name;
  readonly row: Rows[Name];
}

/** Counters move by deltas, so that many requests of one batch add up; other columns are set under the row's lock. */
export interface Update<Name extends TableName = TableName> {
  readonly kind: 'update';
  readonly table: Name;
  /** The row as it was loaded; only its key is used. */
  readonly row: Rows[Name];
  readonly add: { readonly [Column in keyof Rows[Name]]?: Rows[Name][Column] & (bigint | number) };
  readonly set: Partial<Rows[Name]>;
}

export type Change = { [Name in TableName]: Insert<Name> | Update<Name> }[TableName];

/** The result of a decision that is no refusal. */
export interface Decided<Answer> {
  readonly answer: Answer;
  readonly changes: readonly Change[];
  /** What happened, in the past tense; ledger, audit and outbox rows are made of these by the book. */
  readonly events: readonly Event[];
  /** For the audit where there is no event: the id or number of what was changed, never anything personal. */
  readonly about?: string;
  /** The id of the customer it is about, where no order and no account says so. */
  readonly customerId?: string;
}

export function insert<Name extends TableName>(table: Name, row: Rows[Name]): Change {
  return { kind: 'insert', table, row } as unknown as Change;
}

export function update<Name extends TableName>(
  table: Name,
  row: Rows[Name],
  change: Partial<Pick<Update<Name>, 'add' | 'set'>>,
): Change {
  return { kind: 'update', table, row, add: change.add ?? {}, set: change.set ?? {} } as unknown as Change;
}

/** The decision's answer written another way; what changes stays the same. */
export function answering<Before, After>(decided: Decided<Before>, write: (answer: Before) => After): Decided<After> {
  return { ...decided, answer: write(decided.answer) };
}
