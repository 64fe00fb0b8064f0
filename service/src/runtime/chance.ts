// Where ids and numbers come from (core/chance.ts says what they are).
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { Chance } from '../core/chance.ts';

export const chance: Chance = {
  id: () => uuidv7(Date.now()),
  // 13 digits of milliseconds and 6 of chance: 19 digits, the most a number may have. A collision is drawn anew by the book.
  number: () => String(BigInt(Date.now()) * 1_000_000n + drawn(0, 1_000_000)),
  digits: (count) => String(drawn(10 ** (count - 1), 10 ** count)),
};

/** A whole number as bigint, of whose texts V8 keeps none: those of numbers it keeps for a while, which moves each to its old space. */
const drawn = (least: number, below: number): bigint => BigInt(randomInt(least, below));

const poolBytes = 4096;
let pool = '';
let taken = 0;

/** Digits to the base of 16, many drawn at a time, because each draw costs a call into the system. */
function hexDigits(count: number): string {
  if (taken + count > pool.length) {
    pool = randomBytes(poolBytes).toString('hex');
    taken = 0;
  }
  taken += count;
  return pool.slice(taken - count, taken);
}

/** A UUID of version 7 (RFC 9562): 48 bits of milliseconds, the rest chance. Made of digits, as it is made ten times in a request. */
export function uuidv7(milliseconds: number): string {
  if (milliseconds !== lastMoment.milliseconds) {
    const time = milliseconds.toString(16).padStart(12, '0');
    lastMoment = { milliseconds, text: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  const digits = hexDigits(19);
  const variant = variants[digits.charAt(0)] ?? '8';
  return `${lastMoment.text}${digits.slice(1, 4)}-${variant}${digits.slice(4, 7)}-${digits.slice(7)}`;
}

/** Ids of one moment begin alike. */
let lastMoment = { milliseconds: Number.NaN, text: '' };

/** By a digit of chance: two bits of it, after the two of the variant. */
const variants: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from('0123456789abcdef', (digit, value) => [digit, '89ab'.charAt(value & 3)]),
);

/** A UUID of version 5 (RFC 9562): the same name in the same namespace is the same id, for ever and without being stored. */
export function uuidv5(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex');
  const bytes = createHash('sha1').update(space).update(name).digest();
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
