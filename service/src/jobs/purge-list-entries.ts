// Who was on a list and is no longer must not be kept for good.
import { deleteOldListEntries } from '../customers/lists.sql.ts';
import { type Job, purging } from './jobs.ts';

export const purgeListEntries: Job = { name: 'purge-list-entries', everySeconds: 3600, run: purging(deleteOldListEntries) };
