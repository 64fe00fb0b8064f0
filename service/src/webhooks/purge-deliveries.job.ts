// What was delivered or given up, and each attempt of it, is kept for 90 days; what is not due any more is not kept.

import { type Job, purging } from '../jobs/jobs.ts';
import { deleteForsakenDeliveries, deleteOldAttempts, deleteOldDeliveries } from './deliveries.sql.ts';

export const purgeDeliveries: Job = {
  name: 'purge-deliveries',
  everySeconds: 3600,
  async run(deps) {
    let purged = 0;
    for (const statement of [deleteForsakenDeliveries, deleteOldDeliveries, deleteOldAttempts])
      purged += await purging(statement)(deps);
    return purged;
  },
};
