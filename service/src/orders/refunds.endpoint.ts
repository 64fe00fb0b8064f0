// POST /orders/{orderNumber}/refunds, and reading refunds back.

import { read, write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { maxAmount, minorFromWire, minorToWire } from '../core/money.ts';
import { noOrder } from '../core/order/in-hand.ts';
import { type RefundRequest, refund } from '../core/order/refund.ts';
import type { Capture } from '../core/order/rows.ts';
import { uncapturedMinor } from '../core/order/states.ts';
import { grossOf, type Line, totalsFaults } from '../core/order/totals.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { exampleItems } from '../wire/examples.ts';
import {
  completeRefundItem,
  isUntaxed,
  lineFromWire,
  maxItems,
  type OrderItem,
  RefundItem,
  refundTypes,
  withRateOf,
} from '../wire/items.ts';
import { references, referencesOf } from '../wire/references.ts';
import {
  Amount,
  CreditNoteNumber,
  CurrencyCode,
  chooses,
  ListOrAll,
  Opt,
  OrderPath,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Word,
} from '../wire/schema.ts';
import { capturedItems, itemsIn } from './captured-items.ts';
import { refundExample } from './examples.ts';
import { findOrder, partsOfOrder } from './read-order.ts';
import { RefundRecord, refundToWire } from './records.ts';
import { linesBeside, rateOfAll } from './taxed-lines.ts';

const RefundRequestBody = Type.Object(
  {
    captureNumber: Opt(Text(50, 'Needed for a part, when the order has several captures.')),
    items: Opt(ListOrAll(RefundItem, maxItems)),
    orderItems: Opt(ListOrAll(RefundItem, maxItems)),
    totalGrossAmount: Opt(PositiveAmount('Of the items, which have to be there.')),
    currency: Opt(CurrencyCode()),
    refundType: Opt(Word(refundTypes)),
    creditNoteNumber: Opt(CreditNoteNumber()),
    ...references,
  },
  {
    title: 'RefundRequest',
    ...chooses({ items: ['items', 'orderItems'], of: ['captureNumber'], repeats: ['totalGrossAmount'] }),
  },
);
type Body = Static<typeof RefundRequestBody>;

const RefundAnswer = Type.Object(
  {
    totalCapturedAmount: Amount(),
    totalAuthorizedAmount: Amount('As authorized.'),
    totalRefundedAmount: Amount(),
    remainingAuthorizedAmount: Amount(),
    refundNumbers: Type.Array(Type.String()),
  },
  { title: 'RefundAnswer' },
);

/** `items` wins over its older name `orderItems` (C24). */
const itemsOf = (body: Body): readonly RefundItem[] | undefined => body.items ?? body.orderItems;

const pathOf = (body: Body): string => (body.items ? 'items' : 'orderItems');

export const createRefund = write({
  id: 'createRefund',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/refunds',
  tag: 'Order management',
  summary: 'Refund a captured payment',
  about:
    'Without a body everything captured is refunded, one refund a capture. With a capture number and items a part of that capture; with the number alone the rest of it. Prices are positive.',
  scope: ['orders'],
  refusals: [
    'order.not_found',
    'order.declined',
    'capture.not_found',
    'refund.nothing_captured',
    'refund.exceeds_captured',
    'order.pending',
    'refund.number_used',
    'refund.one_number_many_captures',
    'order.gross_total',
    'order.currency',
  ],
  example: {
    body: { captureNumber: 'R-2026-1001', items: [{ ...exampleItems[0], quantity: 1, refundType: 'Return' }] },
    answer: {
      totalCapturedAmount: 104.95,
      totalAuthorizedAmount: 104.95,
      totalRefundedAmount: 50,
      remainingAuthorizedAmount: 0,
      refundNumbers: ['1795167000345678901'],
    },
  },
  params: OrderPath,
  body: RefundRequestBody,
  bodyOptional: true,
  answer: RefundAnswer,

  check(body) {
    const items = itemsOf(body);
    if (!items) return undefined;
    const lines = items.map(lineFromWire);
    if (grossOf(lines) <= 0n) return refuse('value.out_of_range', pathOf(body));
    const { totalGrossAmount } = body;
    const said = totalGrossAmount === undefined ? null : minorFromWire(totalGrossAmount);
    const faults = said === null ? [] : totalsFaults({ grossMinor: said, netMinor: null, lines }, '');
    if (faults.length > 0) return Refusal.of(faults);
    // The net price is derived from the VAT: it must stay a price that can be read back.
    const at = items.findIndex((item) => Math.abs(completeRefundItem(item).netUnitPrice ?? 0) > maxAmount);
    return at < 0 ? undefined : refuse('value.out_of_range', `${pathOf(body)}[${at}].vatAmount`);
  },

  needs: ({ params, body }) => ({
    order: params.orderNumber,
    // Once all items are refunded, all of the capture is: which these are may be said by the order alone.
    with: ['captures', 'installments', ...(itemsOf(body)?.length ? (['items'] as const) : [])],
    refundNumber: body.creditNoteNumber ?? null,
  }),

  decide({ order, contents, declined, refundNumberTaken }, { body, setting }) {
    if (!order) return noOrder(declined);
    // Voids are not in hand: of a rest beside one it is not known what it is of, but the VAT of a product is that of the order.
    const sold = { order: order.order, ordered: contents?.items, captures: order.captures, voids: [] };
    const soldIn = (capture: Capture): readonly OrderItem[] => capturedItems(capture, sold);
    const named = order.captures.filter(({ number }) => number === (body.captureNumber ?? number));
    const linesOf = (capture: Capture): Line[] => soldIn(capture).map(lineFromWire);
    const known = [...named.flatMap(soldIn), ...itemsIn(contents?.items)];
    const { country } = setting.merchant;
    const onlyRate = itemsOf(body)?.some(isUntaxed)
      ? rateOfAll(linesBeside(named.flatMap(soldIn), itemsIn(contents?.items), country))
      : undefined;
    const request = { ...refundFromWire(body, (item) => withRateOf(item, known, onlyRate)), linesOf };
    const decided = refund(order, request, refundNumberTaken, setting);
    if (decided instanceof Refusal) return decided;
    return answering(decided, ({ order: after, refunds }) => ({
      totalCapturedAmount: minorToWire(after.capturedMinor),
      totalAuthorizedAmount: minorToWire(after.authorizedMinor),
      totalRefundedAmount: minorToWire(after.refundedMinor),
      remainingAuthorizedAmount: minorToWire(uncapturedMinor(after)),
      refundNumbers: refunds.map((row) => row.number),
    }));
  },
});

/** The total that a shop says beside its items is the one that was checked (C21), as in a capture. */
const amountOf = ({ totalGrossAmount }: Body, items: readonly RefundItem[]): bigint =>
  totalGrossAmount === undefined ? grossOf(items.map(lineFromWire)) : minorFromWire(totalGrossAmount);

const currenciesOf = (body: Body, items: readonly RefundItem[]): NonNullable<RefundRequest['currencies']> =>
  [
    { currency: body.currency, field: 'currency' },
    ...items.map(({ currency }, at) => ({ currency, field: `${pathOf(body)}[${at}].currency` })),
  ].flatMap(({ currency, field }) => (currency === undefined ? [] : [{ currency, field }]));

function refundFromWire(body: Body, taxed: (item: RefundItem) => RefundItem): RefundRequest {
  const items = itemsOf(body);
  return {
    captureNumber: body.captureNumber ?? null,
    path: pathOf(body),
    amountMinor: items ? amountOf(body, items) : null,
    currencies: currenciesOf(body, items ?? []),
    number: body.creditNoteNumber ?? null,
    items: (items?.map((item) => completeRefundItem(taxed(item))) ?? null) as JsonObject[] | null,
    remarks: { ...referencesOf(body), ...(body.refundType && { refundType: body.refundType }) },
  };
}

export const getRefunds = read({
  id: 'getRefunds',
  path: '/api/v3/orders/:orderNumber/refunds/:refundNumber?',
  tag: 'Order management',
  summary: 'Read refunds of the order',
  about: 'Amounts and unit prices of a stored refund are negative.',
  scope: ['orders', 'read'],
  refusals: ['order.not_found', 'refund.not_found'],
  example: { answer: { refunds: [refundExample] } },
  params: Type.Object({ orderNumber: Type.String(), refundNumber: Opt(Type.String()) }),
  answer: Type.Object({ refunds: Type.Array(RefundRecord) }, { title: 'Refunds' }),
  find: findOrder,
  answerFrom(rows, { params, open, urlsOf }) {
    const read = partsOfOrder(rows, open, 'refunds', params.refundNumber);
    return read instanceof Refusal ? read : { refunds: read.parts.map((each) => refundToWire(each, read.whole, urlsOf)) };
  },
});
