// What a request needs, and what it finds in its hands when it decides. Each need is one statement of the book's first
// trip, for all requests of a batch at once, in the order in which locks are taken: customer, account, order,
// checkout, contract (design 4).
import { lockCheckouts } from '../checkout/checkouts.sql.ts';
import { lockContracts } from '../checkout/contracts.sql.ts';
import { listCreditDecisions } from '../checkout/credit-decisions.sql.ts';
import type { Account } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import type { MergeInHand, OrderInHand, PersonInHand } from '../core/order/in-hand.ts';
import type {
  Checkout,
  Collection,
  CreditDecision,
  Customer,
  CustomerProfile,
  IdentityCheck,
  LikeKeys,
  ListEntry,
  OrderContents,
  Payment,
  PaymentContract,
  PaymentReturn,
  ShippingDetail,
  StoredDocument,
  TableName,
} from '../core/rows.ts';
import type { Payout, SettlementAdjustment } from '../core/settlement/rows.ts';
import type { SettlementInHand } from '../core/settlement/settle.ts';
import {
  insertBareCustomers,
  listCustomerNumbers,
  listExposures,
  listMergedCustomers,
  listVelocities,
  lockCustomers,
} from '../customers/customers.sql.ts';
import { findListEntries, findListEntriesByContent, lockListEntries } from '../customers/lists.sql.ts';
import { listProfiles, mostAlike } from '../customers/profiles.sql.ts';
import { lockDocuments } from '../documents/documents.sql.ts';
import { findCaptures, listCaptures, listInstallments } from '../orders/captures.sql.ts';
import { listCollections } from '../orders/collections.sql.ts';
import { listOrderContents, lockOrders } from '../orders/orders.sql.ts';
import { findPaymentReturns, findPayments } from '../orders/payments.sql.ts';
import { findRefunds } from '../orders/refunds.sql.ts';
import { listIdentityChecks } from '../orders/reviews.sql.ts';
import { listShippingDetails } from '../orders/shipping-details.sql.ts';
import { findAdjustments, lockPayouts, lockSettlements } from '../settlement/settlements.sql.ts';
import {
  type AccountNeed,
  accountInHandOf,
  accountLoads,
  accountPartLoads,
  accountsOfPerson,
  ownerLoads,
} from './account-needs.ts';
import type { State } from './state.ts';
import type { Statement } from './table.ts';

export interface Needs {
  /** The person an order is for; a row to lock is made when there is none. */
  readonly person?: PersonNeed;
  /** An order by its number, with its customer and what the customer owes. */
  readonly order?: string;
  /** Also the order's … */
  readonly with?: readonly ('captures' | 'installments' | 'contents' | 'shippingDetails' | 'identityCheck' | 'collections')[];
  /** The checkout an order or a contract refers to. */
  readonly checkout?: string | null;
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
  /** A document by its id. */
  readonly document?: string;
  /** A customer account. */
  readonly account?: AccountNeed;
  /** Also the person's accounts. */
  readonly accountsOfPerson?: boolean;
  /** Two customers to become one, with everybody who was merged into either before. */
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
}

export interface MergeNeed {
  /** Keyed hashes of the identities. */
  readonly from: string;
  readonly into: string;
}

export interface PersonNeed {
  /** Keyed hash of the identity. */
  readonly key: string;
  readonly number: string | null;
  /** The identity is the number itself, so a customer known by it from earlier is meant (core/party.ts). */
  readonly byNumber: boolean;
  /** Keyed hashes of what else the order can have in common with others, for a credit decision (core/risk/velocity.ts). */
  readonly marks?: readonly string[];
  /** Somebody already known is wanted; nobody is made. */
  readonly known?: boolean;
  /** Also whoever has one of these in common with the person … */
  readonly like?: LikeKeys;
  /** … and what the merchant's lists hold under these keyed hashes. */
  readonly listKeys?: readonly string[];
}

export interface InHand {
  readonly person?: PersonInHand;
  readonly order?: OrderInHand;
  readonly contents?: OrderContents;
  readonly checkout?: Checkout;
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
  readonly captureNumberTaken: boolean;
  readonly refundNumberTaken: boolean;
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
  /** One array a parameter, or nothing when nobody needs it. */
  readonly parameters: (needs: readonly Needs[]) => readonly (readonly (string | null)[])[] | undefined;
}

