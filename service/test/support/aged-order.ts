// An order that lies years back: no clock can be put there, so the rows are.
import { uuidv7 } from '../../src/runtime/chance.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

const ofOrder = ['order_contents', 'credit_decisions', 'refunds', 'captures', 'ledger', 'audit', 'outbox'];

/** As if it had been made in the middle of a year, and last changed on the last day of it. */
export async function ageOrder(query: Query, number: string, year: number): Promise<void> {
  const at = `${year}-12-31T12:00:00Z`;
  const id = uuidv7(Date.parse(`${year}-07-01T00:00:00Z`));
  const [found] = await query(`select id from orders where number = '${number}'`);
  const old = `'${String(found?.['id'])}'`;
  await withoutForeignKeys(query, [
    `update orders set id = '${id}', updated_at = '${at}', inserted_at = '${at}' where id = ${old}`,
    ...ofOrder.map((table) => `update ${table} set order_id = '${id}' where order_id = ${old}`),
    `update captures set updated_at = '${at}' where order_id = '${id}'`,
  ]);
}

/** One transaction in which no foreign key looks at what points where; of a cluster on every node. */
export const withoutForeignKeys = (query: Query, statements: readonly string[]): Promise<unknown> =>
  query(
    [
      'begin',
      `set local citus.propagate_set_commands = 'local'`,
      'set local session_replication_role = replica',
      ...statements,
      'commit',
    ].join(';\n'),
  );
