// POST /orders/{orderNumber}/captures, and reading captures back.
import { read, write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { type CaptureRequest, capture } from '../core/order/capture.ts';
import { noOrder } from '../core/order/in-hand.ts';
import { uncapturedMinor } from '../core/order/states.ts';
import { totalsFaults } from '../core/order/totals.ts';
import { Refusal } from '../core/refusals.ts';
import { exampleItems } from '../wire/examples.ts';
import { OrderSummary, totalsFromWire } from '../wire/items.ts';
import { CaptureReferences, references, referencesOf } from '../wire/references.ts';
import { Amount, chooses, InvoiceNumber, ListOrAll, Opt, OrderPath, type Static, Type, Whole } from '../wire/schema.ts';
import { captureExample } from './examples.ts';
import { findOrder, partsOfOrder } from './read-order.ts';
import { CaptureRecord, captureToWire } from './records.ts';
import { ShippingRequestBody, shippingFromWire } from './shipping.ts';

const CaptureRequestBody = Type.Object(
  {
    orderDetails: Opt(OrderSummary),
    invoiceNumber: Opt(InvoiceNumber()),
    campaignNumber: Opt(Whole(0, 1_000_000, 'An invoice of this campaign, due when it says; 0 is none.')),
    shippingDetails: Opt(ListOrAll(ShippingRequestBody, 50)),
    references: Opt(CaptureReferences),
    ...references,
  },
  { title: 'CaptureRequest', ...chooses({ amount: ['orderDetails'] }) },
);
type Body = Static<typeof CaptureRequestBody>;

const CaptureAnswer = Type.Object(
  {
    capturedAmount: Amount('Of this capture.'),
    authorizedAmount: Amount('As authorized.'),
    remainingAuthorizedAmount: Amount('Still to be captured or voided.'),
    captureNumber: Type.String(),
    totalCapturedAmount: Amount(),
    totalRefundedAmount: Amount(),
  },
  { title: 'CaptureAnswer' },
);

const exampleAnswer = {
  capturedAmount: 104.95,
  authorizedAmount: 104.95,
  remainingAuthorizedAmount: 0,
  captureNumber: '1795167000234567890',
  totalCapturedAmount: 104.95,
  totalRefundedAmount: 0,
};

export const createCapture = write({
  id: 'createCapture',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/captures',
  tag: 'Order management',
  summary: 'Capture an authorized payment',
  about: 'Without a body all that remains is captured; with `orderDetails` a part, as often as something is left.',
  scope: ['orders'],
  refusals: [
    'order.not_found',
    'order.declined',
    'order.nothing_open',
    'capture.exceeds_open',
    'order.expired',
    'order.pending',
    'capture.number_used',
    'method.campaign',
    'order.gross_total',
    'order.net_total',
    'order.currency',
  ],
  example: {
    body: {
      orderDetails: { totalGrossAmount: 104.95, totalNetAmount: 88.2, currency: 'EUR', items: exampleItems },
      invoiceNumber: 'R-2026-1001',
    },
    answer: { ...exampleAnswer, captureNumber: 'R-2026-1001' },
  },
  params: OrderPath,
  body: CaptureRequestBody,
  bodyOptional: true,
  answer: CaptureAnswer,

  check({ orderDetails }) {
    return Refusal.of(orderDetails ? totalsFaults(totalsFromWire(orderDetails), 'orderDetails') : []);
  },

  needs: ({ params, body }) => ({ order: params.orderNumber, captureNumber: body.invoiceNumber ?? null }),

  decide({ order, declined, captureNumberTaken }, { body, setting }) {
    if (!order) return noOrder(declined);
    const decided = capture(order, captureFromWire(body), captureNumberTaken, setting);
    if (decided instanceof Refusal) return decided;
    return answering(decided, ({ order: after, capture: row }) => ({
      capturedAmount: minorToWire(row.amountMinor),
      authorizedAmount: minorToWire(after.authorizedMinor),
      remainingAuthorizedAmount: minorToWire(uncapturedMinor(after)),
      captureNumber: row.number,
      totalCapturedAmount: minorToWire(after.capturedMinor),
      totalRefundedAmount: minorToWire(after.refundedMinor),
    }));
  },
});

function captureFromWire(body: Body): CaptureRequest {
  const { orderDetails } = body;
  return {
    amountMinor: orderDetails ? minorFromWire(orderDetails.totalGrossAmount) : null,
    number: body.invoiceNumber ?? null,
    currency: orderDetails?.currency ?? null,
    campaignNumber: body.campaignNumber || null,
    items: (orderDetails?.items ?? null) as JsonObject[] | null,
    remarks: { ...referencesOf(body), ...(body.campaignNumber && { campaignNumber: body.campaignNumber }) },
    shipping: (body.shippingDetails ?? []).map(shippingFromWire),
  };
}

export const getCaptures = read({
  id: 'getCaptures',
  path: '/api/v3/orders/:orderNumber/captures/:captureNumber?',
  tag: 'Order management',
  summary: 'Read captures of the order',
  about: 'All captures, or the one with the number in the last segment; a list either way.',
  scope: ['orders', 'read'],
  refusals: ['order.not_found', 'capture.not_found'],
  example: { answer: { captures: [captureExample] } },
  params: Type.Object({ orderNumber: Type.String(), captureNumber: Opt(Type.String()) }),
  answer: Type.Object({ captures: Type.Array(CaptureRecord) }, { title: 'Captures' }),
  find: findOrder,
  answerFrom(rows, { params, open, urlsOf, merchant: { country } }) {
    const read = partsOfOrder(rows, open, 'captures', params.captureNumber);
    return read instanceof Refusal
      ? read
      : { captures: read.parts.map((each) => captureToWire(each, read.whole, urlsOf, country)) };
  },
});
