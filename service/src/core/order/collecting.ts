// What is remembered of collecting a debt: reminders, direct debits, and payments that were taken back (core/rows.ts).
import type { Day, Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import type { DividedPayment } from './rows.ts';

/** A letter that asked for what was overdue. */
export interface CaptureReminder {
  readonly captureNumber: string;
  /** From 1, of all the capture ever had. */
  readonly number: number;
  readonly orderId: string;
  readonly level: number;
  readonly madeOn: Day;
  readonly payBy: Day;
  readonly feeMinor: bigint;
  /** Interest on late payment, for the days since the letter before. */
  readonly interestMinor: bigint;
  /** Fees of reminders and interest on late payment that are open with it, its own among them; and of that the interest. */
  readonly feesOpenMinor: bigint;
  readonly interestOpenMinor: bigint;
  /** All that it asks for. */
  readonly openMinor: bigint;
  /** What fell due when: `{ on, amountMinor }`, the amount as digits. */
  readonly due: Json;
  readonly letterTerms: Json;
  readonly documentId: string;
  readonly insertedAt: Instant;
}

/** What a letter keeps, so that its paper is the same whenever it is requested: names, an account and the law may be others by then. */
export interface LetterTerms {
  readonly shopName: string;
  readonly payee: Payee;
  /** The yearly rate of late interest on its day, in hundredths of a per cent. */
  readonly lateRateBps?: number;
  /** The last day of the interest that it asks for, where that is not its own day. */
  readonly interestUntil?: Day;
  /** What the next letter will cost, as digits of minor units. */
  readonly announcedFee?: string;
  /** Is that for all of the customer's debts that are late together? */
  readonly announcedTogether?: true;
  /** The yearly rate of its day by which interest will run once its days are over, in hundredths of a per cent. */
  readonly announcedRateBps?: number;
  /** What its cost is reckoned on, as digits of minor units, where the law adds up debts. */
  readonly principal?: string;
}

export const letterTermsOf = ({ letterTerms }: Pick<CaptureReminder, 'letterTerms'>): LetterTerms =>
  letterTerms as unknown as LetterTerms;

const collectionStates = ['Exported', 'Collected', 'Returned'] as const;

/** A direct debit of a capture or one of its installments: asked of the bank once. */
export interface Collection {
  readonly id: string;
  readonly fileId: string;
  readonly orderId: string;
  readonly captureNumber: string;
  /** 0 for a capture without installments. */
  readonly installment: number;
  /** 2 where a person had it asked for again after the bank had returned it. */
  readonly attempt: number;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly collectOn: Day;
  readonly sequenceType: string;
  readonly mandateNumber: string;
  readonly signedOn: Day;
  readonly endToEndId: string;
  readonly state: (typeof collectionStates)[number];
  readonly returnReason: string | null;
  /** The payment that was booked for it. */
  readonly transactionId: string | null;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** A payment that the bank took back. */
export interface PaymentReturn extends DividedPayment {
  readonly transactionId: string;
  /** What had been owed back to the consumer for a refund and is no longer. */
  readonly creditMinor: bigint;
  readonly returnedOn: Day;
  readonly reason: string | null;
  readonly insertedAt: Instant;
}
