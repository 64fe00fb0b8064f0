// POST /orders/{orderNumber}/captures/return-notification: the consumer registered a return.
import { write } from '../book/endpoint.ts';
import { answering } from '../core/changes.ts';
import type { JsonObject } from '../core/json.ts';
import { minorFromWire } from '../core/money.ts';
import { noOrder } from '../core/order/in-hand.ts';
import { notifyReturn } from '../core/order/return.ts';
import { Refusal } from '../core/refusals.ts';
import { exampleItems } from '../wire/examples.ts';
import { maxItems, RefundItem } from '../wire/items.ts';
import { references, referencesOf } from '../wire/references.ts';
import { ListOrAll, Opt, OrderPath, PositiveAmount, Text, Type } from '../wire/schema.ts';

export const returnNotification = write({
  id: 'returnNotification',
  method: 'POST',
  path: '/api/v3/orders/:orderNumber/captures/return-notification',
  tag: 'Order management',
  summary: 'Notify of a return',
  about:
    'Postpones the due date of a capture once; no money moves. The capture number may be left out when there is one capture.',
  scope: ['orders'],
  refusals: [
    'order.not_found',
    'order.declined',
    'capture.not_found',
    'return.already_notified',
    'return.past_due',
    'payment.nothing_open',
    'refund.exceeds_captured',
    'order.pending',
  ],
  example: {
    body: { captureNumber: 'R-2026-1001', totalGrossAmount: 50, items: [{ ...exampleItems[0], quantity: 1 }] },
    answer: {},
  },
  params: OrderPath,
  body: Type.Object(
    {
      captureNumber: Opt(Text(50)),
      totalGrossAmount: Opt(PositiveAmount()),
      items: Opt(ListOrAll(RefundItem, maxItems)),
      ...references,
    },
    { title: 'ReturnNotificationRequest' },
  ),
  bodyOptional: true,
  answer: Type.Object({}, { title: 'Empty' }),

  needs: ({ params }) => ({ order: params.orderNumber, with: ['captures', 'installments'] }),

  decide({ order, declined }, { body, setting }) {
    if (!order) return noOrder(declined);
    const decided = notifyReturn(
      order,
      {
        captureNumber: body.captureNumber ?? null,
        amountMinor: body.totalGrossAmount === undefined ? null : minorFromWire(body.totalGrossAmount),
        items: (body.items ?? null) as JsonObject[] | null,
        remarks: referencesOf(body),
      },
      setting,
    );
    return decided instanceof Refusal ? decided : answering(decided, () => ({}));
  },
});
