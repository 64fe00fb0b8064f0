// An invoice's or credit note's data from the order it belongs to. Everything it is made from was settled with the capture
// or refund and never changes, so it comes out the same whenever it is first requested.

import { dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import type { InvoiceData, InvoiceLine } from '../core/documents/invoice.ts';
import { type InvoiceTerms, invoiceTermsOf } from '../core/documents/terms.ts';
import { vatSums } from '../core/documents/vat.ts';
import { vatTakenBack } from '../core/documents/vat-taken-back.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { canCollect, type Merchant } from '../core/merchant.ts';
import { type LeftToPay, leftMinor, leftTermsOf, leftToPayOf } from '../core/order/left-to-pay.ts';
import type { Capture, Refund } from '../core/order/rows.ts';
import { type OrderItem, withoutFilledIn } from '../wire/items.ts';
import { languageOf } from '../wire/messages.ts';
import { beside, capturedItems, restOf } from './captured-items.ts';
import { linesBeside } from './taxed-lines.ts';
import type { WholeOrder } from './whole-order.sql.ts';

const object = (json: Json | undefined): JsonObject => (json ?? {}) as JsonObject;

export function invoiceOf(capture: Capture, whole: WholeOrder, merchant: Merchant): InvoiceData {
  const terms = invoiceTermsOf(capture, merchant);
  return {
    ...commonOf(whole, merchant, terms),
    kind: 'Invoice',
    number: capture.number,
    captureNumber: null,
    madeAt: capture.insertedAt,
    madeOn: capture.invoicedOn,
    lines: linesOf(soldIn(capture, whole), whole, merchant),
    ...suppliedIn(soldIn(capture, whole), merchant),
    totalMinor: capture.amountMinor,
    due: terms.due,
    reference: capture.paymentReference,
    debitedIban: agreedIbanOf(whole, terms),
    ...(whole.order.paymentType === 'Account' && capture.onAccount !== false && { onAccount: true }),
  };
}

export function creditNoteOf(refund: Refund, whole: WholeOrder, merchant: Merchant): InvoiceData {
  const capture = whole.captures.find(({ number }) => number === refund.captureNumber);
  if (!capture) throw new Error('a refund without its capture');
  const terms = invoiceTermsOf(capture, merchant);
  return {
    ...commonOf(whole, merchant, terms),
    kind: 'CreditNote',
    number: refund.number,
    captureNumber: refund.captureNumber,
    madeAt: refund.insertedAt,
    madeOn: dayAt(refund.insertedAt, merchant.timeZone),
    ...takenBack(refund, capture, whole, merchant),
    totalMinor: refund.amountMinor,
    due: [],
    reference: capture.paymentReference,
    debitedIban: debitedIbanOf(capture, whole, terms),
    ...leftTermsOf(refund.noteTerms),
  };
}

/** What is debited, unless the merchant had lost what it asks banks with when the invoice was made. */
const agreedIbanOf = ({ order, contents }: WholeOrder, { payee }: InvoiceTerms): string | null =>
  canCollect(payee, order.currency) ? contents.bankAccount : null;

/** What is debited no more the consumer is asked to transfer. */
const debitedIbanOf = ({ debitReturnedOn }: Capture, whole: WholeOrder, terms: InvoiceTerms): string | null =>
  debitReturnedOn === null ? agreedIbanOf(whole, terms) : null;

/**
 * The same paper with what is left to pay by now, where that, when it is due, or how it is paid, is something else than it said;
 * nothing where it still holds. The day it says is that of the latest change, so that the same state makes the same file.
 */
export function copyOf(paper: InvoiceData, capture: Capture, whole: WholeOrder, merchant: Merchant): InvoiceData | undefined {
  const said = paper.left ?? (paper.kind === 'Invoice' ? { due: paper.due, feesMinor: 0n } : undefined);
  if (said === undefined || (paper.onAccount && capture.onAccount !== false)) return undefined;
  const left = leftToPayOf(capture, whole.installments, dayAt(capture.updatedAt, merchant.timeZone));
  const debitedIban = debitedIbanOf(capture, whole, invoiceTermsOf(capture, merchant));
  // A paper that said not to pay holds no longer once no account asks for it.
  const holds =
    !paper.onAccount && leftMinor(left) === leftMinor(said) && daysOf(left) === daysOf(said) && debitedIban === paper.debitedIban;
  if (holds) return undefined;
  const { onAccount: _, ...rest } = paper;
  return { ...rest, madeAt: capture.updatedAt, left, isCopy: true, debitedIban };
}

/** A return notification moves the days and no amount. */
const daysOf = ({ due }: Pick<LeftToPay, 'due'>): string =>
  due
    .filter(({ amountMinor }) => amountMinor > 0n)
    .map(({ on }) => on)
    .join();

function commonOf({ order, contents }: WholeOrder, merchant: Merchant, { shopName, payee }: InvoiceTerms) {
  return {
    language: languageOf(object(contents.customer), merchant.language),
    country: merchant.country,
    currency: order.currency,
    shopName,
    payee,
    buyer: buyerOf(object(contents.customer), merchant.country),
    orderNumber: order.number,
    orderedOn: dayAt(order.insertedAt, merchant.timeZone),
  };
}

/** From the first to the last day of the services among the items. */
function suppliedIn(items: readonly OrderItem[], { timeZone }: Merchant): Pick<InvoiceData, 'supplied'> {
  const days = items
    .flatMap(({ serviceStart, serviceEnd }) => [serviceStart, serviceEnd])
    .map((text) => Date.parse(text ?? ''))
    .filter((instant) => !Number.isNaN(instant))
    .map((instant) => dayAt(instant, timeZone))
    .sort();
  const [from, to] = [days[0], days.at(-1)];
  return from === undefined || to === undefined ? {} : { supplied: { from, to } };
}

const soldIn = (capture: Capture, { order, contents, captures, voids }: WholeOrder): readonly OrderItem[] =>
  capturedItems(capture, { order, ordered: contents.items, captures, voids });

const linesOf = (items: readonly OrderItem[], { contents }: WholeOrder, { country }: Merchant): InvoiceLine[] =>
  linesBeside(items, itemsIn(contents.items), country);

/** The lines of a credit note and its VAT: what it is of what the invoice charged depends on the notes before it. */
function takenBack(refund: Refund, capture: Capture, whole: WholeOrder, merchant: Merchant): Pick<InvoiceData, 'lines' | 'vat'> {
  const invoice = vatSums(linesOf(soldIn(capture, whole), whole, merchant), capture.amountMinor);
  const notes = whole.refunds
    .filter((each) => each.captureNumber === capture.number && !isAfter(each, refund))
    .map((each) => ({
      lines: linesOf(refundedItems(each, capture, whole), whole, merchant),
      totalMinor: each.amountMinor,
    }));
  const vat = vatTakenBack(invoice, notes);
  const lines = notes.at(-1)?.lines ?? [];
  if (vat === undefined) return { lines };
  // A rate that was not charged is not taken back either.
  const only = invoice.length === 1 ? (invoice[0]?.rate ?? null) : null;
  const isCharged = ({ vatPercent }: InvoiceLine): boolean => invoice.some(({ rate }) => rate === vatPercent);
  return { vat, lines: lines.map((line) => (isCharged(line) ? line : { ...line, netMinor: null, vatPercent: only })) };
}

/** In the order in which they are read. */
const isAfter = (one: Refund, other: Refund): boolean =>
  one.insertedAt > other.insertedAt || (one.insertedAt === other.insertedAt && one.number > other.number);

/** A refund's own items; of a whole capture or its rest, those of the capture: a credit note says the VAT that it takes back. */
function refundedItems(refund: Refund, capture: Capture, whole: WholeOrder): readonly OrderItem[] {
  const sold = soldIn(capture, whole);
  const isSold = ({ productId }: OrderItem): boolean => sold.some((each) => each.productId === productId);
  const own = itemsIn(refund.items).map((item) => withoutFilledIn(item, isSold(item)));
  if (own.length > 0) return own;
  if (refund.amountMinor === capture.amountMinor) return sold;
  const others = whole.refunds.filter(({ captureNumber }) => captureNumber === capture.number).filter(beside(refund));
  return restOf(sold, others, refund.amountMinor);
}

const itemsIn = (items: Json): readonly OrderItem[] => (items ?? []) as unknown as OrderItem[];
