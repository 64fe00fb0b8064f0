// Each need is one statement of the book's first trip, for all requests of a batch at once, in the order in which locks are
// taken: customer, account, order, checkout, contract.

import { andOlder, fold, type Load, type Needs } from './book/needs.ts';
import { listDecisionsOfCheckouts, lockCheckouts } from './checkout/checkouts.sql.ts';
import { lockContracts } from './checkout/contracts.sql.ts';
import type { LikeKeys } from './core/rows.ts';
import { accountLoads, accountPartLoads, ownerLoads } from './customer-account/account-loads.ts';
import {
  listCustomerNumbers,
  listExposures,
  listExposuresOfOrders,
  listMergedCustomers,
  listMergedIntoCustomersOfOrders,
  listVelocities,
  lockCustomers,
  lockCustomersOfOrders,
  renamingCustomers,
} from './customers/customers.sql.ts';
import { listProfiles } from './customers/profiles.sql.ts';
import { lockDocuments } from './documents/documents.sql.ts';
import { findCaptures, listCaptures, listInstallments } from './orders/captures.sql.ts';
import { listCollections } from './orders/collections.sql.ts';
import { listOrderContents, lockOrders } from './orders/orders.sql.ts';
import { findPaymentReturns, findPayments } from './orders/payments.sql.ts';
import { findRefunds } from './orders/refunds.sql.ts';
import {
  listCaptureReminders,
  listRemindedCaptures,
  listRemindedOrders,
  listRemindersOfCustomers,
} from './orders/reminders.sql.ts';
import { listIdentityChecks } from './orders/reviews.sql.ts';
import { listShippingDetails } from './orders/shipping-details.sql.ts';
import { listCostReturns, listWithdrawals } from './orders/withdrawals.sql.ts';
import { listCreditDecisions } from './risk/credit-decisions.sql.ts';
import { findListEntries, findListEntriesByContent, lockListEntries } from './risk/lists.sql.ts';
import { lockObjections } from './risk/objections.sql.ts';
import { findAdjustments, lockPayouts, lockSettlements } from './settlement/settlements.sql.ts';

const some = <Value>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined);
const list = <Value>(needs: readonly Needs[], of: (need: Needs) => Value | null | undefined): Value[] =>
  needs.map(of).filter((value): value is Value & {} => value !== undefined && value !== null);
