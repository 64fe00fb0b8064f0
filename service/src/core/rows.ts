// What the service remembers, as the core sees it: one interface a table. The book loads such rows, a decision says how
// they change, the book writes that. Property names are the columns' names in camel case.

import type {
  Account,
  AccountApplication,
  AccountDay,
  AccountEntry,
  AccountEvent,
  AccountMonth,
  AccountOwner,
  AccountPayment,
  AccountReview,
} from './account/account.ts';
import type { Day, Instant } from './dates.ts';
import type { Json } from './json.ts';
import type { Currency } from './money.ts';
import type { CaptureReminder, Collection, PaymentReturn } from './order/collecting.ts';
import type { Payout, Settlement, SettlementAdjustment, SettlementEntry, SettlementLine } from './settlement/rows.ts';

export type { CaptureReminder, Collection, PaymentReturn } from './order/collecting.ts';

/** A person or company as one merchant knows them; the row is the lock under which exposure is held. */
export interface Customer {
  /** Keyed hash of the identity (core/party.ts). */
  readonly key: string;
  /** Says nothing of anybody: what the audit calls the customer, for good. */
  readonly id: string;
  /** The number the merchant sent, or the one we gave with the first answer. */
  readonly number: string | null;
  /** Was a national or organisation number ever given for this customer (C47)? */
  readonly identified: boolean;
  /** The customer this one was merged into, which is never merged itself: the orders of both are one person's. */
  readonly mergedInto: string | null;
}

/** A person or company as last seen in an order that stood, or as an update of the customer said. All of it is personal. */
export interface CustomerProfile extends LikeKeys {
  readonly customerKey: string;
  readonly category: 'Person' | 'Company' | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobilePhone: string | null;
  readonly birthDate: Day | null;
  /** As it came on the wire: street, streetNumber, postalCode, postalPlace, countryCode. */
  readonly address: Json;
  readonly language: string | null;
  readonly distributionType: string | null;
  readonly nationalId: string | null;
  /** Keyed hash of the identity that the national number makes (core/party.ts). */
  readonly nationalIdKey: string | null;
  readonly seenAt: Instant;
}

/** Keyed hashes of what two people who may be one have in common (core/likeness.ts). */
export interface LikeKeys {
  readonly nameKey: string | null;
  readonly bornKey: string | null;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
  readonly addressKey: string | null;
}

export interface CustomerMerge {
  readonly id: string;
  readonly customerKey: string;
  readonly intoKey: string;
  readonly reason: string;
  readonly mergedBy: string;
  readonly mergedAt: Instant;
}

/** What a merchant knows of somebody beforehand (core/lists.ts). */
export interface ListEntry {
  readonly id: string;
  readonly list: 'negative' | 'positive';
  readonly kind: ListKind;
  /** JSON text of a ListContent; sealed. */
  readonly content: string;
  /** Keyed hash of list, kind and content: the same thing is on a list once. */
  readonly contentKey: string;
  /** Keyed hashes under which the entry is found, a line each. */
  readonly keys: string;
  readonly reason: string;
  readonly enteredBy: string;
  readonly insertedAt: Instant;
  readonly expiresAt: Instant | null;
  readonly removedAt: Instant | null;
  readonly removedBy: string | null;
  readonly removedReason: string | null;
}
export const listKinds = ['person', 'address', 'email', 'phone', 'bankAccount', 'company'] as const;
export type ListKind = (typeof listKinds)[number];

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
}

export interface ListKey {
  readonly key: string;
  readonly entryId: string;
}

/** Which customer a customer number means; the first use of a number decides, for good. */
export interface CustomerNumber {
  readonly number: string;
  readonly customerKey: string;
}

/** What a customer owes in one currency, and what the orders in it were like so far. */
export interface Exposure {
  readonly customerKey: string;
  readonly currency: Currency;
  /** Authorized and not yet captured, voided or expired. */
  readonly heldMinor: bigint;
  /** Captured and not yet refunded or paid. */
  readonly debtMinor: bigint;
  /** Orders that were accepted or placed under review, and what they came to in all. */
  readonly ordersCount: number;
  readonly orderedMinor: bigint;
  readonly largestMinor: bigint;
  readonly firstOrderedAt: Instant | null;
  readonly lastOrderedAt: Instant | null;
  /** Captures paid by the due date, paid later, and reminders sent: raised when payments are booked and dunned. */
  readonly paidOnTimeCount: number;
  readonly paidLateCount: number;
  readonly dunnedCount: number;
}

/** Orders tried under one mark within one hour, as one writer counted them (core/risk/velocity.ts). */
export interface Velocity {
  /** A customer's key, or a keyed hash of an e-mail, phone, IP or address. */
  readonly subject: string;
  readonly hourAt: Instant;
  /** A lane of a process: nobody else writes this row, so nobody waits for it. */
  readonly writer: string;
  readonly count: number;
}

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
  /** How many events were told of it (core/event-data.ts). */
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
}

