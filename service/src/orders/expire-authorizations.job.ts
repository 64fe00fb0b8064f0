// C29: what was not captured in time is voided. Late captures are refused at once; this gives the consumer's limit back.
import type { Decided } from '../core/changes.ts';
import { expireOrder } from '../core/order/void.ts';
import { orderJob } from '../jobs/each-order.ts';
import { findNextExpiry, listExpiredOrders } from './orders.sql.ts';

export const expireAuthorizations = orderJob({
  name: 'expire-authorizations',
  everySeconds: 60,
  statement: listExpiredOrders,
  due: findNextExpiry,
  decide: ({ order }, setting): Decided<unknown> | undefined => order && expireOrder(order, setting),
});
