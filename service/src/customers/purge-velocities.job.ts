// Velocity counters are of use for a week of their merchant's time; what is older is dropped.
import { dayMs } from '../core/dates.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import { type Job, purging } from '../jobs/jobs.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { deleteOldVelocities } from './customers.sql.ts';

const keptDays = 8;

export const purgeVelocities: Job = {
  name: 'purge-velocities',
  everySeconds: 3600,
  async run(deps) {
    let purged = 0;
    for (const [clockOffsetMs, ids] of byClock((await deps.db.read(listMerchants)).map(merchantOf))) {
      const before = new Date(businessTime({ clockOffsetMs }, deps.clock()) - keptDays * dayMs).toISOString();
      purged += await purging(deleteOldVelocities, `{${ids.join(',')}}`, before)(deps);
    }
    return purged;
  },
};

/** All with the real time at once; those in whose shop a test clock was put forward apart. */
function byClock(merchants: readonly MerchantOnClock[]): Map<number, string[]> {
  const clocks = new Map<number, string[]>();
  for (const { clockOffsetMs, id } of merchants) clocks.set(clockOffsetMs, [...(clocks.get(clockOffsetMs) ?? []), id]);
  return clocks;
}
