// What the service remembers, as the core sees it: one interface a table, here or in the folder of its feature. The book
// loads such rows, a decision says how they change, the book writes that. Property names are the columns' names in camel case.

import type {
  Account,
  AccountApplication,
  AccountDay,
  AccountEntry,
  AccountEvent,
  AccountLetter,
  AccountMonth,
  AccountOwner,
  AccountPayment,
  AccountReview,
  AccountWithdrawal,
} from './account/account.ts';
import type { Checkout, PaymentContract } from './checkout/rows.ts';
import type { Day, Instant } from './dates.ts';
import type { Json } from './json.ts';
import type { Currency } from './money.ts';
import type { CaptureReminder, Collection, PaymentReturn } from './order/collecting.ts';
import type {
  Capture,
  CaptureInstallment,
  CostReturn,
  IdentityCheck,
  Order,
  OrderContents,
  OrderReview,
  Payment,
  Refund,
  ReturnNotification,
  ShippingDetail,
  Void,
  Withdrawal,
} from './order/rows.ts';
import type { CheckoutDecision, CreditDecision, Objection, Velocity } from './risk/rows.ts';
import type { Payout, Settlement, SettlementAdjustment, SettlementEntry, SettlementLine } from './settlement/rows.ts';

/** A person or company as one merchant knows them; the row is the lock under which exposure is held. */
export interface Customer {
  /** Keyed hash of the identity (core/party.ts). */
  readonly key: string;
  /** Names no person: what the audit calls the customer, permanently. */
  readonly id: string;
  /** The number the merchant sent, or the one we gave with the first answer. */
  readonly number: string | null;
  /** Was a national or organisation number ever given for this customer (C47)? */
  readonly identified: boolean;
  /** The customer this one was merged into, which is never merged itself: the orders of both are one person's. */
  readonly mergedInto: string | null;
  /** A person found a rejection wrong: until then score, lists and bureau do not count against the customer. */
  readonly clearedUntil: Instant | null;
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

/** What a merchant knows of a person beforehand (core/lists.ts). */
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

export interface ListKey {
  readonly key: string;
  readonly entryId: string;
}

/** Which customer a customer number means; the first use of a number decides, permanently. */
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

/** What a document can be about. */
const documentKinds = [
  'Contract',
  'Invoice',
  'CreditNote',
  'Statement',
  'Reminder',
  'Settlement',
  'Rejection',
  'ReviewAnswer',
  'WithdrawalReminder',
  'Modification',
] as const;
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
  /** When it was first fetched by the consumer's link. */
  readonly openedAt: Instant | null;
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
  accountLetters: AccountLetter;
  accountWithdrawals: AccountWithdrawal;
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
  withdrawals: Withdrawal;
  costReturns: CostReturn;
  creditDecisions: CreditDecision;
  objections: Objection;
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
