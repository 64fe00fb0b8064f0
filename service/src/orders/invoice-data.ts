// An invoice's or credit note's data from the order it belongs to. Everything it is made from was settled with the capture
// or refund and never changes, so it comes out the same whenever it is first requested.

import { type CountryCode, countries } from '../core/countries/countries.ts';
import { dayAt } from '../core/dates.ts';
import { buyerOf } from '../core/documents/buyer.ts';
import { type InvoiceData, type InvoiceLine, lineMinor } from '../core/documents/invoice.ts';
import { type InvoiceTerms, invoiceTermsOf } from '../core/documents/terms.ts';
import { isRate, rateOf } from '../core/documents/vat.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { canCollect, type Merchant } from '../core/merchant.ts';
import { type LeftToPay, leftMinor, leftTermsOf, leftToPayOf } from '../core/order/left-to-pay.ts';
import type { Capture, Refund } from '../core/order/rows.ts';
import { netOf } from '../core/order/totals.ts';
import { lineFromWire, type OrderItem, withoutFilledIn } from '../wire/items.ts';
import { languageOf } from '../wire/messages.ts';
import { beside, capturedItems, restOf } from './captured-items.ts';
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
    lines: linesOf(refundedItems(refund, capture, whole), whole, merchant),
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
  items.map(lineIn([...items, ...itemsIn(contents.items)], country));

/** A refund's own items; of a whole capture or its rest, those of the capture: a credit note says the VAT that it takes back. */
function refundedItems(refund: Refund, capture: Capture, whole: WholeOrder): readonly OrderItem[] {
  const own = itemsIn(refund.items).map(withoutFilledIn);
  if (own.length > 0) return own;
  const sold = soldIn(capture, whole);
  if (refund.amountMinor === capture.amountMinor) return sold;
  const others = whole.refunds.filter(({ captureNumber }) => captureNumber === capture.number).filter(beside(refund));
  return restOf(sold, others, refund.amountMinor);
}

const itemsIn = (items: Json): readonly OrderItem[] => (items ?? []) as unknown as OrderItem[];

/** A line, beside others of its order: what they name as their rate is likely that of one that names none. */
function lineIn(others: readonly OrderItem[], country: CountryCode): (item: OrderItem) => InvoiceLine {
  const named = others.map(({ vatPercent }) => vatPercent).filter(isRate);
  const rates = [...new Set([...named.map(String), ...countries[country].payment.vatRates])];
  return (item) => {
    const line = lineFromWire(item);
    const { grossUnitE4, netUnitE4, quantityE6 } = line;
    const computed = () => (netUnitE4 === null ? null : rateOf(grossUnitE4, netUnitE4, rates));
    return {
      description: item.description ?? item.productId ?? '',
      quantity: String(item.quantity),
      grossUnitE4,
      grossMinor: lineMinor(grossUnitE4, quantityE6),
      netMinor: netOf(line),
      vatPercent: isRate(item.vatPercent) ? String(item.vatPercent) : computed(),
    };
  };
}
