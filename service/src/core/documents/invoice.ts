// Invoices and credit notes: what they say, as data, and the pages composed from it.
import type { CountryCode } from '../countries/countries.ts';
import type { Day, Instant } from '../dates.ts';
import type { Payee } from '../merchant.ts';
import { type Currency, divideRounded } from '../money.ts';
import type { CostsBack, LeftToPay } from '../order/left-to-pay.ts';
import type { InvoiceWords } from '../texts/en/invoice.ts';
import { fill } from '../texts/fill.ts';
import { type Language, texts } from '../texts/texts.ts';
import type { Buyer } from './buyer.ts';
import type { Block, Document } from './document.ts';
import { amountText, dayText, decimalText, maskedIban, moneyText, percentText, type Writing } from './format.ts';
import { leftBlocks } from './left-to-pay.ts';
import { paymentBlocks } from './payment.ts';
import { type VatSum, vatSums } from './vat.ts';

export interface InvoiceData {
  readonly kind: 'Invoice' | 'CreditNote';
  /** The number of the capture or refund. */
  readonly number: string;
  /** Of a credit note: the capture it is about. */
  readonly captureNumber: string | null;
  readonly language: Language;
  readonly country: CountryCode;
  readonly currency: Currency;
  readonly madeAt: Instant;
  readonly madeOn: Day;
  readonly shopName: string;
  readonly payee: Payee;
  readonly buyer: Buyer;
  readonly orderNumber: string;
  readonly orderedOn: Day;
  /** Empty where the shop named no items for this part of the order. */
  readonly lines: readonly InvoiceLine[];
  /** Its VAT, where that is not just the sum of its lines. */
  readonly vat?: readonly VatSum[];
  /** When it was supplied, where the shop said a period of its services; else on the day of the invoice. */
  readonly supplied?: Period;
  readonly totalMinor: bigint;
  /** When how much is due; empty for a credit note. */
  readonly due: readonly { readonly on: Day; readonly amountMinor: bigint }[];
  /** Null on captures from before there were references. */
  readonly reference: string | null;
  /** The account that is debited, where the buyer pays so. */
  readonly debitedIban: string | null;
  /** The account from which parts of what is left are being collected, which are marked. */
  readonly underwayIban?: string;
  /** Was it put on the buyer's account, whose statements ask for the money? */
  readonly onAccount?: boolean;
  /** What is left to pay of the capture: on a credit note, and on an invoice that is fetched after something was paid or credited. */
  readonly left?: LeftToPay;
  /** Of a credit note's amount: what had been paid, so the buyer gets it back. */
  readonly backMinor?: bigint;
  /** Of a credit note: interest and fees of the credit that had been paid and are not owed any more. */
  readonly costs?: CostsBack;
  /** What is left to pay is no longer what the paper said when it was made. */
  readonly isCopy?: boolean;
}

export interface Period {
  readonly from: Day;
  readonly to: Day;
}

export interface InvoiceLine {
  readonly description: string;
  /** Plain decimal text. */
  readonly quantity: string;
  readonly grossUnitE4: bigint;
  readonly grossMinor: bigint;
  /** Null where neither net price nor VAT was given. */
  readonly netMinor: bigint | null;
  /** Plain decimal text; null where it is not known. */
  readonly vatPercent: string | null;
}

/** The pages of an invoice or a credit note. */
export function invoicePages(data: InvoiceData): Document {
  const { language, country, kind, number, payee } = data;
  const words = texts[language].invoice;
  const writing: Writing = { language, country };
  const copy = data.isCopy ? ` · ${texts[language].leftToPay.copy}` : '';
  const title = `${kind === 'Invoice' ? words.invoice : words.creditNote} ${number}${copy}`;
  const vat = vatRows(data, words, writing);
  const blocks: Block[] = [
    { kind: 'paragraph', text: payeeLine(payee), tone: 'small' },
    ...sellerLine(payee, words),
    { kind: 'heading', level: 1, text: title },
    { kind: 'sides', left: buyerLines(data.buyer, words), right: headFacts(data, words) },
    lineTable(data, words, writing),
    ...(vat.length > 0 ? [{ kind: 'heading', level: 3, text: words.vatSummary } as const, vatTable(vat, words)] : []),
    ...closing(data, words, writing),
  ];
  return documentOf(data, title, blocks);
}

