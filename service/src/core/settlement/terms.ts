// The words of a contract about being paid, as they were agreed; what holds where it is silent: agreement.ts.
import type { Validity } from '../dates.ts';
import type { Currency } from '../money.ts';

/** What a capture of one payment type costs the merchant, while the term runs by the business day of the capture. */
export interface FeeTerm extends Partial<Validity> {
  readonly paymentType: string;
  /** Of the captured amount, in hundredths of a per cent: 249 is 2.49 %. */
  readonly percentBps: number;
  /** For every capture, in minor units of its currency. */
  readonly fixedMinor: bigint;
}

export interface Fees {
  /** One at most holds for a payment type on a day; where none does there is no fee. */
  readonly terms: readonly FeeTerm[];
  /** Of a refunded capture: is the whole fee kept (when nothing is said), or is the percentage given back in proportion? */
  readonly onRefund?: 'kept' | 'percentReturned';
}

/** A rolling reserve: a part of what is captured is held back and released later. */
export interface Reserve {
  /** Of every captured amount, in hundredths of a per cent. */
  readonly percentBps: number;
  /** From the day of the statement that withheld it to the first statement that may release it. */
  readonly days: number;
}

export const settlementPeriods = ['daily', 'weekly', 'monthly'] as const;
export type SettlementPeriod = (typeof settlementPeriods)[number];

/** Where a merchant's payouts of a currency go. */
export interface PayoutAccount {
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | null;
}

export interface SettlementTerms {
  readonly period: SettlementPeriod;
  /** Weekly: the day whose first moment closes the period, 1 is Monday (when nothing is said). */
  readonly weekday?: number;
  /** Calendar days from the statement to the payout, which then waits for a business day; 0 when nothing is said. */
  readonly delayDays?: number;
  readonly payoutAccounts?: { readonly [currency in Currency]?: PayoutAccount };
  /** Less than this is carried over to the next statement; minor units. */
  readonly minimumPayoutMinor?: bigint;
}
