// Debts of one customer that are late together: where the law adds them up (art. 6:96(7) BW), all letters about them together ask for no
// more than collecting their sum may cost, and the order in which they are made changes nothing of that.

import { termsOf } from '../checkout/terms.ts';
import { type CountryCode, countries } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import type { Day } from '../dates.ts';
import { costTogetherMinor } from '../law/reminder-fee.ts';
import { least, most, sumOf } from '../money.ts';
import type { CaptureReminder } from './collecting.ts';
import { openLateInterestMinor, openReminderFeeMinor, principalLeftMinor } from './dunning.ts';
import { letterTermsOf } from './letter-terms.ts';
import type { Capture, Order } from './rows.ts';

/** An order that letters were made about; captures without one may be missing. */
export interface RemindedOrder {
  readonly order: Pick<Order, 'terms' | 'currency'>;
  readonly captures: readonly Capture[];
  readonly reminders: readonly CaptureReminder[];
}

export interface DebtBeside {
  /** What its cost is reckoned on. */
  readonly principalMinor: bigint;
  /** The most that a letter about it may ask for, by what was agreed and by what it is about. */
  readonly mostMinor: bigint;
  /** Charged for collecting it; undefined while the letter that may be charged for is still to come. */
  readonly chargedMinor: bigint | undefined;
}

/** A debt that is late, and since when it is owed. */
interface LateDebt {
  readonly captureNumber: string;
  readonly owedSince: Day;
}

/** Debts that were late on a day on which this one was late as well, as far as letters asked for them. */
export function debtsBeside(
  { captureNumber, owedSince }: LateDebt,
  reminded: readonly RemindedOrder[],
  country: CountryCode,
): DebtBeside[] {
  const inTimeUntil = lastDayInTime(country, owedSince);
  // The law's amounts are in the country's currency.
  const counted = reminded.filter(({ order }) => order.currency === countries[country].currency);
  return counted.flatMap(({ order, captures, reminders }) =>
    captures
      .filter(({ number }) => number !== captureNumber)
      .map((capture) => {
        const letters = reminders.filter((each) => each.captureNumber === capture.number && each.cancelledOn === null);
        return debtOf(order, capture, letters.toSorted(byNumber), { country, inTimeUntil });
      })
      .filter((debt) => debt !== undefined),
  );
}

const byNumber = (one: CaptureReminder, other: CaptureReminder): number => one.number - other.number;

function debtOf(
  { terms }: RemindedOrder['order'],
  capture: Capture,
  letters: readonly CaptureReminder[],
  { country, inTimeUntil }: { readonly country: CountryCode; readonly inTimeUntil: Day },
): DebtBeside | undefined {
  const { charged } = countries[country].reminders;
  const { installment, late } = termsOf({ terms });
  const isOfParts = installment !== null;
  const isOpen = ({ number }: CaptureReminder): boolean =>
    principalLeftMinor(capture) > 0n && (!isOfParts || number > capture.reminderCount - capture.reminderLevel);
  const debt = (letter: CaptureReminder, chargedMinor: bigint | undefined): DebtBeside => {
    const principalMinor = principalOf(letter, capture);
    return { principalMinor, mostMinor: least(late?.reminderFeeMinor ?? principalMinor, principalMinor), chargedMinor };
  };
  const costly = letters.findLast(({ level, number }) => charged.includes(isOfParts ? level : number));
  if (costly) {
    const chargedMinor = least(costly.feeMinor, feesOf(capture));
    const isBeside = isOpen(costly) || (chargedMinor > 0n && (capture.settledOn ?? costly.madeOn) > inTimeUntil);
    if (isBeside) return debt(costly, chargedMinor);
  }
  const last = letters.at(-1);
  if (!last || capture.reminderLevel === 0 || !isOpen(last)) return undefined;
  return debt(last, undefined);
}

/** Fees of a capture's letters that were paid or are owed; not those that a refund took away, or money that had come in time. */
const feesOf = (capture: Capture): bigint =>
  capture.reminderFeePaidMinor -
  (capture.lateInterestPaidMinor ?? 0n) +
  openReminderFeeMinor(capture) -
  openLateInterestMinor(capture);

/** What a letter was about without interest and fees, less what was refunded since; what an older letter asked for is all that it says. */
function principalOf(letter: CaptureReminder, { amountMinor, refundedMinor }: Capture): bigint {
  const { principal } = letterTermsOf(letter);
  const parts = letter.due as unknown as readonly { readonly amountMinor: string }[];
  const asked = principal === undefined ? sumOf(parts, (part) => BigInt(part.amountMinor)) : BigInt(principal);
  return least(asked, amountMinor - refundedMinor);
}

/** What of the cost of a debt and those beside it no letter charged yet; undefined where the law does not add up. */
export function leftTogetherMinor(
  country: CountryCode,
  on: Day,
  principalMinor: bigint,
  beside: readonly DebtBeside[],
): bigint | undefined {
  const cost = costTogetherMinor(country, on, sumOf(beside, (debt) => debt.principalMinor) + principalMinor);
  return cost === undefined ? undefined : most(cost - sumOf(beside, ({ chargedMinor = 0n }) => chargedMinor), 0n);
}
