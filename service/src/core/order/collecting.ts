// What is remembered of collecting a debt: reminders, direct debits, and payments that were taken back (core/rows.ts).
import type { Day, Instant } from '../dates.ts';
import type { Json } from '../json.ts';
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
  /** When it was known that the money had come before it; null of a letter that charges what it says. */
  readonly cancelledOn: Day | null;
  readonly insertedAt: Instant;
}

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
