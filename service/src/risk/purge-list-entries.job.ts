// Who was on a list and is no longer must not be kept permanently.

import { type Job, purging } from '../jobs/jobs.ts';
import { deleteOldListEntries } from './lists.sql.ts';

export const purgeListEntries: Job = { name: 'purge-list-entries', everySeconds: 3600, run: purging(deleteOldListEntries) };
