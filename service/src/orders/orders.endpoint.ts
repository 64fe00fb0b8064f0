// GET /orders/{orderNumber}: the order with everything that became of it (specification 4, order management).
import { refuse } from '../core/refusals.ts';
import { call } from '../db/db.ts';
import { read } from '../http/endpoint.ts';
import { OrderPath } from '../wire/schema.ts';
import { WholeOrderAnswer, wholeOrderToWire } from './records.ts';
import { findWholeOrder, wholeOrderOf } from './whole-order.sql.ts';

export const getOrder = read({
  id: 'getOrder',
  path: '/api/v3/orders/:orderNumber',
  tag: 'Order management',
  summary: 'Read the order contents',
  scope: ['orders', 'read'],
  refusals: ['order.not_found'],
  example: {
    answer: {
      orderDetails: {
        orderId: '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b10',
        orderNumber: 'WEB-1001',
        status: 'Accepted',
        totalNetAmount: 88.2,
        totalGrossAmount: 104.95,
        remainingAuthorizedAmount: 104.95,
        currency: 'EUR',
        hasSeparateDeliveryAddress: false,
        customer: { firstName: 'Johanna', lastName: 'Weber' },
        insertedAt: '2026-11-20T09:30:00Z',
        updatedAt: '2026-11-20T09:30:00Z',
        expirationDate: '2026-12-20',
        orderItems: [],
      },
      captures: [],
      refunds: [],
      cancellations: [],
      payment: { type: 'Invoice' },
    },
  },
  params: OrderPath,
  answer: WholeOrderAnswer,
  find: (params, merchant) => call(findWholeOrder, merchant.id, params.orderNumber.toLowerCase()),
  tell([row], { now, open }) {
    const whole = row && wholeOrderOf(row, open);
    return whole ? wholeOrderToWire(whole, now) : refuse('order.not_found', 'orderNumber');
  },
});
