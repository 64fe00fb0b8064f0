// An order that lies years back: no clock can be put there, so the rows are.
import pg from 'pg';
import { uuidv7 } from '../../src/runtime/chance.ts';

const ofOrder = [
  'order_contents',
  'credit_decisions',
  'refunds',
  'captures',
  'ledger',
  'audit',
  'outbox',
  'documents',
  'contracts',
];

/** As if it had been made in the middle of a year, and last changed on the last day of it. */
export async function ageOrder(connection: pg.ClientConfig, order: unknown, year: number): Promise<void> {
  const at = `${year}-12-31T12:00:00Z`;
  const id = uuidv7(Date.parse(`${year}-07-01T00:00:00Z`));
  const old = `'${String(order)}'`;
  await withoutForeignKeys(connection, [
    `update orders set id = '${id}', updated_at = '${at}', inserted_at = '${at}' where id = ${old}`,
    ...ofOrder.map((table) => `update ${table} set order_id = '${id}' where order_id = ${old}`),
    `update captures set updated_at = '${at}' where order_id = '${id}'`,
  ]);
}

/**
 * One transaction in which no foreign key looks at what points where; of a cluster on every node. Sent one by one, as a cluster passes a
 * setting on with all that was sent beside it.
 */
export async function withoutForeignKeys(connection: pg.ClientConfig, statements: readonly string[]): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  const settings = [`set local citus.propagate_set_commands = 'local'`, 'set local session_replication_role = replica'];
  try {
    for (const each of ['begin', ...settings, ...statements, 'commit']) await client.query(each);
  } finally {
    await client.end();
  }
}
