// A pending order that nobody decided in time is declined, so that the consumer's limit and the number are free again.
import type { Decided } from '../core/changes.ts';
import { declineOverdue } from '../core/order/review.ts';
import { listOverdueOrders } from '../orders/reviews.sql.ts';
import { eachOrder } from './each-order.ts';
import type { Job } from './jobs.ts';

export const declineOverdueReviews: Job = {
  name: 'decline-overdue-reviews',
  everySeconds: 60,
  run: (deps) =>
    eachOrder(deps, {
      operation: 'decline-overdue-reviews',
      statement: listOverdueOrders,
      dueAt: (row) => Number(row['decideBy']),
      decide: ({ order }, setting): Decided<unknown> | undefined => order && declineOverdue(order, setting),
    }),
};
