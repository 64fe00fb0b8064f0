// May a person be erased? Not while the person owes something or waits for an answer.
import { type Refusal, refuse } from './refusals.ts';

export interface OpenBusiness {
  /** The first order that is not at its end. */
  readonly orderNumber: string | null;
  /** Captured and neither refunded nor paid, over all currencies: minor units. */
  readonly debtMinor: bigint;
  /** The first account on which something is owed, accrues, is held, or is under review. */
  readonly accountNumber: string | null;
}

/** Why not yet; nothing when nothing is open. */
export function whyNotErased({ orderNumber, debtMinor, accountNumber }: OpenBusiness, field: string): Refusal | undefined {
  if (orderNumber !== null) return refuse('erasure.order_open', field, { number: orderNumber });
  if (accountNumber !== null) return refuse('erasure.account_open', field, { number: accountNumber });
  const cents = debtMinor.toString().padStart(3, '0');
  if (debtMinor > 0n) return refuse('erasure.debt_open', field, { amount: `${cents.slice(0, -2)}.${cents.slice(-2)}` });
  return undefined;
}
