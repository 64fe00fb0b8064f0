// A process of its own, as other tests leave what becomes old meanwhile: prints how many bytes each order that is changed twice in a
// batch leaves in V8's old space.
import { getHeapSpaceStatistics } from 'node:v8';
import { State } from '../../src/book/state.ts';
import { update } from '../../src/core/changes.ts';
import type { Order } from '../../src/core/order/rows.ts';
import { orders as table } from '../../src/orders/orders.sql.ts';
import { lookups, tables } from '../../src/tables.ts';

const orderCount = 64;
const batches = 300;

// As JSON reads it, so that all have one shape, like rows that were read from the database.
const blank = JSON.stringify(Object.fromEntries(Object.keys(table.columns).map((column) => [column, null])));
const rows = Array.from({ length: orderCount }, (_each, number): Order => {
  const row = JSON.parse(blank) as Record<string, unknown>;
  Object.assign(row, { id: `id ${number}`, capturedMinor: 0n, shippingCount: 0, version: 0, state: 'Authorized', updatedAt: 0 });
  return row as unknown as Order;
});

/** As a capture changes an order: its money, then the number of its events. */
function batch(): void {
  const state = new State({ tables, lookups });
  for (const row of rows) state.load('orders', row);
  for (const row of rows)
    state.apply([
      update('orders', row, { add: { capturedMinor: 5n, shippingCount: 0 }, set: { state: 'Captured', updatedAt: 1 } }),
      update('orders', row, { add: { version: 1 } }),
    ]);
  for (const [, changed] of state.written()) if (changed.length !== orderCount) throw new Error('not all orders changed');
}

/** Where shapes are kept: a space of their own in older versions of V8. */
const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => ['old_space', 'map_space'].includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);

// V8 first learns what is done here.
for (let count = 0; count < batches; count += 1) batch();
const before = oldBytes();
for (let count = 0; count < batches; count += 1) batch();
console.log((oldBytes() - before) / (batches * orderCount));
