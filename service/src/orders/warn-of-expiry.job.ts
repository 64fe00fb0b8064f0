// C29: a shop is warned some days before what it has not captured is voided.
import type { Decided } from '../core/changes.ts';
import { warnOfExpiry } from '../core/order/warn.ts';
import { orderJob } from '../jobs/each-order.ts';
import { findNextWarning, listExpiringOrders } from './warnings.sql.ts';

export const warnOfExpiringOrders = orderJob({
  name: 'warn-of-expiry',
  everySeconds: 300,
  statement: listExpiringOrders,
  due: findNextWarning,
  decide: ({ order }, setting): Decided<unknown> | undefined => order && warnOfExpiry(order, setting),
});
