// Out of what was loaded for a batch (loads.ts), what each of its requests finds in its hands.

import type { Chance } from '../core/chance.ts';
import type { PaymentContract } from '../core/checkout/rows.ts';
import { mostAlike } from '../core/likeness.ts';
import type { RemindedOrder } from '../core/order/debts-beside.ts';
import type { MergeInHand, OrderInHand, PersonInHand } from '../core/order/in-hand.ts';
import type { Velocity } from '../core/risk/rows.ts';
import type { Customer, CustomerProfile, LikeKeys, ListEntry } from '../core/rows.ts';
import { accountInHandOf, accountsOfPerson } from './account-in-hand.ts';
import { andOlder, fold, type InHand, type MergeNeed, type Needs, type PersonNeed } from './needs.ts';
import type { State } from './state.ts';

/** Something was committed between two statements of the trip; the member is tried again alone. */
export class Stale extends Error {}

type Draft = { -readonly [Member in keyof InHand]: InHand[Member] };

/** The key under which the person is known, or will be. */
export function keyOf(state: State, { key, number, byNumber }: PersonNeed): string {
  const meant = number === null ? undefined : state.find('customerNumbers', number);
  return byNumber ? (meant?.customerKey ?? key) : key;
}

/** The row of a person not seen yet, for the decision to add; none where only known people are wanted. */
export function newcomerOf(state: State, { person }: Needs, chance: Pick<Chance, 'id'>): Customer | undefined {
  if (!person || person.known) return undefined;
  const key = keyOf(state, person);
  if (state.find('customers', key)) return undefined;
  return { key, id: chance.id(), number: null, identified: false, mergedInto: null, clearedUntil: null };
}

/** What a request finds in its hands, on the state as the ones before it left it. */
export function inHandOf(state: State, needs: Needs, newcomer?: Customer): InHand {
  const order = needs.order === undefined ? undefined : orderOf(state, needs.order);
  const hand: Draft = {
    accountsOfPerson: [],
    collections: [],
    listEntries: (needs.listContents ?? []).flatMap((contentKey) =>
      andOlder(needs, [contentKey]).flatMap((each) =>
        state.list('listEntries', 'content', each).map((entry) => ({ ...entry, contentKey })),
      ),
    ),
    creditDecisions: [],
    shippingDetails: [],
    captureNumberTaken: state.find('captures', needs.captureNumber ?? '') !== undefined,
    refundNumberTaken: state.find('refunds', needs.refundNumber ?? '') !== undefined,
  };
  if (order) takeOrder(hand, state, needs.with?.includes('reminded') ? { reminded: remindedOf(state, order), ...order } : order);
  else if (needs.order !== undefined) put(hand, 'declined', state.list('orders', 'declined', fold(needs.order)).at(-1));
  if (needs.checkout) put(hand, 'checkout', state.find('checkouts', needs.checkout));
  const { decisionOfCheckout: decided } = needs;
  if (decided) put(hand, 'decisionOfCheckout', state.list('checkoutDecisions', 'checkout', decided).at(-1));
  const contract = needs.contract ? state.find('contracts', needs.contract) : undefined;
  if (contract) put(hand, 'contractCheckout', state.find('checkouts', contract.checkoutId));
  put(hand, 'contract', contract);
  const person = needs.person && personOf(state, needs, needs.person, { contract, newcomer });
  put(hand, 'person', person);
  if (person && needs.accountsOfPerson) hand.accountsOfPerson = accountsOfPerson(state, person.customer.key);
  put(hand, 'account', needs.account && accountInHandOf(state, needs.account));
  put(hand, 'merge', needs.merge && mergeOf(state, needs.merge));
  for (const [member, table] of byTheirKeys) {
    const key = needs[member];
    if (key !== undefined) put(hand, member, state.find(table, key) as never);
  }
  if (needs.settlement !== undefined) hand.settlement = { settlements: state.list('settlements', 'currency', needs.settlement) };
  return hand;
}

/** What is asked for by its key alone. */
const byTheirKeys = [
  ['document', 'documents'],
  ['objection', 'objections'],
  ['listEntry', 'listEntries'],
  ['paymentReturn', 'paymentReturns'],
  ['payment', 'payments'],
  ['payout', 'payouts'],
  ['adjustment', 'settlementAdjustments'],
] as const;

function takeOrder(hand: Draft, state: State, order: OrderInHand): void {
  const { id } = order.order;
  hand.order = order;
  put(hand, 'contents', state.find('orderContents', id));
  put(hand, 'identityCheck', state.find('identityChecks', id));
  put(hand, 'withdrawal', state.find('withdrawals', id));
  hand.collections = state.list('collections', 'order', id);
  hand.creditDecisions = state.list('creditDecisions', 'order', id);
  hand.shippingDetails = state.list('shippingDetails', 'order', id);
}

/** What is not there is no member. */
function put<Member extends keyof InHand>(hand: Draft, member: Member, value: Draft[Member] | undefined): void {
  if (value !== undefined) hand[member] = value;
}

