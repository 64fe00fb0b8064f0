// A reminder's data from the order it is about. What it asks for was settled when it was made, so it comes out the same whenever
// somebody first asks for it.
import { buyerOf } from '../core/documents/buyer.ts';
import type { ReminderData } from '../core/documents/reminder.ts';
import type { JsonObject } from '../core/json.ts';
import type { Merchant, Payee } from '../core/merchant.ts';
import type { CaptureReminder } from '../core/rows.ts';
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
