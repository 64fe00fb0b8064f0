// Numbers of the wire as exact decimals, read from their shortest text: shops compute with floats, and 19.150000000000006
// means 19.15. Whether a number is meant to be another one is decided without adding noise of our own (C06).

/** `digits` · 10^-`scale`; below 0 where zeros follow the digits. */
interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** A decimal text, plain or with an exponent, as JavaScript writes numbers: -12.50, 1e-7, 1.5e+21. */
function decimalOf(text: string): Decimal {
  const [mantissa = '0', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return { digits, scale };
}

/** The quotient rounded half to even, for a positive divisor. */
function halfEven(dividend: bigint, divisor: bigint): bigint {
  const [size, sign] = dividend < 0n ? [-dividend, -1n] : [dividend, 1n];
  const [quotient, rest] = [size / divisor, size % divisor];
  const up = 2n * rest > divisor || (2n * rest === divisor && quotient % 2n === 1n);
  return sign * (up ? quotient + 1n : quotient);
}

export interface Nearest {
  /** Of the numbers with so many decimals the nearest, half to even. */
  readonly value: number;
  /** It is what was meant: no more than 1e-9, or four units in the last place of a float, away. */
  readonly isMeant: boolean;
}

/** The number with at most `decimals` decimals that is nearest to the one a decimal text says. */
export function nearest(text: string, decimals: number): Nearest {
  const { digits, scale } = decimalOf(text);
  if (scale <= decimals) return { value: Number(text), isMeant: true };
  const step = 10n ** BigInt(scale - decimals);
  const rounded = halfEven(digits, step);
  const gap = absolute(digits - rounded * step);
  // 4 · 2⁻⁵² is 2⁻⁵⁰.
  const isMeant = gap * 10n ** 9n <= 10n ** BigInt(scale) || gap << 50n <= absolute(digits);
  return { value: Number(plain(rounded, decimals)), isMeant };
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** So many 10^-decimals as decimal text. */
function plain(value: bigint, decimals: number): string {
  const text = absolute(value)
    .toString()
    .padStart(decimals + 1, '0');
  const at = text.length - decimals;
  return `${value < 0n ? '-' : ''}${text.slice(0, at)}.${text.slice(at)}`;
}

/** Decimal digits that every double gives back as they were written. */
const exactDigits = 15;

/**
 * A number as text: 11 is '11', 1.5 is '1.5'. Nothing where the number may not be the one that was
 * written, above 2⁵³ − 1 or with a fraction of more than 15 digits in all, or where its text has an exponent.
 */
export function textOfNumber(value: number): string | undefined {
  if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) return undefined;
  const text = String(value);
  if (Number.isInteger(value)) return text;
  const digits = text.replace(/[-.]/g, '').replace(/^0+/, '').length;
  return text.includes('e') || digits > exactDigits ? undefined : text;
}
