import type { Job } from '../jobs/jobs.ts';
import type { Secrets } from '../store/secrets.ts';
import { findNextChange } from './account-changes.sql.ts';
import { applyDueChanges } from './account-changes.ts';

/** Accounts that were changed by two persons come into force after their time. A payout file does the same before it is written. */
export const applyAccountChanges = (secrets: Secrets): Job => ({
  name: 'apply-account-changes',
  everySeconds: 60,
  due: findNextChange,
  run: ({ db, clock, only }) => applyDueChanges({ db, secrets, clock }, only ?? null),
});
