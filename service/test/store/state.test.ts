// What V8 makes in its old space stays until a full collection, which slows all requests of its time. So changes of a batch are made of
// objects whose shapes V8 knows (STYLE.md, book/state.ts).
import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { State } from '../../src/book/state.ts';
import { type Change, update } from '../../src/core/changes.ts';
import type { Order } from '../../src/core/order/rows.ts';
import { orders as table } from '../../src/orders/orders.sql.ts';
import { lookups, tables } from '../../src/tables.ts';

const orderCount = 64;
const batches = 100;
/** Copies that grew by their members took 60 to 215 bytes for each order; what there is now takes less than one. */
const mostBytes = 10;

test('two changes of a row in one batch leave nothing in the old space', () => {
  // As JSON reads it, so that all have one shape, like rows that were read from the database.
  const blank = JSON.stringify(Object.fromEntries(Object.keys(table.columns).map((column) => [column, null])));
  const rows = Array.from({ length: orderCount }, (_each, number): Order => {
    const row = JSON.parse(blank) as Record<string, unknown>;
    Object.assign(row, {
      id: `id ${number}`,
      capturedMinor: 0n,
      shippingCount: 0,
      version: 0,
      state: 'Authorized',
      updatedAt: 0,
    });
    return row as unknown as Order;
  });
  const captured = (order: Order): Change[] => [
    update('orders', order, { add: { capturedMinor: 5n, shippingCount: 0 }, set: { state: 'Captured', updatedAt: 1 } }),
    update('orders', order, { add: { version: 1 } }),
  ];
  let written = 0;
  const batch = (): void => {
    const state = new State({ tables, lookups });
    for (const row of rows) state.load('orders', row);
    for (const row of rows) state.apply(captured(row));
    for (const [, changed] of state.written())
      for (const { add, set } of changed) written += Object.keys(add).length + Object.keys(set).length;
  };
  // V8 first learns what is done here.
  for (let count = 0; count < 2 * batches; count += 1) batch();
  written = 0;

  const before = oldBytes();
  for (let count = 0; count < batches; count += 1) batch();

  expect((oldBytes() - before) / (batches * orderCount)).toBeLessThan(mostBytes);
  expect(written).toBe(batches * orderCount * 5);
});

/** Where shapes are kept: a space of their own in older versions of V8. */
const oldBytes = (): number =>
  getHeapSpaceStatistics()
    .filter(({ space_name }) => ['old_space', 'map_space'].includes(space_name))
    .reduce((sum, { space_used_size }) => sum + space_used_size, 0);
