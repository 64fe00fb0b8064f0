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
import type { RemindedOrder } from './debts-beside.ts';
import { lastLetterOf, oldestOf, openLateInterestMinor, openReminderFeeMinor, overdueParts } from './dunning.ts';
import type { OrderInHand } from './in-hand.ts';
import { addedUpMinor, announcedRateOf, chargesOf, interestUntil, type LateCharges, type LateInFull } from './late-charges.ts';
import { type LetterTerms, letterTermsOf } from './letter-terms.ts';
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
  const made: Made[] = [];
  for (const capture of captures) {
    const parts = overdueParts(capture, inHand.installments, country, today, { collections, timeZone });
    const installments = inHand.installments.filter((each) => each.captureNumber === capture.number);
    // What is put on a customer account is asked for by the account's statements.
    if (order.paymentType === 'Account' && capture.onAccount !== false) continue;
    const isUnderway = collections.some((each) => each.captureNumber === capture.number && each.state === 'Exported');
    // What comes of what a bank was asked for is awaited.
    if (isUnderway && capture.debitReturnedOn === null) continue;
    const before = lastLetterOf(capture, inHand.reminders);
    const announced = before && { announcedMinor: BigInt(letterTermsOf(before).announcedFee ?? 0) };
    const late = { order, capture, parts, today, installments, reminders: inHand.reminders, ...announced };
    if (isDebited(capture, contents, order, setting) || !isDue(late, before, setting)) continue;
    made.push(letterOf({ ...late, reminded: remindedWith(inHand, made) }, { order, contents }, setting));
  }
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
  /** As it is with that letter. */
  readonly capture: Capture;
  readonly changes: readonly Change[];
  readonly event: Event;
}

/** What the customer was reminded of so far, with the letters of today. */
function remindedWith({ order, captures, reminders, reminded = [] }: OrderInHand, made: readonly Made[]): RemindedOrder[] {
  const own = {
    order,
    captures: captures.map((capture) => made.find((each) => each.capture.number === capture.number)?.capture ?? capture),
    reminders: [...reminders, ...made.map(({ reminder }) => reminder)],
  };
  return [own, ...reminded];
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
    letterTerms: termsOfLetter(late, charges, merchant),
    documentId: chance.id(),
    cancelledOn: null,
    insertedAt: now,
  };
  const set = {
    reminderLevel: level,
    remindedOn: today,
    updatedAt: now,
    // What the consumer is asked to transfer is not debited as well, should the merchant be able to later.
    ...(contents?.bankAccount && capture.debitReturnedOn === null && { debitReturnedOn: today }),
    ...(interestMinor > 0n && { lateInterestMinor: (capture.lateInterestMinor ?? 0n) + interestMinor }),
  };
  const chargedMinor = feeMinor + interestMinor;
  return {
    reminder,
    capture: {
      ...capture,
      ...set,
      reminderFeeMinor: capture.reminderFeeMinor + chargedMinor,
      reminderCount: capture.reminderCount + 1,
    },
    changes: [
      update('captures', capture, { add: { reminderFeeMinor: chargedMinor, reminderCount: 1 }, set }),
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

function termsOfLetter(late: LateInFull, charges: LateCharges, merchant: Merchant): Json {
  const { rateBps, announcedMinor, isAnnouncedTogether, interestMinor } = charges;
  const until = interestUntil(late, interestMinor, merchant);
  const announcedRateBps = announcedRateOf(late, merchant);
  const principalMinor = addedUpMinor(late, merchant);
  const terms: LetterTerms = {
    shopName: merchant.name,
    payee: merchant.contract.payee,
    ...(rateBps !== undefined && { lateRateBps: rateBps }),
    ...(until !== undefined && until !== late.today && { interestUntil: until }),
    ...(announcedMinor > 0n && { announcedFee: String(announcedMinor) }),
    ...(isAnnouncedTogether && { announcedTogether: true }),
    ...(announcedRateBps !== undefined && { announcedRateBps }),
    ...(principalMinor !== undefined && { principal: String(principalMinor) }),
  };
  return terms as unknown as Json;
}
