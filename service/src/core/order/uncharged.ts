// Money is often known some days after it came: a bank's file is read later than its value dates. What a reminder of those days
// charged is then not owed.
import { type Change, update } from '../changes.ts';
import { type Day, dayAt } from '../dates.ts';
import type { Event } from '../events.ts';
import { least, most, sumOf } from '../money.ts';
import type { Setting } from '../setting.ts';
import type { CaptureReminder } from './collecting.ts';
import { askedBy, openLateInterestMinor, openReminderFeeMinor, overdueParts } from './dunning.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Capture } from './rows.ts';

export interface Uncharged {
  /** As it would be had the money been known. */
  readonly capture: Capture;
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

/** Letters about a capture that were made after the day of the money, and are not cancelled yet. */
export const lettersSince = (
  valueOn: Day,
  { number }: Pick<Capture, 'number'>,
  reminders: readonly CaptureReminder[],
): readonly CaptureReminder[] =>
  reminders.filter((each) => each.captureNumber === number && each.cancelledOn === null && valueOn < each.madeOn);

/**
 * The capture without what reminders charged that were made after the day of the money, where it pays all that they were about,
 * with the fees that were open before them: the consumer had paid, and was not to be reminded. What is paid in part was; of several such
 * payments the last cancels, as the others were laid on what was due (core/order/payment.ts).
 */
export function unchargedBy(
  inHand: OrderInHand,
  capture: Capture,
  money: { readonly amountMinor: bigint; readonly valueOn: Day },
  { now, merchant: { country, timeZone } }: Pick<Setting, 'now' | 'merchant'>,
): Uncharged {
  const letters = lettersSince(money.valueOn, capture, inHand.reminders);
  const feesOpen = openReminderFeeMinor(capture);
  const feesBefore = most(feesOpen - sumOf(letters, chargeOf), 0n);
  const undue = letters.filter((letter) => {
    const parts = askedBy(letter, overdueParts(capture, inHand.installments, country, letter.madeOn));
    const overdue = sumOf(parts, ({ amountMinor }) => amountMinor);
    return overdue > 0n && feesBefore + overdue <= money.amountMinor;
  });
  if (undue.length === 0) return { capture, changes: [], events: [] };
  const chargedMinor = least(sumOf(undue, chargeOf), feesOpen);
  const interestMinor = least(
    sumOf(undue, (letter) => letter.interestMinor),
    openLateInterestMinor(capture),
  );
  const late = interestMinor > 0n ? { lateInterestMinor: (capture.lateInterestMinor ?? 0n) - interestMinor } : {};
  const dunnedCount = undue.filter(({ level }) => level === 1).length;
  const { id: orderId, currency } = inHand.order;
  return {
    capture: { ...capture, ...late, reminderFeeMinor: capture.reminderFeeMinor - chargedMinor },
    changes: [
      update('captures', capture, { add: { reminderFeeMinor: -chargedMinor }, set: late }),
      ...undue.map((letter) => update('captureReminders', letter, { set: { cancelledOn: dayAt(now, timeZone) } })),
      ...(dunnedCount > 0 ? [update('exposures', inHand.exposure, { add: { dunnedCount: -dunnedCount } })] : []),
    ],
    events: [
      {
        type: 'capture.reminder_cancelled',
        orderId,
        subject: capture.number,
        currency,
        amountMinor: 0n,
        details: { feeAmount: chargedMinor - interestMinor, interestAmount: interestMinor },
      },
    ],
  };
}

const chargeOf = ({ feeMinor, interestMinor }: CaptureReminder): bigint => feeMinor + interestMinor;
