// C67: interest, statements and reminders of customer accounts, on the merchant's business date. Days that were missed are
// done one after the other; each is decided again under the account's lock, so that it is done once however often it is
// tried.

import { keepOneDay, kept } from '../book/due-first.ts';
import { lowestId } from '../core/seal.ts';
import { candidateJob } from '../jobs/each-candidate.ts';
import type { RunningDeps } from '../jobs/jobs.ts';
import { findNextAccountDay, listAccountsToKeep } from './accounts.sql.ts';

interface Candidate {
  readonly merchantId: string;
  readonly number: string;
  readonly nextStepOn: string;
}

export const keepAccounts = candidateJob<Candidate>({
  name: 'keep-accounts',
  everySeconds: 300,
  statement: listAccountsToKeep,
  due: findNextAccountDay,
  beginning: ['0001-01-01', lowestId, ''],
  placeOf: ({ nextStepOn, merchantId, number }) => [nextStepOn, merchantId, number],
  work: keep,
});

/** One day after the other, until the account has nothing to do today; how many days were done. */
async function keep({ book, stopping }: RunningDeps, { merchantId, number }: Candidate): Promise<number> {
  for (let days = 0; ; days += 1) {
    const answer = stopping() ? undefined : await book.submit(keepOneDay(merchantId, number));
    if (!answer || !('text' in answer) || answer.text !== kept) return days;
  }
}