/** The payee with its address, as the first and the last line of a page. */
/** A document that names the payee at the foot of each page. */
export function documentOf(
  { language, payee, madeAt }: Pick<InvoiceData, 'language' | 'payee' | 'madeAt'>,
  title: string,
  blocks: readonly Block[],
): Document {
  const { writing, invoice } = texts[language];
  const foot = `${payeeLine(payee)} · ${title}`;
  return { title, languageTag: writing.tag, madeAt, foot, pageOf: invoice.pageOf, blocks };
}

export function payeeLine({ name, address }: Payee): string {
  if (address === null) return name;
  return `${name} · ${address.street} · ${address.postalCode} ${address.postalPlace} · ${address.countryCode}`;
}

/** Who sends it, as the law wants invoices and reminders to say, and how to write or speak to them. */
export function sellerLine({ organisationNumber, vatNumber, email, phone, website }: Payee, words: InvoiceWords): Block[] {
  const parts = [
    organisationNumber && `${words.organisationNumber} ${organisationNumber}`,
    vatNumber && `${words.vatNumber} ${vatNumber}`,
    email,
    phone,
    website,
  ].filter(Boolean);
  return parts.length === 0 ? [] : [{ kind: 'paragraph', text: parts.join(' · '), tone: 'small' }];
}

function headFacts(data: InvoiceData, words: InvoiceWords): (readonly [string, string])[] {
  const { kind, buyer, left } = data;
  const invoice = kind === 'Invoice';
  // A copy says when what is left is due, which a return may have moved. A credit note's head never named a day.
  const due = invoice && left ? left.due : data.due;
  const facts: (readonly [string, string | null])[] = [
    [invoice ? words.invoiceNumber : words.creditNoteNumber, data.number],
    [invoice ? words.invoiceDate : words.creditNoteDate, dayText(data.madeOn, data)],
    [words.supplyDate, invoice ? supplyText(data) : null],
    [words.toInvoice, data.captureNumber],
    [words.dueDate, due[0] && due.length === 1 ? dayText(due[0].on, data) : null],
    [words.orderNumber, data.orderNumber],
    [words.orderDate, dayText(data.orderedOn, data)],
    [words.customerNumber, buyer.customerNumber],
    [words.shop, data.shopName === data.payee.name ? null : data.shopName],
  ];
  return facts.filter((fact): fact is readonly [string, string] => fact[1] !== null);
}

/** A company's invoice says its VAT number (Directive 2006/112/EC art. 226 no. 4). */
const buyerLines = ({ name, addressLines, vatId }: Buyer, words: InvoiceWords): string[] => [
  name,
  ...addressLines,
  ...(vatId === undefined ? [] : [`${words.vatNumber} ${vatId}`]),
];

/** Asked for of every invoice, also where it is the same day (§ 14(4) no. 6 UStG; Directive 2006/112/EC art. 226 no. 7). */
function supplyText(data: InvoiceData): string {
  const { from, to } = data.supplied ?? { from: data.madeOn, to: data.madeOn };
  return from === to ? dayText(from, data) : `${dayText(from, data)} – ${dayText(to, data)}`;
}

