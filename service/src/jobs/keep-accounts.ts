// C67: interest, statements and reminders of customer accounts, on the merchant's business date. Days that were missed are
// done one after the other; each is decided again under the account's lock, so that it is done once however often it is
// tried.

import { keepAccount } from '../core/account/keep.ts';
import type { Decided } from '../core/changes.ts';
import { findNextAccountDay, listAccountsToKeep } from '../customer-account/accounts.sql.ts';
import type { Job, JobDeps, RunningDeps } from './jobs.ts';

const pageSize = 500;
const nothing: Decided<string> = { answer: '', changes: [], events: [] };

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
      const kept = await Promise.allSettled(
        candidates.map((row) => keep(deps, String(row['merchantId']), String(row['number']))),
      );
      failed += kept.filter((each) => each.status === 'rejected').length;
      for (const each of kept) if (each.status === 'fulfilled') done += each.value;
      const last = candidates.at(-1);
      if (last) after = [String(last['nextStepOn']), String(last['merchantId']), String(last['number'])];
      if (candidates.length < pageSize || deps.stopping()) break;
    }
    // One account that fails must not keep the others from being looked at; the run as a whole is told as failed.
    if (failed > 0) throw new Error(`${failed} accounts could not be kept`);
    return done;
  },
};

/** One day after the other, until the account has nothing to do today; how many days were done. */
async function keep(deps: RunningDeps, merchantId: string, number: string): Promise<number> {
  let days = 0;
  while (!deps.stopping() && (await keepOneDay(deps, merchantId, number))) days += 1;
  return days;
}

async function keepOneDay({ book }: JobDeps, merchantId: string, number: string): Promise<boolean> {
  const answer = await book.submit({
    merchantId,
    actor: 'job',
    operation: 'keep-accounts',
    requestId: '',
    needs: { account: { number, with: ['open', 'owner'] } },
    decide({ account }, setting): Decided<string> {
      const decided = keepAccount(account, setting);
      return decided ? { ...decided, answer: 'kept' } : nothing;
    },
  });
  return 'text' in answer && answer.text === 'kept';
}
