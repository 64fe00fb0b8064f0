// Reminders of overdue captures: what one says, as data, and the pages composed from it.
import type { Day } from '../dates.ts';
import type { ReminderWords } from '../texts/en/reminder.ts';
import { fill } from '../texts/fill.ts';
import { texts } from '../texts/texts.ts';
import type { Block, Document } from './document.ts';
import { forbearance } from './forbearance.ts';
import { amountText, dayText, decimalText, moneyText, percentText, type Writing } from './format.ts';
import { documentOf, payeeLine, sellerLine } from './invoice.ts';
import { amountColumns, howToPay, type LetterData } from './letter.ts';

/** A line of an order; the quantity is plain decimal text. */
export interface Bought {
  readonly quantity: string;
  readonly description: string;
}

export interface ReminderData extends LetterData {
  readonly kind: 'Reminder';
  /** Number of the capture and of the reminder: `1700-2`. */
  readonly number: string;
  readonly captureNumber: string;
  readonly orderNumber: string;
  /** When it was placed and what of; where the law wants the letter to name that. */
  readonly bought?: { readonly on: Day; readonly goods: readonly Bought[] };
  /** 1 or 2. */
  readonly level: number;
  /** What fell due when and is open. */
  readonly due: readonly { readonly on: Day; readonly amountMinor: bigint }[];
  /** Fees of this and earlier reminders that are open … */
  readonly feesMinor: bigint;
  /** … and interest on late payment that was charged with them, with the yearly rate of the day of the letter; "12.25". */
  readonly interestMinor: bigint;
  /** The last day of that interest, where it is not the letter's own. */
  readonly interestUntil?: Day;
  readonly lateRate: string | null;
  /** What the next letter will cost; 0 where the law does not want it said. */
  readonly announcedFeeMinor: bigint;
  /** Does that collect all of the buyer's debts that are late? */
  readonly isAnnouncedTogether?: boolean;
  /**
   * The yearly rate of the day by which interest runs once the days of this letter are over, null where it is not known yet; missing where none
   * runs, or it runs already.
   */
  readonly announcedRate?: string | null;
  readonly totalMinor: bigint;
  /** What a payer writes on a payment; null on captures from before there were references. */
  readonly reference: string | null;
  /** Of a copy: the day from which what it asks for is what is left, since some was paid or credited after the letter. */
  readonly asOf?: Day;
}

/** The pages of a reminder. */
export function reminderPages(data: ReminderData): Document {
  const { language, country, payee } = data;
  const words = texts[language].reminder;
  const shared = texts[language].invoice;
  const writing: Writing = { language, country };
  const payBy = dayText(data.payBy, writing);
  const heading = data.level === 1 ? words.first : words.second;
  const opening = data.level === 1 ? words.opening : words.openingAgain;
  const copy = data.asOf === undefined ? '' : ` · ${texts[language].leftToPay.copy}`;
  const facts: (readonly [string, string])[] = [
    [words.madeOn, dayText(data.madeOn, writing)],
    [shared.invoiceNumber, data.captureNumber],
    [shared.orderNumber, data.orderNumber],
    ...(data.totalMinor === 0n ? [] : [[words.payBy, payBy] as const]),
    ...(data.shopName === payee.name ? [] : [[shared.shop, data.shopName] as const]),
  ];
  const blocks: Block[] = [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    ...sellerLine(payee, shared),
    { kind: 'heading', level: 1, text: `${heading}${copy}` },
    { kind: 'sides', left: [data.buyer.name, ...data.buyer.addressLines], right: facts },
    ...(data.totalMinor === 0n ? [] : [{ kind: 'paragraph', text: fill(opening, { day: payBy }) } as const]),
    ...named(data, writing),
    ...(data.asOf === undefined ? [] : [{ kind: 'heading', level: 2, text: leftOn(data.asOf, writing) } as const]),
    amounts(data, writing),
    ...paying(data, writing),
  ];
  const title = `${heading} ${data.captureNumber}${copy}`;
  return documentOf(data, title, blocks);
}

/** A letter names so many goods, each by so many letters. */
const mostGoods = 5;
const mostLetters = 60;

function shortened(description: string): string {
  const text = description.replace(/\s/g, ' ');
  return text.length > mostLetters ? `${text.slice(0, mostLetters).trimEnd()}…` : text;
}

/** The order and what was bought with it, in short. */
function named({ language, orderNumber, bought }: ReminderData, writing: Writing): Block[] {
  if (!bought) return [];
  const order = fill(texts[language].reminder.ordered, { number: orderNumber, day: dayText(bought.on, writing) });
  const goods = bought.goods.map(({ quantity, description }) => `${decimalText(quantity, writing)} × ${shortened(description)}`);
  const shown = goods.length > mostGoods ? [...goods.slice(0, mostGoods), '…'] : goods;
  return [{ kind: 'paragraph', text: [order, shown.join(', ')].filter(Boolean).join(' – ') }];
}

const leftOn = (day: Day, writing: Writing): string =>
  fill(texts[writing.language].leftToPay.asOf, { day: dayText(day, writing) });

/** How what is asked for is paid; of a letter that everything was paid or credited since, that nothing is left. */
function paying(data: ReminderData, writing: Writing): Block[] {
  const { language, totalMinor: amountMinor, reference } = data;
  const left = texts[language].leftToPay;
  if (amountMinor === 0n) return [{ kind: 'paragraph', text: left.letterSettled, tone: 'strong' }];
  const message = `${texts[language].invoice.invoice} ${data.captureNumber}`;
  return [
    ...(data.asOf === undefined ? [] : [{ kind: 'paragraph', text: left.replaces } as const]),
    ...charged(data, writing),
    ...forbearance(data),
    { kind: 'paragraph', text: texts[language].reminder.crossed },
    ...howToPay(data, { amountMinor, message, reference }),
  ];
}

const interestToCome = (rate: string | null, words: ReminderWords, writing: Writing): string =>
  rate === null ? words.announcedInterestByLaw : fill(words.announcedInterest, { rate: percentText(rate, writing) });

/** By which rate, and what comes next. */
function charged(data: ReminderData, writing: Writing): Block[] {
  const { language, lateRate, announcedFeeMinor, announcedRate, isAnnouncedTogether, currency } = data;
  const words = texts[language].reminder;
  const fee = moneyText(announcedFeeMinor, currency, writing);
  return [
    ...(lateRate === null ? [] : [fill(words.lateRate, { rate: percentText(lateRate, writing) })]),
    ...(announcedFeeMinor === 0n ? [] : [fill(isAnnouncedTogether ? words.announcedTogether : words.announced, { fee })]),
    ...(announcedRate === undefined ? [] : [interestToCome(announcedRate, words, writing)]),
  ].map((text): Block => ({ kind: 'paragraph', text }));
}

function amounts(data: ReminderData, writing: Writing): Block {
  const { language, due, feesMinor, interestMinor, totalMinor } = data;
  const words = texts[language].reminder;
  const shared = texts[language].invoice;
  return {
    kind: 'table',
    columns: amountColumns(data),
    rows: [
      ...due.map(({ on, amountMinor }) => [
        fill(words.fallenDue, { day: dayText(on, writing) }),
        amountText(amountMinor, writing),
      ]),
      ...(feesMinor > 0n ? [[words.reminderFees, amountText(feesMinor, writing)]] : []),
      ...(interestMinor > 0n
        ? [
            [
              fill(words.lateInterest, { day: dayText(data.interestUntil ?? data.madeOn, writing) }),
              amountText(interestMinor, writing),
            ],
          ]
        : []),
    ],
    totals: [[shared.total, amountText(totalMinor, writing)]],
  };
}
