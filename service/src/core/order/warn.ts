// Warnings before an authorization expires, so that a shop captures or ships in time (C29).
import { type Decided, update } from '../changes.ts';
import { addDays, endOfDay, type Instant } from '../dates.ts';
import type { Contract, Merchant } from '../merchant.ts';
import type { Setting } from '../setting.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Order } from './rows.ts';
import { uncapturedMinor } from './states.ts';

const usualDays: readonly number[] = [3, 1];

/** So many days before the end a shop is warned, most first. */
export function warningDays({ expiryWarningDays }: Pick<Contract, 'expiryWarningDays'>): readonly number[] {
  return [...new Set(expiryWarningDays ?? usualDays)].filter((days) => days > 0).sort((a, b) => b - a);
}

/** When a warning so many days before the end is due: days are the merchant's own, also across a change of daylight saving. */
const warningAt = (order: Pick<Order, 'expiresOn'>, days: number, merchant: Pick<Merchant, 'timeZone'>): Instant =>
  endOfDay(addDays(order.expiresOn, -days), merchant.timeZone);

/**
 * Warn of an order that has something left to capture, once for each threshold that has come. Of several that came while
 * the job did not run, only the nearest is sent: the others would say what is no longer true. Nothing where none is due.
 */
export function warnOfExpiry({ order }: OrderInHand, { now, merchant }: Setting): Decided<Order> | undefined {
  const open = uncapturedMinor(order);
  const capturable = order.state === 'Authorized' || order.state === 'PartlyCaptured';
  if (!capturable || open === 0n || now >= order.expiresAt) return undefined;
  const days = warningDays(merchant.contract).findLast((each) => warningAt(order, each, merchant) <= now);
  if (days === undefined || (order.warnedDays !== null && order.warnedDays <= days)) return undefined;
  // An order that was agreed for less than the threshold begins within it; it is warned of by the next one.
  if (warningAt(order, days, merchant) <= order.insertedAt) return undefined;
  return {
    answer: { ...order, warnedDays: days },
    changes: [update('orders', order, { set: { warnedDays: days } })],
    events: [
      {
        type: 'order.expiring',
        orderId: order.id,
        subject: order.number,
        currency: order.currency,
        amountMinor: 0n,
        details: { expiresOn: order.expiresOn, daysLeft: days, openAmount: open },
      },
    ],
  };
}
