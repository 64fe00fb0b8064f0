// What an import left unbooked, because it was large or because the service stopped, is booked in the background.

import type { Job } from '../jobs/jobs.ts';
import type { Secrets } from '../store/secrets.ts';
import { bookEntries } from './book-entries.ts';

export const bookBankEntries = (secrets: Secrets): Job => ({
  name: 'book-bank-entries',
  everySeconds: 60,
  run: (deps) => bookEntries({ ...deps, secrets }, null, deps.stopping),
});
