// The reminder of the right of withdrawal, where the form came less than a day before the consumer was bound (Directive (EU) 2023/2225
// art. 10(1)): what it says, as data, and the pages composed from it.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { interestOfDayE4 } from '../plan/interest-of-day.ts';
import type { ContractWords } from '../texts/en/contract.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block, Document, Paragraph } from './document.ts';
import { dayText, decimalText, moneyText, type Writing } from './format.ts';
import { documentOf, payeeLine } from './invoice.ts';

/** What letters about an agreement have in common. */
export interface AgreementLetter {
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  readonly shopName: string;
  readonly payee: Payee;
  readonly buyer: Buyer;
  /** Of an order; null for an account, whose number is that of its agreement. */
  readonly orderNumber: string | null;
  /** Null where no agreement was handed over. */
  readonly agreementNumber: string | null;
}

export interface WithdrawalReminderData extends AgreementLetter {
  readonly kind: 'WithdrawalReminder';
  /** Of the agreement, else the id of the order: there is one for each. */
  readonly number: string;
  readonly concludedOn: Day;
  /** When the form was given; null where it was not. */
  readonly informedOn: Day | null;
  readonly amountMinor: bigint;
  readonly interestRateBps: number;
  /** Null where the time does not end. */
  readonly lastDay: Day | null;
  /** The page on which the consumer withdraws; null in letters about an order by account from before it had one. */
  readonly withdrawalUrl: string | null;
}

export function withdrawalReminderPages(data: WithdrawalReminderData): Document {
  const { language, country, currency, payee } = data;
  const { notices: words, contract, withdrawal } = texts[language];
  const writing: Writing = { language, country };
  const day = (on: Day): string => dayText(on, writing);
  const title = words.withdrawalTitle;
  const number = data.agreementNumber ?? data.orderNumber ?? '';
  const e4 = String(interestOfDayE4(data.amountMinor, data.interestRateBps)).padStart(5, '0');
  const perDay = `${decimalText(`${e4.slice(0, -4)}.${e4.slice(-4)}`, writing)} ${currency}`;
  const until = data.lastDay === null ? withdrawal.open : fill(withdrawal.until, { day: day(data.lastDay) });
  const how: Pick<Paragraph, 'text' | 'link'> =
    data.withdrawalUrl === null
      ? { text: contract.withdrawWrite }
      : { text: fill(contract.withdrawHow, { url: '' }).trimEnd(), link: data.withdrawalUrl };
  const intro = data.informedOn === null ? words.notInformed : fill(words.informedLate, { day: day(data.informedOn) });
  const blocks: Block[] = [
    ...letterHead(data, title, [
      [words.concludedOn, day(data.concludedOn)],
      [contract.amount, moneyText(data.amountMinor, currency, writing)],
    ]),
    { kind: 'paragraph', text: intro },
    { kind: 'paragraph', text: until, tone: 'strong' },
    { kind: 'heading', level: 2, text: words.howToWithdraw },
    { kind: 'paragraph', text: fill(contract.withdrawal2, { name: writtenTo(payee) }) },
    { kind: 'paragraph', ...how, tone: 'strong' },
    { kind: 'heading', level: 2, text: words.afterwards },
    { kind: 'paragraph', text: contract.withdrawal3 },
    { kind: 'paragraph', text: fill(contract.perDay, { amount: perDay }) },
    ...(data.orderNumber === null ? [] : [{ kind: 'paragraph', text: contract.withdrawal4 } as const]),
    ...modelForm(writtenTo(payee), number, contract),
  ];
  return documentOf(data, `${title} ${number}`, blocks);
}

/** The form with which a consumer may withdraw, but need not. */
export const modelForm = (name: string, number: string, words: ContractWords): Block[] => [
  { kind: 'heading', level: 2, text: words.modelForm },
  { kind: 'paragraph', text: words.modelFormIntro, tone: 'small' },
  { kind: 'paragraph', text: fill(words.modelFormText, { name, number }) },
  { kind: 'blanks', labels: [words.formName, words.formAddress, words.formDate, words.formSignature] },
];

/** Who writes to whom about which agreement. */
export function letterHead(data: AgreementLetter, title: string, facts: readonly (readonly [string, string])[]): Block[] {
  const { language, country, payee, buyer, shopName, orderNumber, agreementNumber } = data;
  const { contract, invoice, reminder } = texts[language];
  return [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    { kind: 'heading', level: 1, text: title },
    {
      kind: 'sides',
      left: [buyer.name, ...buyer.addressLines],
      right: [
        [reminder.madeOn, dayText(data.madeOn, { language, country })],
        ...(agreementNumber === null ? [] : [[contract.contractNumber, agreementNumber] as const]),
        ...(orderNumber === null ? [] : [[invoice.orderNumber, orderNumber] as const]),
        ...(shopName === payee.name ? [] : [[invoice.shop, shopName] as const]),
        ...facts,
      ],
    },
  ];
}

/** Whom a consumer writes to. */
export const writtenTo = ({ name, address, email }: Payee): string =>
  [name, ...(address ? [address.street, `${address.postalCode} ${address.postalPlace}`] : []), email ?? '']
    .filter(Boolean)
    .join(', ');
