// What a reminder costs: what was agreed, and never more than the law of the country allows for this letter on its day (C43).
import { type CountryCode, countries } from '../countries/countries.ts';
import { isBusinessDay } from '../countries/holidays.ts';
import { addDays, type Day } from '../dates.ts';
import { lawOn } from './law-on.ts';
import type { CostScale } from './rows.ts';

/** A letter, as far as the law asks. */
export interface ReminderStep {
  /** 1 for the first, 2 for the second. */
  readonly level: number;
  readonly on: Day;
  /** The day on which the debt was due. */
  readonly dueOn: Day;
  /** The day of the letter before; null for the first. */
  readonly before: Day | null;
  /** Days to pay that the letters give. */
  readonly payWithinDays: number;
  /** What is overdue without fees and interest on late payment. */
  readonly overdueMinor: bigint;
  /** Does an agreement with the customer state what a letter costs? */
  readonly isStated?: boolean;
}

/**
 * The fee of a letter in minor units of the country's currency: what the merchant agreed, or what the law names where it names a
 * fee of its own and does not ask for an agreement on it, or the customer's agreement states it (`isStated`); at most what the law
 * allows, and nothing where the letter comes too soon for one. SE: lag (1981:739) om ersättning för inkassokostnader; BE: Book XIX of
 * the Code of Economic Law.
 */
export function reminderFeeMinor(country: CountryCode, agreedMinor: bigint | undefined, step: ReminderStep): bigint {
  const highest = highestMinor(country, step);
  const { unnamed } = countries[country].reminders;
  const isOwed = unnamed === 'charged' || (unnamed === 'ifAgreed' && step.isStated === true);
  const asked = agreedMinor ?? (isOwed ? highest : 0n);
  return asked < highest ? asked : highest;
}

function highestMinor(country: CountryCode, step: ReminderStep): bigint {
  const { reminderFee, collectionCost } = lawOn(country, step.on).rows;
  if (!mayBeCharged(country, step)) return 0n;
  if (reminderFee) return reminderFee.value;
  return collectionCost ? costMinor(collectionCost.value, step.overdueMinor) : 0n;
}

/** Does the law of the day let this letter cost anything: is it one of those that may, and does it come late enough? */
export function mayBeCharged(country: CountryCode, step: Omit<ReminderStep, 'overdueMinor'>): boolean {
  const { level, on } = step;
  const { chargedReminders } = lawOn(country, on).rows;
  const from = chargeableFrom(country, step);
  const allowed = countries[country].reminders.charged.includes(level) && level <= (chargedReminders?.value ?? level);
  return allowed && from !== undefined && on >= from;
}

/**
 * What collecting debts of one debtor may cost whose sum is so much, where the law adds up what is late together; undefined where it
 * looks at each by itself. NL: art. 6:96(7) BW.
 */
export function costTogetherMinor(country: CountryCode, on: Day, debtsMinor: bigint): bigint | undefined {
  const scale = lawOn(country, on).rows.collectionCost?.value;
  return scale?.addsUp ? costMinor(scale, debtsMinor) : undefined;
}

/** Does the law of a country add up, on any day? */
export const mayAddUp = (country: CountryCode): boolean =>
  countries[country].law.rows.some((each) => each.parameter === 'collectionCost' && each.value.addsUp === true);

/** The highest fee that a letter may ask on a day, of a debt of so much or of any; a contract that asks for more is refused. */
export function highestFeeMinor(country: CountryCode, on: Day, debtMinor?: bigint): bigint {
  const { rows, lapsed } = lawOn(country, on);
  const { reminderFee, collectionCost } = { ...lapsed, ...rows };
  if (countries[country].reminders.charged.length === 0) return 0n;
  if (reminderFee) return reminderFee.value;
  if (!collectionCost) return 0n;
  return debtMinor === undefined ? collectionCost.value.mostMinor : costMinor(collectionCost.value, debtMinor);
}

/** The fee that an agreement on a credit of so much names: what a letter costs that may be charged. */
export function statedFeeMinor(
  country: CountryCode,
  agreedMinor: bigint | undefined,
  { on, amountMinor }: { readonly on: Day; readonly amountMinor: bigint },
): bigint {
  const highest = highestFeeMinor(country, on, amountMinor);
  const asked = agreedMinor ?? (countries[country].reminders.unnamed === 'none' ? 0n : highest);
  return asked < highest ? asked : highest;
}

/** From which day on this letter may be charged; nothing where the one before gave too little time to pay. */
function chargeableFrom(
  country: CountryCode,
  { on, dueOn, before, payWithinDays }: Pick<ReminderStep, 'on' | 'dueOn' | 'before' | 'payWithinDays'>,
): Day | undefined {
  const { freeFrom } = countries[country].reminders;
  const { reminderGapDays, freeReminderDays } = lawOn(country, on).rows;
  const gap = reminderGapDays?.value ?? 0;
  const free = freeReminderDays?.value ?? 0;
  const first = freeFrom === 'dueDay' ? addDays(dueOn, free) : dueOn;
  if (before === null) return first;
  if (freeFrom === 'arrival') return addDays(arrivalOf(country, before), free + 1);
  if (!countries[country].reminders.afterDeadline) return addDays(before, gap > free ? gap : free);
  // A letter that was too early to be charged is followed by the first that is; any other needs its deadline missed.
  if (before < first) return first;
  return payWithinDays < gap ? undefined : addDays(before, payWithinDays + 1);
}

/** A letter counts from the third working day after it was posted; sent faster, it only gives more time. */
export function arrivalOf(country: CountryCode, posted: Day): Day {
  let day = posted;
  for (let count = 0; count < 3; ) {
    day = addDays(day, 1);
    if (isBusinessDay(country, day)) count += 1;
  }
  return day;
}

/** What collecting a debt may cost by a scale, rounded to the cent. */
export function costMinor({ parts, leastMinor, mostMinor }: CostScale, debtMinor: bigint): bigint {
  let cost = 0n;
  let from = 0n;
  for (const { upToMinor, shareBps, baseMinor } of parts) {
    if (debtMinor <= from) break;
    const end = upToMinor !== null && upToMinor < debtMinor ? upToMinor : debtMinor;
    cost = (baseMinor === null ? cost : baseMinor * 10_000n) + (end - from) * BigInt(shareBps);
    from = end;
  }
  const minor = (cost + 5_000n) / 10_000n;
  if (minor > mostMinor) return mostMinor;
  return minor < leastMinor ? leastMinor : minor;
}
