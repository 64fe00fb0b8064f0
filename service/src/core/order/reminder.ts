// Reminders of what is overdue of a capture: a first, a second, then a person takes over. Each is one letter, dated by the day it
// is made, with the fee that the law of the country allows on that day. A capture is reminded as a whole, however many of its
// installments are overdue.

import { type Change, type Decided, insert, update } from '../changes.ts';
import { afterWeekend } from '../countries/holidays.ts';
import { addDays, dayAt } from '../dates.ts';
import type { Event } from '../events.ts';
import type { Json } from '../json.ts';
import { canCollect, type Merchant } from '../merchant.ts';
import { sumOf } from '../money.ts';
import type { Setting } from '../setting.ts';
import type { CaptureReminder, Collection } from './collecting.ts';
import { lastLetterOf, oldestOf, openLateInterestMinor, openReminderFeeMinor, overdueParts } from './dunning.ts';
import type { OrderInHand } from './in-hand.ts';
import { announcedRateOf, chargesOf, interestUntil, type LateCharges, type LateInFull } from './late-charges.ts';
import type { LetterTerms } from './letter-terms.ts';
import { payByOf, secondOn } from './reminder-days.ts';
import { leastRemindedMinor, reminderDays } from './reminder-terms.ts';
import type { Capture, Order, OrderContents } from './rows.ts';

/** After the second reminder a person decides. */
export const lastLevel = 2;

/** The reminders of an order that are due today; nothing where none is. */
export function remind(
  inHand: OrderInHand,
  contents: OrderContents | undefined,
  setting: Setting,
  collections: readonly Collection[] = [],
): Decided<undefined> | undefined {
  const { order, captures, exposure } = inHand;
  // A bank took back what a person had paid who was erased since: there is no address to write to.
  if (contents?.customer === null) return undefined;
  const { country, timeZone } = setting.merchant;
  const today = dayAt(setting.now, timeZone);
  const made = captures.flatMap((capture) => {
    const parts = overdueParts(capture, inHand.installments, country, today, { collections, timeZone });
    const installments = inHand.installments.filter((each) => each.captureNumber === capture.number);
    const late = { order, capture, parts, today, installments, reminders: inHand.reminders };
    // What is put on a customer account is asked for by the account's statements.
    if (order.paymentType === 'Account' && capture.onAccount !== false) return [];
    const isUnderway = collections.some((each) => each.captureNumber === capture.number && each.state === 'Exported');
    // What comes of what a bank was asked for is awaited.
    if (isUnderway && capture.debitReturnedOn === null) return [];
    const before = lastLetterOf(capture, inHand.reminders);
    if (isDebited(capture, contents, order, setting) || !isDue(late, before, setting)) return [];
    return [letterOf(late, { order, contents }, setting)];
  });
  if (made.length === 0) return undefined;
  const first = made.filter(({ reminder }) => reminder.level === 1).length;
  return {
    answer: undefined,
    changes: [
      ...(first > 0 ? [update('exposures', exposure, { add: { dunnedCount: first } })] : []),
      ...made.flatMap(({ changes }) => changes),
    ],
    events: made.map(({ event }) => event),
  };
}

/**
 * Who left it to us to collect is not late until the bank has taken the collection back, or cannot be asked for it. A merchant without
 * a creditor id, or an account in euro, can ask no bank.
 */
const isDebited = (
  { debitReturnedOn }: Capture,
  contents: OrderContents | undefined,
  { currency }: Order,
  { merchant }: Setting,
): boolean => Boolean(contents?.bankAccount) && debitReturnedOn === null && canCollect(merchant.contract.payee, currency);

function isDue(
  { order, capture, parts, today }: LateInFull,
  before: CaptureReminder | undefined,
  { merchant }: Setting,
): boolean {
  const oldest = oldestOf(parts);
  if (oldest === undefined || capture.reminderLevel >= lastLevel) return false;
  if (sumOf(parts, ({ amountMinor }) => amountMinor) < leastRemindedMinor(order.currency)) return false;
  if (capture.remindersPausedUntil !== null && today <= capture.remindersPausedUntil) return false;
  const { firstDays } = reminderDays(merchant.contract.reminders);
  const { remindedOn: madeOn } = capture;
  if (capture.reminderLevel === 0 || madeOn === null) return addDays(afterWeekend(oldest), firstDays) <= today;
  const payBy = before?.payBy ?? payByOf(capture.reminderLevel, madeOn, merchant);
  return secondOn({ madeOn, payBy }, merchant) <= today;
}

interface Made {
  readonly reminder: CaptureReminder;
  readonly changes: readonly Change[];
  readonly event: Event;
}

interface About {
  readonly order: Order;
  readonly contents: OrderContents | undefined;
}

function letterOf(late: LateInFull, { order, contents }: About, setting: Setting): Made {
  const { merchant, now, chance } = setting;
  const { capture, parts, today } = late;
  const level = capture.reminderLevel + 1;
  const charges = chargesOf(late, merchant);
  const { feeMinor, interestMinor } = charges;
  const feesOpenMinor = openReminderFeeMinor(capture) + feeMinor + interestMinor;
  const openMinor = parts.reduce((sum, { amountMinor }) => sum + amountMinor, feesOpenMinor);
  const payBy = payByOf(level, today, merchant);
  const until = interestUntil(late, interestMinor, merchant);
  const announcedRateBps = announcedRateOf(late, merchant);
  const reminder: CaptureReminder = {
    captureNumber: capture.number,
    number: capture.reminderCount + 1,
    orderId: order.id,
    level,
    madeOn: today,
    payBy,
    feeMinor,
    interestMinor,
    feesOpenMinor,
    interestOpenMinor: openLateInterestMinor(capture) + interestMinor,
    openMinor,
    due: parts.map(({ on, amountMinor }) => ({ on, amountMinor: String(amountMinor) })),
    letterTerms: termsOfLetter(merchant, charges, {
      ...(until !== undefined && until !== today && { interestUntil: until }),
      ...(announcedRateBps !== undefined && { announcedRateBps }),
    }),
    documentId: chance.id(),
    insertedAt: now,
  };
  return {
    reminder,
    changes: [
      update('captures', capture, {
        add: { reminderFeeMinor: feeMinor + interestMinor, reminderCount: 1 },
        set: {
          reminderLevel: level,
          remindedOn: today,
          updatedAt: now,
          // What the consumer is asked to transfer is not debited as well, should the merchant be able to later.
          ...(contents?.bankAccount && capture.debitReturnedOn === null && { debitReturnedOn: today }),
          ...(interestMinor > 0n && { lateInterestMinor: (capture.lateInterestMinor ?? 0n) + interestMinor }),
        },
      }),
      insert('captureReminders', reminder),
    ],
    event: {
      type: 'capture.reminded',
      orderId: order.id,
      subject: capture.number,
      currency: order.currency,
      amountMinor: 0n,
      details: { level, openAmount: openMinor, feeAmount: feeMinor, interestAmount: interestMinor, payBy },
    },
  };
}

function termsOfLetter(
  { name, contract }: Merchant,
  { rateBps, announcedMinor }: LateCharges,
  interest: Partial<LetterTerms>,
): Json {
  const terms: LetterTerms = {
    shopName: name,
    payee: contract.payee,
    ...(rateBps !== undefined && { lateRateBps: rateBps }),
    ...interest,
    ...(announcedMinor > 0n && { announcedFee: String(announcedMinor) }),
  };
  return terms as unknown as Json;
}
