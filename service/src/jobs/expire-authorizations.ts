// C29: what was not captured in time is voided. Late captures are refused at once; this gives the consumer's limit back.
import type { Decided } from '../core/changes.ts';
import { expireOrder } from '../core/order/void.ts';
import { listExpiredOrders } from '../orders/orders.sql.ts';
import { eachOrder } from './each-order.ts';
import type { Job } from './jobs.ts';

export const expireAuthorizations: Job = {
  name: 'expire-authorizations',
  everySeconds: 60,
  run: (deps) =>
    eachOrder(deps, {
      operation: 'expire-authorizations',
      statement: listExpiredOrders,
      dueAt: (row) => Number(row['expiresAt']),
      decide: ({ order }, setting): Decided<unknown> | undefined => order && expireOrder(order, setting),
    }),
};
