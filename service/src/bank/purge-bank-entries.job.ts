// Names, accounts and words of payers go when they are of no use any more; what came, when and the result stays.

import { operatorsOwn } from '../book/audit.sql.ts';
import { dayAt } from '../core/dates.ts';
import { overEverywhereBefore, strayEntryDays } from '../core/law/retention.ts';
import { type Job, purging } from '../jobs/jobs.ts';
import type { Secrets } from '../store/secrets.ts';
import { clearBookedEntries, clearStrayEntries, eraseClosingReasons } from './bank-entries.sql.ts';
import { keyOldEntries } from './payers.ts';

export const purgeBankEntries = (secrets: Secrets): Job => ({
  name: 'purge-bank-entries',
  everySeconds: 3600,
  async run(deps) {
    const today = dayAt(deps.clock(), 'UTC');
    const strays = await purging(clearStrayEntries, strayEntryDays)(deps);
    const booked = await purging(clearBookedEntries, overEverywhereBefore(today))(deps);
    await deps.db.run(eraseClosingReasons, operatorsOwn);
    // At the end: one entry that cannot be read must not keep the others from being cleared.
    await keyOldEntries({ ...deps, secrets }, deps.stopping);
    return strays + booked;
  },
});
