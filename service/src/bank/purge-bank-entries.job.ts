// Names, accounts and words of payers go when they are of no use any more; what came, when and the result stays.

import { dayAt } from '../core/dates.ts';
import { overEverywhereBefore, strayEntryDays } from '../core/law/retention.ts';
import { type Job, purging } from '../jobs/jobs.ts';
import type { Secrets } from '../store/secrets.ts';
import { clearBookedEntries, clearStrayEntries } from './bank-entries.sql.ts';
import { keyOldEntries } from './payers.ts';

export const purgeBankEntries = (secrets: Secrets): Job => ({
  name: 'purge-bank-entries',
  everySeconds: 3600,
  async run(deps) {
    await keyOldEntries({ ...deps, secrets }, deps.stopping);
    const today = dayAt(deps.clock(), 'UTC');
    const strays = await purging(clearStrayEntries, strayEntryDays)(deps);
    return strays + (await purging(clearBookedEntries, overEverywhereBefore(today))(deps));
  },
});
