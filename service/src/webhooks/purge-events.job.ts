// Events are kept long enough to be polled or replayed, and no longer; of each merchant from the oldest on, so
// that those who poll can be given one number from which on nothing is missing. By real time: a test clock makes nothing old.

import type { Job } from '../jobs/jobs.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { call, type Db } from '../store/db.ts';
import { together } from '../store/transaction.ts';
import { lockStream, purgeEvents as purgeSome } from './numbering.sql.ts';

/** Few enough, with the endpoints that are asked about each, to be done well within the server's time limit for a statement. */
const purgedAtOnce = 1000;

export const purgeEvents = (keptDays: number): Job => ({
  name: 'purge-events',
  everySeconds: 3600,
  async run({ db, claims, stopping }) {
    const purge = async ({ id }: { readonly id: string }): Promise<number> => {
      let purged = 0;
      for (let count = purgedAtOnce; count === purgedAtOnce && !stopping(); purged += count)
        count = await purgeFor(db, id, keptDays);
      return purged;
    };
    const merchants = (await db.read(listMerchants)).map(merchantOf);
    return claims.eachMerchant('purge-events', merchants, purge, { atOnce: 1, stopping });
  },
});

/** Under the lock by which events are numbered: what is numbered, replayed and purged is decided by one at a time. */
async function purgeFor(db: Db, merchantId: string, keptDays: number): Promise<number> {
  const [purged] =
    (await together(db, [call(lockStream, merchantId), call(purgeSome, merchantId, keptDays, purgedAtOnce)])).at(-1) ?? [];
  return Number(purged?.['count'] ?? 0);
}
