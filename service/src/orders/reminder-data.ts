// A reminder's data from the order it is about. What it asks for was settled when it was made, so it comes out the same whenever
// it is first requested.
import { countries } from '../core/countries/countries.ts';
import { dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { ReminderData } from '../core/documents/reminder.ts';
import type { JsonObject } from '../core/json.ts';
import { hasDuty, lawOn } from '../core/law/law-on.ts';
import type { Merchant } from '../core/merchant.ts';
import { least } from '../core/money.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { askedBy, openLateInterestMinor, openReminderFeeMinor, overdueParts } from '../core/order/dunning.ts';
import { letterTermsOf } from '../core/order/letter-terms.ts';
import type { Capture } from '../core/order/rows.ts';
import type { OrderItem } from '../wire/items.ts';
import { languageOf } from '../wire/messages.ts';
import { capturedItems, itemsIn } from './captured-items.ts';
import type { WholeOrder } from './whole-order.sql.ts';

export function reminderOf(reminder: CaptureReminder, whole: WholeOrder, merchant: Merchant): ReminderData {
  const { order, contents, captures } = whole;
  const customer = (contents.customer ?? {}) as JsonObject;
  const terms = letterTermsOf(reminder);
  const capture = captures.find(({ number }) => number === reminder.captureNumber);
  const isConsumer = customer['customerCategory'] !== 'Company';
  const due = reminder.due as unknown as readonly { on: string; amountMinor: string }[];
  return {
    kind: 'Reminder',
    number: `${reminder.captureNumber}-${reminder.number}`,
    captureNumber: reminder.captureNumber,
    orderNumber: order.number,
    ...(isConsumer && countries[merchant.country].reminders.names === 'goods' && { bought: boughtIn(capture, whole, merchant) }),
    level: reminder.level,
    language: languageOf(customer, merchant.language),
    country: merchant.country,
    currency: order.currency,
    madeAt: reminder.insertedAt,
    madeOn: reminder.madeOn,
    payBy: reminder.payBy,
    shopName: terms.shopName,
    payee: terms.payee,
    buyer: buyerOf(customer, merchant.country),
    due: due.map(({ on, amountMinor }) => ({ on, amountMinor: BigInt(amountMinor) })),
    feesMinor: reminder.feesOpenMinor - reminder.interestOpenMinor,
    interestMinor: reminder.interestOpenMinor,
    ...(terms.interestUntil !== undefined && { interestUntil: terms.interestUntil }),
    lateRate: terms.lateRateBps === undefined ? null : rateText(terms.lateRateBps),
    announcedFeeMinor: BigInt(terms.announcedFee ?? 0),
    ...(terms.announcedTogether && { isAnnouncedTogether: true }),
    ...(terms.announcedRateBps !== undefined && {
      announcedRate: terms.announcedRateBps === null ? null : rateText(terms.announcedRateBps),
    }),
    offersForbearance: isConsumer && hasDuty('forbearance', lawOn(merchant.country, reminder.madeOn)),
    totalMinor: reminder.openMinor,
    reference: capture?.paymentReference ?? null,
  };
}

const rateText = (bps: number): string => (bps / 100).toFixed(2);

/** What is no product of its own. */
const besides: ReadonlySet<string> = new Set<NonNullable<OrderItem['type']>>(['Discount', 'ShippingFee', 'Surcharge', 'Info']);

/** The goods and services of a capture; those of its order where its own are not known. */
function boughtIn(
  capture: Capture | undefined,
  { order, contents, captures, voids }: WholeOrder,
  { timeZone }: Merchant,
): NonNullable<ReminderData['bought']> {
  const own = capture ? capturedItems(capture, { order, ordered: contents.items, captures, voids }) : [];
  const items = own.length > 0 ? own : itemsIn(contents.items);
  return {
    on: dayAt(order.insertedAt, timeZone),
    goods: items
      .filter(({ type, grossUnitPrice }) => !besides.has(type ?? '') && Number(grossUnitPrice ?? 0) >= 0)
      .map(({ quantity, description, productId }) => ({
        quantity: String(quantity),
        description: description ?? productId ?? '',
      })),
  };
}

/**
 * The same letter asking for what is still open of it, where some of that was paid or credited since; nothing where all of it is
 * open. What came after the letter, such as the next reminder's fee, is not its matter.
 */
export function reminderCopyOf(
  letter: ReminderData,
  made: CaptureReminder,
  { captures, installments }: WholeOrder,
  { country, timeZone }: Pick<Merchant, 'country' | 'timeZone'>,
): ReminderData | undefined {
  const capture = captures.find(({ number }) => number === made.captureNumber);
  if (!capture) return undefined;
  const due = askedBy(made, overdueParts(capture, installments, country, made.madeOn));
  const openInterest = openLateInterestMinor(capture);
  const feesMinor = least(openReminderFeeMinor(capture) - openInterest, letter.feesMinor);
  const interestMinor = least(openInterest, letter.interestMinor);
  const totalMinor = due.reduce((sum, { amountMinor }) => sum + amountMinor, feesMinor + interestMinor);
  if (totalMinor === letter.totalMinor) return undefined;
  return {
    ...letter,
    due,
    feesMinor,
    interestMinor,
    totalMinor,
    madeAt: capture.updatedAt,
    asOf: dayAt(capture.updatedAt, timeZone),
  };
}
