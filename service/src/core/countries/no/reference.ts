// The Norwegian KID: 2 to 25 digits, the last by Luhn (mod 10) or mod 11 (weights 2 to 7 from the right). Which of the two
// a payee's bank expects is agreed with it; a mod 11 remainder that would give 10 is written as a minus.

import { compact } from '../../payment-reference/writing.ts';
import { endsInLuhn, luhnDigit, weightedFromRight } from '../check-digits.ts';

export type KidMethod = 'mod10' | 'mod11';

const mod11Sign = (digits: string): string => {
  const check = (11 - (weightedFromRight(digits, [2, 3, 4, 5, 6, 7]) % 11)) % 11;
  return check === 10 ? '-' : String(check);
};

/** The KID around digits of ours, filled with zeros to `length` where one is given. */
export function kid(digits: string, method: KidMethod = 'mod10', length?: number): string | undefined {
  const own = length === undefined ? digits : digits.padStart(length - 1, '0');
  if (!/^\d{1,24}$/.test(own) || (length !== undefined && own.length !== length - 1)) return undefined;
  return own + (method === 'mod10' ? luhnDigit(own) : mod11Sign(own));
}

/** Which methods a KID is right by; both at times, none where it is wrong. */
export function kidMethods(text: string): readonly KidMethod[] {
  const number = compact(text);
  if (!/^\d{1,24}[\d-]$/.test(number)) return [];
  const right: KidMethod[] = endsInLuhn(number) ? ['mod10'] : [];
  return mod11Sign(number.slice(0, -1)) === number.at(-1) ? [...right, 'mod11'] : right;
}
