// What an import left unbooked, because it was large or because the service stopped, is booked in the background.
import { bookEntries } from '../bank/book-entries.ts';
import type { Secrets } from '../secrets.ts';
import type { Job } from './jobs.ts';

export const bookBankEntries = (secrets: Secrets): Job => ({
  name: 'book-bank-entries',
  everySeconds: 60,
  run: (deps) => bookEntries({ ...deps, secrets }, null, deps.stopping),
});
