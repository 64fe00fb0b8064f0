// Money is a whole number of minor units in a bigint (all five currencies have two decimals). Wire numbers are read from
// their shortest decimal text, never multiplied: 78.43 * 100 is 7843.000000000001.

/** The currencies of the specification, ISO 4217. */
export const currencies = ['EUR', 'NOK', 'SEK', 'DKK', 'CHF'] as const;
export type Currency = (typeof currencies)[number];

/** Decimals of every currency we know; a currency with another number of minor digits does not fit this module. */
export const minorDigits = 2;

/** The largest amount of one order, capture or refund: 999 999 999.99 (C06). */
export const maxAmount = 999_999_999.99;

/** The number of decimals in a number's shortest decimal text, trailing zeros aside: 12.5 → 1, 1e-7 → 7, 300 → 0. */
export const decimalsOf = (value: number): number => (Number.isInteger(value) ? 0 : decimalsIn(value.toString()));

function decimalsIn(text: string): number {
  const end = text.indexOf('e') === -1 ? text.length : text.indexOf('e');
  const point = text.indexOf('.') === -1 ? end - 1 : text.indexOf('.');
  return Math.max(0, end - point - 1 - Number(text.slice(end + 1)));
}

const powers = Array.from({ length: 20 }, (_each, digits) => 10n ** BigInt(digits));

/**
 * A wire number as a whole number of 10^-digits, exactly: scaled(12.34, 2) is 1234n.
 * The caller has checked that it has no more decimals than `digits`; one that has is a fault of ours.
 */
export function scaled(value: number, digits: number): bigint {
  if (Number.isSafeInteger(value)) return BigInt(value) * (powers[digits] ?? 10n ** BigInt(digits));
  // Its text is made once, as it takes longer than all else here.
  const text = value.toString();
  const decimals = Number.isInteger(value) ? 0 : decimalsIn(text);
  if (!Number.isFinite(value) || decimals > digits) throw new Error(`a number with more than ${digits} decimals`);
  if (decimals === 0 || text.includes('e')) return BigInt(value.toFixed(digits).replace('.', ''));
  return BigInt(text.replace('.', '') + '0'.repeat(digits - decimals));
}

/** An amount of the wire (major units) in minor units. */
export const minorFromWire = (amount: number): bigint => scaled(amount, minorDigits);

/** A whole number of 10^-digits as a number of the wire, whose shortest text has at most so many decimals. */
export const unscaled = (value: bigint, digits: number): number => Number(value) / 10 ** digits;

/** Minor units as an amount of the wire: at most two decimals. */
export const minorToWire = (minor: bigint): number => unscaled(minor, minorDigits);

/** Quotient rounded half away from zero, for a positive divisor: the rounding people expect on an invoice. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n;
  return (dividend < 0n ? dividend - half : dividend + half) / divisor;
}

/** The difference of two amounts without its sign. */
/** The smaller of two amounts. */
export const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

/** The larger of two amounts. */
export const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

/** The sum of what `of` says of each. */
export const sumOf = <Each>(all: readonly Each[], of: (each: Each) => bigint): bigint =>
  all.reduce((total, each) => total + of(each), 0n);

export const distance = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);
