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
  'account.opened',
  'account.placed_under_review',
  'account.rejected',
  'account.approved',
  'account.declined',
  'account.stopped',
  'account.resumed',
  'account.noted',
  'account.purchased',
  'account.withdrawn',
  'account.commission_charged',
  'account.withdrawal_corrected',
  'account.interest_corrected',
  'account.event_held',
  'account.event_declined',
  'account.event_rejected',
  'account.interest_posted',
  'account.fee_charged',
  'account.fees_paid',
  'account.interest_paid',
  'account.principal_paid',
  'account.statement_made',
  'account.reminded',
  'account.dunning_ended',
] as const;
export type EventType = (typeof eventTypes)[number];

/** One thing that happened to an order or to a customer account. */
export interface Event {
  readonly type: EventType;
  /** Null where it is about a customer account. */
  readonly orderId: string | null;
  readonly accountNumber?: string;
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