export const fold = (orderNumber: string): string => orderNumber.toLowerCase();

const some = <Value>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined);
const list = <Value>(needs: readonly Needs[], of: (need: Needs) => Value | null | undefined): Value[] =>
  needs.map(of).filter((value): value is Value & {} => value !== undefined && value !== null);
const orderNumbers = (needs: readonly Needs[]): string[] => [...new Set(list(needs, (need) => need.order && fold(need.order)))];
const persons = (needs: readonly Needs[], all = true): (string | null)[][] => {
  const named = list(needs, (need) => (all || !need.person?.known ? need.person : undefined));
  return [named.map((person) => person.key), named.map((person) => (person.byNumber ? person.number : null))];
};
const below = (table: NonNullable<Needs['with']>[number]) => (needs: readonly Needs[]) => {
  const numbers = some(orderNumbers(needs.filter((need) => need.with?.includes(table))));
  return numbers && [numbers];
};
const people = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const [keys = [], numbers = []] = persons(needs);
  const merged = list(needs, (need) => need.merge).flatMap(({ from, into }) => [from, into]);
  const orders = orderNumbers(needs);
  if (keys.length + merged.length + orders.length === 0) return undefined;
  return [[...keys, ...merged], [...numbers, ...merged.map(() => null)], orders];
};
const mergedKeys = (needs: readonly Needs[]): string[] =>
  list(needs, (need) => need.merge).flatMap(({ from, into }) => [from, into]);
const peopleAndMerged = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const wanted = people(needs);
  return wanted && [...wanted, mergedKeys(needs)];
};
const profiles = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const asked = needs.filter((need) => need.person?.like || need.person?.known || need.merge);
  const [keys = [], numbers = []] = people(asked) ?? [];
  const like = (of: keyof LikeKeys): string[] => [...new Set(list(asked, (need) => need.person?.like?.[of]))];
  const likes = [like('nameKey'), like('bornKey'), like('emailKey'), like('phoneKey'), like('addressKey')];
  return asked.length > 0 ? [keys, numbers, ...likes] : undefined;
};
const all = (of: (need: Needs) => readonly string[] | undefined) => (needs: readonly Needs[]) => {
  const values = some([...new Set(list(needs, of).flat())]);
  return values && [values];
};
const listed = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const asked = needs.filter((need) => need.person?.listKeys);
  const keys = asked.flatMap((need) => need.person?.listKeys ?? []);
  return some([...new Set(keys)]) && [[...new Set(keys)], list(asked, (need) => need.contract)];
};
const tried = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const scored = needs.filter((need) => need.person?.marks || need.with?.includes('contents'));
  const named = people(scored);
  return named && [...named, [...new Set(scored.flatMap((need) => need.person?.marks ?? []))]];
};
const wanted = (of: (need: Needs) => string | null | undefined) => (needs: readonly Needs[]) => {
  const numbers = some(list(needs, of));
  return numbers && [numbers];
};

