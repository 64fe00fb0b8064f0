// Transactions of administration and jobs, beside the book's.
import { type Call, call, type Db, type Rows, type Session } from './db.ts';
import type { Statement } from './table.ts';

export { rollback } from './db.ts';

export const begin = call({ name: 'begin', text: 'begin isolation level read committed' });
export const commit = call({ name: 'commit', text: 'commit' });
export const savepoint = call({ name: 'savepoint', text: 'savepoint here' });
/** Takes back what came after it, a statement that failed among it. */
export const toSavepoint = call({ name: 'to_savepoint', text: 'rollback to savepoint here' });

const attempt: Statement = {
  name: 'lock_attempt',
  text: 'select true as held from pg_advisory_xact_lock(hashtextextended($1::text, 0))',
};

/** Held to the end of a transaction that may lock no row: who asks whether it was committed waits for it. */
export const lockAttempt = (id: string): Call => call(attempt, id);

/** All calls in one transaction and one round trip; the rows of each. What fails is taken back whole. */
export function together(db: Db, calls: readonly Call[]): Promise<Rows[]> {
  return db.using((session) => committed(session, [begin, ...calls], 1));
}

/** Further calls of a transaction that was begun on the session, and its commit; the rows of each after the first `skipped`. */
export async function committed(session: Session, calls: readonly Call[], skipped = 0): Promise<Rows[]> {
  const results = await session.trip([...calls, commit]);
  return results.slice(skipped, -1).map(({ rows }) => rows);
}
