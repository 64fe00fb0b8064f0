// The floor: what the same database does with a capture's statements when they are sent one by one, each waiting for the
// last, by pgbench over the Unix socket and without HTTP. The statements are the service's own.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../service/src/book/audit.sql.ts';
import { ledger } from '../service/src/book/ledger.sql.ts';
import { outbox, queueDeliveries, takeNumbers } from '../service/src/book/outbox.sql.ts';
import { exposures, listExposuresOfOrders, lockCustomersOfOrders } from '../service/src/customers/customers.sql.ts';
import { findMerchantOnClock } from '../service/src/merchants/merchants.sql.ts';
import { captures } from '../service/src/orders/captures.sql.ts';
import { lockOrders, orders } from '../service/src/orders/orders.sql.ts';
import type { AnyTable, Statement } from '../service/src/store/table.ts';
import { insertStatement, updateColumns, updateStatement } from '../service/src/store/writing-statements.ts';

export interface FloorPlan {
  readonly merchantId: string;
  /** Order numbers are this with `first` to `last` behind it. */
  readonly prefix: string;
  readonly first: number;
  readonly last: number;
}

/** A script for pgbench, in this folder: its file. */
export async function writeFloorScript(folder: string, plan: FloorPlan): Promise<string> {
  const file = join(folder, 'capture.sql');
  await writeFile(file, script(plan));
  return file;
}

/** A transaction as the book writes it for one capture, in the book's order of statements. */
function script({ merchantId, prefix, first, last }: FloorPlan): string {
  const merchant = `'${merchantId}'`;
  const number = `array['${prefix}' || (:n)::text]`;
  const happened = { orderId: ':o_id', subject: '(:num)::text', happenedAt: 'now()' };
  const entry = { id: 'uuidv7()', eventId: 'uuidv7()', orderId: ':o_id', amountMinor: '1', currency: "'EUR'", bookedAt: 'now()' };
  return [
    `\\set n random(${first}, ${last})`,
    '\\set num random(1000000000000000000, 9000000000000000000)',
    'begin isolation level read committed;',
    `${inlined(lockCustomersOfOrders, [merchant, number])};`,
    `${inlined(lockOrders, [merchant, number])} \\gset o_`,
    `${inlined(listExposuresOfOrders, [merchant, number])};`,
    `${inlined(findMerchantOnClock, [merchant])};`,
    update(exposures, merchant, { customerKey: ':o_customerKey', currency: "'EUR'", heldMinor: '-1', debtMinor: '1' }),
    update(orders, merchant, { id: ':o_id', capturedMinor: '1', version: '1', state: "'PartlyCaptured'", updatedAt: 'now()' }),
    insert(captures, merchant, {
      number: '(:num)::text',
      orderId: ':o_id',
      amountMinor: '1',
      reminderLevel: '0',
      remarks: "'{}'",
      invoicedOn: 'current_date',
      dueOn: 'current_date + 14',
      insertedAt: 'now()',
      updatedAt: 'now()',
    }),
    insert(audit, merchant, {
      id: 'uuidv7()',
      actor: "'bench'",
      operation: "'createCapture'",
      requestId: "'bench'",
      ...happened,
    }),
    insert(ledger, merchant, { ...entry, debitAccount: "'holds'", creditAccount: "'commitments'" }),
    insert(ledger, merchant, { ...entry, debitAccount: "'receivables'", creditAccount: "'merchant_payables'" }),
    `${inlined(takeNumbers, [merchant, '1'])};`,
    insert(outbox, merchant, { id: 'uuidv7()', type: "'order.captured'", currency: "'EUR'", amountMinor: '1', ...happened }),
    `${inlined(queueDeliveries, [merchant, 'array[uuidv7()]'])};`,
    'commit;',
    '',
  ].join('\n');
}

/** The service's statement with its parameters written in; pgbench wants it on one line before \gset. */
function inlined({ text }: Statement, values: readonly string[]): string {
  return text.replace(/\$(\d+)/g, (_all, place: string) => values[Number(place) - 1] ?? 'null').replace(/\s*\n\s*/g, ' ');
}

function insert(table: AnyTable, merchant: string, row: Readonly<Record<string, string>>): string {
  // What counts begins with zero.
  const counters = Object.fromEntries((table.adds ?? []).map((column) => [column, '0']));
  const given = { ...counters, ...row };
  const columns = Object.keys(table.columns).filter((column) => column in given);
  return `${inlined(insertStatement(table, columns, 1), [merchant, ...valuesOf(columns, given)])};`;
}

function update(table: AnyTable, merchant: string, row: Readonly<Record<string, string>>): string {
  const columns = updateColumns(table).filter((column) => column in row);
  return `${inlined(updateStatement(table, columns, 'one row'), [merchant, '1', ...valuesOf(columns, row)])};`;
}

const valuesOf = (columns: readonly string[], row: Readonly<Record<string, string>>): string[] =>
  columns.map((column) => `(${row[column] ?? 'null'})`);