/** Lines and their sum; a cent that unit prices lose or win over the order's total is shown as rounding (C21). */
function lineTable(data: InvoiceData, words: InvoiceWords, writing: Writing): Block {
  const { lines, totalMinor, currency } = data;
  const sum = lines.reduce((total, { grossMinor }) => total + grossMinor, 0n);
  const rest = lines.length === 0 ? 0n : totalMinor - sum;
  const rows = lines.map(({ description, quantity, grossUnitE4, grossMinor, vatPercent }) => [
    description,
    decimalText(quantity, writing),
    unitText(grossUnitE4, writing),
    rateText(vatPercent, writing),
    amountText(grossMinor, writing),
  ]);
  const whole = [
    fill(words.partOfOrder, { number: data.orderNumber }),
    '1',
    amountText(totalMinor, writing),
    rateText(data.vat?.length === 1 ? data.vat[0]?.rate : null, writing),
    amountText(totalMinor, writing),
  ];
  return {
    kind: 'table',
    columns: [
      { title: words.item, width: 46 },
      { title: words.quantity, width: 12, align: 'right' },
      { title: words.unitPrice, width: 16, align: 'right' },
      { title: words.vat, width: 10, align: 'right' },
      { title: `${words.amount} (${currency})`, width: 18, align: 'right' },
    ],
    rows: lines.length === 0 ? [whole] : rows,
    totals: [
      ...(rest === 0n ? [] : [[words.rounding, '', '', '', amountText(rest, writing)]]),
      [words.total, '', '', '', amountText(totalMinor, writing)],
    ],
  };
}

const rateText = (percent: string | null | undefined, writing: Writing): string =>
  percent == null ? '–' : percentText(percent, writing);

/** A unit price may have four decimals; two are shown where they are all. */
function unitText(unitE4: bigint, writing: Writing): string {
  if (unitE4 % 100n === 0n) return amountText(unitE4 / 100n, writing);
  // Below a cent the whole cents are zero, which has no sign.
  const [sign, size] = unitE4 < 0n ? ['−', -unitE4] : ['', unitE4];
  return `${sign}${amountText(size / 100n, writing)}${String(size % 100n).padStart(2, '0')}`;
}

/** One row a rate, for a shop that said what VAT its lines hold. */
const vatRows = ({ lines, totalMinor, vat }: InvoiceData, words: InvoiceWords, writing: Writing): string[][] =>
  (vat ?? vatSums(lines, totalMinor)).map(({ rate, netMinor, grossMinor }) =>
    rate === null
      ? [words.notStated, '–', '–', amountText(grossMinor, writing)]
      : [
          percentText(rate, writing),
          amountText(netMinor, writing),
          amountText(grossMinor - netMinor, writing),
          amountText(grossMinor, writing),
        ],
  );

const vatTable = (rows: string[][], words: InvoiceWords): Block => ({
  kind: 'table',
  columns: [
    { title: words.vatRate, width: 3 },
    { title: words.net, width: 3, align: 'right' },
    { title: words.vat, width: 3, align: 'right' },
    { title: words.gross, width: 3, align: 'right' },
  ],
  rows,
});

function closing(data: InvoiceData, words: InvoiceWords, writing: Writing): Block[] {
  const { kind, due, debitedIban, reference, left } = data;
  const included: Block = { kind: 'paragraph', text: words.amountsInclude, tone: 'small' };
  if (left) return [included, ...credited(data, writing), ...whatIsLeft(data, left, words, writing)];
  // Notes from before it was kept what is left to pay, and those of orders that a customer account's statements ask for.
  if (kind === 'CreditNote' || reference === null) return [included, { kind: 'paragraph', text: words.credited }];
  const strong = (text: string): Block => ({ kind: 'paragraph', text, tone: 'strong' });
  // Paid here as well as by the statement, it would be paid twice.
  if (data.onAccount) return [included, strong(words.onAccount)];
  const [first] = due;
  if (!first) return [included];
  const blocks = [included, ...(due.length > 1 ? scheduleBlocks(data, words, writing) : [])];
  if (debitedIban === null) return [...blocks, ...howToPay({ data, words, writing, first, reference })];
  const account = maskedIban(debitedIban);
  if (due.length > 1) return [...blocks, strong(fill(words.collectedEach, { account }))];
  return [...blocks, strong(fill(words.collected, { account, day: dayText(first.on, writing) }))];
}

