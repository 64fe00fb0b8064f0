// Letters about what is overdue of a customer account: what one says, as data, and the pages composed from it.
import type { LetterStatus } from '../account/account.ts';
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block, Document } from './document.ts';
import { forbearance } from './forbearance.ts';
import { amountText, dayText, moneyText, type Writing } from './format.ts';
import { documentOf, payeeLine, sellerLine } from './invoice.ts';
import { paymentBlocks } from './payment.ts';

export interface AccountReminderData {
  readonly kind: 'Reminder';
  /** Account number and the number of its entry: `0100.0000008-14`. */
  readonly number: string;
  readonly accountNumber: string;
  readonly status: LetterStatus;
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  readonly payBy: Day;
  readonly shopName: string;
  readonly payee: Payee;
  readonly buyer: Buyer;
  /** Of the letter itself; part of what is overdue, which it asks for. */
  readonly feeMinor: bigint;
  readonly overdueMinor: bigint;
  /** Everything owed on its day. */
  readonly owedMinor: bigint;
  /** Whether the law of the day has a way out offered before anything is enforced, and debt advice named. */
  readonly offersForbearance: boolean;
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
          ...howToPay(data, writing),
        ]),
  ];
  return documentOf(data, `${heading} ${accountNumber}`, blocks);
}

function amounts({ language, currency, overdueMinor, feeMinor, owedMinor }: AccountReminderData, writing: Writing): Block {
  const words = texts[language].accountReminder;
  const shared = texts[language].invoice;
  return {
    kind: 'table',
    columns: [
      { title: shared.item, width: 6 },
      { title: `${shared.amount} (${currency})`, width: 3, align: 'right' },
    ],
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

function howToPay(data: AccountReminderData, writing: Writing): Block[] {
  const { language, country, payee, currency, overdueMinor, reference, accountNumber, payBy } = data;
  const shared = texts[language].invoice;
  const facts = [
    [shared.toPay, moneyText(overdueMinor, currency, writing)],
    [texts[language].reminder.payBy, dayText(payBy, writing)],
  ] as const;
  const debt = {
    country,
    payee,
    currency,
    amountMinor: overdueMinor,
    dueOn: payBy,
    debtor: data.buyer.address,
    message: `${texts[language].statement.accountNumber} ${accountNumber}`,
    reference,
  };
  return [
    { kind: 'heading', level: 2, text: shared.howToPay },
    { kind: 'paragraph', text: shared.mentionReference, tone: 'small' },
    ...paymentBlocks(debt, shared, writing, facts),
  ];
}
