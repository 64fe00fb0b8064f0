// What a request needs, and what it finds in its hands when it decides: loads.ts reads it for all requests of a
// batch at once, book/in-hand.ts hands each its part.
import type { Account } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import type { Checkout, PaymentContract } from '../core/checkout/rows.ts';
import type { Day } from '../core/dates.ts';
import type { Collection, PaymentReturn } from '../core/order/collecting.ts';
import type { MergeInHand, OrderInHand, PersonInHand } from '../core/order/in-hand.ts';
import type { IdentityCheck, Order, OrderContents, Payment, ShippingDetail, Withdrawal } from '../core/order/rows.ts';
import type { CheckoutDecision, CreditDecision, Objection } from '../core/risk/rows.ts';
import type { CustomerProfile, LikeKeys, ListEntry, StoredDocument, TableName } from '../core/rows.ts';
import type { Payout, SettlementAdjustment } from '../core/settlement/rows.ts';
import type { SettlementInHand } from '../core/settlement/settle.ts';
import type { OlderHashes } from '../store/secrets.ts';
import type { Statement } from '../store/table.ts';

export interface Needs {
  /** The person an order is for; if unknown, the decision adds one. */
  readonly person?: PersonNeed;
  /** An order by its number, with its customer and what the customer owes. */
  readonly order?: string;
  /** Also the order's …; `reminded`: other orders of its customer that letters were made about, with these. */
  readonly with?: readonly (
    | 'captures'
    | 'installments'
    | 'contents'
    | 'items'
    | 'shippingDetails'
    | 'identityCheck'
    | 'collections'
    | 'withdrawal'
    | 'costReturns'
    | 'reminders'
    | 'reminded'
  )[];
  /** The checkout an order or a contract refers to. */
  readonly checkout?: string | null;
  /** … and what was decided when it was made. */
  readonly decisionOfCheckout?: string | null;
  /** The contract that a buyer agreed to. */
  readonly contract?: string | null;
  /** Is this capture number taken? */
  readonly captureNumber?: string | null;
  /** The payment that was booked under an operator's own transaction id. */
  readonly payment?: string;
  /** … and was it taken back? */
  readonly paymentReturn?: string;
  /** Is this refund number taken? */
  readonly refundNumber?: string | null;
  /** What a person said against a rejection, by the id of the decision. */
  readonly objection?: string;
  /** A document by its id. */
  readonly document?: string;
  /** A customer account. */
  readonly account?: AccountNeed;
  /** Also the person's accounts. */
  readonly accountsOfPerson?: boolean;
  /** Two customers to merge, with all customers who were merged into either before. */
  readonly merge?: MergeNeed;
  /** Are these contents on a list already (keyed hashes), and the entry to change, by its id? */
  readonly listContents?: readonly string[];
  readonly listEntry?: string;
  /** A currency's latest statement of settlement, and those whose reserve is still withheld. */
  readonly settlement?: string;
  /** The payout of a statement, by the statement's number. */
  readonly payout?: string;
  /** The adjustment that was made under an operator's own number. */
  readonly adjustment?: string;
  /** What older encryption keys make of the texts behind these hashes: the same may be stored under them. */
  readonly older?: OlderHashes;
}

/** These hashes, and those by older keys. */
export const andOlder = ({ older }: Needs, hashes: readonly string[]): readonly string[] =>
  older ? hashes.flatMap((hash) => [hash, ...(older.get(hash) ?? [])]) : hashes;

/** An account by its number. */
export interface AccountNeed {
  readonly number: string;
  /** The day on which something is going to be booked. */
  readonly day?: string;
  /** Its event or payment with this transaction id of the sender's. */
  readonly eventId?: string | null;
  readonly paymentId?: string;
  /** Also the days and months that may still be corrected, or all of them with all fees; the events it holds; its owner, locked, with what he owes; letters about what is overdue. */
  readonly with?: readonly ('open' | 'whole' | 'held' | 'owner' | 'letters')[];
  /** It is what falls due on the account: nothing has to be done before (book/due-first.ts). */
  readonly keeps?: true;
}