/** Keyed hashes that these ask for, each once, with what older keys make of the same. */
function hashes(needs: readonly Needs[], of: (need: Needs) => string | readonly string[] | null | undefined): string[] {
  const wanted = new Set<string>();
  for (const need of needs) {
    const own = of(need) ?? [];
    for (const hash of andOlder(need, typeof own === 'string' ? [own] : own)) wanted.add(hash);
  }
  return [...wanted];
}
const orderNumbers = (needs: readonly Needs[]): string[] => [...new Set(list(needs, (need) => need.order && fold(need.order)))];
const persons = (needs: readonly Needs[]): (string | null)[][] => {
  const named = list(needs, (need) => need.person);
  return [named.map((person) => person.key), named.map((person) => (person.byNumber ? person.number : null))];
};
const below =
  (...tables: NonNullable<Needs['with']>) =>
  (needs: readonly Needs[]) => {
    const numbers = some(orderNumbers(needs.filter((need) => need.with?.some((table) => tables.includes(table)))));
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
/** Does the batch name no person, so that it means the customers of its orders alone? */
const namesNone = (needs: readonly Needs[]): boolean => needs.every((need) => !need.person && !need.merge);
const ordersAlone = (needs: readonly Needs[]): string[][] | undefined => {
  const numbers = namesNone(needs) ? some(orderNumbers(needs)) : undefined;
  return numbers && [numbers];
};
const namedPeople = (needs: readonly Needs[]): (string | null)[][] | undefined => (namesNone(needs) ? undefined : people(needs));
const peopleAndMerged = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const wanted = namedPeople(needs);
  return wanted && [...wanted, mergedKeys(needs)];
};
const profiles = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const asked = needs.filter((need) => need.person?.like || need.person?.known || need.merge);
  const [keys = [], numbers = []] = people(asked) ?? [];
  const like = (of: keyof LikeKeys): string[] => hashes(asked, (need) => need.person?.like?.[of]);
  const likes = [like('bornKey'), like('emailKey'), like('phoneKey'), like('addressKey')];
  return asked.length > 0 ? [keys, numbers, ...namesakes(asked), ...likes] : undefined;
};
/** Each name with the birth date of who bears it, once: two lists of one length. */
function namesakes(needs: readonly Needs[]): [string[], (string | null)[]] {
  const wanted = new Map<string, [string, string | null]>();
  for (const need of needs) {
    const { like, bornOn = null } = need.person ?? {};
    if (!like?.nameKey) continue;
    for (const name of andOlder(need, [like.nameKey])) wanted.set(`${name} ${bornOn}`, [name, bornOn]);
  }
  const pairs = [...wanted.values()];
  return [pairs.map(([name]) => name), pairs.map(([, born]) => born)];
}
const all = (of: (need: Needs) => readonly string[] | undefined) => (needs: readonly Needs[]) => {
  const values = some(hashes(needs, of));
  return values && [values];
};
const listed = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const asked = needs.filter((need) => need.person?.listKeys);
  const keys = some(hashes(asked, (need) => need.person?.listKeys));
  return keys && [keys, list(asked, (need) => need.contract)];
};
const tried = (needs: readonly Needs[]): (string | null)[][] | undefined => {
  const scored = needs.filter((need) => need.person?.marks || need.with?.includes('contents') || need.merge);
  const named = people(scored);
  return named && [...named, hashes(scored, (need) => need.person?.marks)];
};
const wanted = (of: (need: Needs) => string | null | undefined) => (needs: readonly Needs[]) => {
  const numbers = some(list(needs, of));
  return numbers && [numbers];
};

/** People under the hash that names them today, with what older encryption keys and other spellings called them. */
const renamed = (needs: readonly Needs[]): string[][] | undefined => {
  const pairs = needs.flatMap((need) => {
    const { key, spelledKeys = [] } = need.person ?? {};
    if (key === undefined || (spelledKeys.length === 0 && !need.older)) return [];
    const names = andOlder(need, [key, ...spelledKeys]);
    return names.slice(1).map((old) => [key, old]);
  });
  return some(pairs) && [pairs.map(([key = '']) => key), pairs.map(([, old = '']) => old)];
};

