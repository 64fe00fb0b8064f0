// What a request needs, and what it finds in its hands when it decides. Each need is one statement of the book's first
// trip, for all requests of a batch at once, in the order in which locks are taken: customer, account, order,
// checkout (design 4).
import { lockCheckouts } from '../checkout/checkouts.sql.ts';
import type { Account } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import { listCreditDecisions } from '../checkout/credit-decisions.sql.ts';
import type { OrderInHand, PersonInHand } from '../core/order/in-hand.ts';
import type { Checkout, CreditDecision, OrderContents, ShippingDetail, StoredDocument, TableName } from '../core/rows.ts';
import { insertBareCustomers, listCustomerNumbers, listExposures, lockCustomers } from '../customers/customers.sql.ts';
import { lockDocuments } from '../documents/documents.sql.ts';
import { findCaptures, listCaptures } from '../orders/captures.sql.ts';
import { listOrderContents, lockOrders } from '../orders/orders.sql.ts';
import { findRefunds } from '../orders/refunds.sql.ts';
import { listShippingDetails } from '../orders/shipping-details.sql.ts';
import { type AccountNeed, accountInHandOf, accountLoads, accountPartLoads, ownerLoads } from './account-needs.ts';
import type { State } from './state.ts';
import type { Statement } from './table.ts';

export interface Needs {
  /** The person an order is for; a row to lock is made when there is none. */
  readonly person?: PersonNeed;
  /** An order by its number, with its customer and what the customer owes. */
  readonly order?: string;
  /** Also the order's … */
  readonly with?: readonly ('captures' | 'contents' | 'shippingDetails')[];
  /** The checkout an order or a contract refers to. */
  readonly checkout?: string | null;
  /** Is this capture number taken? */
  readonly captureNumber?: string | null;
  /** Is this refund number taken? */
  readonly refundNumber?: string | null;
  /** A document by its id. */
  readonly document?: string;
  /** A customer account. */
  readonly account?: AccountNeed;
  /** Also the person's accounts. */
  readonly accountsOfPerson?: boolean;
}

export interface PersonNeed {
  /** Keyed hash of the identity. */
  readonly key: string;
  readonly number: string | null;
  /** The identity is the number itself, so a customer known by it from earlier is meant (core/party.ts). */
  readonly byNumber: boolean;
}

export interface InHand {
  readonly person?: PersonInHand;
  readonly order?: OrderInHand;
  readonly contents?: OrderContents;
  readonly checkout?: Checkout;
  /** Earliest first. */
  readonly creditDecisions: readonly CreditDecision[];
  readonly shippingDetails: readonly ShippingDetail[];
  readonly captureNumberTaken: boolean;
  readonly refundNumberTaken: boolean;
  readonly document?: StoredDocument;
  readonly account?: AccountInHand;
  /** Of the person; those that were declined are not among them. */
  readonly accountsOfPerson: readonly Account[];
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
const persons = (needs: readonly Needs[]): (string | null)[][] => {
  const named = list(needs, (need) => need.person);
  return [named.map((person) => person.key), named.map((person) => (person.byNumber ? person.number : null))];
};
const below = (table: NonNullable<Needs['with']>[number]) => (needs: readonly Needs[]) => {
  const numbers = some(orderNumbers(needs.filter((need) => need.with?.includes(table))));
  return numbers && [numbers];
};
const people = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const [keys = [], numbers = []] = persons(needs);
  const orders = orderNumbers(needs);
  return keys.length + orders.length > 0 ? [keys, numbers, orders] : undefined;
};
const wanted = (of: (need: Needs) => string | null | undefined) => (needs: readonly Needs[]) => {
  const numbers = some(list(needs, of));
  return numbers && [numbers];
};

/** In lock order; whatever is not locked comes after the locks, when it is fresh. */
export const loads: readonly Load[] = [
  { statement: insertBareCustomers, parameters: (needs) => (persons(needs)[0]?.length ? persons(needs) : undefined) },
  ...ownerLoads,
  { statement: lockCustomers, table: 'customers', parameters: people },
  ...accountLoads,
  { statement: lockOrders, table: 'orders', parameters: wanted((need) => need.order && fold(need.order)) },
  { statement: lockCheckouts, table: 'checkouts', parameters: wanted((need) => need.checkout) },
  { statement: listCustomerNumbers, table: 'customerNumbers', parameters: wanted((need) => need.person?.number) },
  { statement: listExposures, table: 'exposures', parameters: people },
  { statement: listCaptures, table: 'captures', parameters: below('captures') },
  { statement: listOrderContents, table: 'orderContents', parameters: below('contents') },
  { statement: listCreditDecisions, table: 'creditDecisions', parameters: below('contents') },
  { statement: listShippingDetails, table: 'shippingDetails', parameters: below('shippingDetails') },
  { statement: lockDocuments, table: 'documents', parameters: wanted((need) => need.document) },
  { statement: findCaptures, table: 'captures', parameters: wanted((need) => need.captureNumber) },
  { statement: findRefunds, table: 'refunds', parameters: wanted((need) => need.refundNumber) },
  ...accountPartLoads,
];

/** Something was committed between two statements of the trip; the member is tried again alone. */
export class Stale extends Error {}

/** What a request finds in its hands, on the state as the ones before it left it. */
export function inHandOf(state: State, needs: Needs): InHand {
  const order = needs.order === undefined ? undefined : orderOf(state, needs.order);
  const document = needs.document === undefined ? undefined : state.find('documents', needs.document);
  const contents = order && state.find('orderContents', order.order.id);
  const checkout = state.find('checkouts', needs.checkout ?? '');
  const account = needs.account && accountInHandOf(state, needs.account);
  const person = needs.person && personOf(state, needs.person);
  return {
    ...(person && { person }),
    ...(order && { order }),
    ...(contents && { contents }),
    ...(checkout && { checkout }),
    ...(document && { document }),
    ...(account && { account }),
    accountsOfPerson: person ? state.list('accounts', 'customer', person.customer.key) : [],
    creditDecisions: order ? state.list('creditDecisions', 'order', order.order.id) : [],
    shippingDetails: order ? state.list('shippingDetails', 'order', order.order.id) : [],
    captureNumberTaken: state.find('captures', needs.captureNumber ?? '') !== undefined,
    refundNumberTaken: state.find('refunds', needs.refundNumber ?? '') !== undefined,
  };
}

function orderOf(state: State, number: string): OrderInHand | undefined {
  const [order] = state.list('orders', 'number', fold(number));
  if (!order) return undefined;
  const exposure = state.find('exposures', `${order.customerKey}/${order.currency}`);
  if (!exposure || !state.find('customers', order.customerKey))
    throw new Stale(`the customer of order ${order.id} is not locked`);
  return { order, exposure, captures: state.list('captures', 'order', order.id) };
}

function personOf(state: State, need: PersonNeed): PersonInHand {
  const known = need.number === null ? undefined : state.find('customerNumbers', need.number);
  const key = need.byNumber ? (known?.customerKey ?? need.key) : need.key;
  const customer = state.find('customers', key);
  if (!customer) throw new Stale('the customer is not locked');
  return { customer, exposures: state.list('exposures', 'customer', key), numberSettled: known !== undefined || need.byNumber };
}
