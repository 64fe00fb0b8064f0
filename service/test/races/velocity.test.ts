// How fast orders come, counted by two services at once: one person's count is exact, and a mark that hundreds share is a
// lock for nobody.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { advance, atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const outcomesOf = (answers: readonly { json: Record<string, unknown> }[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { json } of answers) counts[String(json['outcome'])] = (counts[String(json['outcome'])] ?? 0) + 1;
  return counts;
};

it('orders of two hundred people with one e-mail, phone, IP and address are all counted, and none fails or waits for long', async () => {
  const answers = await atOnce(200, (index) => {
    const { customer, ...body } = orderBody(`crowd-${index}`, 1);
    const shared = { ...customer, mobilePhone: '+4915112345678', riskData: { ipAddress: '203.0.113.7' } };
    return pair.ask('POST', '/api/v3/checkout/authorize', { ...body, customer: shared });
  });
  expect(statusesOf(answers)).toEqual({ 200: 200 });
  expect(outcomesOf(answers)).toEqual({ Accepted: 200 });
  const counted = await pair.query(`select sum(count)::int as count from velocities group by subject having sum(count) > 1`);
  expect(counted).toEqual([{ count: 200 }, { count: 200 }, { count: 200 }, { count: 200 }]);
});

it('a burst of one person at two services ends exactly at the hundredth order of the hour, and goes on an hour later', async () => {
  const answers = await atOnce(140, (index) =>
    pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`burst-${index}`, 1, 'burst')),
  );
  expect(outcomesOf(answers)).toEqual({ Accepted: 100, Rejected: 40 });
  const rejected = answers.find(({ json }) => json['outcome'] === 'Rejected');
  // 200.901 and a friendly text: what stopped it is nobody's business outside.
  expect(rejected?.json['riskCheckMessages']).toMatchObject([{ code: '200.901', actionCode: 'OfferSecurePaymentMethods' }]);
  expect(rejected?.text).not.toMatch(/velocity|hour|fast/i);

  await advance(pair, 'DE', 7200);
  const later = await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('burst-later', 1, 'burst'));
  expect(later.json['outcome']).toBe('Accepted');
});

it('people whom two services meet at once for the first time are one customer each, with both orders', async () => {
  const answers = await atOnce(160, (index) =>
    pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`newcomer-${index}`, 1, `newcomer ${Math.floor(index / 2)}`)),
  );
  expect(statusesOf(answers)).toEqual({ 200: 160 });
  const people = await pair.query(`select count(*)::int as orders, c.number from customers c
    join orders o on o.merchant_id = c.merchant_id and o.customer_key = c.key where o.number like 'newcomer-%' group by c.number, c.key`);
  expect(people).toHaveLength(80);
  expect(people.filter(({ orders }) => orders !== 2)).toEqual([]);
});

it('who is refused an order leaves no trace, though others of the batch were given theirs', async () => {
  const answers = await atOnce(48, (index) => {
    const number = index % 4 === 0 ? 'newcomer-0' : `beside-${index}`;
    return pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, 1, `person beside ${index}`));
  });
  expect(statusesOf(answers)).toEqual({ 200: 36, 409: 12 });
  const traces = await pair.query(`select 1 from customers c where not exists (
    select 1 from customer_profiles p where p.merchant_id = c.merchant_id and p.customer_key = c.key)`);
  expect(traces).toEqual([]);
});

it('a count is kept for a week of business time and then dropped', async () => {
  // Setting the clock runs the jobs.
  await advance(pair, 'DE', 6 * 86_400);
  expect(Number((await pair.query('select count(*) from velocities'))[0]?.['count'])).toBeGreaterThan(0);
  await advance(pair, 'DE', 3 * 86_400);
  expect(await pair.query('select count(*)::int as count from velocities')).toEqual([{ count: 0 }]);
});

it('limits hold while one person’s orders change at two services at once: what is given back can be used again, and no cent more', async () => {
  // Every order is taken, then captured, voided, refunded or raised at the same moment as others; the limit is 1 000.00.
  const person = 'everything at once';
  const ask = (path: string, body?: object) => pair.ask('POST', path, body);
  const rounds = await atOnce(30, async (index) => {
    const number = `mixed-${index}`;
    const made = await ask('/api/v3/checkout/authorize', orderBody(number, 90, person));
    if (made.json['outcome'] !== 'Accepted') return [made];
    if (index % 3 === 0) return [made, await ask(`/api/v3/orders/${number}/voids`)];
    if (index % 3 === 1)
      return [
        made,
        await ask(`/api/v3/orders/${number}/updateOrder`, { updateOrderSummary: { ...orderBody(number, 170).order, number } }),
      ];
    return [made, await ask(`/api/v3/orders/${number}/captures`), await ask(`/api/v3/orders/${number}/refunds`)];
  });
  expect(rounds.flat().filter(({ status }) => status !== 200)).toEqual([]);
  const [exposure] = await pair.query(
    `select e.held_minor + e.debt_minor as owed, e.orders_count, (select count(*)::int from orders o
       where o.merchant_id = e.merchant_id and o.customer_key = e.customer_key and o.state <> 'Rejected') as orders
     from exposures e join customers c on c.merchant_id = e.merchant_id and c.key = e.customer_key where c.number = $1`,
    [person],
  );
  expect(Number(exposure?.['owed'])).toBeLessThanOrEqual(100_000);
  expect(exposure?.['orders_count']).toBe(exposure?.['orders']);
  // What is left can be had to the cent, and not a cent more.
  const left = (100_000 - Number(exposure?.['owed'])) / 100;
  expect((await ask('/api/v3/checkout/authorize', orderBody('mixed-more', left + 0.01, person))).json['outcome']).toBe(
    'Rejected',
  );
  expect((await ask('/api/v3/checkout/authorize', orderBody('mixed-rest', left, person))).json['outcome']).toBe('Accepted');
});
