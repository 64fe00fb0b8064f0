// What a decision has in its hands: rows as the book found them, under lock, and the moment and agreement it decides in.
import { type Refusal, refuse } from '../refusals.ts';
import type { Velocity } from '../risk/rows.ts';
import type { Customer, CustomerProfile, Exposure, ListEntry } from '../rows.ts';
import type { CaptureReminder } from './collecting.ts';
import type { RemindedOrder } from './debts-beside.ts';
import type { Capture, CaptureInstallment, CostReturn, Order } from './rows.ts';

/** The person as the book found them, under lock. */
export interface PersonInHand {
  readonly customer: Customer;
  readonly exposures: readonly Exposure[];
  /** Orders tried lately by this person and under the marks that were asked for. */
  readonly velocities: readonly Velocity[];
  /** Need the customer number not be remembered: it means a customer already, or it is all the identity there is? */
  readonly numberSettled: boolean;
  /** Is the number that the shop sent another person's? Then it says nothing of this one. */
  readonly numberIsAnothers?: true;
  /** As last seen, when seen. */
  readonly profile?: CustomerProfile;
  /** Others who have something in common with the person, where that was asked for (core/likeness.ts). */
  readonly alike: readonly CustomerProfile[];
  /** What the merchant's lists hold that may mean the person (core/lists.ts). */
  readonly listed: readonly ListEntry[];
}

/** Two customers under lock, whom an operator found to be one. */
export interface MergeInHand {
  readonly from: MergeSide;
  readonly into: MergeSide;
  /** Those who were merged into `from` before. */
  readonly mergedBefore: readonly Customer[];
}
export interface MergeSide {
  readonly customer: Customer;
  readonly exposures: readonly Exposure[];
  /** Orders tried lately by this person. */
  readonly velocities: readonly Velocity[];
  readonly profile?: CustomerProfile;
}

/** An order as every later step needs it: with its captures and what its customer owes, all under lock. */
export interface OrderInHand {
  readonly order: Order;
  /** Whose it is by now, where customers were merged. */
  readonly customer: Customer;
  readonly captures: readonly Capture[];
  /** Of all its captures, in their order; only where they were asked for. */
  readonly installments: readonly CaptureInstallment[];
  /** Costs that are not owed any more; only where they were asked for. */
  readonly costReturns: readonly CostReturn[];
  /** Letters of its captures; only where they were asked for. */
  readonly reminders: readonly CaptureReminder[];
  /** Other orders of the customer that letters were made about; only where they were asked for. */
  readonly reminded?: readonly RemindedOrder[];
  /** In the order's currency. */
  readonly exposure: Exposure;
  /** In every currency. */
  readonly exposures: readonly Exposure[];
  /** Orders tried lately by the customer; read only where a credit decision may come. */
  readonly velocities: readonly Velocity[];
}

/** Why there is no order to go on with: the last one under its number was declined (C20), or there never was one. */
export const noOrder = (declined: Order | undefined): Refusal =>
  refuse(declined ? 'order.declined' : 'order.not_found', 'orderNumber');

/** A currency in the body is optional, but a wrong one is a mistake that would cost money. */
export function otherCurrency(order: Order, currency: string | null, field: string): Refusal | undefined {
  if (currency === null || currency === order.currency) return undefined;
  return refuse('order.currency', field, { currency: order.currency });
}
