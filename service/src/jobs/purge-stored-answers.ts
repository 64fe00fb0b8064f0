// C07: answers are kept under their idempotency keys for 30 days.
import { deleteOldAnswers } from '../db/idempotency.sql.ts';
import type { Job } from './jobs.ts';

/** Few enough to be done well within the server's time limit for a statement. */
const pageSize = 5000;

export const purgeStoredAnswers: Job = {
  name: 'purge-stored-answers',
  everySeconds: 3600,
  async run({ db, stopping }) {
    let purged = 0;
    for (;;) {
      const [row] = await db.read(deleteOldAnswers, pageSize);
      const count = Number(row?.['count'] ?? 0);
      purged += count;
      if (count < pageSize || stopping()) return purged;
    }
  },
};
