// A customer account: credit that is applied for once and used often. The row is the lock
// under which its limit is held; every counter of it moves by deltas.
import type { PaymentPart } from '../credit-profiles.ts';
import type { Day, Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import type { Currency } from '../money.ts';
import type { CreditWithdrawal } from '../order/rows.ts';
import type { RefusalId } from '../refusals.ts';
import type { DecisionRecord } from '../risk/rows.ts';

/** Whether there is an account at all: under review, open, or declined (which counts as no account). */
export const accountStates = ['UnderReview', 'Open', 'Declined'] as const;
export type AccountState = (typeof accountStates)[number];

/** How far a debt that is not paid has come; the words are the interface's, spelling included. */
export const accountStatuses = [
  'Ok',
  'FirstReminder',
  'SecondReminder',
  'UnderCancelation',
  'SentToDebtCollection',
  'ClosedFromDebtCollection',
] as const;
export type AccountStatus = (typeof accountStatuses)[number];

/** What was agreed when the account was opened; amounts are digit strings, because this is kept as JSON. */
export interface AccountTerms {
  /** Nominal yearly rate in hundredths of a per cent. */
  readonly interestRateBps: number;
  readonly monthlyFeeMinor: string;
  readonly minimumPaymentMinor: string;
  readonly minimumPaymentBps: number;
  /** What a reminder costs at most; absent in accounts from before it was agreed. */
  readonly reminderFeeMinor?: string;
  /** What payments cover first; absent in accounts from before it was kept, for which the merchant's contract says it. */
  readonly paymentOrder?: readonly PaymentPart[];
  /**
   * Does its agreement say that a payout of money may cost a fee? Absent where it names none: of an account that an order opened, and in
   * accounts from before it was agreed.
   */
  readonly payoutFees?: true;
}

export interface Account {
  /** `0100.0000008`: four digits, a dot, seven, the last a check digit. */
  readonly number: string;
  readonly id: string;
  readonly customerKey: string;
  readonly customerNumber: string;
  readonly currency: Currency;
  readonly profileNo: number;
  readonly terms: Json;
  readonly state: AccountState;
  readonly status: AccountStatus;
  /** Stopped by the operator. */
  readonly stopped: boolean;
  readonly limitMinor: bigint;
  /** What is owed without fees and interest; below zero when more was paid than owed. */
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feesMinor: bigint;
  /** Purchases and withdrawals less their corrections, never below zero. */
  readonly usedMinor: bigint;
  readonly entryCount: number;
  readonly heldCount: number;
  /** How many events were recorded of it (core/event-data.ts). */
  readonly version: number;
  /** What a payer writes on a payment. */
  readonly ocr: string;
  readonly openedOn: Day;
  /** The order whose agreement it was opened by, where none was applied for. */
  readonly orderNumber: string | null;
  /** When an order with an agreement of its own was last charged to it, after it was opened. */
  readonly agreedAt: Instant | null;
  /** The first day of the month that is not posted yet. */
  readonly openMonth: Day;
  /** The first day whose interest has to be looked at again; never later than `openMonth`. */
  readonly correctFrom: Day;
  /** Before this day no statement demands anything. */
  readonly firstNoticeOn: Day;
  readonly lastNoticeOn: Day | null;
  readonly nextNoticeOn: Day;
  /** Demanded by a statement and payable until `dueOn`. */
  readonly dueMinor: bigint;
  readonly dueOn: Day;
  /** Demanded, and past its day. */
  readonly overdueMinor: bigint;
  /** How many statements of what is overdue. */
  readonly overdueCount: number;
  /** The day of the next reminder, while something is overdue. */
  readonly dunningOn: Day;
  readonly nextStepOn: Day | null;
  /** Under review: declined unless it is decided before. */
  readonly decideBy: Instant | null;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

/** A person's decision on an application. */
export interface AccountReview {
  readonly accountNumber: string;
  readonly decision: 'approve' | 'decline';
  readonly reason: string;
  readonly decidedBy: string;
  readonly decidedAt: Instant;
}

/** Who holds an account. Everything personal of it is here. */
export interface AccountOwner {
  readonly accountNumber: string;
  readonly customer: Json;
  readonly nationalId: string | null;
}

/** An application with what it was decided on. */
export interface AccountApplication extends DecisionRecord {
  readonly customerKey: string;
  readonly accountNumber: string | null;
  readonly askedMinor: bigint;
  readonly grantedMinor: bigint;
  /** What the engine said, whole; null for one from before it was kept. */
  readonly result: Json;
}

/** Booked, or held because the account is under review and then declined or booked. */
export type AccountEventState = 'Booked' | 'Held' | 'Declined';

/** An event as it is sent. */
export interface SentEvent {
  /** The sender's own id; used up by an added event, permanently (C63). */
  readonly accountTransactionId: string | null;
  /** Distinguishes a repeated event from another one under the same id. */
  readonly contentHash: string;
  readonly categoryType: string;
  readonly happenedAt: Instant;
  /** Signed for an InterestCorrection, else not below zero. */
  readonly amountMinor: bigint;
  readonly taxMinor: bigint | null;
  readonly countryCode: string;
  readonly language: string;
  readonly nfcId: string | null;
  readonly posId: string | null;
  readonly posName: string | null;
  readonly items: Json;
}

/** An event that was added. */
export interface AccountEvent extends SentEvent {
  /** The `transactionId` of the answer. */
  readonly id: string;
  readonly accountNumber: string;
  readonly eventType: string;
  readonly valueOn: Day;
  readonly state: AccountEventState;
  /** As it was answered. */
  readonly outcome: string;
  readonly reasons: Json;
  readonly insertedAt: Instant;
}

/** One movement of the account's stream, with the balances after it. */
export interface AccountEntry {
  readonly accountNumber: string;
  /** Counts 1, 2, 3 … without a gap. */
  readonly number: number;
  readonly kind: string;
  readonly eventId: string | null;
  readonly reference: string;
  readonly valueOn: Day;
  readonly bookedOn: Day;
  readonly principalMinor: bigint;
  readonly interestMinor: bigint;
  readonly feesMinor: bigint;
  readonly principalAfterMinor: bigint;
  readonly interestAfterMinor: bigint;
  readonly feesAfterMinor: bigint;
  readonly insertedAt: Instant;
}

/** By how much the principal moved on a day, by value date. */
export interface AccountDay {
  readonly accountNumber: string;
  readonly day: Day;
  readonly principalMinor: bigint;
}

/** A posted month and its statement. */
export interface AccountMonth {
  readonly accountNumber: string;
  /** Its first day. */
  readonly month: Day;
  /** All interest posted for its days so far, corrections included. */
  readonly interestMinor: bigint;
  readonly firstEntry: number;
  readonly lastEntry: number;
  /** Everything owed before the first entry. */
  readonly openingMinor: bigint;
  readonly principalMinor: bigint;
  /** Interest owed when it was made. */
  readonly accruedMinor: bigint;
  readonly feesMinor: bigint;
  readonly minimumMinor: bigint;
  readonly overdueMinor: bigint;
  readonly dueOn: Day;
  readonly madeOn: Day;
  /** Under which the statement is fetched as a document, and what is settled for it: shop and payee. */
  readonly documentId: string;
  readonly statementTerms: Json;
  readonly insertedAt: Instant;
}

/** The letters about what is overdue: two reminders, and the notice that everything will fall due. */
export type LetterStatus = Extract<AccountStatus, 'FirstReminder' | 'SecondReminder' | 'UnderCancelation'>;

/** A letter about what is overdue of an account. */
export interface AccountLetter {
  readonly accountNumber: string;
  /** Of its entry in the account's stream. */
  readonly number: number;
  readonly status: LetterStatus;
  readonly madeOn: Day;
  /** What it asks for is to be paid until then; after that day the next step follows. */
  readonly payBy: Day;
  readonly feeMinor: bigint;
  /** Demanded by it, its fee included; and everything that was owed on its day. */
  readonly overdueMinor: bigint;
  readonly owedMinor: bigint;
  readonly documentId: string;
  /** What is settled for the paper: shop and payee. */
  readonly letterTerms: Json;
  /** When money was known that had come before the letter (core/account/cancelled-letters.ts). */
  readonly cancelledOn: Day | null;
  readonly insertedAt: Instant;
}

/** The holder withdrew from the credit (core/account/withdraw.ts); what is returned are fees. */
export interface AccountWithdrawal extends CreditWithdrawal {
  readonly accountNumber: string;
}

export interface AccountPayment {
  readonly accountNumber: string;
  readonly transactionId: string;
  readonly amountMinor: bigint;
  readonly valueOn: Day;
  readonly feesMinor: bigint;
  readonly interestMinor: bigint;
  readonly principalMinor: bigint;
  readonly entryNumber: number;
  /** The statements that it settled, as the holder's history counts them. */
  readonly inTimeCount: number;
  readonly lateCount: number;
  /** The day from which it counts no longer; null, as is what follows, unless it was taken back. */
  readonly returnedOn: Day | null;
  /** What of it is owed as fees again; the rest of its fees is owed as principal, and its interest as interest. */
  readonly returnedFeesMinor: bigint | null;
  readonly returnEntryNumber: number | null;
  /** Of the bank statement's entry that said so; empty where a person did. */
  readonly returnReference: string | null;
  readonly insertedAt: Instant;
}

export const accountTermsOf = (account: Pick<Account, 'terms'>): AccountTerms => account.terms as unknown as AccountTerms;

/** Everything owed: principal, interest and fees (`totalBalance`). */
export const totalMinor = ({ principalMinor, interestMinor, feesMinor }: Account): bigint =>
  principalMinor + interestMinor + feesMinor;

/**
 * What may still be used: fees and interest use the limit up as purchases do; never below zero. Of an account that an order opened only
 * what was overpaid: a correction by an event leaves its limit above what is owed until the next step (order-limit.ts).
 */
export function remainingMinor(account: Account): bigint {
  const left = (account.orderNumber === null ? account.limitMinor : 0n) - totalMinor(account);
  return left > 0n ? left : 0n;
}

/** Why the account takes no new purchase or withdrawal at the moment; nothing when it does (C62). */
export function blockedBy(account: Pick<Account, 'state' | 'status' | 'stopped'>): RefusalId | undefined {
  if (account.state === 'UnderReview') return 'account.under_review';
  if (account.stopped) return 'account.stopped';
  return account.status === 'Ok' ? undefined : 'account.in_dunning';
}
