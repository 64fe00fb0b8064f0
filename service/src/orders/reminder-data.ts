// A reminder's data from the order it is about. What it asks for was settled when it was made, so it comes out the same whenever
// it is first requested.
import { dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { ReminderData } from '../core/documents/reminder.ts';
import type { JsonObject } from '../core/json.ts';
import { hasDuty, lawOn } from '../core/law/law-on.ts';
import type { Merchant, Payee } from '../core/merchant.ts';
import { least } from '../core/money.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { askedBy, openLateInterestMinor, openReminderFeeMinor, overdueParts } from '../core/order/dunning.ts';
import { languageOf } from '../wire/messages.ts';
import type { WholeOrder } from './whole-order.sql.ts';

/** As a letter keeps them (core/order/reminder.ts). */
interface LetterTerms {
  readonly shopName: string;
  readonly payee: Payee;
  readonly lateRateBps?: number;
  readonly announcedFee?: string;
  readonly announcedTogether?: true;
}

export function reminderOf(
  reminder: CaptureReminder,
  { order, contents, captures }: WholeOrder,
  merchant: Merchant,
): ReminderData {
  const customer = (contents.customer ?? {}) as JsonObject;
  const terms = reminder.letterTerms as unknown as LetterTerms;
  const due = reminder.due as unknown as readonly { on: string; amountMinor: string }[];
  return {
    kind: 'Reminder',
    number: `${reminder.captureNumber}-${reminder.number}`,
    captureNumber: reminder.captureNumber,
    orderNumber: order.number,
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
    lateRate: terms.lateRateBps === undefined ? null : (terms.lateRateBps / 100).toFixed(2),
    announcedFeeMinor: BigInt(terms.announcedFee ?? 0),
    ...(terms.announcedTogether && { isAnnouncedTogether: true }),
    offersForbearance:
      customer['customerCategory'] !== 'Company' && hasDuty('forbearance', lawOn(merchant.country, reminder.madeOn)),
    totalMinor: reminder.openMinor,
    reference: captures.find(({ number }) => number === reminder.captureNumber)?.paymentReference ?? null,
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
