// What the schema cannot say of a customer (C47): the names that have to be there, and one rule each for the national
// number, the birth date, the telephone, the e-mail address, the postal code and the names of every country.
import { readPostalCode } from '../core/address/postal-codes.ts';
import { isEmail, phoneOf } from '../core/contact.ts';
import { type CountryCode, countries } from '../core/countries/countries.ts';
import type { NationalNumber, NumberFault } from '../core/countries/national-number.ts';
import { readNationalNumber } from '../core/countries/rules.ts';
import type { Day } from '../core/dates.ts';
import type { Merchant } from '../core/merchant.ts';
import { like, type Notice, type RefusalId } from '../core/refusals.ts';
import { type CheckoutCustomer, type CustomerInPart, missingNames } from './customers.ts';
import { dayExample, emailExample } from './schema.ts';

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
  const wrong = (
    field: string,
    value: string | undefined,
    holds: (value: string) => unknown,
    values: Notice['values'],
  ): Notice[] =>
    value === undefined || holds(value) ? [] : [{ id: 'value.format', field: `${at}.${field}`, ...(values && { values }) }];
  const { phone, postalCode } = countries[country].examples;
  return [
    ...numberFaults(customer, country, ground).map((fault) => ({ ...fault, field: `${at}.${fault.field}` })),
    ...wrong('email', customer.email, isEmail, like(emailExample)),
    ...wrong('phone', customer.phone, (text) => phoneOf(text, country), like(phone)),
    ...wrong('mobilePhone', customer.mobilePhone, (text) => phoneOf(text, country), like(phone)),
    ...wrong('address.postalCode', customer.address?.postalCode, (code) => readPostalCode(code, country), like(postalCode)),
    ...wrong('firstName', customer.firstName, isName, onOneLine),
    ...wrong('lastName', customer.lastName, isName, onOneLine),
    ...wrong('companyName', customer.companyName, isName, onOneLine),
  ];
}

/** Goods are sent to the receiver, and carriers call: the same rules hold. */
export const receiverFaults = (receiver: CustomerInPart | undefined, ground: CustomerGround): Notice[] =>
  receiver === undefined ? [] : faultsOfWhatIsSaid(receiver, ground, 'deliveryCustomer');

/** Names may be anything that can be printed on one line: people and firms have stranger ones than any rule. */
const onOneLine = { why: ' It has to stand on one line, without control characters.' };
const isName = (name: string): boolean => !/\p{Cc}|\p{Zl}|\p{Zp}/u.test(name);

interface FieldFault {
  readonly id: RefusalId;
  readonly field: 'identificationNumber' | 'birthDate';
  readonly values: Notice['values'] & object;
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
  const values = likeNumberOf(country, customer.customerCategory);
  if (fault) faults.push({ id: fault, field: 'identificationNumber', values });
  if (birthDate === undefined) return faults;
  const contradicted = !fault && typeof number === 'object' && contradicts(number, birthDate);
  if (birthDate > today || birthDate < earliest(today) || contradicted)
    faults.push({ id: 'value.out_of_range', field: 'birthDate', values: like(dayExample) });
  return faults;
}

/** A number of the merchant's country, or of the one that the customer lives in. */
function numberOf(text: string, merchantCountry: CountryCode, country: CountryCode, today: Day): NationalNumber | NumberFault {
  const own = readNationalNumber(text, merchantCountry, today);
  if (typeof own === 'object' || country === merchantCountry) return own;
  return readNationalNumber(text, country, today);
}

/** How the country writes a person's number, or a company's. */
export const likeNumberOf = (country: CountryCode, category: CustomerInPart['customerCategory']): Notice['values'] & object =>
  like(countries[country].examples[category === 'Company' ? 'company' : 'person']);

/**
 * Wrong characters or length are a wrong format. A number that has the form but cannot be (its check digits, no such day, a
 * serial never given) is out of range: widely installed plug-ins compare the text of that message, and then explain to the
 * buyer that the number is wrong.
 */
export const numberFaultId = (fault: NumberFault): RefusalId => (fault === 'form' ? 'value.format' : 'value.out_of_range');

/** Neither is a company's number one of a person. Somebody not yet born is under age: that is for the credit decision to say. */
function faultOf(
  number: NationalNumber | NumberFault,
  category: CustomerInPart['customerCategory'],
  { contract }: CustomerGround['merchant'],
): RefusalId | undefined {
  if (typeof number === 'string') return numberFaultId(number);
  const refused =
    (category === 'Person' && number.holder === 'Company') || (number.isTest === true && contract.refusesTestNumbers === true);
  return refused ? 'value.out_of_range' : undefined;
}

const contradicts = (number: NationalNumber, birthDate: Day): boolean =>
  number.birthDate !== undefined && number.birthDateUnsure !== true && number.birthDate !== birthDate;

const earliest = (today: Day): Day => `${Number(today.slice(0, 4)) - mostYears}-01-01`;
