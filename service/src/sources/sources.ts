// The only outgoing calls. Each source is an interface with a built-in version and a time limit; a missing answer is a fact
// for the decision, never an exception.

import type { PlacesOf } from '../core/address/address.ts';
import type { BureauAnswer } from '../core/risk/decide-credit.ts';
import type { Heard, Registers } from '../core/risk/facts.ts';
import type { CheckoutCustomer } from '../wire/customers.ts';
import type { ProfileRegister } from './profile-register.ts';

export type PopulationAnswer = Registers['population'];
export type AddressAnswer = Registers['address'];

/** Whom a source is asked about. */
export interface PersonQuestion {
  readonly country: string;
  readonly currency: string;
  readonly customer: Pick<
    CheckoutCustomer,
    | 'customerCategory'
    | 'firstName'
    | 'lastName'
    | 'companyName'
    | 'identificationNumber'
    | 'birthDate'
    | 'email'
    | 'phone'
    | 'mobilePhone'
    | 'address'
  >;
}

/** A code on its way to a consumer. */
export interface CodeMessage {
  readonly channel: 'sms' | 'email';
  readonly to: string;
  readonly code: string;
  readonly language: string;
  readonly merchantName: string;
}

/** The register of postal codes and places, in memory: what is known to a merchant, without waiting (C45). */
export interface PlaceRegister {
  placesFor(merchantId: string): PlacesOf;
}

/** None of them ever throws or takes longer than its limit. */
export interface Sources {
  /** What is known of a person's credit. */
  readonly bureau: { ask(question: PersonQuestion): Promise<BureauAnswer> };
  /** Who lives, and where. */
  readonly population: { ask(question: PersonQuestion): Promise<PopulationAnswer> };
  /** Which addresses there are. */
  readonly addresses: { ask(question: PersonQuestion): Promise<AddressAnswer> };
  /** Persons and companies by a number of theirs, for look-ups. */
  readonly profiles: ProfileRegister;
  readonly places: PlaceRegister;
}

/** Brings the code of a confirmation to the consumer; false when that did not work. Without one the page itself shows it. */
export interface CodeOutlet {
  send(message: CodeMessage): Promise<boolean>;
}

/** What sources learn of a customer, and no more. */
const askedWith = [
  'customerCategory',
  'firstName',
  'lastName',
  'companyName',
  'identificationNumber',
  'birthDate',
  'email',
  'phone',
  'mobilePhone',
  'address',
] as const;

/**
 * Everything the sources say of a customer, all asked at once: the slowest limit is the longest wait. The currency is that of the
 * order, the basket or the account, which need not be the shop's: a limit in the answer is taken for an amount in it.
 */
export async function hear(
  customer: CheckoutCustomer,
  { country, currency }: { readonly country: string; readonly currency: string },
  { bureau, population, addresses }: Pick<Sources, 'bureau' | 'population' | 'addresses'>,
): Promise<Heard> {
  const stated = askedWith.map((name) => [name, customer[name]] as const).filter(([, value]) => value !== undefined);
  const question = { country, currency, customer: Object.fromEntries(stated) as unknown as PersonQuestion['customer'] };
  const [creditworthy, lives, stands] = await Promise.all([
    bureau.ask(question),
    population.ask(question),
    addresses.ask(question),
  ]);
  return { bureau: creditworthy, registers: { population: lives, address: stands } };
}
