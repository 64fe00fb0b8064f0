// Amounts of bank statements. Of the currencies that accounts are kept in they are hundredths, and more decimals are a mistake
// of the file. Of any other, of which nothing can be booked, as many decimals are kept as a file can have: a dinar has three.
import { currencies, minorDigits } from '../money.ts';
import type { BankEntry } from './entry.ts';

/** The most decimals that ISO 20022 has in an amount. */
const mostDecimals = 5;

/** So many digits a number of the wire holds exactly. */
const mostDigits = 15;

const isKept = (currency: string): boolean => (currencies as readonly string[]).includes(currency);

/** How finely amounts of a currency are reckoned while a file is read: in 10 to the minus so many. */
const decimalsIn = (currency: string): number => (isKept(currency) ? minorDigits : mostDecimals);

/** A decimal text without a sign, in 10^-`decimalsIn`; what is none, or has more decimals than that, is nothing. */
export function amountFromFile(text: string, currency: string): bigint | undefined {
  const digits = decimalsIn(currency);
  const [, whole, decimals = ''] = /^\+?(\d{1,13}|(?=\.\d))(?:\.(\d{0,5}?)0*)?$/.exec(text) ?? [];
  if (whole === undefined || decimals.length > digits || whole.length + decimals.length > mostDigits) return undefined;
  return BigInt(whole + decimals.padEnd(digits, '0'));
}

/** Are more decimals written than its currency has? Where no standard says what a point is, it may separate thousands: `1.500`. */
export const hasManyDecimals = (text: string, currency: string): boolean =>
  (text.split('.')[1] ?? '').length > decimalsIn(currency);

/** As it is kept: hundredths wherever they suffice. */
export function keptAmount(units: bigint, currency: string): Pick<BankEntry, 'amountMinor' | 'amountDecimals'> {
  let [amountMinor, amountDecimals] = [units, decimalsIn(currency)];
  for (; amountDecimals > minorDigits && amountMinor % 10n === 0n; amountDecimals -= 1) amountMinor /= 10n;
  return { amountMinor, amountDecimals };
}
