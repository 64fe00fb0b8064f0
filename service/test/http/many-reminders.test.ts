// More reminders of withdrawal are due than one look at a day of orders returns, in many hours of several days; and a look that
// takes long goes on in smaller parts, and rests between them.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderJob, type Part } from '../../src/jobs/each-order.ts';
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
  // The look of each hour finds what became due in the last three.
  const [{ recent } = {}] = await app.query(
    `select count(*)::int as recent from orders where inserted_at > now() - interval '27 hours'`,
  );
  expect(recent).toBeGreaterThan(0);
  expect(await app.deps.jobs.runNow('remind-of-withdrawal')).toEqual({ done: recent });
  expect(await app.deps.jobs.runNow('remind-of-withdrawal-late')).toEqual({ done: count - Number(recent) });
  for (const name of ['remind-of-withdrawal', 'remind-of-withdrawal-late'])
    expect(await app.deps.jobs.runNow(name)).toEqual({ done: 0 });
  const [reminded] = await app.query(
    `select count(*)::int as events, count(distinct o.number)::int as orders, count(distinct p.id)::int as papers from outbox b
     join orders o on o.merchant_id = b.merchant_id and o.id = b.order_id
     join documents p on p.merchant_id = o.merchant_id and p.order_id = o.id and p.kind = 'WithdrawalReminder'
     where b.type = 'order.withdrawal_reminded'`,
  );
  expect(reminded).toEqual({ events: count, orders: count, papers: count });
}, 120_000);

test('a look that takes long goes on in smaller parts and rests four times as long as it reads', async () => {
  const asked: string[] = [];
  const part = (name: string, smaller: readonly string[] = []): Part => ({
    get values() {
      asked.push(name);
      return [name];
    },
    ...(smaller.length > 0 && { smaller: () => smaller.map((each) => part(each)) }),
  });
  const readSeconds = 0.26;
  const job = orderJob({
    name: 'slow',
    everySeconds: 1,
    statement: {
      name: 'slow_look',
      text: `select s from (select pg_sleep(${readSeconds}) as s offset 0) x
        where s is null and ($1::timestamptz, $2::text, $3::text, $4::int, $5::uuid, $6::text) is distinct from null`,
    },
    parts: () => [part('monday', ['monday morning', 'monday evening']), part('tuesday', ['tuesday morning', 'tuesday evening'])],
    decide: () => undefined,
  });
  const began = performance.now();
  const running = { ...app.deps, claims: app.deps.jobs.claims, clock: Date.now, stopping: () => false };
  await job.run({ ...running, signal: new AbortController().signal });
  expect(asked).toEqual(['monday', 'tuesday morning', 'tuesday evening']);
  expect(performance.now() - began).toBeGreaterThan(3 * 5 * readSeconds * 1000 * 0.99);
  asked.length = 0;
  await job.run({ ...running, signal: AbortSignal.abort(), stopping: () => asked.length > 0 });
  expect(asked).toEqual(['monday']);
});
