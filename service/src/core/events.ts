// What can happen, in the past tense. An event holds ids and amounts only, nothing of a person (design 5).
import type { Currency } from './money.ts';

export const eventTypes = [
  'order.authorized',
  'order.placed_under_review',
  'order.rejected',
  'order.approved',
  'order.declined',
  'order.updated',
  'order.update_rejected',
  'order.captured',
  'order.refunded',
  'order.voided',
  'order.expired',
  'capture.paid',
  'capture.return_notified',
  'capture.shipping_added',
  'capture.shipping_updated',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One thing that happened to an order. */
export interface Event {
  readonly type: EventType;
  readonly orderId: string;
  /** The number of the capture, refund, void or shipping detail it is about; the order's own where there is none. */
  readonly subject: string;
  readonly currency: Currency;
  /** Money moved, in minor units; for order.updated the signed difference of the totals, 0 where nothing moves. */
  readonly amountMinor: bigint;
  /** Of the amount, what is booked otherwise than the rest (core/ledger.ts). */
  readonly shares?: Readonly<Partial<Record<Share, bigint>>>;
}

/** Parts of an amount that have accounts of their own: of a payment, and of a refund what was paid already. */
export type Share = 'interest' | 'fees' | 'credit';
