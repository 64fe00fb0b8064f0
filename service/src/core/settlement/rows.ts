// What is stored of settlements: statements, their lines, which ledger entries each line is made of, adjustments, payouts.
import type { Day, Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';

/** What the lines of a statement add up to, and what is paid out. */
export interface SettlementSums {
  readonly lineCount: number;
  readonly capturesMinor: bigint;
  /** Above zero where something was refunded. */
  readonly refundsMinor: bigint;
  /** Signed: above zero in the merchant's favour. */
  readonly adjustmentsMinor: bigint;
  /** Above zero where the merchant pays; what is given back for refunds is taken off. */
  readonly feesMinor: bigint;
  readonly reserveWithheldMinor: bigint;
  readonly reserveReleasedMinor: bigint;
  /** The balance of the statement before that was not paid out; below zero where the merchant owes. */
  readonly carriedInMinor: bigint;
  readonly carriedOutMinor: bigint;
  readonly payoutMinor: bigint;
}

/** A statement of one merchant and currency. While it is a draft its lines are gathered; once closed it never changes. */
export interface Settlement extends SettlementSums {
  /** The currency and the position among its statements: `EUR-000017`. */
  readonly number: string;
  readonly currency: Currency;
  /** 1, 2, 3 … without a gap for a merchant and currency. */
  readonly position: number;
  readonly state: 'Draft' | 'Closed';
  /** What was booked before this moment and is on no statement yet. */
  readonly cutAt: Instant;
  /** The business days it is about, both included. */
  readonly fromOn: Day;
  readonly toOn: Day;
  readonly madeOn: Day;
  /** When its payout is due. */
  readonly payoutOn: Day;
  /** The agreement as it was when it was begun (core/settlement/agreement.ts). */
  readonly agreement: Json;
  /** When what it withheld may be released, and by which statement it was. */
  readonly releaseOn: Day;
  readonly releasedBy: string | null;
  /** The event that closed it: its ledger entries move fees, reserve and payout. */
  readonly eventId: string;
  readonly documentId: string;
  readonly closedAt: Instant | null;
}

export const lineKinds = [
  'Capture',
  'AccountPurchase',
  'AccountWithdrawal',
  'Refund',
  'AccountCorrection',
  'Adjustment',
  'Other',
  'ReserveReleased',
  'CarriedIn',
  'CarriedOut',
] as const;
export type LineKind = (typeof lineKinds)[number];

/** One thing that moved what the merchant is to be paid. Net is what it adds to the payout. */
export interface SettlementLine {
  readonly settlementNumber: string;
  readonly lineNumber: number;
  readonly kind: LineKind;
  readonly bookedAt: Instant;
  readonly bookedOn: Day;
  readonly orderId: string | null;
  readonly orderNumber: string | null;
  readonly accountNumber: string | null;
  /** Of a refund the capture that it gives back. */
  readonly captureNumber: string | null;
  /** The number of the refund, account event, adjustment or statement it is about. */
  readonly subject: string;
  readonly paymentType: string | null;
  /** What it books in the ledger; none for lines that only move between statements. */
  readonly eventId: string | null;
  readonly ledgerIds: Json;
  /** Signed: above zero in the merchant's favour. */
  readonly amountMinor: bigint;
  readonly percentFeeMinor: bigint;
  readonly fixedFeeMinor: bigint;
  readonly reserveMinor: bigint;
  readonly netMinor: bigint;
}

/** A ledger entry is on one statement only: its id is the key. */
export interface SettlementEntry {
  readonly ledgerId: string;
  readonly settlementNumber: string;
  readonly lineNumber: number;
}

/** Something the operator credits or charges a merchant, once for each number. */
export interface SettlementAdjustment {
  readonly number: string;
  readonly currency: Currency;
  /** Signed: above zero in the merchant's favour. */
  readonly amountMinor: bigint;
  readonly reason: string;
  readonly insertedAt: Instant;
}

export const payoutStates = ['Open', 'Exported', 'Paid', 'Failed'] as const;
export type PayoutState = (typeof payoutStates)[number];

export interface Payout {
  readonly settlementNumber: string;
  readonly currency: Currency;
  readonly amountMinor: bigint;
  readonly payoutOn: Day;
  readonly state: PayoutState;
  /** How often it was written into a file. */
  readonly attempts: number;
  /** Of the settlement in its events: closing made it 1. */
  readonly version: number;
  /** The file it was written into last, and under which name. */
  readonly fileId: string | null;
  readonly endToEndId: string | null;
  /** Where it was sent last. */
  readonly iban: string | null;
  /** When it left last; it may have come back since. */
  readonly paidOn: Day | null;
  /** What the operator said of its end; empty where nothing was. */
  readonly reason: string | null;
  readonly insertedAt: Instant;
  /** When it was last sent, or its end reported, by the merchant's clock. */
  readonly updatedAt: Instant;
}
