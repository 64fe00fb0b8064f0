// A checkout: what a shop said when it asked for payment methods. It is good for one order and for a day (C41).
import { type Change, update } from '../changes.ts';
import { dayMs, type Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import { minorToWire } from '../money.ts';
import type { Order, OrderContents } from '../order/rows.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { Checkout } from './rows.ts';

/** How long a checkout can be referred to. */
export const checkoutMs = dayMs;

/**
 * Why an order or a contract cannot be made with the checkout: it is over (404, the same as one that never was), a customer
 * number contradicts the one that the shop sent for it (400.103), or an order was placed with it already (409). A number that we gave
 * is no statement of the shop's: a guest who registers meanwhile gets their first one. Where we gave one in place of the shop's, which
 * was another's, the shop may say either.
 */
export function checkoutFault(checkout: Checkout, customerNumber: string | null, now: Instant): Refusal | undefined {
  if (now >= checkout.expiresAt) return refuse('checkout.not_found', 'checkoutId');
  const sent = (checkout.customer ?? {}) as { readonly customerNumber?: string };
  const said = [sent.customerNumber, checkout.customerNumber];
  if (customerNumber !== null && sent.customerNumber !== undefined && !said.includes(customerNumber))
    return refuse('checkout.customer_number', 'customer.customerNumber');
  return checkout.orderId === null ? undefined : refuse('checkout.used', 'checkoutId');
}

/** The checkout in which the buyer of an order can agree to another total of it (C26): nothing has to be said again. */
export function checkoutOfOrder(
  order: Order,
  { customer, deliveryCustomer, nationalId, deliveryNationalId, remarks }: OrderContents,
  { items, totals }: { readonly items: Json; readonly totals: { readonly grossMinor: bigint; readonly netMinor: bigint } },
  { now, chance }: Setting,
): Checkout {
  const { customerNumber } = (customer ?? {}) as { customerNumber?: string };
  const { number, currency } = order;
  const totalGrossAmount = minorToWire(totals.grossMinor);
  return {
    id: chance.id(),
    customerNumber: customerNumber ?? null,
    currency,
    amountMinor: totals.grossMinor,
    orderDetails: { number, currency, totalGrossAmount, totalNetAmount: minorToWire(totals.netMinor), items },
    customer,
    deliveryCustomer,
    nationalId,
    deliveryNationalId,
    remarks,
    orderId: null,
    expiresAt: now + checkoutMs,
  };
}

/** An accepted or pending order uses its checkout up; a rejected one leaves it, so that the buyer can try again (C20). */
export function useCheckout(checkout: Checkout, order: Order): Change {
  return update('checkouts', checkout, { set: { orderId: order.id } });
}
