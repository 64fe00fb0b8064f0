// What the schema cannot say of a customer (C47): the names that have to be there, and one rule each for the national
// number, the birth date, the telephone, the e-mail address, the postal code and the names of every country.
import { readPostalCode } from '../core/address/postal-codes.ts';
import { isEmail, phoneOf } from '../core/contact.ts';
import { type CountryCode, countries } from '../core/countries/countries.ts';
import type { CountryExamples } from '../core/countries/country.ts';
import type { NationalNumber, NumberFault } from '../core/countries/national-number.ts';
import { isSharedNumber, readNationalNumber } from '../core/countries/rules.ts';
import type { Day } from '../core/dates.ts';
import type { Merchant } from '../core/merchant.ts';
import { like, type Notice, type RefusalId } from '../core/refusals.ts';
import { type CheckoutCustomer, type CustomerInPart, missingNames } from './customers.ts';
import { dayExample, emailExample } from './schema.ts';

/** The merchant whose customer it is, and the day it is there. */
export interface MerchantDay {
  readonly merchant: Pick<Merchant, 'country' | 'contract'>;
  readonly today: Day;
}

/** Everything that is wrong with a customer: what is missing first, then what is wrong. */
export function customerFaults(customer: CheckoutCustomer, shopDay: MerchantDay): Notice[] {
  return [...missingNames(customer), ...faultsOfGiven(customer, shopDay)];
}

/** Names may be anything that can be printed on one line: people and firms have stranger ones than any rule. */
const onOneLine = { why: ' It has to stand on one line, without control characters.' };
const isName = (name: string): boolean => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name);

/** A member, what it has to be, and what is said of one that is not. */
interface Rule {
  readonly field: string;
  readonly of: (customer: CustomerInPart) => string | undefined;
  readonly holds: (value: string, country: CountryCode) => unknown;
  readonly values: (examples: CountryExamples) => Notice['values'] & object;
}

const rules: readonly Rule[] = [
  { field: 'email', of: ({ email }) => email, holds: isEmail, values: () => like(emailExample) },
  { field: 'phone', of: ({ phone }) => phone, holds: phoneOf, values: ({ phone }) => like(phone) },
  { field: 'mobilePhone', of: ({ mobilePhone }) => mobilePhone, holds: phoneOf, values: ({ phone }) => like(phone) },
  {
    field: 'address.postalCode',
    of: ({ address }) => address?.postalCode,
    holds: readPostalCode,
    values: ({ postalCode }) => like(postalCode),
  },
  { field: 'firstName', of: ({ firstName }) => firstName, holds: isName, values: () => onOneLine },
  { field: 'lastName', of: ({ lastName }) => lastName, holds: isName, values: () => onOneLine },
  { field: 'companyName', of: ({ companyName }) => companyName, holds: isName, values: () => onOneLine },
];

/** What is wrong with the members that were sent; missing ones are no fault here. `at` is the path of the customer. */
export function faultsOfGiven(customer: CustomerInPart, shopDay: MerchantDay, at = 'customer'): Notice[] {
  const country = customer.address?.countryCode ?? shopDay.merchant.country;
  const faults = numberFaults(customer, country, shopDay).map((fault): Notice => ({ ...fault, field: `${at}.${fault.field}` }));
  for (const { field, of, holds, values } of rules) {
    const value = of(customer);
    if (value !== undefined && !holds(value, country))
      faults.push({ id: 'value.format', field: `${at}.${field}`, values: values(countries[country].examples) });
  }
  return faults;
}

/** Goods are sent to the receiver, and carriers call: the same rules hold. */
export const receiverFaults = (receiver: CustomerInPart | undefined, shopDay: MerchantDay): Notice[] =>
  receiver === undefined ? [] : faultsOfGiven(receiver, shopDay, 'deliveryCustomer');

interface FieldFault {
  readonly id: RefusalId;
  readonly field: 'identificationNumber' | 'birthDate';
  readonly values: Notice['values'] & object;
}

/** No person lives longer; an earlier day of birth is mistyped. */
const mostYears = 130;

/** The national number and the birth date, each for itself and against each other. */
function numberFaults(customer: CustomerInPart, country: CountryCode, { merchant, today }: MerchantDay): FieldFault[] {
  const { birthDate, identificationNumber } = customer;
  const faults: FieldFault[] = [];
  // Eight digits are no person's number in Denmark, though a company's has as many. A company may go by its owner's number.
  const holder = customer.customerCategory === 'Person' ? 'Person' : undefined;
  const isShared = holder === undefined && isSharedNumber(identificationNumber ?? '', [merchant.country, country]);
  const number =
    identificationNumber === undefined || isShared
      ? undefined
      : numberOf(identificationNumber, [merchant.country, country], today, holder);
  const fault = number === undefined ? undefined : faultOf(number, merchant);
  if (fault) faults.push({ id: fault, field: 'identificationNumber', values: likeNumberOf(country, customer.customerCategory) });
  if (birthDate === undefined) return faults;
  const contradicted = !fault && typeof number === 'object' && contradicts(number, birthDate);
  if (birthDate > today || birthDate < earliest(today) || contradicted)
    faults.push({ id: 'value.out_of_range', field: 'birthDate', values: like(dayExample) });
  return faults;
}

/** A number of the merchant's country, or of the one that the customer lives in. */
function numberOf(
  text: string,
  [merchantCountry, country]: readonly [CountryCode, CountryCode],
  today: Day,
  holder: NationalNumber['holder'] | undefined,
): NationalNumber | NumberFault {
  const own = readNationalNumber(text, merchantCountry, today, holder);
  if (typeof own === 'object' || country === merchantCountry) return own;
  return readNationalNumber(text, country, today, holder);
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

/** A birth date in the future is under age: the credit decision rejects it. */
function faultOf(number: NationalNumber | NumberFault, { contract }: MerchantDay['merchant']): RefusalId | undefined {
  if (typeof number === 'string') return numberFaultId(number);
  return number.isTest === true && contract.refusesTestNumbers === true ? 'value.out_of_range' : undefined;
}

const contradicts = (number: NationalNumber, birthDate: Day): boolean =>
  number.birthDate !== undefined && number.birthDateUnsure !== true && number.birthDate !== birthDate;

const earliest = (today: Day): Day => `${Number(today.slice(0, 4)) - mostYears}-01-01`;
