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
    for (;;) {
      const candidates = await deps.db.read(listExpiredOrders, new Date(deps.clock()).toISOString(), pageSize);
      const done = await Promise.all(candidates.map((row) => expire(deps, String(row['merchantId']), String(row['number']))));
      const count = done.filter(Boolean).length;
      expired += count;
      if (candidates.length < pageSize || count === 0) return expired;
    }
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
