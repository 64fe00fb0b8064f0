// Statements of settlement: what a merchant is paid and for what, as data, and the pages composed from it.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { PayeeAddress } from '../merchant.ts';
import type { Currency } from '../money.ts';
import { paymentTypes } from '../payment-types.ts';
import type { LineKind, SettlementSums } from '../settlement/rows.ts';
import type { SettlementWords } from '../texts/en/settlement.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Block, Document } from './document.ts';
import { amountText, dayText, moneyText, percentText, type Writing } from './format.ts';

export interface SettlementData extends SettlementSums {
  readonly kind: 'Settlement';
  readonly number: string;
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  /** The business days it is about, both included. */
  readonly from: Day;
  readonly to: Day;
  readonly payoutOn: Day;
  readonly merchantName: string;
  readonly address: PayeeAddress | null;
  /** Whose percentage and fixed fee were agreed, in the order of the agreement. */
  readonly terms: readonly SettlementTerm[];
  readonly lines: readonly SettlementDataLine[];
  /** Are the lines sums of a day and kind, because there are too many of them for paper? */
  readonly byDay: boolean;
}

export interface SettlementTerm {
  readonly paymentType: string;
  readonly percentBps: number;
  readonly fixedMinor: bigint;
}

export interface SettlementDataLine {
  readonly kind: LineKind;
  readonly bookedOn: Day;
  /** The order and number it is about; how many lines it replaces where they are added up. */
  readonly about: string;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly reserveMinor: bigint;
  readonly netMinor: bigint;
}

/** The pages of a statement: the sum as an account, what was agreed, then every line. */
export function settlementPages(data: SettlementData): Document {
  const { language, country, number, currency } = data;
  const words = texts[language].settlement;
  const writing: Writing = { language, country };
  const title = `${words.settlement} ${number}`;
  const address = data.address ? [data.address.street, `${data.address.postalCode} ${data.address.postalPlace}`] : [];
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: title },
    {
      kind: 'sides',
      left: [data.merchantName, ...address],
      right: [
        [words.period, `${dayText(data.from, writing)} – ${dayText(data.to, writing)}`],
        [words.madeOn, dayText(data.madeOn, writing)],
        ...(data.payoutMinor > 0n ? [[words.payoutOn, dayText(data.payoutOn, writing)] as const] : []),
        [words.payout, moneyText(data.payoutMinor, currency, writing)],
      ],
    },
    sumTable(data, words, writing),
    ...(data.carriedOutMinor < 0n ? [{ kind: 'paragraph', text: words.owed } as const] : []),
    ...(data.carriedOutMinor > 0n ? [{ kind: 'paragraph', text: words.belowMinimum } as const] : []),
    ...termBlocks(data, words, writing),
    { kind: 'heading', level: 2, text: words.lines },
    ...(data.byDay
      ? [{ kind: 'paragraph', text: fill(words.byDay, { count: String(data.lineCount) }), tone: 'small' } as const]
      : []),
    lineTable(data, words, writing),
    { kind: 'paragraph', text: words.rounding, tone: 'small' },
  ];
  const foot = `${data.merchantName} · ${title}`;
  return {
    title,
    languageTag: texts[language].writing.tag,
    madeAt: data.madeAt,
    foot,
    pageOf: texts[language].invoice.pageOf,
    blocks,
  };
}

/** What adds to the payout and what takes from it; what is nothing is not said, but captures and fees always are. */
function sumTable(data: SettlementData, words: SettlementWords, writing: Writing): Block {
  const rows: (readonly [string, bigint, always?: boolean])[] = [
    [words.captures, data.capturesMinor, true],
    [words.refunds, -data.refundsMinor],
    [words.adjustments, data.adjustmentsMinor],
    [words.fees, -data.feesMinor, true],
    [words.reserveWithheld, -data.reserveWithheldMinor],
    [words.reserveReleased, data.reserveReleasedMinor],
    [words.carriedIn, data.carriedInMinor],
    [words.carriedOut, -data.carriedOutMinor],
  ];
  return {
    kind: 'table',
    columns: [
      { title: '', width: 60 },
      { title: data.currency, width: 20, align: 'right' },
    ],
    rows: rows.filter(([, minor, always]) => always || minor !== 0n).map(([label, minor]) => [label, amountText(minor, writing)]),
    totals: [[words.payout, amountText(data.payoutMinor, writing)]],
  };
}

const isPaymentType = (type: string): type is (typeof paymentTypes)[number] => (paymentTypes as readonly string[]).includes(type);

function termBlocks({ terms, currency }: SettlementData, words: SettlementWords, writing: Writing): Block[] {
  if (terms.length === 0) return [];
  const row = ({ paymentType, percentBps, fixedMinor }: SettlementTerm): readonly [string, string] => [
    isPaymentType(paymentType) ? words[paymentType] : paymentType,
    `${percentText((percentBps / 100).toFixed(2), writing)} + ${moneyText(fixedMinor, currency, writing)}`,
  ];
  return [
    { kind: 'heading', level: 3, text: words.agreedFees },
    { kind: 'facts', rows: terms.map(row) },
  ];
}

function lineTable({ lines, payoutMinor }: SettlementData, words: SettlementWords, writing: Writing): Block {
  const amount = (minor: bigint): string => amountText(minor, writing);
  const sumOf = (of: (line: SettlementDataLine) => bigint): string => amount(lines.reduce((sum, line) => sum + of(line), 0n));
  return {
    kind: 'table',
    columns: [
      { title: words.day, width: 15 },
      { title: words.what, width: 45 },
      { title: words.amount, width: 16, align: 'right' },
      { title: words.fee, width: 12, align: 'right' },
      { title: words.reserve, width: 12, align: 'right' },
      { title: words.net, width: 16, align: 'right' },
    ],
    rows: lines.map(({ kind, bookedOn, about, amountMinor, feeMinor, reserveMinor, netMinor }) => [
      dayText(bookedOn, writing),
      [words[kind], about].filter(Boolean).join(' · '),
      amount(amountMinor),
      amount(-feeMinor),
      amount(-reserveMinor),
      amount(netMinor),
    ]),
    totals: [
      [
        '',
        words.payout,
        sumOf((line) => line.amountMinor),
        sumOf((line) => -line.feeMinor),
        sumOf((line) => -line.reserveMinor),
        amount(payoutMinor),
      ],
    ],
  };
}
