// A merchant’s orders: the search, and the whole story of one.

import { refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { uuid } from '../http/paging.ts';
import { Found, filters, found, refusals } from './found-orders.ts';
import { orderExample } from './order-shape.ts';
import { exampleStory, Story, type StoryRow, storyToWire } from './order-story.ts';
import { findOrderStory } from './search.sql.ts';

export const searchOrders = operation({
  id: 'searchOrders',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders',
  summary: 'Search a merchant’s orders',
  about:
    'Newest first, each with what its consumer owes. All filters hold together; an unknown one, or a value that is none, is refused with its name. `?limit=` and `?after=` page. Addresses are often kept in logs: `orders/search` takes a name, an e-mail or a telephone in its body.',
  scope: 'admin:read',
  query: filters,
  refusals,
  example: { answer: { orders: [orderExample] } },
  answer: Found,
  run: ({ merchant, query }, deps) => found(merchant, query, deps),
});

export const getOrderStory = operation({
  id: 'getOrderStory',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/orders/:orderNumber',
  summary: 'The whole story of an order',
  about:
    'By its number, the standing one before rejected ones, or by its id. With what its consumer owes, captures, refunds, voids, payments, reminders and decisions, links of its papers, and what happened to it, by whom and why.',
  scope: 'admin:read',
  discloses: 'people',
  refusals: ['merchant.not_found', 'order.not_found'],
  example: { answer: exampleStory },
  answer: Story,
  async run({ merchant, params }, deps) {
    const wanted = (params['orderNumber'] ?? '').toLowerCase();
    const [row] = await deps.db.read(findOrderStory, merchant.id, wanted, uuid.test(wanted) ? wanted : null);
    return row ? storyToWire(row as unknown as StoryRow, merchant, deps) : refuse('order.not_found', 'orderNumber');
  },
});