/**
 * The customer this key leads to today. Its row was locked by the key, so that it was merged while we waited shows in
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
  const customer = survivorOf(state, order.customerKey);
  const { key } = customer;
  const exposure = state.find('exposures', `${key}/${order.currency}`);
  if (!exposure) throw new Stale(`the customer of order ${order.id} is not locked`);
  return {
    order,
    customer,
    exposure,
    exposures: state.list('exposures', 'customer', key),
    velocities: state.list('velocities', 'subject', key),
    captures: state.list('captures', 'order', order.id),
    installments: state.list('captureInstallments', 'order', order.id),
    costReturns: state.list('costReturns', 'order', order.id),
    reminders: state.list('captureReminders', 'order', order.id),
  };
}

/** Other orders of the customer, and of those who were merged into that one. */
function remindedOf(state: State, { order: { id }, customer: { key } }: OrderInHand): RemindedOrder[] {
  const keys = new Set([key, ...state.list('customers', 'mergedInto', key).map((merged) => merged.key)]);
  const others = state.all('orders').filter((order) => order.id !== id && keys.has(order.customerKey));
  return others.map((order) => ({
    order,
    captures: state.list('captures', 'order', order.id),
    reminders: state.list('captureReminders', 'order', order.id),
  }));
}

interface Beside {
  readonly contract: PaymentContract | undefined;
  readonly newcomer: Customer | undefined;
}

function personOf(state: State, needs: Needs, need: PersonNeed, { contract, newcomer }: Beside): PersonInHand | undefined {
  const key = keyOf(state, need);
  if (need.known && !state.find('customers', key)) return undefined;
  const customer = newcomer ?? survivorOf(state, key);
  const profile = state.find('customerProfiles', customer.key);
  return {
    customer,
    exposures: state.list('exposures', 'customer', customer.key),
    velocities: [...state.list('velocities', 'subject', customer.key), ...marked(state, needs, need.marks ?? [])],
    numberSettled: need.byNumber || (need.number !== null && state.find('customerNumbers', need.number) !== undefined),
    ...(need.numberIsAnothers && { numberIsAnothers: true }),
    ...(profile && { profile }),
    alike: alikeOf(state, needs, need.like, customer.key),
    listed: listedOf(state, [
      ...andOlder(needs, need.listKeys ?? []),
      ...(contract?.bankAccountKey ? [contract.bankAccountKey] : []),
    ]),
  };
}

/** Other customers with the same key, without the person itself. */
function alikeOf(state: State, needs: Needs, like: LikeKeys | undefined, ownKey: string): CustomerProfile[] {
  if (!like) return [];
  const lookups = {
    name: like.nameKey,
    born: like.bornKey,
    email: like.emailKey,
    phone: like.phoneKey,
    address: like.addressKey,
  };
  const found = new Set<CustomerProfile>();
  for (const [lookup, key] of Object.entries(lookups)) {
    // As many as are read: the members of a batch who share an e-mail must not each be compared with all the others.
    for (const each of key === null ? [] : andOlder(needs, [key]))
      for (const profile of state.list('customerProfiles', lookup, each).slice(0, mostAlike)) found.add(profile);
  }
  const others = [...found].filter((profile) => profile.customerKey !== ownKey);
  return needs.older ? others.map((profile) => asHashedNow(profile, needs)) : others;
}

/** Marks are compared by what the newest key makes of a number. */
function asHashedNow(profile: CustomerProfile, { older }: Needs): CustomerProfile {
  const { nationalIdKey } = profile;
  const now = [...(older ?? [])].find(([, before]) => nationalIdKey !== null && before.includes(nationalIdKey));
  return now ? { ...profile, nationalIdKey: now[0] } : profile;
}

/** Counted under these marks; what was counted under one by an older key counts for it, and is never added to. */
function marked(state: State, needs: Needs, marks: readonly string[]): Velocity[] {
  const found: Velocity[] = [];
  for (const mark of new Set(marks)) {
    found.push(...state.list('velocities', 'subject', mark));
    for (const old of needs.older?.get(mark) ?? [])
      for (const row of state.list('velocities', 'subject', old)) found.push({ ...row, subject: mark, writer: '' });
  }
  return found;
}

function listedOf(state: State, keys: readonly string[]): ListEntry[] {
  const standing = state.list('listEntries', 'standing', '');
  if (standing.length === 0) return [];
  const wanted = new Set(keys);
  return standing.filter((entry) => entry.keys.split('\n').some((key) => wanted.has(key)));
}

function mergeOf(state: State, { from, into }: MergeNeed): MergeInHand | undefined {
  if (!state.find('customers', from) || !state.find('customers', into)) return undefined;
  const side = (key: string): MergeInHand['from'] => {
    const customer = survivorOf(state, key);
    const profile = state.find('customerProfiles', customer.key);
    const [exposures, velocities] = [
      state.list('exposures', 'customer', customer.key),
      state.list('velocities', 'subject', customer.key),
    ];
    return { customer, exposures, velocities, ...(profile && { profile }) };
  };
  const sides = { from: side(from), into: side(into) };
  return { ...sides, mergedBefore: state.list('customers', 'mergedInto', sides.from.customer.key) };
}
