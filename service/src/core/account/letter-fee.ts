// What a letter about an account costs, by when it comes: the first as long after the last day in time as the second comes after it.
import type { CountryCode } from '../countries/countries.ts';
import { addDays, type Day } from '../dates.ts';
import { mayBeCharged, type ReminderStep, statedFeeMinor } from '../law/reminder-fee.ts';
import { dunningGapDays } from './dunning.ts';

/** A letter of an account, 1 for the first and 2 for the second, as far as the law asks when it comes. */
export const letterStep = (level: number, on: Day): Omit<ReminderStep, 'overdueMinor'> => ({
  level,
  on,
  dueOn: addDays(on, -dunningGapDays * level),
  before: level === 1 ? null : addDays(on, -dunningGapDays),
  payWithinDays: dunningGapDays,
});

/** The fee that the agreement of an account of so much names, in minor units: none where the law makes each of its letters free. */
export function accountFeeMinor(
  country: CountryCode,
  agreedMinor: bigint | undefined,
  granted: { readonly on: Day; readonly amountMinor: bigint },
): bigint {
  const isCharged = [1, 2].some((level) => mayBeCharged(country, letterStep(level, granted.on)));
  return isCharged ? statedFeeMinor(country, agreedMinor, granted) : 0n;
}
