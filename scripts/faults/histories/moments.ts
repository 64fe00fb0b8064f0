// When the events, merges and erasures of a history became visible: what their commits say, whichever server they were sent to.
import { auditStatement } from '../../../service/src/book/audit.sql.ts';
import { outbox } from '../../../service/src/book/outbox.sql.ts';
import { customerMerges } from '../../../service/src/customers/customers.sql.ts';
import { type AnyTable, sqlName } from '../../../service/src/store/table.ts';
import { givenRows } from './arrays.ts';
import type { Link } from './faulty-db.ts';

/** The tables whose new rows are noted, by the statement that inserts them. */
const noted = new Map<string, AnyTable>([outbox, customerMerges].map((table) => [`insert_${sqlName(table)}`, table]));

/** The connection, and for each of these rows that is committed over it the moment. */
export function noting(link: Link, moments: Map<string, number>, now: () => number): Link {
  let written: string[] = [];
  return {
    ...link,
    async perform(call) {
      const result = await link.perform(call);
      const { name } = call.statement;
      const table = noted.get(name);
      if (table) written.push(...givenRows(call, table, 1).map(({ id }) => String(id)));
      if (name === auditStatement.name) written.push(String(call.values[1]));
      if (name === 'commit') for (const id of written) moments.set(id, now());
      if (name === 'begin' || name === 'commit' || name === 'to_savepoint') written = [];
      return result;
    },
  };
}