/** In lock order; whatever is not locked comes after the locks, when it is fresh. */
export const loads: readonly Load[] = [
  {
    statement: insertBareCustomers,
    parameters: (needs) => (persons(needs, false)[0]?.length ? persons(needs, false) : undefined),
  },
  ...ownerLoads,
  { statement: lockCustomers, table: 'customers', parameters: peopleAndMerged },
  {
    statement: listMergedCustomers,
    table: 'customers',
    parameters: (needs) => {
      const keys = some(mergedKeys(needs));
      return keys && [keys];
    },
  },
  ...accountLoads,
  { statement: lockOrders, table: 'orders', parameters: wanted((need) => need.order && fold(need.order)) },
  {
    statement: lockCheckouts,
    table: 'checkouts',
    parameters: (needs) => {
      const [named, ofContracts] = [list(needs, (need) => need.checkout), list(needs, (need) => need.contract)];
      return named.length + ofContracts.length > 0 ? [named, ofContracts] : undefined;
    },
  },
  { statement: lockContracts, table: 'contracts', parameters: wanted((need) => need.contract) },
  { statement: listCustomerNumbers, table: 'customerNumbers', parameters: wanted((need) => need.person?.number) },
  { statement: listExposures, table: 'exposures', parameters: people },
  { statement: listVelocities, table: 'velocities', parameters: tried },
  { statement: listProfiles, table: 'customerProfiles', parameters: profiles },
  { statement: findListEntries, table: 'listEntries', parameters: listed },
  { statement: findListEntriesByContent, table: 'listEntries', parameters: all((need) => need.listContents) },
  { statement: lockListEntries, table: 'listEntries', parameters: wanted((need) => need.listEntry) },
  { statement: listCaptures, table: 'captures', parameters: below('captures') },
  { statement: listInstallments, table: 'captureInstallments', parameters: below('installments') },
  { statement: listOrderContents, table: 'orderContents', parameters: below('contents') },
  { statement: listCreditDecisions, table: 'creditDecisions', parameters: below('contents') },
  { statement: listIdentityChecks, table: 'identityChecks', parameters: below('identityCheck') },
  { statement: listShippingDetails, table: 'shippingDetails', parameters: below('shippingDetails') },
  { statement: lockDocuments, table: 'documents', parameters: wanted((need) => need.document) },
  { statement: listCollections, table: 'collections', parameters: below('collections') },
  { statement: findPaymentReturns, table: 'paymentReturns', parameters: wanted((need) => need.paymentReturn) },
  { statement: findPayments, table: 'payments', parameters: wanted((need) => need.payment) },
  { statement: findCaptures, table: 'captures', parameters: wanted((need) => need.captureNumber) },
  { statement: findRefunds, table: 'refunds', parameters: wanted((need) => need.refundNumber) },
  ...accountPartLoads,
  { statement: lockSettlements, table: 'settlements', parameters: wanted((need) => need.settlement) },
  { statement: lockPayouts, table: 'payouts', parameters: wanted((need) => need.payout) },
  { statement: findAdjustments, table: 'settlementAdjustments', parameters: wanted((need) => need.adjustment) },
];

/** Something was committed between two statements of the trip; the member is tried again alone. */
export class Stale extends Error {}

/** What a request finds in its hands, on the state as the ones before it left it. */
export function inHandOf(state: State, needs: Needs): InHand {
  const order = needs.order === undefined ? undefined : orderOf(state, needs.order);
  const contents = order && state.find('orderContents', order.order.id);
  const document = needs.document === undefined ? undefined : state.find('documents', needs.document);
  const contract = state.find('contracts', needs.contract ?? '');
  const person = needs.person && personOf(state, needs.person, contract);
  const merge = needs.merge && mergeOf(state, needs.merge);
  const identityCheck = order && state.find('identityChecks', order.order.id);
  const listEntry = needs.listEntry === undefined ? undefined : state.find('listEntries', needs.listEntry);
  const checkout = state.find('checkouts', needs.checkout ?? '');
  const account = needs.account && accountInHandOf(state, needs.account);
  const contractCheckout = contract && state.find('checkouts', contract.checkoutId);
  const paymentReturn = needs.paymentReturn === undefined ? undefined : state.find('paymentReturns', needs.paymentReturn);
  const payment = needs.payment === undefined ? undefined : state.find('payments', needs.payment);
  const payout = needs.payout === undefined ? undefined : state.find('payouts', needs.payout);
  const adjustment = needs.adjustment === undefined ? undefined : state.find('settlementAdjustments', needs.adjustment);
  return {
    ...(person && { person }),
    ...(order && { order }),
    ...(contents && { contents }),
    ...(checkout && { checkout }),
    ...(contract && { contract }),
    ...(contractCheckout && { contractCheckout }),
    ...(document && { document }),
    ...(account && { account }),
    accountsOfPerson: person && needs.accountsOfPerson ? accountsOfPerson(state, person.customer.key) : [],
    ...(merge && { merge }),
    ...(identityCheck && { identityCheck }),
    ...(listEntry && { listEntry }),
    ...(payment && { payment }),
    ...(paymentReturn && { paymentReturn }),
    collections: order ? state.list('collections', 'order', order.order.id) : [],
    ...(needs.settlement !== undefined && {
      settlement: { settlements: state.list('settlements', 'currency', needs.settlement) },
    }),
    ...(payout && { payout }),
    ...(adjustment && { adjustment }),
    listEntries: (needs.listContents ?? []).flatMap((content) => state.list('listEntries', 'content', content)),
    creditDecisions: order ? state.list('creditDecisions', 'order', order.order.id) : [],
    shippingDetails: order ? state.list('shippingDetails', 'order', order.order.id) : [],
    captureNumberTaken: state.find('captures', needs.captureNumber ?? '') !== undefined,
    refundNumberTaken: state.find('refunds', needs.refundNumber ?? '') !== undefined,
  };
}

