// The life of an order, simpler than the core has it: a few numbers that its events move, in the order of their versions.
import type { Row } from './memory-server.ts';

export interface ModelCapture {
  readonly amount: bigint;
  readonly refunded: bigint;
  readonly paid: bigint;
  /** Paid, refunded, and so owed back. */
  readonly credit: bigint;
}

/** An order at one moment. */
export interface ModelOrder {
  readonly authorized: bigint;
  readonly voided: bigint;
  readonly captures: ReadonlyMap<string, ModelCapture>;
}

const sum = (order: ModelOrder, of: (capture: ModelCapture) => bigint): bigint =>
  [...order.captures.values()].reduce((total, capture) => total + of(capture), 0n);
export const leftOf = ({ amount, refunded, paid, credit }: ModelCapture): bigint => amount - refunded - paid + credit;
export const captured = (order: ModelOrder): bigint => sum(order, ({ amount }) => amount);
export const refunded = (order: ModelOrder): bigint => sum(order, (capture) => capture.refunded);
export const paid = (order: ModelOrder): bigint => sum(order, (capture) => capture.paid);
export const credit = (order: ModelOrder): bigint => sum(order, (capture) => capture.credit);
export const owed = (order: ModelOrder): bigint => sum(order, leftOf);
export const open = (order: ModelOrder): bigint => order.authorized - captured(order) - order.voided;

/** The order after an event; a text where the event should not have been possible. */
export function afterEvent(
  order: ModelOrder | undefined,
  event: Row,
  captureOf: (refund: string) => string,
): ModelOrder | string {
  const amount = event['amountMinor'] as bigint;
  const subject = String(event['subject']);
  const type = String(event['type']);
  if (type === 'order.authorized' || type === 'order.rejected')
    return order
      ? `${type} of an order that was there`
      : { authorized: type === 'order.rejected' ? 0n : amount, voided: 0n, captures: new Map() };
  if (!order) return `${type} of an order that was never authorized`;
  const withCapture = (number: string, capture: ModelCapture): ModelOrder => ({
    ...order,
    captures: new Map([...order.captures, [number, capture]]),
  });
  const of = (number: string): ModelCapture | undefined => order.captures.get(number);
  switch (type) {
    case 'order.updated':
      if (captured(order) > 0n || order.voided > 0n) return 'an update after a capture or a void';
      return { ...order, authorized: order.authorized + amount };
    case 'order.update_rejected':
    case 'order.change_notified':
      return order;
    case 'order.captured':
      if (amount <= 0n || amount > open(order)) return `a capture of ${amount} where ${open(order)} was open`;
      if (of(subject)) return `the capture number ${subject} twice`;
      return withCapture(subject, { amount, refunded: 0n, paid: 0n, credit: 0n });
    case 'order.voided':
    case 'order.expired':
      if (amount <= 0n || amount > open(order)) return `${type} of ${amount} where ${open(order)} was open`;
      return { ...order, voided: order.voided + amount };
    case 'order.refunded': {
      const capture = of(captureOf(subject));
      if (!capture || amount <= 0n || amount > capture.amount - capture.refunded)
        return `a refund of ${amount} that the capture does not have`;
      const over = amount - leftOf(capture);
      return withCapture(captureOf(subject), {
        ...capture,
        refunded: capture.refunded + amount,
        credit: capture.credit + (over > 0n ? over : 0n),
      });
    }
    case 'capture.paid': {
      const capture = of(subject);
      if (!capture || amount <= 0n || amount > leftOf(capture)) return `a payment of ${amount} that the capture does not owe`;
      return withCapture(subject, { ...capture, paid: capture.paid + amount });
    }
    case 'capture.payment_returned': {
      const capture = of(subject);
      if (!capture || amount <= 0n || amount > capture.paid) return `a payment of ${amount} taken back that was never booked`;
      // What was refunded of it is owed back no longer, as far as the money is gone.
      const credit = capture.credit < amount ? capture.credit : amount;
      return withCapture(subject, { ...capture, paid: capture.paid - amount, credit: capture.credit - credit });
    }
    default:
      return `an event ${type} that no client caused`;
  }
}
