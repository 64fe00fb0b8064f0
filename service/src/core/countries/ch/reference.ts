// Swiss references: the QR reference (27 digits, recursive mod 10), for which the payee needs a QR-IBAN, and its elder of
// the orange slip (ESR), which was shorter at times (SIX, Implementation Guidelines QR-bill 2.3).

import { compact, grouped } from '../../payment-reference/writing.ts';
import { recursiveDigit } from '../check-digits.ts';

/** 26 digits at most: a number the bank gave the payee, then the payee's own, with zeros between them. */
export function qrReference(number: string, customerId = ''): string | undefined {
  const own = customerId + number.padStart(26 - customerId.length, '0');
  return /^\d{26}$/.test(own) && /[1-9]/.test(own) ? own + recursiveDigit(own) : undefined;
}

export function isQrReference(text: string): boolean {
  const reference = compact(text);
  return reference.length === 27 && isSlipReference(reference);
}

/** A reference of the old orange slip: 2 to 27 digits. */
export function isSlipReference(text: string): boolean {
  const reference = compact(text);
  return /^\d{2,27}$/.test(reference) && /[1-9]/.test(reference) && recursiveDigit(reference.slice(0, -1)) === reference.at(-1);
}

/** In groups of five from the right, as the payment part shows it. */
export const printQrReference = (reference: string): string => grouped(compact(reference), 5, 'right');

/** Is an IBAN one for QR references: a Swiss or Liechtenstein one with an institution from 30000 to 31999? */
export function isQrIban(iban: string): boolean {
  return /^(CH|LI)\d{2}3[01]\d{3}[0-9A-Z]{12}$/.test(compact(iban).toUpperCase());
}
