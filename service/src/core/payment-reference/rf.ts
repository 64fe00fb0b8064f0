// RF creditor reference, ISO 11649: RF, two check digits, up to 21 letters and digits; mod 97 is 1.
import { mod97Of } from '../countries/check-digits.ts';
import { compact, grouped } from './writing.ts';

/** The reference around letters and digits of ours (at most 21), or nothing when they hold anything else. */
export function rfReference(text: string): string | undefined {
  const own = compact(text).toUpperCase();
  if (!/^[0-9A-Z]{1,21}$/.test(own)) return undefined;
  const check = 98 - mod97Of(`${own}RF00`);
  return `RF${String(check).padStart(2, '0')}${own}`;
}

/** Blanks and small letters are allowed, as people write them. */
export function isRfReference(text: string): boolean {
  const reference = compact(text).toUpperCase();
  if (!/^RF\d{2}[0-9A-Z]{1,21}$/.test(reference)) return false;
  return mod97Of(reference.slice(4) + reference.slice(0, 4)) === 1;
}

export const printRfReference = (reference: string): string => grouped(compact(reference).toUpperCase(), 4);
