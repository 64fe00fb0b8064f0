// GET /orders/{orderNumber}: the order with everything that became of it (specification 4, order management).

import { read } from '../book/endpoint.ts';
import { Refusal } from '../core/refusals.ts';
import { OrderPath } from '../wire/schema.ts';
import { wholeOrderExample } from './examples.ts';
import { findOrder, wholeOrder } from './read-order.ts';
import { WholeOrderAnswer, wholeOrderToWire } from './records.ts';

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
  find: findOrder,
  tell(rows, { now, open, urlsOf }) {
    const whole = wholeOrder(rows, open);
    return whole instanceof Refusal ? whole : wholeOrderToWire(whole, now, urlsOf);
  },
});
