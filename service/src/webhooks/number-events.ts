// The relay's first half: events get their numbers, and each endpoint that wants one of them its delivery (C84).
import { call, type Db } from '../store/db.ts';
import { begin, committed, rollback } from '../store/transaction.ts';
import { claimStream, listUnnumbered, makeStream, numberEvents } from './numbering.sql.ts';

/** Few enough, with a delivery for each of fifty endpoints, to be done well within the server's time limit for a statement. */
const numberedAtOnce = 200;

/**
 * Number what is waiting, of every merchant whose stream is free; how many events got a number. One whose events cannot be
 * numbered is put into `failed` and not asked for again: it does not keep other events from being numbered or sent.
 */
export async function numberAll(db: Db, stopping: () => boolean, failed = new Map<string, unknown>()): Promise<number> {
  let numbered = 0;
  for (const row of await db.read(listUnnumbered)) {
    const merchantId = String(row['merchantId']);
    if (failed.has(merchantId)) continue;
    try {
      for (let count = numberedAtOnce; count === numberedAtOnce && !stopping(); numbered += count) {
        count = await numberSome(db, merchantId);
      }
    } catch (error) {
      failed.set(merchantId, error);
    }
  }
  return numbered;
}

function numberSome(db: Db, merchantId: string): Promise<number> {
  return db.using(async (session) => {
    const results = await session.trip([begin, call(makeStream, merchantId), call(claimStream, merchantId)]);
    if (results.at(-1)?.rows.length !== 1) {
      await session.trip([rollback]);
      return 0;
    }
    const [numbered] = await committed(session, [call(numberEvents, merchantId, numberedAtOnce)]);
    return Number(numbered?.[0]?.['count'] ?? 0);
  });
}
