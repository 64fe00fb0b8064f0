// Refusals of customers: merging, documents, export and erasure.
import { type CatalogueEntry, row } from './row.ts';

export const customerRefusals = {
  'document.not_found': row('400.207', 404, 'There is no document with this id.'),
  'customer.not_found': row('400.270', 404, 'There is no customer with this number.', 'technical'),
  'customer.same': row('400.271', 409, 'These two are one customer already.', 'technical'),
  'person.not_found': row('400.361', 404, 'No person is known by that, or not any more.', 'technical'),
  'person.named_twice': row('400.365', 400, 'Name the person in one way.', 'technical'),
  'erasure.order_open': row(
    '400.362',
    409,
    'Order {number} is still open: capture or void what is left of it first.',
    'technical',
  ),
  'erasure.debt_open': row(
    '400.363',
    409,
    'The person still owes {amount} in all: it has to be paid or refunded first.',
    'technical',
  ),
  'erasure.account_open': row(
    '400.364',
    409,
    'Account {number} is not settled: nothing may be owed on it, held or under review.',
    'technical',
  ),
} as const satisfies Record<string, CatalogueEntry>;
