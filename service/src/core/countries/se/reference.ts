// The Swedish OCR number: 2 to 25 digits, the last by Luhn; payees may agree with Bankgirot on a length digit before it
// (the whole length, its last digit), by which a digit left out is found as well.

import { compact } from '../../payment-reference/writing.ts';
import { endsInLuhn, luhnDigit } from '../check-digits.ts';

export function ocr(digits: string, withLengthDigit = false): string | undefined {
  const own = withLengthDigit ? digits + String((digits.length + 2) % 10) : digits;
  return /^\d{1,24}$/.test(own) ? own + luhnDigit(own) : undefined;
}

/** `lengthDigit` says whether the digit before the last would do as a length digit; only some payees have one. */
export function checkOcr(text: string): { readonly valid: boolean; readonly lengthDigit: boolean } {
  const number = compact(text);
  const valid = /^\d{2,25}$/.test(number) && endsInLuhn(number);
  return { valid, lengthDigit: valid && number.length > 2 && Number(number.at(-2)) === number.length % 10 };
}
