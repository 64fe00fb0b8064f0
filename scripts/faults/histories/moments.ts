// When the events of a history became visible: what their commits say, whichever server they were sent to.
import { outbox } from '../../../service/src/book/outbox.sql.ts';
import { elementsOf } from './arrays.ts';
import type { Link } from './faulty-db.ts';

const idAt = 1 + Object.keys(outbox.columns).indexOf('id');

/** The connection, and for each event that is committed over it the moment. */
export function noting(link: Link, moments: Map<string, number>, now: () => number): Link {
  let written: string[] = [];
  return {
    ...link,
    async perform(call) {
      const result = await link.perform(call);
      const { name } = call.statement;
      if (name === 'insert_outbox') written.push(...elementsOf(String(call.values[idAt])).map(String));
      if (name === 'commit') for (const id of written) moments.set(id, now());
      if (name === 'begin' || name === 'commit' || name === 'to_savepoint') written = [];
      return result;
    },
  };
}
