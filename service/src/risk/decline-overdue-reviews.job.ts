// What was not decided in time, an order or an application for an account, is declined, so that the consumer's limit is free
// again.

import { toDecideApplication } from '../book/needs.ts';
import { declineOverdueApplication } from '../core/account/review.ts';
import type { Decided } from '../core/changes.ts';
import { declineOverdue } from '../core/order/review.ts';
import { orderJob } from '../jobs/each-order.ts';
import { findNextOverdueReview, listOverdueReviews } from './reviews.sql.ts';

export const declineOverdueReviews = orderJob({
  name: 'decline-overdue-reviews',
  everySeconds: 60,
  statement: listOverdueReviews,
  due: findNextOverdueReview,
  needs: ({ kind, number }) => (kind === 'account' ? toDecideApplication(String(number)) : { order: String(number) }),
  decide({ order, account }, setting): Decided<unknown> | undefined {
    if (account) return declineOverdueApplication(account, setting);
    return order && declineOverdue(order, setting);
  },
});
