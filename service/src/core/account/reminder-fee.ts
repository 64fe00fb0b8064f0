// What a reminder costs: what the law of the country allows at most on the day (C43), as often as it allows.
import type { CountryCode } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { policy } from '../law/policy.ts';

/** Which of the reminders may be charged for, where it is not both: in Belgium the first is free, in Sweden one is charged. */
const charged: Readonly<Partial<Record<CountryCode, readonly number[]>>> = {
  SE: [1],
  BE: [2],
  // Only the real cost may be asked for, and that we do not know.
  DE: [],
};
const both: readonly number[] = [1, 2];

/** The fee of the count-th reminder in minor units of the country's currency; nothing where the law names no amount. */
export function reminderFeeMinor(country: CountryCode, on: Day, count: number): bigint {
  const { reminderFee, chargedReminders } = policy(country, on).rows;
  const allowed = (charged[country] ?? both).includes(count) && count <= (chargedReminders?.value ?? count);
  return reminderFee && allowed ? reminderFee.value : 0n;
}
