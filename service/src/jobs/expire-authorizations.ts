// C29: what was not captured in time is voided. Late captures are refused at once; this gives the consumer's limit back.
import type { Decided } from '../core/changes.ts';
import { expireOrder } from '../core/order/void.ts';
import type { Refusal } from '../core/refusals.ts';
import { listExpiredOrders } from '../orders/orders.sql.ts';
import type { Job, JobDeps } from './jobs.ts';

const pageSize = 500;
const nothing: Decided<string> = { answer: '', changes: [], events: [] };

export const expireAuthorizations: Job = {
  name: 'expire-authorizations',
  everySeconds: 60,
  async run(deps) {
    let expired = 0;
    let failed = 0;
    let after: [string, string] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
    for (;;) {
      const candidates = await deps.db.read(listExpiredOrders, new Date(deps.clock()).toISOString(), ...after, pageSize);
      const done = await Promise.allSettled(
        candidates.map((row) => expire(deps, String(row['merchantId']), String(row['number']))),
      );
      // One order that fails must not keep the others from being looked at; the run as a whole is told as failed.
      failed += done.filter((each) => each.status === 'rejected').length;
      expired += done.filter((each) => each.status === 'fulfilled' && each.value).length;
      const last = candidates.at(-1);
      if (last) after = [new Date(Number(last['expiresAt'])).toISOString(), String(last['id'])];
      if (candidates.length < pageSize || deps.stopping()) break;
    }
    if (failed > 0) throw new Error(`${failed} orders could not be expired`);
    return expired;
  },
};

async function expire({ book }: JobDeps, merchantId: string, number: string): Promise<boolean> {
  const answer = await book.submit({
    merchantId,
    actor: 'job',
    operation: 'expire-authorizations',
    requestId: '',
    needs: { order: number },
    decide({ order }, setting): Decided<string> | Refusal {
      const decided = order && expireOrder(order, setting);
      return decided ? { ...decided, answer: 'expired' } : nothing;
    },
  });
  return 'text' in answer && answer.text === 'expired';
}
