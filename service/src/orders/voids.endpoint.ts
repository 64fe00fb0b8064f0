// POST /orders/{orderNumber}/voids, and reading cancellations back.
import { read, write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import { noOrder } from '../core/order/in-hand.ts';
import { uncapturedMinor } from '../core/order/states.ts';
import { totalsFaults } from '../core/order/totals.ts';
import { type VoidRequest, voidOrder } from '../core/order/void.ts';
import { Refusal } from '../core/refusals.ts';
import { OrderSummary, totalsFromWire } from '../wire/items.ts';
import { references, referencesOf } from '../wire/references.ts';
import { Amount, chooses, Opt, OrderPath, type Static, Type } from '../wire/schema.ts';
import { cancellationExample } from './examples.ts';
import { findOrder, partsOfOrder } from './read-order.ts';
import { CancellationRecord, cancellationToWire } from './records.ts';

const VoidRequestBody = Type.Object(
  { cancellationDetails: Opt(OrderSummary), ...references },
  { title: 'VoidRequest', ...chooses({ amount: ['cancellationDetails'] }) },
);
type Body = Static<typeof VoidRequestBody>;

const VoidAnswer = Type.Object(
  {
    totalCapturedAmount: Amount(),
    totalAuthorizedAmount: Amount('Stays what was authorized.'),
    remainingAuthorizedAmount: Amount('Still to be captured or voided.'),
    voidedAmount: Amount('Of this cancellation.'),
    totalRefundedAmount: Amount(),
  },
  { title: 'VoidAnswer' },
);

export const createVoid = write({
  id: 'createVoid',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/voids',
  tag: 'Order management',
  summary: 'Void an uncaptured authorization',
  about: 'Without a body all that is not captured is cancelled, also after a partial capture; with `cancellationDetails` a part.',
  scope: ['orders'],
  refusals: [
    'order.not_found',
    'order.declined',
    'order.nothing_open',
    'void.exceeds_open',
    'order.expired',
    'order.pending',
    'order.gross_total',
    'order.net_total',
    'order.currency',
  ],
  example: {
    body: { cancellationDetails: { totalGrossAmount: 50, totalNetAmount: 42.02 } },
    answer: {
      totalCapturedAmount: 0,
      totalAuthorizedAmount: 104.95,
      remainingAuthorizedAmount: 54.95,
      voidedAmount: 50,
      totalRefundedAmount: 0,
    },
  },
  params: OrderPath,
  body: VoidRequestBody,
  bodyOptional: true,
  answer: VoidAnswer,

  check({ cancellationDetails }) {
    return Refusal.of(cancellationDetails ? totalsFaults(totalsFromWire(cancellationDetails), 'cancellationDetails') : []);
  },

  needs: ({ params }) => ({ order: params.orderNumber }),

  decide({ order, declined }, { body, setting }) {
    if (!order) return noOrder(declined);
    const decided = voidOrder(order, voidFromWire(body), setting);
    if (decided instanceof Refusal) return decided;
    return answering(decided, ({ order: after, cancellation }) => ({
      totalCapturedAmount: minorToWire(after.capturedMinor),
      totalAuthorizedAmount: minorToWire(after.authorizedMinor),
      remainingAuthorizedAmount: minorToWire(uncapturedMinor(after)),
      voidedAmount: minorToWire(cancellation.amountMinor),
      totalRefundedAmount: minorToWire(after.refundedMinor),
    }));
  },
});

function voidFromWire(body: Body): VoidRequest {
  const { cancellationDetails } = body;
  return {
    amountMinor: cancellationDetails ? minorFromWire(cancellationDetails.totalGrossAmount) : null,
    currency: cancellationDetails?.currency ?? null,
    items: (cancellationDetails?.items ?? null) as JsonObject[] | null,
    remarks: referencesOf(body),
  };
}

export const getVoids = read({
  id: 'getVoids',
  path: '/api/v3/orders/:orderNumber/voids/:voidNumber?',
  tag: 'Order management',
  summary: 'Read voids of the order',
  scope: ['orders', 'read'],
  refusals: ['order.not_found', 'void.not_found'],
  example: { answer: { cancellations: [cancellationExample] } },
  params: Type.Object({ orderNumber: Type.String(), voidNumber: Opt(Type.String()) }),
  answer: Type.Object({ cancellations: Type.Array(CancellationRecord) }, { title: 'Cancellations' }),
  find: findOrder,
  answerFrom(rows, { params, open }) {
    const read = partsOfOrder(rows, open, 'voids', params.voidNumber);
    return read instanceof Refusal ? read : { cancellations: read.parts.map(cancellationToWire) };
  },
});
