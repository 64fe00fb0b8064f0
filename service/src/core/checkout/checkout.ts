// A checkout: what a shop said when it asked for payment methods. It is good for one order and for a day (C41).
import { type Change, update } from '../changes.ts';
import { dayMs, type Instant } from '../dates.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Checkout, Order } from '../rows.ts';

/** How long a checkout can be referred to. */
export const checkoutMs = dayMs;

/**
 * Why an order or a contract cannot be made with the checkout: it is over (404, the same as one that never was), a customer
 * number contradicts the one it was answered with (400.103), or an order was placed with it already (409).
 */
export function checkoutFault(checkout: Checkout, customerNumber: string | null, now: Instant): Refusal | undefined {
  if (now >= checkout.expiresAt) return refuse('checkout.not_found', 'checkoutId');
  const differs = customerNumber !== null && checkout.customerNumber !== null && customerNumber !== checkout.customerNumber;
  if (differs) return refuse('checkout.customer_number', 'customer.customerNumber');
  return checkout.orderId === null ? undefined : refuse('checkout.used', 'checkoutId');
}

/** An accepted or pending order uses its checkout up; a rejected one leaves it, so that the buyer can try again (C20). */
export function useCheckout(checkout: Checkout, order: Order): Change {
  return update('checkouts', checkout, { set: { orderId: order.id } });
}
