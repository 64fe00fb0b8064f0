// A pending order is decided: by the consumer who confirmed the identity, or by a person who reviewed it.
import { type Decided, update } from '../changes.ts';
import type { Instant } from '../dates.ts';
import type { Contract } from '../merchant.ts';
import type { Refusal } from '../refusals.ts';
import type { Score } from '../risk.ts';
import type { Order } from '../rows.ts';
import type { OrderInHand, Setting } from './in-hand.ts';
import { afterStep, orderSteps, whyNot } from './states.ts';

/** Approve or decline a pending order. Declining gives the hold back and leaves the number free, as a rejection does. */
export function decidePending(inHand: OrderInHand, step: 'approve' | 'decline', setting: Setting): Decided<Order> | Refusal {
  const { order, exposure } = inHand;
  const refusal = whyNot(order, step, setting.now);
  if (refusal) return refusal;
  const approved = step === 'approve';
  const after = afterStep(order, step, approved ? { approvedMinor: order.authorizedMinor } : {}, setting.now);
  const { state, approvedMinor, updatedAt, id: orderId, number: subject, currency, authorizedMinor: amountMinor } = after;
  return {
    answer: after,
    changes: [
      update('orders', order, { set: { state, approvedMinor, updatedAt } }),
      ...(approved ? [] : [update('exposures', exposure, { add: { heldMinor: -amountMinor } })]),
    ],
    events: [{ type: orderSteps[step].event, orderId, subject, currency, amountMinor }],
  };
}

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Until when a pending order has to be decided: a person has hours, a consumer who confirms the identity has minutes. */
export function decideBy({ reasons }: Score, now: Instant, { reviewHours = 72, confirmationMinutes = 60 }: Contract): Instant {
  const byConsumer = reasons.some((reason) => reason.id === 'risk.authentication');
  return now + (byConsumer ? confirmationMinutes * minuteMs : reviewHours * hourMs);
}
