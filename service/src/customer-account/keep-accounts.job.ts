// C67: interest, statements and reminders of customer accounts, on the merchant's business date. Days that were missed are
// done one after the other; each is decided again under the account's lock, so that it is done once however often it is
// tried.

import { keepOneDay, kept } from '../book/due-first.ts';
import type { Job, RunningDeps } from '../jobs/jobs.ts';
import { findNextAccountDay, listAccountsToKeep } from './accounts.sql.ts';

const pageSize = 500;

const beginning = ['0001-01-01', '00000000-0000-0000-0000-000000000000', ''] as const;

export const keepAccounts: Job = {
  name: 'keep-accounts',
  everySeconds: 300,
  due: findNextAccountDay,
  async lateMs({ db, clock }) {
    const [oldest] = await db.read(listAccountsToKeep, new Date(clock()).toISOString(), ...beginning, 1, null);
    return Number(oldest?.['lateMs'] ?? 0);
  },
  async run(deps) {
    let done = 0;
    let failed = 0;
    let after: readonly [string, string, string] = beginning;
    for (;;) {
      const now = new Date(deps.clock()).toISOString();
      const candidates = await deps.db.read(listAccountsToKeep, now, ...after, pageSize, deps.only ?? null);
      const tried = await Promise.allSettled(
        candidates.map((row) => keep(deps, String(row['merchantId']), String(row['number']))),
      );
      failed += tried.filter((each) => each.status === 'rejected').length;
      for (const each of tried) if (each.status === 'fulfilled') done += each.value;
      const last = candidates.at(-1);
      if (last) after = [String(last['nextStepOn']), String(last['merchantId']), String(last['number'])];
      if (candidates.length < pageSize || deps.stopping()) break;
    }
    // One account that fails must not keep the others from being looked at; the run as a whole is reported as failed.
    if (failed > 0) throw new Error(`${failed} accounts could not be kept`);
    return done;
  },
};

/** One day after the other, until the account has nothing to do today; how many days were done. */
async function keep({ book, stopping }: RunningDeps, merchantId: string, number: string): Promise<number> {
  for (let days = 0; ; days += 1) {
    const answer = stopping() ? undefined : await book.submit(keepOneDay(merchantId, number));
    if (!answer || !('text' in answer) || answer.text !== kept) return days;
  }
}
