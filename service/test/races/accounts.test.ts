// Purchases at one moment on one account, through two services: the limit is never passed and nothing acknowledged is lost.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { Refusal } from '../../src/core/refusals.ts';
import { merchantOf } from '../../src/merchants/merchants.sql.ts';
import { accountPath, applyBody, eventBody } from '../support/accounts.ts';
import { authorizeBody, item } from '../support/app.ts';
import { ask } from '../support/asking.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { costOf } from '../support/cost.ts';
import { todayIn } from '../support/days.ts';
import { atOnce, type Pair, startPair, statusesOf } from '../support/pair.ts';
import { buyer } from '../support/people.ts';

let pair: Pair;
beforeAll(async () => {
  pair = await startPair();
});
afterEach(() => expectBooksAgree(pair.query));
afterAll(() => pair.close());

async function open(limit: number): Promise<string> {
  const { json } = await pair.ask('POST', '/api/v3/customer-account', applyBody('DE', limit));
  return String((json['account'] as Record<string, unknown>)['accountNumber']);
}
const add = (number: string, over: object) => pair.ask('POST', accountPath(number, '/event'), { ...eventBody(), ...over });
const limitOf = async (number: string) => (await pair.ask('GET', accountPath(number, '/credit-limit'))).json;

it('of two hundred purchases of 7.00 on 500.00 seventy-one are booked, each of them once', async () => {
  const number = await open(500);
  const answers = await atOnce(200, (index) => add(number, { totalAmount: 7, accountTransactionId: `T-${index}` }));
  expect(statusesOf(answers)).toEqual({ 200: 200 });
  const accepted = answers.filter(({ json }) => json['outcome'] === 'Accepted');
  expect(accepted).toHaveLength(71);
  expect(await limitOf(number)).toMatchObject({ balance: 497, remainingCreditLimit: 3 });
  const rows = await pair.query('select id from account_events where account_number = $1', [number]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(accepted.map(({ json }) => json['transactionId'])));
});

it('one purchase sent twenty times at once is booked once, and all twenty get one answer', async () => {
  const number = await open(100);
  const sent = eventBody({ accountTransactionId: 'same', totalAmount: 60 });
  const answers = await atOnce(20, () => pair.ask('POST', accountPath(number, '/event'), sent));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(await limitOf(number)).toMatchObject({ balance: 60 });
});

it('applications of one person at once open one account', async () => {
  const body = applyBody('DE', 100, { customerNumber: 'race' });
  const answers = await atOnce(12, () => pair.ask('POST', '/api/v3/customer-account', body));
  expect(new Set(answers.map(({ json }) => (json['account'] as { accountNumber: string }).accountNumber)).size).toBe(1);
});

it('a payment that is taken back twenty times at once, beside purchases, is owed again once', async () => {
  const number = await open(100);
  const [merchant] = await pair.query(`select id from merchants where country = 'DE'`);
  const payments = `/admin/v1/merchants/${String(merchant?.['id'])}/accounts/${number}/payments`;
  const operator = { 'x-auth-key': 'sandbox-operator' };
  await add(number, { totalAmount: 60 });
  const today = todayIn('DE');
  const paid = await pair.ask('POST', payments, { amount: 25, valueDate: today, transactionId: 'P' }, operator);
  expect(paid.status, paid.text).toBe(200);
  const back = { returnedOn: today, reason: 'recalled' };
  const answers = await atOnce(40, (index) =>
    index % 2 === 0 ? pair.ask('POST', `${payments}/P/return`, back, operator) : add(number, { totalAmount: 1 }),
  );
  expect(statusesOf(answers)).toEqual({ 200: 40 });
  expect(await limitOf(number)).toMatchObject({ balance: 80 });
  const rows = await pair.query(`select 1 from account_entries where account_number = $1 and kind = 'PaymentReturned'`, [number]);
  expect(rows).toHaveLength(1);
});

it('captures of orders by account are charged once each, by two services that run the job at one moment', async () => {
  const orders = await atOnce(6, async (index) => {
    const body = authorizeBody('DE', {
      customer: buyer('DE', { customerNumber: `charged-${index % 2}` }),
      items: [item('DE', 'LAMP', 6_000)],
    });
    const payment = { type: 'Account', account: { profileNo: 1 } };
    const answer = await pair.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
    if (answer.json['outcome'] !== 'Accepted') throw new Error(answer.text);
    for (let part = 0; part < 2; part += 1) {
      const orderDetails = { totalGrossAmount: 30, totalNetAmount: 30 };
      await pair.ask('POST', `/api/v3/orders/${body.order.number}/captures`, { orderDetails });
    }
    return body.order.number;
  });
  const [merchant] = await pair.query(`select id from merchants where country = 'DE'`);
  await Promise.all([...pair.services, ...pair.services].map(({ deps }) => deps.jobs.runDue(String(merchant?.['id']))));
  const charged = await pair.query(
    `select e.reference, sum(e.principal_minor)::int as charged, count(*)::int as count from account_entries e
     join captures c on c.number = e.reference join orders o on o.id = c.order_id
     where e.kind = 'OrderCharged' and o.number = any($1) group by e.reference`,
    [orders],
  );
  expect(charged).toHaveLength(12);
  expect(charged.every(({ charged: minor, count }) => minor === 3_000 && count === 1)).toBe(true);
  const accounts = await pair.query(`select distinct c.charged_account from captures c where c.charged_account is not null`);
  expect(accounts).toHaveLength(2);
});

it('a batch of events costs two round trips and as many statements for one as for sixty-four', async () => {
  const [service] = pair.services;
  if (!service) throw new Error('no service');
  const { db, book } = service.deps;
  const rows = await db.read({
    name: 'shops',
    text: `select *, time_zone as "timeZone", clock_offset_ms as "clockOffsetMs" from merchants`,
  });
  const merchant = merchantOf(rows.find((row) => row['country'] === 'DE') ?? {});
  const number = await open(500);
  const cost = (count: number) =>
    costOf(db, async (round) => {
      const writes = await atOnce(count, async (index) => {
        const body = eventBody({ totalAmount: 1, accountTransactionId: `B-${count}-${round}-${index}` });
        const write = await ask('addEvent', merchant, { accountNumber: number }, body);
        if (write instanceof Refusal) throw new Error(write.notices[0].id);
        return write;
      });
      await Promise.all(writes.map((write) => book.submit(write)));
    });
  // The first purchase of a day makes its row, the later ones add to it: either way one statement.
  const one = await cost(1);
  expect(one.trips).toBe(2);
  expect(await cost(64)).toEqual(one);
});
