// More reminders of withdrawal are due than one look at a day of orders returns, in many hours of several days.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutForeignKeys } from '../support/aged-order.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { atOnce, orderBody } from '../support/pair.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** From 26 to 77 hours ago, by an order's last byte: no clock can be put there for one order alone. */
const hours = (id: string): string => `(26 + get_byte(uuid_send(${id}), 15) % 52)`;
const moment = (id: string): string => `('x' || left(replace(${id}::text, '-', ''), 12))::bit(48)::bigint`;
const earlierMoment = (id: string): string => `(${moment(id)} - ${hours(id)} * 3600000)`;
const earlier = (id: string): string =>
  `(lpad(to_hex(${earlierMoment(id)}), 12, '0') || substr(replace(${id}::text, '-', ''), 13))::uuid`;

test('each order is reminded of once, however many are due in a day', async () => {
  const count = 1300;
  await atOnce(count, async (index) => {
    const placed = await app.ask('POST', '/api/v3/checkout/authorize', orderBody(`M-${index}`, 20));
    expect(placed.body['outcome'], placed.text).toBe('Accepted');
  });
  await withoutForeignKeys(app.connection, [
    ...['order_contents', 'credit_decisions', 'ledger', 'audit', 'outbox'].map(
      (table) => `update ${table} set order_id = ${earlier('order_id')} where order_id is not null`,
    ),
    // From the id: a cluster subtracts no interval from a column in an update.
    `update orders set inserted_at = to_timestamp(${earlierMoment('id')} / 1000.0), id = ${earlier('id')}`,
  ]);
  expect(await app.deps.jobs.runNow('remind-of-withdrawal')).toEqual({ done: count });
  expect(await app.deps.jobs.runNow('remind-of-withdrawal')).toEqual({ done: 0 });
  const [reminded] = await app.query(
    `select count(*)::int as events, count(distinct o.number)::int as orders, count(distinct p.id)::int as papers from outbox b
     join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
     join documents p on p.merchant_id = o.merchant_id and p.order_id = o.id and p.kind = 'WithdrawalReminder'
     where b.type = 'order.withdrawal_reminded'`,
  );
  expect(reminded).toEqual({ events: count, orders: count, papers: count });
}, 60_000);
