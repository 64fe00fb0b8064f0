// Interest of a customer account (C67): accrued exactly for every day on the principal at the day's end by value date,
// posted once a month, rounded to the cent. Actual days; a day is 1/365 of a year, in leap years 1/366. There is no interest
// on interest and fees, and none on a balance below zero.
import { addDays, type Day, isLeapYear } from '../dates.ts';
import { divideRounded } from '../money.ts';
import type { Account } from './account.ts';
import type { Posting } from './post.ts';

/** By how much the principal moved on a day. */
export interface Movement {
  readonly day: Day;
  readonly principalMinor: bigint;
}

/** Both kinds of year fit into it, so that a sum over days is exact. */
const parts = 365n * 366n;
const perDay = (day: Day): bigint => (isLeapYear(day) ? 365n : 366n);

/**
 * Interest from a day to a day, both included, in minor units, rounded half away from zero once for the whole time. The
 * remainder of a cent is not carried on: a month’s interest is a function of that month alone, so that it can be computed
 * again, and corrected, without touching the months after it.
 */
export function interestMinor(
  openingMinor: bigint,
  movements: readonly Movement[],
  { from, to }: { readonly from: Day; readonly to: Day },
  interestRateBps: number,
): bigint {
  const byDay = new Map<Day, bigint>();
  for (const { day, principalMinor } of movements) byDay.set(day, (byDay.get(day) ?? 0n) + principalMinor);
  let balance = openingMinor;
  let sum = 0n;
  for (let day = from; day <= to; day = addDays(day, 1)) {
    balance += byDay.get(day) ?? 0n;
    if (balance > 0n) sum += balance * perDay(day);
  }
  return divideRounded(sum * BigInt(interestRateBps), 10_000n * parts);
}

/**
 * Interest below zero, given back after it had been paid, pays the principal from this day on: otherwise a holder who owes nothing
 * more would keep a principal that bears interest. Empty where interest is not below zero.
 */
export function creditedInterest(
  { number, interestMinor: creditMinor }: Pick<Account, 'number' | 'interestMinor'>,
  { valueOn, bookedOn }: Pick<Posting, 'valueOn' | 'bookedOn'>,
): Posting[] {
  if (creditMinor >= 0n) return [];
  const occurrence = { type: 'account.interest_credited', subject: number, amountMinor: -creditMinor } as const;
  return [
    {
      kind: 'InterestCredited',
      valueOn,
      bookedOn,
      interestMinor: -creditMinor,
      principalMinor: creditMinor,
      occurrences: [occurrence],
    },
  ];
}
