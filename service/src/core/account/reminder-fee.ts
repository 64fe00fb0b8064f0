// What a reminder costs: what the law of the country allows at most on the day (C43), as often as it allows.
import { type CountryCode, countries } from '../countries/countries.ts';
import type { Day } from '../dates.ts';
import { policy } from '../law/policy.ts';

/** The fee of the count-th reminder in minor units of the country's currency; nothing where the law names no amount. */
export function reminderFeeMinor(country: CountryCode, on: Day, count: number): bigint {
  const { reminderFee, chargedReminders } = policy(country, on).rows;
  const allowed = countries[country].reminders.charged.includes(count) && count <= (chargedReminders?.value ?? count);
  return reminderFee && allowed ? reminderFee.value : 0n;
}
