// What is remembered of orders: one interface a table (core/rows.ts).
import type { Day, Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';

/** The states of an order (C30); core/order/states.ts says which step leads where. */
export const orderStates = ['Pending', 'Authorized', 'PartlyCaptured', 'Captured', 'Voided', 'Expired', 'Rejected'] as const;
export type OrderState = (typeof orderStates)[number];

/** The part of an order that every step needs. 0 ≤ refunded ≤ captured and captured + voided ≤ authorized, always. */
export interface Order {
  readonly id: string;
  readonly number: string;
  /** The number in lower case: numbers are unique without regard to case (C20). */
  readonly numberKey: string;
  readonly customerKey: string;
  readonly checkoutId: string;
  readonly paymentType: string;
  /** What was agreed with the buyer (core/checkout/terms.ts reads it); null for a plain invoice. */
  readonly terms: Json;
  readonly currency: Currency;
  readonly state: OrderState;
  readonly authorizedMinor: bigint;
  readonly netMinor: bigint;
  /** The highest total that a credit decision approved so far (C26). */
  readonly approvedMinor: bigint;
  readonly capturedMinor: bigint;
  readonly voidedMinor: bigint;
  readonly refundedMinor: bigint;
  readonly expiresOn: Day;
  readonly expiresAt: Instant;
  readonly shippingCount: number;
  /** How many events were recorded of it (core/event-data.ts). */
  readonly version: number;
  /** Until when a pending order has to be decided; null for one that never was pending. */
  readonly decideBy: Instant | null;
  /** The version of the merchant's contract it was made under; null before there were versions. */
  readonly contractVersion: number | null;
  /** Of an invoice, from capture (or the end of its month) to due date, as agreed then; null where the contract of now says it. */
  readonly daysUntilDue: number | null;
  /** Of how many days before its end it was warned last (core/order/warn.ts). */
  readonly warnedDays: number | null;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** The part of an order that only reading it and updating it need. Everything personal of an order is here. */
export interface OrderContents {
  readonly orderId: string;
  readonly items: Json;
  readonly customer: Json;
  readonly deliveryCustomer: Json;
  readonly nationalId: string | null;
  readonly deliveryNationalId: string | null;
  readonly bankAccount: string | null;
  readonly payment: Json;
  /** Everything else the shop said of the order: channel, references, plug-in. */
  readonly remarks: Json;
  /** What it is found by (core/search-words.ts); null in rows from before, and where the person was erased. */
  readonly words: string | null;
}

export interface Capture {
  readonly number: string;
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly refundedMinor: bigint;
  /** Principal that the consumer paid, or that a customer account was charged (core/account/charge.ts). */
  readonly paidMinor: bigint;
  /** Refunded after it was paid, so owed back to the consumer. Left to pay: amount − refunded − paid + credit. */
  readonly creditMinor: bigint;
  /** Does a customer account ask for it? False where the order has to, after all; null of every other way to pay. */
  readonly onAccount: boolean | null;
  /** The account that was charged last, and how much of what was paid was charged. */
  readonly chargedAccount: string | null;
  readonly chargedMinor: bigint;
  /** The value day of the payment that left nothing to pay. */
  readonly settledOn: Day | null;
  readonly invoicedOn: Day;
  readonly dueOn: Day;
  readonly returnNotifiedAt: Instant | null;
  /** Reminders of what is overdue now: 0, 1 or 2 (core/order/reminder.ts); and all there ever were. */
  readonly reminderLevel: number;
  readonly reminderCount: number;
  /** The day of the latest reminder. */
  readonly remindedOn: Day | null;
  /** Charged with reminders, fees and interest on late payment, and what of it was paid. */
  readonly reminderFeeMinor: bigint;
  readonly reminderFeePaidMinor: bigint;
  /** Of these two the interest; null until some was charged. */
  readonly lateInterestMinor: bigint | null;
  readonly lateInterestPaidMinor: bigint | null;
  /** Up to and with this day no reminder is sent: a person is looking at it. */
  readonly remindersPausedUntil: Day | null;
  /**
   * From when it is debited no more by itself: the bank took a direct debit back or could not be asked for one, or the consumer withdrew
   * from the credit.
   */
  readonly debitReturnedOn: Day | null;
  /** What the consumer pays it under, unique at the merchant; null on captures from before there were references. */
  readonly paymentReference: string | null;
  /** The invoice's id, drawn with the capture; its pages follow when they are requested. */
  readonly documentId: string | null;
  /** What the invoice says beside the order, as agreed at the moment of the capture: who is paid, and when (core/documents/terms.ts). */
  readonly invoiceTerms: Json;
  readonly invoiceDue: Json;
  readonly items: Json;
  readonly remarks: Json;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** One installment of a capture, as it is after refunds (core/plan/schedule.ts). */
export interface CaptureInstallment {
  readonly captureNumber: string;
  /** From 1. */
  readonly number: number;
  readonly orderId: string;
  readonly dueOn: Day;
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
  readonly paidMinor: bigint;
  /** The value day of the payment that completed it; the due day where we collected it later. */
  readonly paidOn: Day | null;
}

/** An amount for a capture, and what of it is for principal, interest and fees. */
export interface DividedPayment {
  readonly orderId: string;
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
}

/** Money received from a consumer for a capture. */
export interface Payment extends DividedPayment {
  /** The operator's own number of the transaction. */
  readonly transactionId: string;
  readonly valueOn: Day;
  readonly reason: string | null;
  readonly insertedAt: Instant;
}

export interface Refund {
  readonly number: string;
  readonly orderId: string;
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  readonly items: Json;
  readonly remarks: Json;
  /** The credit note's id. */
  readonly documentId: string | null;
  /** What the credit note says is left to pay of the capture (core/order/left-to-pay.ts); null on refunds from before. */
  readonly noteTerms: Json;
  readonly insertedAt: Instant;
}

export interface Void {
  readonly number: string;
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly items: Json;
  readonly remarks: Json;
  readonly insertedAt: Instant;
}

export interface ReturnNotification {
  readonly captureNumber: string;
  readonly orderId: string;
  readonly amountMinor: bigint | null;
  readonly items: Json;
  readonly remarks: Json;
  readonly insertedAt: Instant;
}

export interface ShippingDetail {
  readonly orderId: string;
  readonly number: number;
  readonly captureNumber: string;
  readonly type: string;
  readonly shippingCompany: string;
  readonly trackingId: string;
  readonly trackingUrl: string;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** A consumer withdrew from a credit. */
export interface CreditWithdrawal {
  /** The day on which the notice was sent. */
  readonly noticedOn: Day;
  /** Until when capital and interest are paid back. */
  readonly payBy: Day;
  readonly medium: 'Page' | 'Letter' | 'Email' | 'Other';
  /** What was left to pay back then; of an account below zero what the holder gets back. */
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  /** Paid of interest and fees that are not owed: it counts as paid of the capital. */
  readonly returnedMinor: bigint;
  readonly insertedAt: Instant;
}

/** … from the credit of an order (core/order/withdraw.ts). */
export interface Withdrawal extends CreditWithdrawal {
  readonly orderId: string;
}

/** Costs of a capture that are not owed any more, since it was withdrawn from, repaid early or refunded (core/plan/costs.ts). */
export interface CostReturn {
  readonly captureNumber: string;
  /** A withdrawal is from the credit, or from all or a part of the purchase that it paid for. */
  readonly reason: 'Withdrawal' | 'EarlyRepayment';
  /** Of the payment that repaid early, or the number of the refund; else empty. */
  readonly transactionId: string;
  readonly orderId: string;
  /** What was paid of them; below zero where costs are owed again and more was paid meanwhile. */
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
  /** Of that, what is more than the capital that was left. */
  readonly creditMinor: bigint;
  /** What fell in all; null of a withdrawal. */
  readonly savedMinor: bigint | null;
  /** Of an early repayment: what the costs came to on its day, from which they count anew. */
  readonly countedOn: Day | null;
  readonly countedInterestMinor: bigint | null;
  readonly countedFeeMinor: bigint | null;
  /** Of each installment it changed the number, and principal, interest and fee before and after it (core/order/undo-early.ts). */
  readonly changedRows: Json;
  readonly insertedAt: Instant;
}

/** Who decided a pending order, and why. */
export interface OrderReview {
  readonly orderId: string;
  readonly decision: 'approve' | 'decline';
  readonly reason: string;
  readonly decidedBy: string;
  readonly decidedAt: Instant;
}

/** How often a consumer tried to confirm the identity for an order, and how often the code was sent. */
export interface IdentityCheck {
  readonly orderId: string;
  readonly attemptCount: number;
  readonly sendCount: number;
  readonly sentAt: Instant | null;
  /** Null until the right code was entered. */
  readonly confirmedAt: Instant | null;
}
