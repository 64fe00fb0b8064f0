// Two customers become one while orders of both are authorized and captured: nothing that is owed is lost or counted twice,
// and from then on both are one person under one limit. If this breaks, a merged customer has two limits.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { expectBooksAgree } from '../support/books-agree.ts';
import { lockWaits } from '../support/database.ts';
import { type Answer, atOnce, orderBody, type Pair, startPair, statusesOf } from '../support/pair.ts';

let pair: Pair;
let shop: string;
beforeAll(async () => {
  pair = await startPair();
  const [row] = await pair.query(`select id from merchants where country = 'DE'`);
  shop = String(row?.['id']);
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

const authorize = (number: string, amount: number, customer: string) =>
  pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, amount, customer));
const capture = (number: string, amount: number) =>
  pair.ask('POST', `/api/v3/orders/${number}/captures`, { orderDetails: { totalGrossAmount: amount } });
const merge = (from: string, into: string): Promise<Answer> =>
  pair.ask(
    'POST',
    `/admin/v1/merchants/${shop}/customers/${from}/merge`,
    { into, reason: 'the same person' },
    { 'x-auth-key': 'sandbox-operator' },
  );
const owed = async (customer: string): Promise<number> => {
  const [row] = await pair.query(
    `select sum(e.held_minor + e.debt_minor) as owed from exposures e join customers c using (merchant_id)
     where e.customer_key = coalesce(c.merged_into, c.key) and c.number = $1`,
    [customer],
  );
  return Number(row?.['owed'] ?? 0);
};

it('a merge keeps every cent while orders of both are made, captured and refunded', async () => {
  for (const who of ['left', 'right']) expect((await authorize(`${who}-big`, 200, who)).json['outcome']).toBe('Accepted');
  const work = atOnce(120, (index) => {
    const who = index % 2 === 0 ? 'left' : 'right';
    if (index % 6 === 5) return authorize(`${who}-${index}`, 10, who);
    return index % 6 === 4 ? pair.ask('POST', `/api/v3/orders/${who}-big/refunds`, {}) : capture(`${who}-big`, 1);
  });
  const merging = merge('left', 'right');
  const answers = await work;
  expect((await merging).json).toEqual({ customerNumber: 'right' });
  const counts = statusesOf(answers);
  expect(Object.keys(counts).filter((status) => !['200', '409'].includes(status))).toEqual([]);
  expect(await owed('left')).toBe(await owed('right'));
  expect(await owed('left')).toBeGreaterThan(0);
}, 60_000);

it('a merge makes one limit of two, under either number, and the orders of both go on', async () => {
  for (const who of ['one', 'two']) await authorize(`${who}-1`, 400, who);
  expect((await merge('one', 'two')).status).toBe(200);
  const answers = await atOnce(8, (index) => authorize(`after-${index}`, 50, index % 2 === 0 ? 'one' : 'two'));
  expect(answers.filter((answer) => answer.json['outcome'] === 'Accepted')).toHaveLength(4);
  expect(await owed('one')).toBe(1000_00);
  expect((await pair.ask('POST', '/api/v3/orders/one-1/voids')).status).toBe(200);
  expect((await pair.ask('POST', '/api/v3/orders/two-1/captures')).status).toBe(200);
  expect(await owed('two')).toBe(600_00);
  expect((await authorize('again', 400, 'one')).json).toMatchObject({ outcome: 'Accepted' });
  expect((await authorize('too-much', 1, 'two')).json['outcome']).toBe('Rejected');
});

/** Until so many of our statements wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (let asked = 0; asked < 1000; asked += 1) {
    if ((await lockWaits(pair.query)) >= count) return;
  }
  throw new Error(`never ${count} waiting`);
}

it('a merge is seen by a request that already waited for the merged customer’s lock when it was committed', async () => {
  for (const who of ['wait-a', 'wait-b']) await authorize(`${who}-1`, 450, who);
  // A merge locks the lower key first: whoever waits for that one behind it comes after the merge.
  const both = await pair.query(`select merchant_id, number from customers where number in ('wait-a', 'wait-b') order by key`);
  const [from = '', into = ''] = both.map((row) => String(row['number']));
  const holder = new pg.Client(pair.connection);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(
      `select 1 from customers where merchant_id = $1 and number in ('wait-a', 'wait-b') order by key for no key update`,
      [both[0]?.['merchant_id']],
    );
    const merging = merge(from, into);
    await waiting(1);
    // On the other service, so that it waits in a transaction of its own, behind the merge. 900 are owed by the two: 200
    // more are too much for one person, but not for one of two.
    const asking = authorize('wait-2', 200, from);
    await waiting(2);
    const capturing = capture(`${from}-1`, 100);
    await holder.query('commit');
    expect((await merging).status).toBe(200);
    expect((await capturing).status).toBe(200);
    expect((await asking).json).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] });
  } finally {
    await holder.end();
  }
  const left = await pair.query(
    `select e.held_minor, e.debt_minor from exposures e join customers c on c.merchant_id = e.merchant_id and c.key = e.customer_key
     where c.number in ('wait-a', 'wait-b') order by e.held_minor`,
  );
  expect(left).toEqual([
    { held_minor: '0', debt_minor: '0' },
    { held_minor: '80000', debt_minor: '10000' },
  ]);
});

it('merges of many at once, in a ring, leave one customer', async () => {
  const ring = ['r0', 'r1', 'r2', 'r3', 'r4', 'r5'];
  for (const who of ring) await authorize(`ring-${who}`, 10, who);
  const buying = atOnce(60, (index) => capture(`ring-${ring[index % ring.length]}`, 1));
  const merges = await Promise.all(ring.map((who, index) => merge(who, ring[(index + 1) % ring.length] ?? '')));
  expect(statusesOf(await buying)).toEqual({ 200: 60 });
  expect(Object.keys(statusesOf(merges)).filter((status) => !['200', '409'].includes(status))).toEqual([]);
  expect(merges.filter((each) => each.status === 200)).toHaveLength(5);
  const survivors = await pair.query(`select distinct coalesce(merged_into, key) from customers where number like 'r_'`);
  expect(survivors).toHaveLength(1);
  expect(await owed('r3')).toBe(60_00);
}, 60_000);

it('a merge is refused for one customer with itself, and for an unknown customer', async () => {
  await authorize('alone-1', 10, 'alone');
  expect(await merge('alone', 'alone')).toMatchObject({ status: 409, json: [{ code: '400.271' }] });
  expect(await merge('alone', 'nobody')).toMatchObject({ status: 404, json: [{ code: '400.270', fieldReference: 'into' }] });
  expect(await merge('nobody', 'alone')).toMatchObject({ status: 404, json: [{ fieldReference: 'customerNumber' }] });
});

it('a merge is recorded with actor and reason, and audited', async () => {
  await authorize('rec-1', 10, 'rec-a');
  await authorize('rec-2', 10, 'rec-b');
  await merge('rec-a', 'rec-b');
  const [record] = await pair.query(
    `select m.reason, m.merged_by from customer_merges m join customers c on c.key = m.customer_key where c.number = 'rec-a'`,
  );
  expect(record).toMatchObject({ reason: 'the same person', merged_by: expect.stringMatching(/\S/) });
  expect(
    await pair.query(
      `select 1 from audit a join customers f on f.number = 'rec-a' join customers i on i.number = 'rec-b'
       where a.operation = 'mergeCustomers' and a.reason = 'the same person' and a.subject = f.id || ' into ' || i.id`,
    ),
  ).toHaveLength(1);
});
