// C41: a checkout holds what a buyer said, and most never become an order; it goes a day after it was of any use, and
// so does a contract that became no order. What was offered and why is kept half a year, without anything of the person.

import type { Job } from '../jobs/jobs.ts';
import { deleteOldCheckoutDecisions, deleteOldCheckouts } from './checkouts.sql.ts';
import { deleteUnusedContracts } from './contracts.sql.ts';

/** Few enough to be done well within the server's time limit for a statement. */
const pageSize = 5000;

export const purgeCheckouts: Job = {
  name: 'purge-checkouts',
  everySeconds: 3600,
  async run({ db, stopping }) {
    let purged = 0;
    for (const statement of [deleteOldCheckouts, deleteUnusedContracts, deleteOldCheckoutDecisions]) {
      for (let count = pageSize; count === pageSize && !stopping(); purged += count) {
        const [row] = await db.run(statement, pageSize);
        count = Number(row?.['count'] ?? 0);
      }
    }
    return purged;
  },
};
