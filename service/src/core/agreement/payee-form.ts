// Whom consumers pay, as people write it. What a country's payments need has to be there: an invoice that cannot be paid
// is worse than a contract that is refused.

import { bicExample, ibanExample, readBic, readIban } from '../bank/iban.ts';
import { bbanHolds } from '../bank/national.ts';
import { payeeAccount } from '../checkout/currency.ts';
import { isEmail, phoneOf } from '../contact.ts';
import { isQrIban } from '../countries/ch/reference.ts';
import { countries, countryCodes } from '../countries/countries.ts';
import { isKontonummer } from '../countries/no/bank.ts';
import { isBankgiro } from '../countries/se/accounts.ts';
import type { Form } from '../form.ts';
import type { Json } from '../json.ts';
import type { Merchant, Payee, PayeeAddress } from '../merchant.ts';
import { type Currency, currencies } from '../money.ts';
import { isCreditorId } from '../payment-reference/creditor-id.ts';
import { pageAddress } from './page-address.ts';

export const payeeMembers = [
  'name',
  'address',
  'ibans',
  'bic',
  'qrIban',
  'bankgiro',
  'kontonummer',
  'fikCreditorNumber',
  'sepaCreditorId',
  'organisationNumber',
  'vatNumber',
  'email',
  'phone',
  'website',
  'supervisoryAuthority',
] as const;

const whole = (text: string): string => text.replace(/\s/g, '').toUpperCase();

/** An IBAN that could be an account; one whose national check digits are wrong is not one. */
function ibanOf(text: string): string | undefined {
  const read = readIban(text);
  return typeof read === 'string' || bbanHolds(read.country, read.bban) === false ? undefined : read.iban;
}

const qrIbanOf = (text: string): string | undefined => {
  const iban = ibanOf(text);
  return iban !== undefined && isQrIban(iban) ? iban : undefined;
};
const kontonummerOf = (text: string): string | undefined => {
  const digits = text.replace(/[ .]/g, '');
  return isKontonummer(digits) ? digits : undefined;
};

/** The payee, and what is missing to pay it. */
export function payeeFromForm(
  form: Form,
  { country, currency }: Pick<Merchant, 'country' | 'currency'>,
  directDebit: boolean,
): Payee {
  const payee: Payee = {
    name: form.text('name', 70),
    address: addressOf(form),
    ibans: ibansOf(form),
    bic: form.readOrNull('bic', 11, readBic, bicExample),
    qrIban: form.readOrNull('qrIban', 30, qrIbanOf, 'CH44 3199 9123 0008 8901 2'),
    bankgiro: form.readOrNull('bankgiro', 9, (text) => (isBankgiro(text) ? text : undefined), '5050-1055'),
    kontonummer: form.readOrNull('kontonummer', 13, kontonummerOf, '8601.11.17947'),
    fikCreditorNumber: form.readOrNull('fikCreditorNumber', 8, (text) => (/^\d{8}$/.test(text) ? text : undefined), '12345678'),
    sepaCreditorId: form.readOrNull(
      'sepaCreditorId',
      35,
      (text) => (isCreditorId(text) ? whole(text) : undefined),
      'DE98ZZZ09999999999',
    ),
    ...namesOf(form, country),
  };
  // An invoice that is paid to a QR-IBAN without a QR reference has no Swiss payment part.
  for (const [of, iban] of Object.entries(payee.ibans))
    form.demand(!isQrIban(iban), 'value.format', `ibans.${of}`, { why: ' A QR-IBAN is given as qrIban.' });
  form.demand(payeeAccount(payee, country, currency) !== undefined, 'value.required', `ibans.${currency}`);
  form.demand(!directDebit || payee.sepaCreditorId !== null, 'value.required', 'sepaCreditorId');
  return payee;
}

function addressOf(form: Form): PayeeAddress {
  const address = form.inner('address', ['street', 'postalCode', 'postalPlace', 'countryCode']);
  return {
    street: address.text('street', 70),
    postalCode: address.text('postalCode', 16),
    postalPlace: address.text('postalPlace', 35),
    countryCode: address.word('countryCode', countryCodes),
  };
}

function ibansOf(form: Form): Payee['ibans'] {
  if (!form.has('ibans')) return {};
  const ibans = form.inner('ibans', currencies);
  const found = currencies.map((currency) => [currency, ibans.readOrNull(currency, 42, ibanOf, ibanExample)] as const);
  return Object.fromEntries(found.filter((each): each is [Currency, string] => each[1] !== null));
}

function namesOf(form: Form, country: Merchant['country']): Partial<Payee> {
  const names = {
    organisationNumber: form.textOrNull('organisationNumber', 60),
    vatNumber: form.textOrNull('vatNumber', 30),
    email: form.readOrNull('email', 254, (text) => (isEmail(text) ? text : undefined), 'shop@example.com'),
    phone: form.readOrNull(
      'phone',
      30,
      (text) => (phoneOf(text, country) === undefined ? undefined : text),
      countries[country].examples.phone,
    ),
    website: form.readOrNull('website', 200, pageAddress, 'https://shop.example.com'),
    supervisoryAuthority: form.textOrNull('supervisoryAuthority', 140),
  };
  return Object.fromEntries(Object.entries(names).filter(([, value]) => value !== null));
}

/** The payee as people write it, without what it does not have. */
export function payeeToForm(payee: Payee): { readonly [name: string]: Json } {
  const members: [string, Json | undefined][] = payeeMembers.map((name) => [name, payee[name] as unknown as Json | undefined]);
  return Object.fromEntries(members.filter((each): each is [string, Json] => each[1] !== null && each[1] !== undefined));
}
