// Invented national identification numbers: right in form and check digit, in the ranges that the registers keep for tests
// where they have such, so that none of them is a living person's.
import { randomInt } from 'node:crypto';

/** A whole number from the first to below the second; from 0 where only one is given. */
export type Draw = (low: number, high?: number) => number;

const two = (value: number): string => String(value).padStart(2, '0');

function birthday(draw: Draw): { day: number; month: number; year: number } {
  return { day: draw(1, 29), month: draw(1, 13), year: draw(40, 100) };
}

const weighted = (digits: string, weights: readonly number[]): number =>
  weights.reduce((total, weight, index) => total + weight * Number(digits[index]), 0);

/** 11 less the remainder; 10 has no digit, such a number is never given. */
function elevenCheck(digits: string, weights: readonly number[]): string | undefined {
  const check = (11 - (weighted(digits, weights) % 11)) % 11;
  return check === 10 ? undefined : String(check);
}

/** Months of the synthetic population are 80 ahead. */
function norwegian(draw: Draw): string {
  const { day, month, year } = birthday(draw);
  const body = `${two(day)}${two(month + 80)}${two(year)}${String(draw(500)).padStart(3, '0')}`;
  const first = elevenCheck(body, [3, 7, 6, 1, 8, 9, 4, 5, 2]);
  const second = first && elevenCheck(body + first, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
  return first && second ? body + first + second : norwegian(draw);
}

/** Serials from 980 on are the register's test persons. */
function swedish(draw: Draw): string {
  const { day, month, year } = birthday(draw);
  const body = `${two(year)}${two(month)}${two(day)}${draw(980, 1000)}`;
  const total = body.split('').reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return sum + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${body.slice(0, 6)}-${body.slice(6)}${(10 - (total % 10)) % 10}`;
}

/** Individual numbers from 900 on are never given to a person. */
function finnish(draw: Draw): string {
  const { day, month, year } = birthday(draw);
  const date = `${two(day)}${two(month)}${two(year)}`;
  const serial = String(draw(900, 1000));
  return `${date}-${serial}${'0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(date + serial) % 31]}`;
}

function danish(draw: Draw): string {
  const { day, month, year } = birthday(draw);
  const body = `${two(day)}${two(month)}${two(year)}${String(draw(400)).padStart(3, '0')}`;
  const check = elevenCheck(body, [4, 3, 2, 7, 6, 5, 4, 3, 2]);
  return check === undefined ? danish(draw) : `${body.slice(0, 6)}-${body.slice(6)}${check}`;
}

const makers: Readonly<Record<string, (draw: Draw) => string>> = { NO: norwegian, SE: swedish, FI: finnish, DK: danish };

/** By chance, or by the numbers that are drawn. */
export function freshNationalId(
  country: string,
  draw: Draw = (low, high) => (high === undefined ? randomInt(low) : randomInt(low, high)),
): string {
  const make = makers[country];
  if (!make) throw new Error(`No identification number can be made for ${country}.`);
  return make(draw);
}