export interface Capture {
  readonly number: string;
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly refundedMinor: bigint;
  /** Principal that the consumer paid. */
  readonly paidMinor: bigint;
  /** Refunded after it was paid, so owed back to the consumer. Left to pay: amount − refunded − paid + credit. */
  readonly creditMinor: bigint;
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
  /** Charged for reminders, and what of it was paid. */
  readonly reminderFeeMinor: bigint;
  readonly reminderFeePaidMinor: bigint;
  /** Up to and with this day nobody is reminded: a person is looking at it. */
  readonly remindersPausedUntil: Day | null;
  /** The bank took a direct debit back. */
  readonly debitReturnedOn: Day | null;
  /** What the consumer pays it under, unique at the merchant; null on captures from before there were references. */
  readonly paymentReference: string | null;
  /** The invoice's id, drawn with the capture; its pages follow when somebody asks for them. */
  readonly documentId: string | null;
  /** What the invoice says beside the order, as agreed at the moment of the capture (core/documents/terms.ts). */
  readonly invoiceTerms: Json;
  readonly items: Json;
  readonly remarks: Json;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** One installment of a capture, as it stands after refunds (core/plan/schedule.ts). */
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
  /** The value day of the payment that completed it. */
  readonly paidOn: Day | null;
}

/** Money received from a consumer for a capture. */
export interface Payment {
  /** The operator's own number of the transaction. */
  readonly transactionId: string;
  readonly orderId: string;
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feeMinor: bigint;
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

/** What a document can be about. */
export const documentKinds = ['Contract', 'Invoice', 'CreditNote', 'Statement', 'Reminder', 'Settlement'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** A paper of a consumer: its data from the start, its bytes and their hash once it was drawn. */
export interface StoredDocument {
  readonly id: string;
  readonly kind: DocumentKind;
  /** The number of the contract, capture or refund, or account and month, it is about: one document of a kind for each. */
  readonly subject: string;
  readonly orderId: string | null;
  readonly language: string;
  /** `contentText` of its data (core/documents/content.ts); null once the person was erased. */
  readonly content: string | null;
  /** Hexadecimal. */
  readonly sha256: string | null;
  /** Base64. */
  readonly bytes: string | null;
  readonly madeAt: Instant;
}

/** A credit decision with what it was decided on, so that it can be run again to the same outcome. */
export interface CreditDecision {
  readonly id: string;
  readonly orderId: string;
  readonly outcome: string;
  readonly amountMinor: bigint;
  readonly application: Json;
  readonly facts: Json;
  readonly policy: Json;
  readonly reasons: Json;
  /** Probabilities, limit, weights and the rule that decided; null from an engine before this one. */
  readonly result: Json;
  readonly decidedAt: Instant;
}

/** What a shop said when it asked for payment methods; authorize and contract may leave out what is known here (C41). */
export interface Checkout {
  readonly id: string;
  /** The number that was answered, the shop's own or ours; null where nobody was named. */
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
  readonly madeAt: Instant;
  readonly expiresAt: Instant;
}

/** Which payment methods were offered, which not and why, with what that was decided on. */
export interface CheckoutDecision {
  readonly id: string;
  readonly checkoutId: string;
  readonly outcome: string;
  readonly amountMinor: bigint;
  readonly application: Json;
  readonly facts: Json;
  readonly policy: Json;
  readonly reasons: Json;
  readonly methods: Json;
  readonly decidedAt: Instant;
}

/** Every table a decision may change, by name. */
export interface Rows {
  customers: Customer;
  customerNumbers: CustomerNumber;
  customerProfiles: CustomerProfile;
  customerMerges: CustomerMerge;
  listEntries: ListEntry;
  listKeys: ListKey;
  exposures: Exposure;
  accounts: Account;
  accountOwners: AccountOwner;
  accountApplications: AccountApplication;
  accountReviews: AccountReview;
  accountEvents: AccountEvent;
  accountEntries: AccountEntry;
  accountDays: AccountDay;
  accountMonths: AccountMonth;
  accountPayments: AccountPayment;
  velocities: Velocity;
  orders: Order;
  orderContents: OrderContents;
  orderReviews: OrderReview;
  identityChecks: IdentityCheck;
  captures: Capture;
  captureInstallments: CaptureInstallment;
  payments: Payment;
  paymentReturns: PaymentReturn;
  collections: Collection;
  captureReminders: CaptureReminder;
  refunds: Refund;
  voids: Void;
  returnNotifications: ReturnNotification;
  shippingDetails: ShippingDetail;
  creditDecisions: CreditDecision;
  checkouts: Checkout;
  checkoutDecisions: CheckoutDecision;
  contracts: PaymentContract;
  documents: StoredDocument;
  settlements: Settlement;
  settlementLines: SettlementLine;
  settlementEntries: SettlementEntry;
  settlementAdjustments: SettlementAdjustment;
  payouts: Payout;
}
export type TableName = keyof Rows;
