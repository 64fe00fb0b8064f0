// What fell due on an account is done before anything else is decided about it, however late the job is: entries of a new month
// must not get in among those of a month whose statement is not made yet.
import type { AccountInHand } from '../core/account/in-hand.ts';
import { isBehind, keepAccount } from '../core/account/keep.ts';
import type { Decided } from '../core/changes.ts';
import type { Setting } from '../core/setting.ts';
import type { Write } from './write.ts';

const nothing: Decided<string> = { answer: '', changes: [], events: [] };
/** The answer where there was one. */
export const kept = 'kept';

/** Do one day of an account, the next on which something falls due. */
export const keepOneDay = (merchantId: string, number: string): Write => ({
  merchantId,
  actor: 'job',
  operation: 'keep-accounts',
  requestId: '',
  needs: { account: { number, with: ['open', 'owner'], keeps: true } },
  decide({ account }, setting): Decided<string> {
    const decided = keepAccount(account, setting);
    return decided ? { ...decided, answer: kept } : nothing;
  },
});

/** What has to be done before this write. */
export function toDoBefore({ merchantId, needs }: Write, inHand: AccountInHand | undefined, setting: Setting): Write | undefined {
  if (!inHand || needs.account?.keeps || !isBehind(inHand.account, setting)) return undefined;
  return keepOneDay(merchantId, inHand.account.number);
}
