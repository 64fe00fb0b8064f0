import { Refusal } from '../core/refusals.ts';
import { readFilters } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { chooses, Opt, Text, Type } from '../wire/schema.ts';
import { Found, filters, found, refusals } from './found-orders.ts';
import { orderExample } from './order-shape.ts';

const { name: byName, email: byEmail, phone: byPhone } = filters;

export const searchOrdersOfPerson = operation({
  id: 'searchOrdersOfPerson',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/orders/search',
  summary: 'Search a merchant’s orders by who placed them',
  about:
    'As the search with GET and its filters behind the question mark, with what names a person in the body. Whoever was erased is not found.',
  scope: 'admin:read',
  discloses: 'people',
  query: filters,
  refusals,
  body: Type.Object(
    {
      name: Opt(Text(200, byName.about)),
      email: Opt(Text(254, byEmail.about)),
      phone: Opt(Text(50, byPhone.about)),
    },
    // What is not known here would find every order, as an unknown filter would.
    { title: 'SearchOrdersOfPerson', ...chooses({ of: ['name', 'email', 'phone'] }) },
  ),
  example: { body: { name: 'Johanna Weber' }, answer: { orders: [orderExample] } },
  answer: Found,
  async run({ merchant, query, body }, deps) {
    const who = readFilters(body, { name: byName, email: byEmail, phone: byPhone });
    return who instanceof Refusal ? who : found(merchant, { ...query, ...who }, deps);
  },
});
