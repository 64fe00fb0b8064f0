// A bare Fastify with one route, in a process of its own: the most that a request over HTTP could be answered with, at once or after
// PostgreSQL's simple update. It gets the route's bytes as a message, answers with its address, and ends with its parent.
import { randomInt } from 'node:crypto';
import fastify from 'fastify';
import { call, createDb } from '../service/src/store/db.ts';
import { begin, commit } from '../service/src/store/transaction.ts';

export interface BareRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type: string;
  readonly body: string;
  /** Where it is given, each answer waits for a simple update there. */
  readonly updates?: { readonly url: string; readonly accounts: number };
}

/** Of 4, 10, 32 and 100 connections to the database, these answered the most at 128 of clients. */
const poolSize = 10;

const lockAccount = { name: 'lock_account', text: 'select abalance from pgbench_accounts where aid = $1 for no key update' };
const updateAccount = { name: 'update_account', text: 'update pgbench_accounts set abalance = abalance + $2 where aid = $1' };
const insertHistory = {
  name: 'insert_history',
  text: 'insert into pgbench_history (tid, bid, aid, delta, mtime) values (1, 1, $1, $2, current_timestamp)',
};

/** As a service has to: it reads under a lock, decides, then writes and commits. */
function updating({ url, accounts }: NonNullable<BareRoute['updates']>): () => Promise<void> {
  const db = createDb({ connection: { connectionString: url }, poolSize, preparedStatements: true });
  return () =>
    db.using(async (session) => {
      const account = randomInt(1, accounts + 1);
      await session.trip([begin, call(lockAccount, account)]);
      await session.trip([call(updateAccount, account, 1), call(insertHistory, account, 1), commit]);
    });
}

process.once('message', ({ method, path, type, body, updates }: BareRoute) => {
  const update = updates && updating(updates);
  const app = fastify();
  app.route({
    method,
    url: path,
    async handler(_request, reply) {
      await update?.();
      return reply.type(type).send(body);
    },
  });
  void app.listen({ host: '127.0.0.1', port: 0 }).then((url) => process.send?.(url));
});
process.once('disconnect', () => process.exit());