/**
 * The customer who stands for this key today. Its row was locked by the key, so that it was merged while we waited shows in
 * it; the one it was merged into may not be locked then, and the member is tried again alone.
 */
function survivorOf(state: State, key: string): Customer {
  const customer = state.find('customers', key);
  if (!customer) throw new Stale('the customer is not locked');
  if (customer.mergedInto === null) return customer;
  const survivor = state.find('customers', customer.mergedInto);
  if (!survivor || survivor.mergedInto !== null) throw new Stale('the customer was merged meanwhile');
  return survivor;
}

function orderOf(state: State, number: string): OrderInHand | undefined {
  const [order] = state.list('orders', 'number', fold(number));
  if (!order) return undefined;
  const { key } = survivorOf(state, order.customerKey);
  const exposure = state.find('exposures', `${key}/${order.currency}`);
  if (!exposure) throw new Stale(`the customer of order ${order.id} is not locked`);
  return {
    order,
    exposure,
    exposures: state.list('exposures', 'customer', key),
    velocities: state.list('velocities', 'subject', key),
    captures: state.list('captures', 'order', order.id),
    installments: state.list('captureInstallments', 'order', order.id),
  };
}

function personOf(state: State, need: PersonNeed, contract: PaymentContract | undefined): PersonInHand | undefined {
  const number = need.number === null ? undefined : state.find('customerNumbers', need.number);
  const key = need.byNumber ? (number?.customerKey ?? need.key) : need.key;
  if (need.known && !state.find('customers', key)) return undefined;
  const customer = survivorOf(state, key);
  const profile = state.find('customerProfiles', customer.key);
  return {
    customer,
    exposures: state.list('exposures', 'customer', customer.key),
    velocities: [customer.key, ...new Set(need.marks)].flatMap((mark) => state.list('velocities', 'subject', mark)),
    numberSettled: number !== undefined || need.byNumber,
    ...(profile && { profile }),
    alike: alikeOf(state, need.like, customer.key),
    listed: listedOf(state, [...(need.listKeys ?? []), ...(contract?.bankAccountKey ? [contract.bankAccountKey] : [])]),
  };
}

/** Whoever shares a key, but not the person. */
function alikeOf(state: State, like: LikeKeys | undefined, ownKey: string): CustomerProfile[] {
  if (!like) return [];
  const lookups = {
    name: like.nameKey,
    born: like.bornKey,
    email: like.emailKey,
    phone: like.phoneKey,
    address: like.addressKey,
  };
  const found = Object.entries(lookups).flatMap(([lookup, key]) =>
    // As many as are read: the members of a batch who share an e-mail must not each be compared with all the others.
    key === null ? [] : state.list('customerProfiles', lookup, key).slice(0, mostAlike),
  );
  return [...new Set(found)].filter((profile) => profile.customerKey !== ownKey);
}

function listedOf(state: State, keys: readonly string[]): ListEntry[] {
  const wanted = new Set(keys);
  if (wanted.size === 0) return [];
  return state.list('listEntries', 'standing', '').filter((entry) => entry.keys.split('\n').some((key) => wanted.has(key)));
}

function mergeOf(state: State, { from, into }: MergeNeed): MergeInHand | undefined {
  if (!state.find('customers', from) || !state.find('customers', into)) return undefined;
  const side = (key: string): MergeInHand['from'] => {
    const customer = survivorOf(state, key);
    const profile = state.find('customerProfiles', customer.key);
    return { customer, exposures: state.list('exposures', 'customer', customer.key), ...(profile && { profile }) };
  };
  const sides = { from: side(from), into: side(into) };
  return { ...sides, mergedBefore: state.list('customers', 'mergedInto', sides.from.customer.key) };
}