/** In lock order; loads without a lock come after the locks, when they read fresh rows. */
export const loads: readonly Load[] = [
  ...renamingCustomers.map((statement): Load => ({ statement, asks: ['person'], parameters: renamed })),
  ...ownerLoads,
  { statement: lockCustomers, table: 'customers', asks: ['person', 'merge'], parameters: peopleAndMerged },
  { statement: lockCustomersOfOrders, table: 'customers', asks: ['order'], parameters: ordersAlone },
  {
    statement: listMergedCustomers,
    table: 'customers',
    asks: ['merge'],
    parameters: (needs) => {
      const keys = some(mergedKeys(needs));
      return keys && [keys];
    },
  },
  ...accountLoads,
  { statement: lockOrders, table: 'orders', asks: ['order'], parameters: wanted((need) => need.order && fold(need.order)) },
  {
    statement: lockCheckouts,
    table: 'checkouts',
    asks: ['checkout', 'contract'],
    parameters: (needs) => {
      const [named, ofContracts] = [list(needs, (need) => need.checkout), list(needs, (need) => need.contract)];
      return named.length + ofContracts.length > 0 ? [named, ofContracts] : undefined;
    },
  },
  {
    statement: listDecisionsOfCheckouts,
    table: 'checkoutDecisions',
    asks: ['decisionOfCheckout'],
    parameters: wanted((need) => need.decisionOfCheckout),
  },
  { statement: lockContracts, table: 'contracts', asks: ['contract'], parameters: wanted((need) => need.contract) },
  {
    statement: listCustomerNumbers,
    table: 'customerNumbers',
    asks: ['person'],
    parameters: wanted((need) => need.person?.number),
  },
  { statement: listExposures, table: 'exposures', asks: ['person', 'merge'], parameters: namedPeople },
  { statement: listExposuresOfOrders, table: 'exposures', asks: ['order'], parameters: ordersAlone },
  { statement: listVelocities, table: 'velocities', asks: ['person', 'with', 'merge'], parameters: tried },
  { statement: listProfiles, table: 'customerProfiles', asks: ['person', 'merge'], parameters: profiles },
  { statement: findListEntries, table: 'listEntries', asks: ['person'], parameters: listed },
  {
    statement: findListEntriesByContent,
    table: 'listEntries',
    asks: ['listContents'],
    parameters: all((need) => need.listContents),
  },
  { statement: lockListEntries, table: 'listEntries', asks: ['listEntry'], parameters: wanted((need) => need.listEntry) },
  { statement: listCaptures, table: 'captures', asks: ['with'], parameters: below('captures') },
  { statement: listInstallments, table: 'captureInstallments', asks: ['with'], parameters: below('installments') },
  { statement: listOrderContents, table: 'orderContents', asks: ['with'], parameters: below('contents', 'items') },
  { statement: listCreditDecisions, table: 'creditDecisions', asks: ['with'], parameters: below('contents') },
  { statement: listIdentityChecks, table: 'identityChecks', asks: ['with'], parameters: below('identityCheck') },
  { statement: listShippingDetails, table: 'shippingDetails', asks: ['with'], parameters: below('shippingDetails') },
  { statement: listWithdrawals, table: 'withdrawals', asks: ['with'], parameters: below('withdrawal') },
  { statement: listCostReturns, table: 'costReturns', asks: ['with'], parameters: below('costReturns') },
  { statement: listCaptureReminders, table: 'captureReminders', asks: ['with'], parameters: below('reminders') },
  {
    statement: listMergedIntoCustomersOfOrders,
    table: 'customers',
    asks: ['with'],
    parameters: below('reminded'),
  },
  { statement: listRemindedOrders, table: 'orders', asks: ['with'], parameters: below('reminded') },
  { statement: listRemindedCaptures, table: 'captures', asks: ['with'], parameters: below('reminded') },
  { statement: listRemindersOfCustomers, table: 'captureReminders', asks: ['with'], parameters: below('reminded') },
  { statement: lockObjections, table: 'objections', asks: ['objection'], parameters: wanted((need) => need.objection) },
  { statement: lockDocuments, table: 'documents', asks: ['document'], parameters: wanted((need) => need.document) },
  { statement: listCollections, table: 'collections', asks: ['with'], parameters: below('collections') },
  {
    statement: findPaymentReturns,
    table: 'paymentReturns',
    asks: ['paymentReturn'],
    parameters: wanted((need) => need.paymentReturn),
  },
  { statement: findPayments, table: 'payments', asks: ['payment'], parameters: wanted((need) => need.payment) },
  { statement: findCaptures, table: 'captures', asks: ['captureNumber'], parameters: wanted((need) => need.captureNumber) },
  { statement: findRefunds, table: 'refunds', asks: ['refundNumber'], parameters: wanted((need) => need.refundNumber) },
  ...accountPartLoads,
  { statement: lockSettlements, table: 'settlements', asks: ['settlement'], parameters: wanted((need) => need.settlement) },
  { statement: lockPayouts, table: 'payouts', asks: ['payout'], parameters: wanted((need) => need.payout) },
  {
    statement: findAdjustments,
    table: 'settlementAdjustments',
    asks: ['adjustment'],
    parameters: wanted((need) => need.adjustment),
  },
];
