// A reminder's data from the order it is about. What it asks for was settled when it was made, so it comes out the same whenever
// it is first requested.
import { dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { ReminderData } from '../core/documents/reminder.ts';
import type { JsonObject } from '../core/json.ts';
import type { Merchant, Payee } from '../core/merchant.ts';
import type { CaptureReminder } from '../core/order/collecting.ts';
import { openReminderFeeMinor, overdueParts } from '../core/order/dunning.ts';
import { languageOf } from '../wire/messages.ts';
import type { WholeOrder } from './whole-order.sql.ts';

export function reminderOf(
  reminder: CaptureReminder,
  { order, contents, captures }: WholeOrder,
  merchant: Merchant,
): ReminderData {
  const customer = (contents.customer ?? {}) as JsonObject;
  const terms = reminder.letterTerms as unknown as { shopName: string; payee: Payee };
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
    feesMinor: reminder.feesOpenMinor,
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
  { captureNumber, madeOn }: CaptureReminder,
  { captures, installments }: WholeOrder,
  { timeZone }: Pick<Merchant, 'timeZone'>,
): ReminderData | undefined {
  const capture = captures.find(({ number }) => number === captureNumber);
  if (!capture) return undefined;
  const due = overdueParts(capture, installments, madeOn);
  const openFees = openReminderFeeMinor(capture);
  const feesMinor = openFees < letter.feesMinor ? openFees : letter.feesMinor;
  const totalMinor = due.reduce((sum, { amountMinor }) => sum + amountMinor, feesMinor);
  if (totalMinor === letter.totalMinor) return undefined;
  return { ...letter, due, feesMinor, totalMinor, madeAt: capture.updatedAt, asOf: dayAt(capture.updatedAt, timeZone) };
}
