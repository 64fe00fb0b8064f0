// What letters about a debt that is late share: from whom to whom they are, and how what they ask for is paid.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block } from './document.ts';
import { dayText, moneyText, type Writing } from './format.ts';
import { paymentBlocks } from './payment.ts';

export interface LetterData {
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  readonly payBy: Day;
  readonly shopName: string;
  readonly payee: Payee;
  readonly buyer: Buyer;
  /** Whether the law of the day has a way out offered before anything is enforced, and debt advice named. */
  readonly offersForbearance: boolean;
}

/** What a letter asks for, and what a payer writes on the payment: a message and, but for the oldest captures, a reference. */
interface Asked {
  readonly amountMinor: bigint;
  readonly message: string;
  readonly reference: string | null;
}

export function howToPay(data: LetterData, { amountMinor, message, reference }: Asked): Block[] {
  const { language, country, payee, currency, payBy, buyer } = data;
  const shared = texts[language].invoice;
  const writing: Writing = { language, country };
  const facts = [
    [shared.toPay, moneyText(amountMinor, currency, writing)],
    [texts[language].reminder.payBy, dayText(payBy, writing)],
  ] as const;
  const debt = { country, payee, currency, amountMinor, dueOn: payBy, debtor: buyer.address, message };
  return [
    { kind: 'heading', level: 2, text: shared.howToPay },
    { kind: 'paragraph', text: shared.mentionReference, tone: 'small' },
    ...(reference === null ? [] : paymentBlocks({ ...debt, reference }, shared, writing, facts)),
  ];
}

/** The columns of what a letter asks for. */
export function amountColumns({ language, currency }: LetterData): Extract<Block, { kind: 'table' }>['columns'] {
  const shared = texts[language].invoice;
  return [
    { title: shared.item, width: 6 },
    { title: `${shared.amount} (${currency})`, width: 3, align: 'right' },
  ];
}
