// A pending order that nobody decided in time is declined, so that the consumer's limit and the number are free again.
import type { Decided } from '../core/changes.ts';
import { declineOverdue } from '../core/order/review.ts';
import { findNextOverdueReview, listOverdueOrders } from '../orders/reviews.sql.ts';
import { orderJob } from './each-order.ts';

export const declineOverdueReviews = orderJob({
  name: 'decline-overdue-reviews',
  everySeconds: 60,
  statement: listOverdueOrders,
  due: findNextOverdueReview,
  decide: ({ order }, setting): Decided<unknown> | undefined => order && declineOverdue(order, setting),
});
