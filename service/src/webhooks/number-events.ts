// Events that were written without a number get one, and each endpoint that wants one of them its delivery (C84): those of a process
// before the book gave numbers, and of the few statements that write an event beside the book.
import { call, type Db } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { listUnnumbered, lockStream, makeStream, numberEvents } from './numbering.sql.ts';

/** Few enough, with a delivery for each of fifty endpoints, to be done well within the server's time limit for a statement. */
const numberedAtOnce = 200;

/**
 * Number what is waiting, of every merchant; how many events got a number. One whose events cannot be numbered is put into `failed`
 * and not asked for again: it does not keep other events from being numbered or sent.
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

async function numberSome(db: Db, merchantId: string): Promise<number> {
  const calls = [call(makeStream, merchantId), call(lockStream, merchantId), call(numberEvents, merchantId, numberedAtOnce)];
  const [numbered] = (await together(db, calls)).at(-1) ?? [];
  return Number(numbered?.['count'] ?? 0);
}
