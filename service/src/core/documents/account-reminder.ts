// Letters about what is overdue of a customer account: what one says, as data, and the pages composed from it.
import type { LetterStatus } from '../account/account.ts';
import type { Day } from '../dates.ts';
import { fill } from '../texts/fill.ts';
import { texts } from '../texts/texts.ts';
import type { Block, Document } from './document.ts';
import { forbearance } from './forbearance.ts';
import { amountText, dayText, moneyText, type Writing } from './format.ts';
import { documentOf, payeeLine, sellerLine } from './invoice.ts';
import { amountColumns, howToPay, type LetterData } from './letter.ts';

export interface AccountReminderData extends LetterData {
  readonly kind: 'Reminder';
  /** Account number and the number of its entry: `0100.0000008-14`. */
  readonly number: string;
  readonly accountNumber: string;
  readonly status: LetterStatus;
  /** Of the letter itself; part of what is overdue, which it asks for. */
  readonly feeMinor: bigint;
  readonly overdueMinor: bigint;
  /** Everything owed on its day. */
  readonly owedMinor: bigint;
  /** What a payer writes on a payment. */
  readonly reference: string;
  /** Of a copy: when it was cancelled, as the money had come before it. */
  readonly cancelledOn?: Day;
}

/** The pages of a reminder, or of the notice that everything will fall due. */
export function accountReminderPages(data: AccountReminderData): Document {
  const { language, country, payee, currency, accountNumber } = data;
  const words = texts[language].accountReminder;
  const reminder = texts[language].reminder;
  const shared = texts[language].invoice;
  const writing: Writing = { language, country };
  const payBy = dayText(data.payBy, writing);
  const message = `${texts[language].statement.accountNumber} ${accountNumber}`;
  const owed = moneyText(data.owedMinor, currency, writing);
  const said: Readonly<Record<LetterStatus, readonly [heading: string, opening: string]>> = {
    FirstReminder: [reminder.first, words.opening],
    SecondReminder: [reminder.second, words.openingAgain],
    UnderCancelation: [words.notice, words.openingNotice],
  };
  const [heading, opening] = said[data.status];
  const isCancelled = data.cancelledOn !== undefined;
  const copy = isCancelled ? ` · ${texts[language].leftToPay.copy}` : '';
  const facts: (readonly [string, string])[] = [
    [reminder.madeOn, dayText(data.madeOn, writing)],
    [texts[language].statement.accountNumber, accountNumber],
    ...(isCancelled ? [] : [[reminder.payBy, payBy] as const]),
    ...(data.shopName === payee.name ? [] : [[shared.shop, data.shopName] as const]),
  ];
  const blocks: Block[] = [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    ...sellerLine(payee, shared),
    { kind: 'heading', level: 1, text: `${heading}${copy}` },
    { kind: 'sides', left: [data.buyer.name, ...data.buyer.addressLines], right: facts },
    ...(isCancelled
      ? [{ kind: 'paragraph', text: texts[language].leftToPay.letterSettled, tone: 'strong' } as const]
      : [
          { kind: 'paragraph', text: fill(opening, { day: payBy, owed }) } as const,
          amounts(data, writing),
          ...forbearance(data),
          { kind: 'paragraph', text: reminder.crossed } as const,
          ...howToPay(data, { amountMinor: data.overdueMinor, message, reference: data.reference }),
        ]),
  ];
  return documentOf(data, `${heading} ${accountNumber}`, blocks);
}

function amounts(data: AccountReminderData, writing: Writing): Block {
  const { language, overdueMinor, feeMinor, owedMinor } = data;
  const words = texts[language].accountReminder;
  const shared = texts[language].invoice;
  return {
    kind: 'table',
    columns: amountColumns(data),
    rows: [
      [words.overdue, amountText(overdueMinor - feeMinor, writing)],
      ...(feeMinor > 0n ? [[texts[language].reminder.reminderFees, amountText(feeMinor, writing)]] : []),
    ],
    totals: [
      [shared.toPay, amountText(overdueMinor, writing)],
      [words.owed, amountText(owedMinor, writing)],
    ],
  };
}
