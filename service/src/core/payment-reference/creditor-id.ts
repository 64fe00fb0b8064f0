// The SEPA creditor identifier (EPC262-08): country, two check digits, a business code of three that the check leaves out,
// the national number; mod 97-10.

import { mod97Of } from '../countries/check-digits.ts';
import { countryOf } from '../countries/countries.ts';
import { compact } from './writing.ts';

export function isCreditorId(text: string): boolean {
  const id = compact(text).toUpperCase();
  const read = /^([A-Z]{2})(\d{2})[0-9A-Z]{3}([0-9A-Z]{1,28})$/.exec(id);
  if (!read) return false;
  const [, country = '', check = '', national = ''] = read;
  if (id.length !== (countryOf(country)?.payment.creditorIdLength ?? id.length)) return false;
  return mod97Of(national + country + check) === 1;
}
