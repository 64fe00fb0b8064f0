// The arithmetic that numbers of many kinds share. Every function takes digits only; other characters are settled by the
// caller. None of them throws.

/** Sum of digit × weight, from the left. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < weights.length; index += 1) sum += (digits.charCodeAt(index) - 48) * (weights[index] ?? 0);
  return sum;
}

/** The sum of the digits, each times its weight; the weights begin at the last digit and are repeated. */
export function weightedFromRight(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits[digits.length - 1 - index]) * (weights[index % weights.length] ?? 0);
  }
  return sum;
}

/** Luhn, modulus 10: the check digit is the last. */
export function luhn(digits: string): boolean {
  return luhnSum(digits) % 10 === 0;
}

/** The check digit that makes the digits before it pass Luhn. */
export function luhnDigit(digits: string): string {
  return String((10 - (luhnSum(`${digits}0`) % 10)) % 10);
}

/** Do two digits or more, and nothing else, end in their Luhn digit? */
export const endsInLuhn = (text: string): boolean => /^\d{2,}$/.test(text) && luhn(text);

function luhnSum(digits: string): number {
  let sum = 0;
  for (let index = digits.length - 1, doubled = false; index >= 0; index -= 1, doubled = !doubled) {
    const digit = digits.charCodeAt(index) - 48;
    sum += doubled ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit;
  }
  return sum;
}

/** The remainder of a number of any length by 97. */
export function mod97(digits: string): number {
  let rest = 0;
  for (let index = 0; index < digits.length; index += 7) {
    rest = Number(String(rest) + digits.slice(index, index + 7)) % 97;
  }
  return rest;
}

/** ISO 7064 mod 97-10 over digits and letters (A = 10 … Z = 35): the remainder, 1 for a number that is whole. */
export function mod97Of(text: string): number {
  let rest = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    rest = code < 58 ? (rest * 10 + code - 48) % 97 : (rest * 100 + code - 55) % 97;
  }
  return rest;
}

/** ISO 7064 mod 11,10: the check digit is the last. */
export function mod11of10(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index += 1) {
    const sum = (product + digits.charCodeAt(index) - 48) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (11 - product) % 10 === digits.charCodeAt(digits.length - 1) - 48;
}

/** 11 less the remainder of the weighted sum; 11 is written 0, and 10 has no digit, so it is no check digit at all. */
export function elevenDigit(digits: string, weights: readonly number[]): number {
  return (11 - (weighted(digits, weights) % 11)) % 11;
}

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** The digit of recursive mod 10 that Swiss postal accounts, payment slips and QR references end in. */
export function recursiveDigit(digits: string): string {
  let carry = 0;
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10] ?? 0;
  return String((10 - carry) % 10);
}
