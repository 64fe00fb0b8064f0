// What of a capture is open and overdue, and when its dunning is over.
import type { CountryCode } from '../countries/countries.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { type Day, dayAt, later } from '../dates.ts';
import type { Event } from '../events.ts';
import { openMinorOf, openPrincipalOf } from '../plan/schedule.ts';
import type { CaptureReminder, Collection } from './collecting.ts';
import type { Capture, CaptureInstallment, Order } from './rows.ts';

/** What of a capture says what is owed for it. */
export type OwedCapture = Pick<
  Capture,
  | 'number'
  | 'amountMinor'
  | 'refundedMinor'
  | 'paidMinor'
  | 'creditMinor'
  | 'chargedMinor'
  | 'dueOn'
  | 'reminderFeeMinor'
  | 'reminderFeePaidMinor'
>;

/** What is left to pay of a capture without interest and fees: what of it counts as the customer's debt. */
export const principalLeftMinor = ({ amountMinor, refundedMinor, paidMinor, creditMinor }: OwedCapture): bigint =>
  amountMinor - refundedMinor - paidMinor + creditMinor;

/** Fees of reminders, with interest on late payment, that are not paid. A refund that leaves nothing to pay takes them away too. */
export const openReminderFeeMinor = (capture: OwedCapture): bigint =>
  principalLeftMinor(capture) > 0n ? capture.reminderFeeMinor - capture.reminderFeePaidMinor : 0n;

/** Of that the interest on late payment. */
export const openLateInterestMinor = (
  capture: OwedCapture & Pick<Capture, 'lateInterestMinor' | 'lateInterestPaidMinor'>,
): bigint => (principalLeftMinor(capture) > 0n ? (capture.lateInterestMinor ?? 0n) - (capture.lateInterestPaidMinor ?? 0n) : 0n);

/** What fell due when and is not paid. */
export interface OverduePart {
  readonly on: Day;
  /** Since when the consumer was to pay it: the due day or, where it was left to us to collect, the day on which a bank took it back. */
  readonly owedSince: Day;
  readonly amountMinor: bigint;
  /** Of it what bears interest: no fees, and no interest. */
  readonly principalMinor: bigint;
}

/** Is what was due on one day overdue on another, in a country? */
const isOverdueOn = (dueOn: Day, day: Day, country: CountryCode): boolean => lastDayInTime(country, dueOn) < day;

/** Is a bank asked for it (0: a capture without installments), and has said nothing yet? Its money may be on the way. */
const isUnderway = (collections: readonly Collection[], captureNumber: string, part: number): boolean =>
  collections.some((each) => each.captureNumber === captureNumber && each.installment === part && each.state === 'Exported');

/** What banks were asked for of an order, and where the merchant counts its days. */
export interface Debits {
  readonly collections: readonly Collection[];
  readonly timeZone: string;
}

const noDebits: Debits = { collections: [], timeZone: 'UTC' };

/** A second try that brought nothing ends no delay: the consumer was to pay before it, and we held no money. */
const isVain = ({ attempt, transactionId }: Collection): boolean => attempt > 1 && transactionId === null;

/**
 * What was left to us to collect is not late before a bank took it back, nor while we held the money. The first return of a capture is
 * known by its day; one of another part after it by the day on which it was known.
 */
function owedSince({ number, debitReturnedOn }: Capture, part: number, dueOn: Day, { collections, timeZone }: Debits): Day {
  if (debitReturnedOn === null) return dueOn;
  const returned = collections
    .filter((each) => each.captureNumber === number && each.state === 'Returned' && !isVain(each))
    .map(({ installment, updatedAt }) => ({ installment, on: dayAt(updatedAt, timeZone) }))
    .filter(({ on }) => on >= debitReturnedOn)
    .sort((one, other) => (one.on < other.on ? -1 : 1));
  const known = returned.findLast(({ installment }) => installment === part)?.on;
  return later(dueOn, known === undefined || known === returned[0]?.on ? debitReturnedOn : known);
}

/**
 * What of a capture is overdue on a day, without fees of reminders, earliest first. Of direct debits that are given, what they ask the bank
 * for is not among it: who paid that as well would pay twice.
 */
export function overdueParts(
  capture: Capture,
  installments: readonly CaptureInstallment[],
  country: CountryCode,
  today: Day,
  debits: Debits = noDebits,
): OverduePart[] {
  const { collections } = debits;
  const rows = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  if (rows.length === 0) {
    const amountMinor = principalLeftMinor(capture);
    const since = owedSince(capture, 0, capture.dueOn, debits);
    const isOverdue = amountMinor > 0n && isOverdueOn(capture.dueOn, today, country);
    if (!isOverdue || isUnderway(collections, capture.number, 0)) return [];
    return [{ on: capture.dueOn, owedSince: since, amountMinor, principalMinor: amountMinor }];
  }
  return rows
    .filter((row) => isOverdueOn(row.dueOn, today, country) && openMinorOf(row) > 0n)
    .filter((row) => !isUnderway(collections, capture.number, row.number))
    .map((row) => ({
      on: row.dueOn,
      owedSince: owedSince(capture, row.number, row.dueOn, debits),
      amountMinor: openMinorOf(row),
      principalMinor: openPrincipalOf(row),
    }));
}

/** Since when the oldest of what is overdue is owed. */
export const oldestOf = (parts: readonly OverduePart[]): Day | undefined => parts.map((part) => part.owedSince).sort()[0];

/** Of what is overdue, what a letter asked for. */
export function askedBy({ due }: Pick<CaptureReminder, 'due'>, parts: readonly OverduePart[]): OverduePart[] {
  const days = (due as unknown as readonly { readonly on: Day }[]).map(({ on }) => on);
  return parts.filter(({ on }) => days.includes(on));
}

/** The last letter about a capture, where letters are at hand. */
export const lastLetterOf = (
  { number, reminderCount }: Capture,
  reminders: readonly CaptureReminder[],
): CaptureReminder | undefined => reminders.find((each) => each.captureNumber === number && each.number === reminderCount);

/**
 * Of overdue installments, what the last letter about them asked for: not what a bank was asked for that day, or had been paid by then. Where
 * it is not at hand (of a refund, which leaves something of every open installment or nothing of any; of a letter that is only announced),
 * what was overdue on its day.
 */
export function remindedParts(
  capture: Capture,
  parts: readonly OverduePart[],
  reminders: readonly CaptureReminder[],
  country: CountryCode,
): readonly OverduePart[] {
  const { remindedOn } = capture;
  if (remindedOn === null) return parts;
  const letter = lastLetterOf(capture, reminders);
  return letter ? askedBy(letter, parts) : parts.filter(({ on }) => isOverdueOn(on, remindedOn, country));
}

/** What changes of a capture, and the event. */
export interface DunningEnded {
  readonly set: { readonly reminderLevel?: number };
  readonly events: readonly Event[];
}

/** Nothing overdue any more of what was reminded of: what changes of a capture in dunning, and the event. */
export function dunningEnded(capture: Capture, order: Order): DunningEnded {
  if (capture.reminderLevel === 0) return { set: {}, events: [] };
  const { id: orderId, currency } = order;
  return {
    set: { reminderLevel: 0 },
    events: [{ type: 'capture.dunning_ended', orderId, subject: capture.number, currency, amountMinor: 0n }],
  };
}
