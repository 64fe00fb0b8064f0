// The arithmetic that payment references share. All take and give decimal digits; what they are for is beside each scheme.

/** Digits alone, without the blanks that people read them with. */
export const compact = (text: string): string => text.replace(/\s/g, '');

/** The Luhn digit (mod 10, doubling from the right) that makes the digits before it right. */
export function luhnDigit(digits: string): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}

/** Do the digits end in their Luhn digit? */
export const endsInLuhn = (digits: string): boolean =>
  /^\d{2,}$/.test(digits) && luhnDigit(digits.slice(0, -1)) === digits.at(-1);

/** The sum of the digits, each times its weight; the weights begin at the last digit and are used again and again. */
export function weighted(digits: string, weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    sum += Number(digits[digits.length - 1 - index]) * (weights[index % weights.length] ?? 0);
  }
  return sum;
}

/** ISO 7064 mod 97-10 of letters and digits (A is 10), in pieces that a number holds exactly. */
export function mod97(text: string): number {
  const digits = text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  let rest = 0;
  for (let at = 0; at < digits.length; at += 7) rest = Number(`${rest}${digits.slice(at, at + 7)}`) % 97;
  return rest;
}

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5];

/** The digit of recursive mod 10 that Swiss payment slips and QR references end in. */
export function recursiveDigit(digits: string): string {
  let carry = 0;
  for (const digit of digits) carry = carries[(carry + Number(digit)) % 10] ?? 0;
  return String((10 - carry) % 10);
}

/** Groups for reading, cut from the left or, as Finns and Swiss do, from the right. */
export function grouped(text: string, size: number, from: 'left' | 'right' = 'left'): string {
  const pattern = from === 'left' ? new RegExp(`.{1,${size}}`, 'g') : new RegExp(`.{1,${size}}(?=(.{${size}})*$)`, 'g');
  return text.match(pattern)?.join(' ') ?? '';
}