/** The use of the amount of a credit note. */
function credited({ kind, language, currency, totalMinor, backMinor = 0n, costs, left }: InvoiceData, writing: Writing): Block[] {
  if (kind !== 'CreditNote') return [];
  const words = texts[language].leftToPay;
  const money = (amountMinor: bigint): string => moneyText(amountMinor, currency, writing);
  const costsMinor = costs ? costs.interestMinor + costs.feeMinor - costs.creditMinor : 0n;
  const costsBackMinor = costs?.creditMinor ?? 0n;
  // Who gets all of the purchase back had paid more than that.
  const keptMinor = left?.refundedMinor === left?.capturedMinor ? (left?.late?.paidMinor ?? 0n) : 0n;
  const text = [
    backMinor < totalMinor ? words.takenOff : '',
    backMinor > 0n ? fill(words.back, { amount: money(backMinor) }) : '',
    costsMinor > 0n ? fill(words.costsTakenOff, { amount: money(costsMinor) }) : '',
    costsBackMinor > 0n ? fill(words.costsBack, { amount: money(costsBackMinor) }) : '',
    keptMinor > 0n ? fill(words.lateKept, { amount: money(keptMinor) }) : '',
  ];
  return [{ kind: 'paragraph', text: text.filter(Boolean).join(' ') }];
}

function whatIsLeft(data: InvoiceData, left: LeftToPay, shared: InvoiceWords, writing: Writing): Block[] {
  const { country, payee, currency, buyer, reference, debitedIban, underwayIban } = data;
  const message = `${shared.invoice} ${data.captureNumber ?? data.number}`;
  const debt = { left, country, payee, currency, debtor: buyer.address, message, reference, debitedIban };
  return leftBlocks(
    { ...debt, ...(underwayIban !== undefined && { underwayIban }) },
    { words: texts[data.language].leftToPay, shared, writing },
  );
}

/** The installments, with their sum: more than the goods where there is interest. */
function scheduleBlocks({ due, currency, debitedIban }: InvoiceData, words: InvoiceWords, writing: Writing): Block[] {
  const total = due.reduce((sum, { amountMinor }) => sum + amountMinor, 0n);
  return [
    { kind: 'heading', level: 2, text: words.payments },
    {
      kind: 'table',
      columns: [
        { title: words.payment, width: 3 },
        { title: words.dueDate, width: 3 },
        { title: `${words.amount} (${currency})`, width: 3, align: 'right' },
      ],
      rows: due.map(({ on, amountMinor }, index) => [
        `${index + 1}/${due.length}`,
        dayText(on, writing),
        amountText(amountMinor, writing),
      ]),
      totals: [[words.total, '', amountText(total, writing)]],
    },
    ...(debitedIban === null ? [{ kind: 'paragraph', text: words.eachPayment } as const] : []),
  ];
}

interface Paying {
  readonly data: InvoiceData;
  readonly words: InvoiceWords;
  readonly writing: Writing;
  readonly first: InvoiceData['due'][number];
  readonly reference: string;
}

function howToPay({ data, words, writing, first, reference }: Paying): Block[] {
  const { country, payee, currency, buyer } = data;
  const { amountMinor, on: dueOn } = first;
  const message = `${words.invoice} ${data.number}`;
  return [
    { kind: 'heading', level: 2, text: words.howToPay },
    // Before the frame: a Swiss payment part takes the foot of the page, and nothing may follow it.
    { kind: 'paragraph', text: words.mentionReference, tone: 'small' },
    ...paymentBlocks(
      { country, payee, currency, amountMinor, reference, dueOn, debtor: buyer.address, message },
      words,
      writing,
      [
        [words.toPay, moneyText(amountMinor, currency, writing)],
        [words.dueDate, dayText(dueOn, writing)],
      ],
    ),
  ];
}

/** What so many units of 10⁻⁶ cost at a price in 10⁻⁴ of the currency's unit, in minor units. */
export const lineMinor = (unitE4: bigint, quantityE6: bigint): bigint => divideRounded(unitE4 * quantityE6, 100_000_000n);
