// What a batch decided, as statements: at most one insert and one update a table, for a batch of any size; events come last.

import { contentOf } from '../store/common-json.ts';
import { type Call, call } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { type AnyRow, type AnyTable, arrayText, columnText, commonOf, type Statement, valueText } from '../store/table.ts';
import { insertOf, type Moved, setMaskOf, updateOf } from '../store/writing-statements.ts';
import { audit } from './audit.sql.ts';
import { insertCommonContent } from './common-contents.sql.ts';
import type { Loaded, Records } from './deciding.ts';
import { storedAnswers } from './idempotency.sql.ts';
import { ledger } from './ledger.sql.ts';
import { outbox, queueDeliveries, takeNumbers } from './outbox.sql.ts';
import type { Written } from './state.ts';
import { insertUnsealed } from './unsealed.sql.ts';

/** What a batch writes into one table. */
export interface TableRows {
  readonly table: AnyTable;
  readonly news: readonly object[];
  readonly olds: readonly Written[];
}

/** Table by table in their fixed order, the book's own last. */
export function writtenRows(records: Records, { state }: Loaded): TableRows[] {
  const decided = [...state.written()].map(
    ([table, rows]): TableRows => ({
      table,
      news: rows.filter((written) => written.isNew).map((written) => written.row),
      olds: rows.filter((written) => !written.isNew),
    }),
  );
  const own: [AnyTable, readonly object[]][] = [
    [storedAnswers, records.storedAnswers],
    [audit, records.audit],
    [ledger, records.ledger],
    [outbox, records.outbox],
  ];
  return [...decided, ...own.map(([table, news]): TableRows => ({ table, news, olds: [] }))];
}

export interface Calls {
  readonly rows: readonly Call[];
  /** Take the lock of the merchant's stream, so they are sent with the commit. */
  readonly events: readonly Call[];
}

/** The statements of the second trip, without the commit; none when nothing changed. */
export function callsOf(written: readonly TableRows[], merchantId: string, secrets: Secrets): Calls {
  const events = written.filter(({ table, news }) => table === outbox && news.length > 0);
  const rows = written
    .filter(({ table }) => table !== outbox)
    .flatMap(({ table, news, olds }) => [
      ...(news.length > 0 ? [insertCall(table, news, merchantId, secrets)] : []),
      ...(olds.length > 0 ? [updateCall(table, olds, merchantId, secrets)] : []),
    ]);
  return {
    rows: [...commonCalls(written, merchantId), ...rows, ...unsealedCalls(written, merchantId)],
    events: events.flatMap(({ news }) => [
      call(takeNumbers, merchantId, news.length),
      insertCall(outbox, news, merchantId, secrets),
      call(queueDeliveries, merchantId, arrayText('uuid', idsOf(news))),
    ]),
  };
}

/** What the new rows say alike, by its mark. */
export function contentsOf(written: readonly TableRows[]): Map<string, string> {
  const contents = new Map<string, string>();
  for (const { table, news } of written) {
    for (const column of commonOf(table)) {
      for (const row of news) {
        const content = contentOf((row as AnyRow)[column]);
        if (content) contents.set(content.mark, content.text);
      }
    }
  }
  return contents;
}

/** A statement for each content, so nearly always one; in the order of their marks, against deadlocks. */
const commonCalls = (written: readonly TableRows[], merchantId: string): Call[] =>
  [...contentsOf(written)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((content) => call(insertCommonContent, merchantId, ...content));

const idsOf = (rows: readonly object[]): readonly unknown[] => rows.map((row) => (row as AnyRow)['id']);

function unsealedCalls(written: readonly TableRows[], merchantId: string): Call[] {
  const newsOf = (name: string): readonly unknown[] =>
    idsOf(written.filter(({ table }) => table.name === name).flatMap(({ news }) => news));
  const [ledgerIds, auditIds] = [newsOf(ledger.name), newsOf(audit.name)];
  if (ledgerIds.length + auditIds.length === 0) return [];
  return [call(insertUnsealed, merchantId, arrayText('uuid', ledgerIds), arrayText('uuid', auditIds))];
}

/**
 * Writes one of the batch's new rows again: one with an id that was drawn for it, so that it is there if, and only if, the batch was
 * committed. While the batch is still being committed it waits for it. None where nothing new is written.
 */
export function witnessOf(written: readonly TableRows[], merchantId: string, secrets: Secrets): Call | undefined {
  const withIds = written.filter(({ table, news }) => news.length > 0 && table.key.length === 1 && table.key[0] === 'id');
  // Rows of the audit refer to no other row and are never taken away.
  const { table, news } = withIds.find((each) => each.table.name === audit.name) ?? withIds[0] ?? {};
  return table && news ? insertCall(table, news.slice(0, 1), merchantId, secrets) : undefined;
}

function insertCall(table: AnyTable, rows: readonly object[], merchantId: string, secrets: Secrets): Call {
  const statement = insertOf(table, rows as readonly AnyRow[]);
  const valueAt = (index: number, column: string): unknown => (rows[index] as AnyRow)[column];
  return call(statement, merchantId, ...givenTo(statement, table, rows, valueAt, merchantId, secrets));
}

function updateCall(table: AnyTable, rows: readonly Written[], merchantId: string, secrets: Secrets): Call {
  const statement = updateOf(table, rows as readonly Moved[]);
  const stored = rows.map(({ row }) => row);
  const valueAt = (index: number, column: string): unknown => columnOf(table, rows[index] as Written, column);
  const masks = statement.masked
    ? [
        arrayText(
          'int',
          rows.map((row) => setMaskOf(table, row.set as AnyRow)),
        ),
      ]
    : [];
  return call(statement, merchantId, rows.length, ...givenTo(statement, table, stored, valueAt, merchantId, secrets), ...masks);
}

/** The values of these rows as the statement wants them. */
function givenTo(
  { columns = [], rowCount, alike = [] }: Statement,
  table: AnyTable,
  rows: readonly object[],
  valueAt: (index: number, column: string) => unknown,
  merchantId: string,
  secrets: Secrets,
): (string | null)[] {
  if (rowCount !== undefined)
    return rows.flatMap((row, index) =>
      columns.map((column) => valueText(table, column, valueAt(index, column), row, merchantId, secrets)),
    );
  const rowAt = (index: number): object => rows[index] ?? {};
  return columns.map((column) => {
    if (alike.includes(column)) return valueText(table, column, valueAt(0, column), rowAt(0), merchantId, secrets);
    const values = rows.map((_row, index) => valueAt(index, column));
    return columnText(table, column, values, rowAt, merchantId, secrets);
  });
}

function columnOf(table: AnyTable, written: Written, column: string): unknown {
  if (table.key.includes(column)) return (written.row as AnyRow)[column];
  if (table.adds?.includes(column)) return (written.add as AnyRow)[column] ?? 0;
  return (written.set as AnyRow)[column] ?? null;
}
