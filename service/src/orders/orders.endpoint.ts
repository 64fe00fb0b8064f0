// GET /orders/{orderNumber}: the order with everything that became of it (specification 4, order management).
import { refuse } from '../core/refusals.ts';
import { call } from '../db/db.ts';
import { read } from '../http/endpoint.ts';
import { OrderPath } from '../wire/schema.ts';
import { wholeOrderExample } from './examples.ts';
import { WholeOrderAnswer, wholeOrderToWire } from './records.ts';
import { findWholeOrder, wholeOrderOf } from './whole-order.sql.ts';

export const getOrder = read({
  id: 'getOrder',
  path: '/api/v3/orders/:orderNumber',
  tag: 'Order management',
  summary: 'Read the order contents',
  scope: ['orders', 'read'],
  refusals: ['order.not_found'],
  example: { answer: wholeOrderExample },
  params: OrderPath,
  answer: WholeOrderAnswer,
  find: (params, merchant) => call(findWholeOrder, merchant.id, params.orderNumber.toLowerCase()),
  tell([row], { now, open }) {
    const whole = row && wholeOrderOf(row, open);
    return whole ? wholeOrderToWire(whole, now) : refuse('order.not_found', 'orderNumber');
  },
});
