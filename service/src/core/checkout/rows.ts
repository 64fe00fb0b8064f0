// What is remembered of checkouts: one interface a table (core/rows.ts).
import type { Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';

/** What a shop said when it asked for payment methods; authorize and contract may leave out what is known here (C41). */
export interface Checkout {
  readonly id: string;
  /** The number that was answered, the shop's own or ours; null where no customer was named. */
  readonly customerNumber: string | null;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  /** The order and the people as sent, in part or in whole, without the numbers of persons. */
  readonly orderDetails: Json;
  readonly customer: Json;
  readonly deliveryCustomer: Json;
  readonly nationalId: string | null;
  readonly deliveryNationalId: string | null;
  /** Everything else the shop said beside the order: references, language, plug-in. */
  readonly remarks: Json;
  /** The accepted or pending order it was used for. */
  readonly orderId: string | null;
  readonly expiresAt: Instant;
}

/** What a buyer agreed to in a checkout, with its terms as they were then; good for one order. */
export interface PaymentContract {
  readonly id: string;
  /** For people, as `contractNumber` on the wire. */
  readonly number: string;
  /** Of the direct debit mandate, where there is one. */
  readonly mandateNumber: string | null;
  readonly checkoutId: string;
  readonly paymentType: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly terms: Json;
  readonly bankAccount: string | null;
  /** Keyed hash of it, as on the lists. */
  readonly bankAccountKey: string | null;
  readonly documentId: string;
  /** The accepted or pending order it was used for. */
  readonly orderId: string | null;
  /** When it was handed over, with the form before it. */
  readonly madeAt: Instant;
  /** When that order was placed on it, or updated to it. */
  readonly usedAt: Instant | null;
  readonly expiresAt: Instant;
}
