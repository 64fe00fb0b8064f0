// An authorization is extended: what is open may be captured until a later day. Nothing is lent anew, so no source is asked
// again; but it never gets longer than a new one would be from today, nor older than a year in all.
import { type Decided, update } from '../changes.ts';
import { addDays, type Day, dayAt, endOfDay } from '../dates.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Order } from './rows.ts';
import { whyNot } from './states.ts';

/** An authorization that was decided longer ago than this many days says nothing of the buyer any more. */
const oldestDays = 365;

/** More than any threshold: the warnings before the new day come again (core/order/warn.ts). */
const notWarned = 10_000;

/** The latest day an order can be extended to: as if it were authorized today, and at most a year after it was. */
function latestExpiry({ insertedAt }: Pick<Order, 'insertedAt'>, { now, merchant }: Pick<Setting, 'now' | 'merchant'>): Day {
  const asNew = addDays(dayAt(now, merchant.timeZone), merchant.contract.expiryDays);
  const oldest = addDays(dayAt(insertedAt, merchant.timeZone), oldestDays);
  return asNew < oldest ? asNew : oldest;
}

/** Extend what is open; refused when it expired already, when nothing is open, and beyond the bounds. */
export function extendOrder({ order }: OrderInHand, expiresOn: Day, setting: Setting): Decided<Order> | Refusal {
  const refusal = whyNot(order, 'capture', setting.now);
  if (refusal) return refusal;
  const latest = latestExpiry(order, setting);
  if (expiresOn <= order.expiresOn || expiresOn > latest) return refuse('order.not_extendable', 'expiresOn', { day: latest });
  const after: Order = {
    ...order,
    expiresOn,
    expiresAt: endOfDay(expiresOn, setting.merchant.timeZone),
    warnedDays: order.warnedDays === null ? null : notWarned,
    updatedAt: setting.now,
  };
  const { expiresAt, warnedDays, updatedAt, id: orderId, number: subject, currency } = after;
  const set = { expiresOn, expiresAt, updatedAt, ...(warnedDays !== null && { warnedDays }) };
  return {
    answer: after,
    changes: [update('orders', order, { set })],
    events: [{ type: 'order.extended', orderId, subject, currency, amountMinor: 0n, details: { expiresOn } }],
  };
}
