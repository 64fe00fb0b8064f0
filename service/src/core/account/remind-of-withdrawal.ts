// The reminder of the right to withdraw from an account whose form came less than a day before it was opened, as of an order
// (core/order/remind-of-withdrawal.ts). One for each account, which is the document's id.
import { type Decided, insert } from '../changes.ts';
import { dayAt, type Instant } from '../dates.ts';
import { buyerOf } from '../documents/buyer.ts';
import { documentRow } from '../documents/content.ts';
import type { WithdrawalReminderData } from '../documents/withdrawal-reminder.ts';
import type { JsonObject } from '../json.ts';
import { isReminderDue } from '../order/remind-of-withdrawal.ts';
import type { StoredDocument } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { Language } from '../texts/texts.ts';
import { accountTermsOf } from './account.ts';
import type { AccountInHand } from './in-hand.ts';
import { eventOf } from './post.ts';
import { lastDayToWithdrawFrom } from './withdraw.ts';

export interface OpenedOn {
  /** The owner, as in the application. */
  readonly customer: JsonObject;
  readonly language: Language;
  /** The page on which it is withdrawn from. */
  readonly url: string;
  /** When form and agreement were given; null for accounts from before there were any. */
  readonly informedAt: Instant | null;
  readonly concludedAt: Instant;
}

/** Remind of the right to withdraw from an account; nothing where it was done, or the account is stopped, closed or erased. */
export function remindOfAccountWithdrawal(
  { account, withdrawal }: AccountInHand,
  earlier: StoredDocument | undefined,
  opened: OpenedOn,
  setting: Setting,
): Decided<undefined> | undefined {
  const { merchant, now } = setting;
  const { informedAt, concludedAt } = opened;
  const isErased = account.customerNumber === '';
  const isOver = account.state !== 'Open' || account.stopped || account.status === 'ClosedFromDebtCollection';
  if (earlier || withdrawal || isErased || isOver || opened.customer['category'] === 'Company') return undefined;
  if (!isReminderDue(informedAt, concludedAt, setting)) return undefined;
  const lastDay = lastDayToWithdrawFrom({ grantedAt: concludedAt, termsReceivedOn: null }, merchant);
  if (lastDay < dayAt(now, merchant.timeZone)) return undefined;
  const content: WithdrawalReminderData = {
    kind: 'WithdrawalReminder',
    number: account.number,
    language: opened.language,
    country: merchant.country,
    currency: account.currency,
    madeAt: now,
    madeOn: dayAt(now, merchant.timeZone),
    shopName: merchant.name,
    payee: merchant.contract.payee,
    buyer: buyerOf({ ...opened.customer, customerNumber: account.customerNumber }, merchant.country),
    orderNumber: null,
    agreementNumber: account.number,
    concludedOn: dayAt(concludedAt, merchant.timeZone),
    informedOn: informedAt === null ? null : dayAt(informedAt, merchant.timeZone),
    amountMinor: account.limitMinor,
    interestRateBps: accountTermsOf(account).interestRateBps,
    lastDay,
    withdrawalUrl: opened.url,
  };
  const event = eventOf(account, { type: 'account.withdrawal_reminded', subject: account.number, amountMinor: 0n });
  return {
    answer: undefined,
    changes: [insert('documents', documentRow(account.id, content, null))],
    events: [{ ...event, details: { withdrawBy: lastDay } }],
  };
}
