// What the schema cannot say of a customer (C47): the names that have to be there, and one rule each for the national
// number, the birth date, the telephone, the e-mail address, the postal code and the names of every country.
import { readPostalCode } from '../core/address/postal-codes.ts';
import { isEmail, phoneOf } from '../core/contact.ts';
import type { CountryCode } from '../core/countries/countries.ts';
import type { NationalNumber, NumberFault } from '../core/countries/national-number.ts';
import { readNationalNumber } from '../core/countries/rules.ts';
import type { Day } from '../core/dates.ts';
import type { Merchant } from '../core/merchant.ts';
import type { Notice, RefusalId } from '../core/refusals.ts';
import { type CheckoutCustomer, type CustomerInPart, missingNames } from './customers.ts';

/** The merchant whose customer it is, and the day it is there. */
export interface CustomerGround {
  readonly merchant: Pick<Merchant, 'country' | 'contract'>;
  readonly today: Day;
}

/** Everything that is wrong with a customer: what is missing first, then what is wrong. */
export function customerFaults(customer: CheckoutCustomer, ground: CustomerGround): Notice[] {
  return [...missingNames(customer), ...faultsOfWhatIsSaid(customer, ground)];
}

/** What is wrong with what was said of a customer, whatever has not been said yet. `at` is where the customer stands. */
export function faultsOfWhatIsSaid(customer: CustomerInPart, ground: CustomerGround, at = 'customer'): Notice[] {
  const country = customer.address?.countryCode ?? ground.merchant.country;
  const fault = (id: RefusalId, field: string): Notice[] => [{ id, field: `${at}.${field}` }];
  const wrong = (value: string | undefined, holds: (value: string) => unknown, field: string): Notice[] =>
    value === undefined || holds(value) ? [] : fault('value.format', field);
  return [
    ...numberFaults(customer, country, ground).flatMap(({ id, field }) => fault(id, field)),
    ...wrong(customer.email, isEmail, 'email'),
    ...wrong(customer.phone, (phone) => phoneOf(phone, country), 'phone'),
    ...wrong(customer.mobilePhone, (phone) => phoneOf(phone, country), 'mobilePhone'),
    ...wrong(customer.address?.postalCode, (code) => readPostalCode(code, country), 'address.postalCode'),
    ...wrong(customer.firstName, isName, 'firstName'),
    ...wrong(customer.lastName, isName, 'lastName'),
    ...wrong(customer.companyName, isName, 'companyName'),
  ];
}

/** Goods are sent to the receiver, and carriers call: the same rules hold. */
export const receiverFaults = (receiver: CustomerInPart | undefined, ground: CustomerGround): Notice[] =>
  receiver === undefined ? [] : faultsOfWhatIsSaid(receiver, ground, 'deliveryCustomer');

/** Names may be anything that can be printed on one line: people and firms have stranger ones than any rule. */
const isName = (name: string): boolean => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(name);

interface FieldFault {
  readonly id: RefusalId;
  readonly field: 'identificationNumber' | 'birthDate';
}

/** Nobody lives longer; a day of birth before that is mistyped. */
const mostYears = 130;

/** The national number and the birth date, each for itself and against each other. */
function numberFaults(customer: CustomerInPart, country: CountryCode, { merchant, today }: CustomerGround): FieldFault[] {
  const { birthDate, identificationNumber } = customer;
  const faults: FieldFault[] = [];
  const number =
    identificationNumber === undefined ? undefined : numberOf(identificationNumber, merchant.country, country, today);
  const fault = number === undefined ? undefined : faultOf(number, customer.customerCategory, merchant);
  if (fault) faults.push({ id: fault, field: 'identificationNumber' });
  if (birthDate !== undefined && (birthDate > today || birthDate < earliest(today))) {
    faults.push({ id: 'value.out_of_range', field: 'birthDate' });
  } else if (birthDate !== undefined && !fault && typeof number === 'object' && contradicts(number, birthDate)) {
    faults.push({ id: 'value.out_of_range', field: 'birthDate' });
  }
  return faults;
}

/** A number of the merchant's country, or of the one that the customer lives in. */
function numberOf(text: string, merchantCountry: CountryCode, country: CountryCode, today: Day): NationalNumber | NumberFault {
  const own = readNationalNumber(text, merchantCountry, today);
  if (typeof own === 'object' || country === merchantCountry) return own;
  return readNationalNumber(text, country, today);
}

/**
 * Wrong characters, length or check digits are a wrong format; a number whose parts cannot be (no such day, a serial never
 * given, a company's number for a person) is out of range, which shops explain to the buyer. Somebody not yet born is under
 * age: that is for the credit decision to say.
 */
function faultOf(
  number: NationalNumber | NumberFault,
  category: CustomerInPart['customerCategory'],
  { contract }: CustomerGround['merchant'],
): RefusalId | undefined {
  if (typeof number === 'string') return number === 'range' ? 'value.out_of_range' : 'value.format';
  const refused =
    (category === 'Person' && number.holder === 'Company') || (number.isTest === true && contract.refusesTestNumbers === true);
  return refused ? 'value.out_of_range' : undefined;
}

const contradicts = (number: NationalNumber, birthDate: Day): boolean =>
  number.birthDate !== undefined && number.birthDateUnsure !== true && number.birthDate !== birthDate;

const earliest = (today: Day): Day => `${Number(today.slice(0, 4)) - mostYears}-01-01`;