/** What a decision on an application needs. The days of its held events are not known before: all that may be corrected. */
export const toDecideApplication = (number: string): Needs => ({ account: { number, with: ['held', 'open', 'owner'] } });

export interface MergeNeed {
  /** Keyed hashes of the identities. */
  readonly from: string;
  readonly into: string;
}

export interface PersonNeed {
  /** Keyed hash of the identity. */
  readonly key: string;
  /** … and of the texts by what is spelled otherwise, where those are others (core/party.ts). */
  readonly spelledKeys?: readonly string[];
  readonly number: string | null;
  /** The identity is the number itself, so a customer known by it from earlier is meant (core/party.ts). */
  readonly byNumber: boolean;
  /** How else the person is identified, if those who are known under the number are certainly others (book/apart.ts). */
  readonly apartFrom?: (known: readonly CustomerProfile[]) => Pick<PersonNeed, 'key' | 'spelledKeys'> | undefined;
  /** It was found so: the number says nothing of this person. */
  readonly numberIsAnothers?: true;
  /** Keyed hashes of what else the order can have in common with others, for a credit decision (core/risk/velocity.ts). */
  readonly marks?: readonly string[];
  /** Only a known person is wanted; none is inserted. */
  readonly known?: boolean;
  /** Also customers who have one of these in common with the person … */
  readonly like?: LikeKeys;
  /** (namesakes only if they may be born on this day: profiles.sql.ts) … */
  readonly bornOn?: Day | null;
  /** … and what the merchant's lists hold under these keyed hashes. */
  readonly listKeys?: readonly string[];
}

export interface InHand {
  readonly person?: PersonInHand;
  readonly order?: OrderInHand;
  /** If no order has the number: the last one with it that was declined. */
  readonly declined?: Order;
  readonly contents?: OrderContents;
  readonly checkout?: Checkout;
  readonly decisionOfCheckout?: CheckoutDecision;
  readonly contract?: PaymentContract;
  /** The checkout that contract was made in. */
  readonly contractCheckout?: Checkout;
  /** Earliest first. */
  readonly creditDecisions: readonly CreditDecision[];
  readonly shippingDetails: readonly ShippingDetail[];
  readonly payment?: Payment;
  readonly paymentReturn?: PaymentReturn;
  readonly collections: readonly Collection[];
  readonly identityCheck?: IdentityCheck;
  readonly withdrawal?: Withdrawal;
  readonly captureNumberTaken: boolean;
  readonly refundNumberTaken: boolean;
  readonly objection?: Objection;
  readonly document?: StoredDocument;
  readonly account?: AccountInHand;
  /** Of the person; those that were declined are not among them. */
  readonly accountsOfPerson: readonly Account[];
  readonly merge?: MergeInHand;
  /** The standing entries with the contents that were asked for. */
  readonly listEntries: readonly ListEntry[];
  readonly listEntry?: ListEntry;
  readonly settlement?: SettlementInHand;
  readonly payout?: Payout;
  readonly adjustment?: SettlementAdjustment;
}

/** One statement of the first trip; it is left out when no request of the batch needs it. */
export interface Load {
  readonly statement: Statement;
  /** The table its rows belong to; none for a statement that only prepares. */
  readonly table?: TableName;
  /** It is looked at only where a request asks for one of these: of some forty loads a request needs three to ten. */
  readonly asks: readonly (keyof Needs)[];
  /** One array a parameter; undefined if no request of the batch needs it. */
  readonly parameters: (needs: readonly Needs[]) => readonly (readonly (string | null)[])[] | undefined;
}

/** Order numbers are compared without regard to case. */
export const fold = (orderNumber: string): string => orderNumber.toLowerCase();
