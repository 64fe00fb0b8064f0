// The Finnish viitenumero: 3 to 19 digits and one of check (weights 7 3 1 from the right); it also has an RF form. And the
// bank bar code, versions 4 (national reference) and 5 (RF), 54 digits (Finance Finland, "Pankkiviivakoodi").
import type { Day } from '../../dates.ts';
import { isRfReference, rfReference } from '../../payment-reference/rf.ts';
import { compact, grouped } from '../../payment-reference/writing.ts';
import { weightedFromRight } from '../check-digits.ts';

const weights = [7, 3, 1];
const checkDigit = (digits: string): string => String((10 - (weightedFromRight(digits, weights) % 10)) % 10);

/** The reference with 3 to 19 digits of ours before its check digit; leading zeros never count. */
export function finnishReference(digits: string): string | undefined {
  const own = digits.replace(/^0+/, '');
  return /^\d{3,19}$/.test(own) ? own + checkDigit(own) : undefined;
}

/** In its national form or as RF reference around it. */
export function isFinnishReference(text: string): boolean {
  const reference = compact(text).toUpperCase();
  if (reference.startsWith('RF')) return isRfReference(reference) && isNational(reference.slice(4));
  return isNational(reference);
}

function isNational(reference: string): boolean {
  const own = reference.replace(/^0+/, '');
  return /^\d{4,20}$/.test(own) && reference.length <= 20 && checkDigit(own.slice(0, -1)) === own.at(-1);
}

/** The RF form of a national reference. */
export const finnishRfReference = (reference: string): string | undefined => rfReference(compact(reference).replace(/^0+/, ''));

/** In groups of five from the right, as on Finnish invoices. */
export const printFinnishReference = (reference: string): string => grouped(compact(reference), 5, 'right');

export interface FinnishBill {
  readonly iban: string;
  readonly amountMinor: bigint;
  /** National or RF, as it is to be paid. */
  readonly reference: string;
  readonly dueOn: Day | null;
}

/** What the bar code holds; an amount above 999 999.99 does not fit and is left to the payer (zeros). */
export function finnishBarCode({ iban, amountMinor, reference, dueOn }: FinnishBill): string | undefined {
  const account = compact(iban).toUpperCase();
  if (!/^FI\d{16}$/.test(account) || !isFinnishReference(reference) || amountMinor < 0n) return undefined;
  const amount = String(amountMinor > 99_999_999n ? 0n : amountMinor).padStart(8, '0');
  const due = dueOn === null ? '000000' : dueOn.slice(2).replaceAll('-', '');
  const own = compact(reference).toUpperCase();
  const start = account.slice(2) + amount;
  if (own.startsWith('RF')) return `5${start}${own.slice(2, 4)}${own.slice(4).padStart(21, '0')}${due}`;
  return `4${start}000${own.padStart(20, '0')}${due}`;
}
