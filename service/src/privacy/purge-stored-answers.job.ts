// C07: answers are kept under their idempotency keys for 30 days.

import { deleteOldAnswers } from '../book/idempotency.sql.ts';
import { type Job, purging } from '../jobs/jobs.ts';

export const purgeStoredAnswers: Job = { name: 'purge-stored-answers', everySeconds: 3600, run: purging(deleteOldAnswers) };
