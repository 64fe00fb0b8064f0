// The SEPA creditor identifier (EPC262-08): country, two check digits, a business code of three that the check leaves out,
// the national number; mod 97-10.
import { compact, mod97 } from './check-digits.ts';

/** Whole lengths where the country fixed one. */
const lengths: Readonly<Record<string, number>> = { AT: 18, CH: 18, DE: 18, DK: 19, FI: 15, NL: 19, NO: 16, SE: 17 };

export function isCreditorId(text: string): boolean {
  const id = compact(text).toUpperCase();
  const [, country = '', check = '', national = ''] = /^([A-Z]{2})(\d{2})[0-9A-Z]{3}([0-9A-Z]{1,28})$/.exec(id) ?? [];
  if (country === '' || id.length !== (lengths[country] ?? id.length)) return false;
  return mod97(national + country + check) === 1;
}
