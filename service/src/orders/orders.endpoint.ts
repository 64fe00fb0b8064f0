// GET /orders/{orderNumber}: the order with all that happened to it.

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
  about:
    'An order that waited and was then declined is `Cancelled`, with the reason in `statusReason`. A number that was only ever rejected is 404; one that was used again is the newer order.',
  scope: ['orders', 'read'],
  refusals: ['order.not_found'],
  example: { answer: wholeOrderExample },
  params: OrderPath,
  answer: WholeOrderAnswer,
  find: findOrder,
  answerFrom(rows, { now, open, urlsOf, merchant }) {
    const whole = wholeOrder(rows, open);
    return whole instanceof Refusal ? whole : wholeOrderToWire(whole, { now, urlsOf, merchant });
  },
});
