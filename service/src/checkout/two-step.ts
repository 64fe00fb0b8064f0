// Two-step checkout (C41): the second request refers to the first by its checkoutId and may leave out what was said there.
// Members of the body win, one by one; an address, a list of items and a receiver are one member each, since halves of two addresses,
// baskets or people would make a third that was not meant.

import type { EarlierStep } from '../book/endpoint.ts';
import type { Checkout } from '../core/checkout/rows.ts';
import type { CountryCode as Country } from '../core/countries/countries.ts';
import type { JsonObject } from '../core/json.ts';
import type { Merchant } from '../core/merchant.ts';
import { isAnother } from '../core/party.ts';
import { refuse } from '../core/refusals.ts';
import { call } from '../store/db.ts';
import { type CustomerInPart, isWhole, nameFromWire } from '../wire/customers.ts';
import { checkouts, findCheckout } from './checkouts.sql.ts';

type Step = EarlierStep<unknown, Checkout>;

/** Plug-ins that know no optional id send one of nothing but zeros. */
export const isId = (id: string | undefined): id is string => id !== undefined && id !== '00000000-0000-0000-0000-000000000000';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A checkout's id as it is kept; nothing for what is no id at all. */
export function checkoutIdOf(id: unknown): string | undefined {
  const folded = typeof id === 'string' ? id.trim().toLowerCase() : '';
  return uuid.test(folded) && isId(folded) ? folded : undefined;
}

/** The statement that reads a checkout. */
export function findCheckoutBy(id: unknown, merchantId: string): ReturnType<Step['find']> {
  const named = checkoutIdOf(id);
  return named === undefined ? undefined : call(findCheckout, merchantId, named);
}

export const checkoutFromRows: Step['fromRows'] = (rows, open) => {
  const [row] = rows;
  return row ? (open(checkouts, row) as unknown as Checkout) : refuse('checkout.not_found', 'checkoutId');
};

interface Asked {
  readonly merchant: Pick<Merchant, 'country'>;
  /** The body before it was read. */
  readonly sent: object;
}

/** The body's members, and the checkout's where the body has none. */
export function completeFrom(body: unknown, checkout: Checkout, { merchant, sent }: Asked): unknown {
  if (!isObject(body)) return body;
  const { nationalId, deliveryNationalId } = checkout;
  const customer = takenOf(withNumber(checkout.customer, nationalId), body['customer'], merchant.country);
  const receiver = saysReceiver(body, sent) ? null : withNumber(checkout.deliveryCustomer, deliveryNationalId);
  return {
    ...(checkout.remarks as JsonObject | null),
    ...body,
    ...merged('customer', body, customer, ['riskData']),
    ...(receiver !== null && { deliveryCustomer: receiver }),
    ...merged('order', body, checkout.orderDetails, ['risk']),
  };
}

/**
 * Does the body say by itself who receives the goods? A receiver sent empty has been taken back, and one sent in part is another: the
 * name of one and the address of the other would make a third. Who says the whole customer anew says so, too, without a receiver.
 */
const saysReceiver = ({ customer }: Record<string, unknown>, sent: object): boolean =>
  isWhole(customer as CustomerInPart | undefined) || Object.keys(sent).some((name) => name.toLowerCase() === 'deliverycustomer');

/** What of a customer is one person's alone: who it is, and what the shop knows of them. */
const ofOnePerson = [
  'identificationNumber',
  'birthDate',
  'customerNumber',
  'companyName',
  'salutation',
  'legalForm',
  'vatId',
  'riskData',
];

/**
 * The customer of the checkout, as far as the body may leave it out. Where the body names another, nothing is taken that says who the
 * first one is: the one would buy on the number, the age and the limit of the other.
 */
function takenOf(known: unknown, said: unknown, country: Country): unknown {
  if (!isObject(known) || !isObject(said)) return known;
  const [before, now] = [textsOf(known), textsOf(said)];
  const isOtherKind = [before, now].every((each) => each.customerCategory) && now.customerCategory !== before.customerCategory;
  const [name, nameBefore] = namesOf(now, before, isWhole(said as CustomerInPart));
  const person = { nationalId: now.identificationNumber ?? null, birthDate: now.birthDate ?? null, name };
  const personBefore = { nationalId: before.identificationNumber ?? null, birthDate: before.birthDate ?? null, name: nameBefore };
  if (!isOtherKind && !isAnother(person, personBefore, country)) return known;
  const own = isOtherKind ? [...ofOnePerson, 'firstName', 'lastName'] : ofOnePerson;
  return Object.fromEntries(Object.entries(known).filter(([member]) => !own.includes(member)));
}

/** The name that the body says and that of the checkout, as far as both say it. A company keeps its name under another contact. */
function namesOf(now: Texts, before: Texts, isNowWhole: boolean): readonly [string, string] {
  if (before.customerCategory === 'Company') {
    const { companyName = isNowWhole ? nameFromWire(now) : undefined } = now;
    if (companyName !== undefined) return [companyName, nameFromWire(before)];
    if (before.companyName !== undefined) return ['', ''];
  }
  const named = (['firstName', 'lastName'] as const).filter((part) => before[part] !== undefined);
  const nameOf = (who: Texts): string => named.map((part) => who[part]).join(' ');
  return [nameOf({ ...before, ...now }), nameOf(before)];
}

const compared = ['customerCategory', 'identificationNumber', 'birthDate', 'firstName', 'lastName', 'companyName'] as const;
type Texts = Pick<CustomerInPart, (typeof compared)[number]>;

/** What distinguishes people, of a body that was not checked yet. */
const textsOf = (customer: Record<string, unknown>): Texts =>
  Object.fromEntries(compared.flatMap((member) => (typeof customer[member] === 'string' ? [[member, customer[member]]] : [])));

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whom a checkout or an order names, as far as it does. */
export function partyNamed({ customer, nationalId }: Pick<Checkout, 'customer' | 'nationalId'>) {
  const said = (customer ?? {}) as CustomerInPart;
  return { nationalId, birthDate: said.birthDate ?? null, name: customer === null ? '' : nameFromWire(said) };
}

/** The contract that a body refers to; the older place counts where the newer one is empty. */
export const contractIdOf = (body: { readonly payment?: { contractId?: string }; readonly contractId?: string }) =>
  [body.payment?.contractId, body.contractId].find(isId);

function withNumber(person: unknown, identificationNumber: string | null): unknown {
  return isObject(person) && identificationNumber !== null ? { ...person, identificationNumber } : person;
}

/** One member of the body over the checkout's; its blocks of independent facts are merged one level deeper. */
function merged(name: string, body: Record<string, unknown>, known: unknown, deeper: readonly string[]): object {
  const said = body[name];
  if (!isObject(known)) return {};
  if (said === undefined) return { [name]: known };
  if (!isObject(said)) return {};
  const blocks = deeper.filter((block) => isObject(said[block]) && isObject(known[block]));
  const inner = blocks.map((block) => [block, { ...(known[block] as object), ...(said[block] as object) }] as const);
  return { [name]: { ...known, ...said, ...Object.fromEntries(inner) } };
}
