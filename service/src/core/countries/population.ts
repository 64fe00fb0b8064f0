// What the synthetic persons and companies of a country's register are made of, in the sandbox. Names and places are real, the
// people are not: their numbers come from ranges for tests where a country has such.
import { elevenDigit } from './check-digits.ts';

export interface Population {
  /** Between blanks; postal codes with their places between bars. */
  readonly first: string;
  readonly last: string;
  readonly street: string;
  readonly places: string;
  readonly trades: string;
  /** The legal form behind the name of a company. */
  readonly form: string;
  /** E.164 without its plus; those of the others follow it. */
  readonly firstPhone: number;
  readonly personNumber: (born: Born, index: number) => string;
  readonly companyNumber: (index: number) => string;
}

export interface Born {
  readonly day: string;
  readonly month: number;
  readonly year: string;
}

export const two = (value: number): string => String(value).padStart(2, '0');

/** The next number that has a check digit. */
export function withEleven(from: number, weights: readonly number[]): string {
  for (let number = from; ; number += 1) {
    const digit = elevenDigit(String(number), weights);
    if (digit < 10) return `${number}${digit}`;
  }
}
