// The Dutch betalingskenmerk: 7 digits without a check; 9 to 14 digits, of which the first is the check digit and the second
// the number of those after it (counted in the check too); or 16 with the check digit first. Weights from the right, mod 11; 10 is written 1 and 11 is
// written 0, so that two of the eleven remainders look like two others: not quite every wrong digit is found.

import { compact } from '../../payment-reference/writing.ts';
import { weightedFromRight } from '../check-digits.ts';

const weights = [2, 4, 8, 5, 10, 9, 7, 3, 6, 1];

function checkDigit(digits: string): string {
  const check = 11 - (weightedFromRight(digits, weights) % 11);
  return check > 9 ? String(11 - check) : String(check);
}

/** With 15 digits of ours (fewer are filled with zeros) and the check digit before them. */
export function betalingskenmerk(digits: string): string | undefined {
  const own = digits.padStart(15, '0');
  return /^\d{15}$/.test(own) ? checkDigit(own) + own : undefined;
}

export function isBetalingskenmerk(text: string): boolean {
  const number = compact(text);
  if (!/^(\d{7}|\d{9,14}|\d{16})$/.test(number)) return false;
  if (number.length === 7) return true;
  if (number.length < 16 && Number(number[1]) !== (number.length - 2) % 10) return false;
  return checkDigit(number.slice(1)) === number[0];
}
