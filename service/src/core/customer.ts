// A customer as last seen: who an order said it is, and what an update of the customer says.
import { type Change, type Decided, insert, update } from './changes.ts';
import type { CountryCode } from './countries/countries.ts';
import { type Day, dayAt, type Instant } from './dates.ts';
import { bearOtherNames, type Comparable, likelyDuplicate, likenessOf } from './likeness.ts';
import type { Applicant } from './lists.ts';
import type { PersonInHand } from './order/in-hand.ts';
import { bornOf, type Party } from './party.ts';
import { type Refusal, refuse } from './refusals.ts';
import type { CustomerProfile } from './rows.ts';
import type { Setting } from './setting.ts';

/** Who a request says the customer is: whom the lists and the likeness are asked about, and what is remembered. */
export interface Introduction {
  readonly applicant: Applicant;
  readonly profile: Omit<CustomerProfile, 'customerKey' | 'seenAt'>;
}

/** A profile before anything was seen. */
const unseen: Omit<CustomerProfile, 'customerKey' | 'seenAt'> = {
  category: null,
  firstName: null,
  lastName: null,
  companyName: null,
  email: null,
  phone: null,
  mobilePhone: null,
  birthDate: null,
  address: null,
  language: null,
  distributionType: null,
  nationalId: null,
  nationalIdKey: null,
  nameKey: null,
  bornKey: null,
  emailKey: null,
  phoneKey: null,
  addressKey: null,
};

/** Remember what is said now; what is not said stays as it was. */
export function remember(
  { customer, profile }: Pick<PersonInHand, 'customer' | 'profile'>,
  seen: Partial<typeof unseen>,
  now: Instant,
): Change {
  if (profile) return update('customerProfiles', profile, { set: { seenAt: now, ...withSaid({}, seen) } });
  return insert('customerProfiles', withSaid({ customerKey: customer.key, seenAt: now, ...unseen }, seen));
}

function withSaid<Row extends object>(row: Row, seen: Partial<typeof unseen>): Row {
  for (const name in seen) {
    const value = seen[name as keyof typeof seen];
    if (value !== null && value !== undefined) (row as Record<string, unknown>)[name] = value;
  }
  return row;
}

const comparables = new WeakMap<CustomerProfile, Comparable>();

/** A stored profile as a person to compare with, the same one each time (core/likeness.ts keeps the forms it compares). */
export function comparableOfProfile(profile: CustomerProfile): Comparable {
  const made = comparables.get(profile) ?? comparableFrom(profile);
  comparables.set(profile, made);
  return made;
}

/** Of the address, where that says one. */
export const countryOfProfile = ({ address }: Pick<CustomerProfile, 'address'>): CountryCode | undefined =>
  (address as { countryCode?: CountryCode } | null)?.countryCode;

/** Two national numbers are compared by their keyed hashes. */
function comparableFrom(profile: CustomerProfile): Comparable {
  const { category, firstName, lastName, companyName, birthDate, email, phone, mobilePhone } = profile;
  const address = profile.address as { street?: string; streetNumber?: string; postalCode?: string; countryCode?: string } | null;
  const place = address?.street !== undefined && address.postalCode !== undefined && address.countryCode !== undefined;
  return {
    category,
    firstName,
    lastName,
    companyName,
    birthDate,
    email,
    phones: [phone, mobilePhone].filter((number) => number !== null),
    places: place ? [{ streetNumber: null, ...address } as Comparable['places'][number]] : [],
    idMark: profile.nationalIdKey,
  };
}

/**
 * Is the customer who is known under a number certainly another than the one whom a request names with it? So are a person and a company,
 * people of different birth dates (but for a slip in the date of who is alike in all else) and, where not both dates are known, people of
 * different names. Unlike with two steps of one purchase (C41), which a buyer takes in a row, one name alone may have changed since.
 */
export function isAnotherThan(who: Comparable, known: CustomerProfile, country: CountryCode): boolean {
  if (who.category !== null && known.category !== null && who.category !== known.category) return true;
  const before = comparableOfProfile(known);
  const birthDate = who.birthDate === null ? null : bornBeforeOf(known, country);
  if (birthDate === null) return bearOtherNames(who, before, country);
  return who.birthDate !== birthDate && likenessOf(who, { ...before, birthDate }, country).strength < likelyDuplicate;
}

const bornBeforeOf = (known: CustomerProfile, country: CountryCode): Day | null =>
  bornOf(
    { birthDate: known.birthDate, nationalId: known.nationalId, countryCode: countryOfProfile(known) },
    country,
    dayAt(known.seenAt, 'UTC'),
  );

/** The number that a customer is known by: the shop's, unless that is another's, else the one given before, else a new one. */
export const customerNumberOf = (
  { customerNumber }: Pick<Party, 'customerNumber'>,
  { customer, numberIsAnothers }: Pick<PersonInHand, 'customer' | 'numberIsAnothers'>,
  { chance }: Pick<Setting, 'chance'>,
): string => (numberIsAnothers ? null : customerNumber) ?? customer.number ?? chance.number();

/** How invoices reach the customer from now on, and where. */
export interface CustomerUpdate {
  readonly distributionType: 'Paper' | 'Email' | 'Sms' | null;
  readonly email: string | null;
  readonly mobilePhone: string | null;
  readonly emailKey: string | null;
  readonly phoneKey: string | null;
}

/** Update what is known of a customer. Refused for a number that was given to no customer, and when a channel lacks its address. */
export function updateCustomer(
  person: PersonInHand | undefined,
  changed: CustomerUpdate,
  { now }: Pick<Setting, 'now'>,
): Decided<object> | Refusal {
  if (person?.customer.number === null || person === undefined) return refuse('customer.not_found', 'customerNumber');
  const { id } = person.customer;
  return { answer: {}, changes: [remember(person, changed, now)], events: [], about: id, customerId: id };
}
