// Reminders of overdue captures, on the merchant's business date. A process that was down makes the one that is due now, dated
// today: no letter is dated in the past, and the second waits its days after the first (C87).
import type { Decided } from '../core/changes.ts';
import { remind } from '../core/order/reminder.ts';
import { orderJob } from '../jobs/each-order.ts';
import { findNextReminder, listOrdersToRemind } from './reminders.sql.ts';

export const remindOverdue = orderJob({
  name: 'remind-overdue',
  everySeconds: 300,
  statement: listOrdersToRemind,
  due: findNextReminder,
  needs: ({ number }) => ({ order: String(number), with: ['captures', 'installments', 'contents', 'collections', 'reminders'] }),
  decide: ({ order, contents, collections }, setting): Decided<unknown> | undefined =>
    order && remind(order, contents, setting, collections),
});
