// Reminders of overdue captures, on the merchant's business date. A process that was down makes the one that is due now, dated
// today: no letter is dated in the past, and the second waits its days after the first (C87).
import type { Decided } from '../core/changes.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import { mayAddUp } from '../core/law/reminder-fee.ts';
import { remind } from '../core/order/reminder.ts';
import { orderJob } from '../jobs/each-order.ts';
import { findNextReminder, listOrdersToRemind } from './reminders.sql.ts';

export const remindOverdue = orderJob({
  name: 'remind-overdue',
  everySeconds: 300,
  statement: listOrdersToRemind,
  due: findNextReminder,
  needs: ({ number, country }) => ({
    order: String(number),
    with: [
      ...(['captures', 'installments', 'contents', 'collections', 'reminders'] as const),
      ...(mayAddUp(country as CountryCode) ? (['reminded'] as const) : []),
    ],
  }),
  decide: ({ order, contents, collections }, setting): Decided<unknown> | undefined =>
    order && remind(order, contents, setting, collections),
});
