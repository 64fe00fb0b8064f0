// Where the form before a credit came less than a day before the consumer was bound, the law wants a reminder of the right of withdrawal
// between the first and the seventh day after (Directive (EU) 2023/2225 art. 10(1)). One for each agreement, which is the document's id.

import { type Decided, insert } from '../changes.ts';
import type { PaymentContract } from '../checkout/rows.ts';
import { termsOf } from '../checkout/terms.ts';
import { type Day, dayAt, dayMs, type Instant } from '../dates.ts';
import { buyerOf } from '../documents/buyer.ts';
import { documentRow } from '../documents/content.ts';
import type { WithdrawalReminderData } from '../documents/withdrawal-reminder.ts';
import type { JsonObject } from '../json.ts';
import { hasDuty, lawOn } from '../law/law-on.ts';
import type { StoredDocument } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Order, OrderContents, Withdrawal } from './rows.ts';
import { lastDayToWithdraw } from './withdraw.ts';

export interface Agreed {
  /** Null where none was handed over. */
  readonly contract: PaymentContract | null;
  readonly concludedAt: Instant;
  /** The page on which the consumer withdraws. */
  readonly url: string;
  readonly language: Language;
}

/** Did the form come late, or never, for an agreement that was concluded a day ago or more, under a law that asks for a reminder? */
export function isReminderDue(informedAt: Instant | null, concludedAt: Instant, { now, merchant }: Setting): boolean {
  const law = lawOn(merchant.country, dayAt(concludedAt, merchant.timeZone));
  const isLate = informedAt === null || concludedAt - informedAt < dayMs;
  return hasDuty('withdrawalReminder', law) && isLate && concludedAt + dayMs <= now;
}

/** Remind of the right to withdraw; nothing where the form came in time, a reminder was made, or nothing is left to withdraw from. */
export function remindOfWithdrawal(
  { order }: OrderInHand,
  contents: OrderContents | undefined,
  earlier: { readonly withdrawal: Withdrawal | undefined; readonly document: StoredDocument | undefined },
  agreed: Agreed,
  setting: Setting,
): Decided<undefined> | undefined {
  const { merchant, now } = setting;
  const { contract, concludedAt } = agreed;
  const customer = (contents?.customer ?? null) as JsonObject | null;
  const stands = order.state === 'Authorized' || order.state === 'PartlyCaptured' || order.state === 'Captured';
  if (!stands || earlier.withdrawal || earlier.document || customer === null || customer['customerCategory'] === 'Company')
    return undefined;
  if (!isReminderDue(contract?.madeAt ?? null, concludedAt, setting)) return undefined;
  const { insertedAt } = order;
  const lastDay = lastDayToWithdraw({ insertedAt, decidedAt: concludedAt }, contract === null ? null : concludedAt, merchant);
  if (lastDay !== null && lastDay < dayAt(now, merchant.timeZone)) return undefined;
  const content = reminderOf(order, customer, { ...agreed, lastDay }, setting);
  return {
    answer: undefined,
    changes: [insert('documents', documentRow(contract?.id ?? order.id, content, order.id))],
    events: [
      {
        type: 'order.withdrawal_reminded',
        orderId: order.id,
        subject: order.number,
        currency: order.currency,
        amountMinor: 0n,
        details: lastDay === null ? {} : { withdrawBy: lastDay },
      },
    ],
  };
}

function reminderOf(
  order: Order,
  customer: JsonObject,
  { contract, concludedAt, url, language, lastDay }: Agreed & { readonly lastDay: Day | null },
  { merchant, now }: Setting,
): WithdrawalReminderData {
  const { country, timeZone } = merchant;
  const { installment, account } = termsOf(order);
  const concludedOn = dayAt(concludedAt, timeZone);
  return {
    kind: 'WithdrawalReminder',
    number: contract?.number ?? order.id,
    language,
    country,
    currency: order.currency,
    madeAt: now,
    madeOn: dayAt(now, timeZone),
    shopName: merchant.name,
    payee: merchant.contract.payee,
    buyer: buyerOf(customer, country),
    orderNumber: order.number,
    agreementNumber: contract?.number ?? null,
    concludedOn,
    informedOn: contract && dayAt(contract.madeAt, timeZone),
    amountMinor: order.authorizedMinor,
    interestRateBps: installment?.interestRateBps ?? account?.interestRateBps ?? 0,
    lastDay,
    withdrawalUrl: url,
  };
}
