// What the law does not want kept any more goes by itself, and not a day earlier.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documentRetention, keptUntil, overBefore } from '../../src/core/law/retention.ts';
import { applyBody, openAccount } from '../support/accounts.ts';
import { ageOrder } from '../support/aged-order.ts';
import { authorizeBody, type Json, keyOf, orderNumber, path, startApp, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { debitedByContract } from '../support/debited-by-contract.ts';
import { buyer } from '../support/people.ts';
import { columnsWith, wholeDatabase } from '../support/whole-database.ts';

let app: TestApp;
let shop = '';
const year = Number(todayIn('DE').slice(0, 4));
beforeAll(async () => {
  app = await startApp();
  shop = String((await app.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(() => app.stop());

/** A settled order that was made, and last changed, in another year. */
async function orderOf(
  made: number,
  customerNumber: string,
  settled = true,
  country: 'DE' | 'AT' = 'DE',
  over: Json = {},
): Promise<string> {
  const key = keyOf(country);
  const body = authorizeBody(country, {
    customer: buyer(country, { customerNumber, ...over }),
    order: { number: orderNumber() },
  });
  await app.ask('POST', '/api/v3/checkout/authorize', body, { key });
  if (settled) {
    await app.ask('POST', path(body.order.number, '/captures'), undefined, { key });
    await app.ask('POST', path(body.order.number, '/refunds'), undefined, { key });
  }
  const [order] = await app.query('select id from orders where number = $1', body.order.number);
  await ageOrder(app.connection, order?.['id'], made);
  return body.order.number;
}
const isNamed = async (number: string): Promise<unknown> =>
  (
    await app.query(
      'select c.customer is not null as named from order_contents c join orders o on o.id = c.order_id where o.number = $1',
      number,
    )
  )[0]?.['named'];

it('a document’s retention ends with the last day of the year in which the law lets go', async () => {
  expect(keptUntil('DE', '2018-01-01')).toBe('2026-12-31');
  expect(overBefore('DE', '2026-12-31')).toBe('2018-01-01');
  expect(overBefore('DE', '2027-01-01')).toBe('2019-01-01');
  const old = await orderOf(year - 9, 'long-gone');
  const open = await orderOf(year - 9, 'still-open', false);
  const young = await orderOf(year - 8, 'within');
  const again = await orderOf(year - 9, 'back-again');
  await orderOf(year - 1, 'back-again');
  await app.deps.jobs.runNow('retain');
  expect([await isNamed(old), await isNamed(open), await isNamed(young), await isNamed(again)]).toEqual([
    false,
    true,
    true,
    false,
  ]);
  const people = await app.query(`select number from customers where number is not null order by number`);
  expect(people.map(({ number }) => number)).toEqual(['back-again', 'still-open', 'within']);
  expect((await app.query(`select reason from audit where operation = 'retain'`)).length).toBe(1);
  expect((await app.ask('GET', path(old))).status).toBe(200);
  await app.deps.jobs.runNow('retain');
  expect(await isNamed(young)).toBe(true);
});

it('a year ends at midnight of the shop, not of Greenwich', async () => {
  const before = await orderOf(year - 9, 'before-midnight');
  const after = await orderOf(year - 9, 'after-midnight');
  const change = (number: string, at: string) =>
    app.query(
      `with o as (update orders set updated_at = $2 where number = $1 returning id) update captures set updated_at = $2 where order_id in (select id from o)`,
      number,
      at,
    );
  await change(before, `${year - 9}-12-31T23:59:59+01:00`);
  await change(after, `${year - 8}-01-01T00:30:00+01:00`);
  await app.deps.jobs.runNow('retain');
  expect([await isNamed(before), await isNamed(after)]).toEqual([false, true]);
});

/** Is the invoice of an order still handed out? */
async function invoiceOf(number: string): Promise<number> {
  const [capture] = await app.query(
    'select c.document_id as id from captures c join orders o on o.id = c.order_id where o.number = $1',
    number,
  );
  return (await app.ask('GET', `/documents/${String(capture?.['id'])}.pdf`)).status;
}
const known = async (...numbers: string[]): Promise<unknown[]> =>
  (await app.query('select number from customers where number = any($1::text[]) order by number', numbers)).map(
    ({ number }) => number,
  );
async function merge(from: string, into: string): Promise<void> {
  const body = { into, reason: 'one person' };
  const merged = await app.ask('POST', `/admin/v1/merchants/${shop}/customers/${from}/merge`, body, { key: 'sandbox-operator' });
  expect(merged.status, merged.text).toBe(200);
}

it('what is recent of a person stays, under whichever of the customers who were merged into one it is', async () => {
  await orderOf(year - 9, 'former-a');
  const [first, second] = [await orderOf(year - 1, 'recent-a'), await orderOf(year - 1, 'recent-b')];
  await orderOf(year - 9, 'former-b');
  await orderOf(year - 9, 'former-c');
  await openAccount(app, 'DE', 500, { customerNumber: 'account-c' });
  await orderOf(year - 9, 'former-d');
  await orderOf(year - 9, 'former-e');
  expect([await invoiceOf(first), await invoiceOf(second)]).toEqual([200, 200]);
  await merge('former-a', 'recent-a');
  await merge('recent-b', 'former-b');
  await merge('former-c', 'account-c');
  await merge('former-d', 'former-e');
  await app.deps.jobs.runNow('retain');
  expect([await isNamed(first), await isNamed(second)]).toEqual([true, true]);
  expect([await invoiceOf(first), await invoiceOf(second)]).toEqual([200, 200]);
  const kept = ['account-c', 'former-a', 'former-b', 'former-c', 'recent-a', 'recent-b'];
  expect(await known(...kept, 'former-d', 'former-e')).toEqual(kept);
});

it('a customer whose row was held, or whose erasure was cut off, is erased by the next run', async () => {
  // At a shop without an order that is open, so that what was looked through is marked as done.
  await orderOf(year - 9, 'held-elsewhere', true, 'AT');
  const holder = new pg.Client(app.connection);
  await holder.connect();
  await holder.query('begin');
  const [held] = await app.query(`select merchant_id as shop, key from customers where number = 'held-elsewhere'`);
  await holder.query('select 1 from customers where merchant_id = $1 and key = $2 for update', [held?.['shop'], held?.['key']]);
  await app.deps.jobs.runNow('retain');
  await holder.query('rollback');
  await holder.end();
  const profiles = async () =>
    (await app.query(`select p.email from customer_profiles p join merchants m on m.id = p.merchant_id where m.country = 'AT'`))
      .length;
  expect([await known('held-elsewhere'), await profiles()]).toEqual([['held-elsewhere'], 1]);
  await app.deps.jobs.runNow('retain');
  expect([await known('held-elsewhere'), await profiles()]).toEqual([[], 0]);
});

const operator = { key: 'sandbox-operator' };
const erase = (customerNumber: string) =>
  app.ask('POST', `/admin/v1/merchants/${shop}/persons/erase`, { customerNumber, reason: 'asked for' }, operator);
const fetched = async (ids: readonly unknown[]): Promise<number[]> =>
  Promise.all(ids.map(async (id) => (await app.ask('GET', `/documents/${String(id)}.pdf`)).status));

it('what an erasure kept of an order for the law goes with the law’s time', async () => {
  const number = await orderOf(year, 'erased-before');
  const papers = `select d.id from documents d join orders o on o.id = d.order_id where o.number = $1`;
  const kept = (await erase('erased-before')).body['kept'];
  expect(kept).toMatchObject([{ kind: 'documents', count: 2 }]);
  const ids = (await app.query(papers, number)).map(({ id }) => id);
  await ageOrder(app.connection, (await app.query('select id from orders where number = $1', number))[0]?.['id'], year - 8);
  await app.deps.jobs.runNow('retain');
  expect(await fetched(ids)).toEqual([200, 200]);
  await ageOrder(app.connection, (await app.query('select id from orders where number = $1', number))[0]?.['id'], year - 9);
  await app.deps.jobs.runNow('retain');
  expect(await fetched(ids)).toEqual([404, 404]);
});

it('what an erasure kept of an account for the law goes with the law’s time, and what is young stays', async () => {
  for (const customerNumber of ['account-long-ago', 'account-lately']) await openAccount(app, 'DE', 500, { customerNumber });
  const ids = (
    await app.query(
      `select d.id from documents d join accounts a on a.number = d.subject and a.merchant_id = d.merchant_id
       where a.customer_number in ('account-long-ago', 'account-lately') and d.kind = 'Contract' order by a.customer_number desc`,
    )
  ).map(({ id }) => id);
  expect(ids).toHaveLength(2);
  for (const customerNumber of ['account-long-ago', 'account-lately']) expect((await erase(customerNumber)).status).toBe(200);
  await app.query('update documents set made_at = $2 where id = $1', ids[0], `${year - 9}-12-31T12:00:00Z`);
  await app.query('update documents set made_at = $2 where id = $1', ids[1], `${year - 8}-01-01T12:00:00Z`);
  await app.deps.jobs.runNow('retain');
  expect(await fetched(ids)).toEqual([404, 200]);
});

it('an agreement and the file of its direct debit go with their order, though its customer has a later one', async () => {
  const { number } = await debitedByContract(app, shop, 'agreed');
  await app.ask('POST', path(number, '/refunds'));
  await orderOf(year - 1, 'agreed');
  const [agreement] = await app.query(
    'select k.document_id as id from contracts k join orders o on o.id = k.order_id where o.number = $1',
    number,
  );
  await ageOrder(app.connection, (await app.query('select id from orders where number = $1', number))[0]?.['id'], year - 9);
  const filled = () => app.query('select id from collection_files where content is not null');
  expect([await fetched([agreement?.['id']]), (await filled()).length]).toEqual([[200], 1]);
  await app.deps.jobs.runNow('retain');
  expect([await fetched([agreement?.['id']]), (await filled()).length]).toEqual([[404], 1]);
  await app.query('update collection_files set made_at = $1', `${year - 9}-12-31T12:00:00Z`);
  await app.query(
    'update order_contents set customer = $2 where order_id = (select id from orders where number = $1)',
    number,
    '{}',
  );
  await app.query(`delete from service_settings where name like 'retained %'`);
  await app.deps.jobs.runNow('retain');
  expect(await filled()).toEqual([]);
});

it('retention is written in the documentation as it is done', () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../../docs/privacy.md'), 'utf8');
  for (const { country, years, source } of documentRetention) {
    const cells = text.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(cells).toContainEqual(['', country, String(years), source, '']);
  }
});

/** The declined application of a customer, so many days ago; the account's number. */
async function declined(customerNumber: string, lastName: string, daysAgo: number): Promise<string> {
  const number = await openAccount(app, 'DE', 500, { customerNumber, firstName: 'Review', lastName });
  const body = { kind: 'account', decision: 'decline', reason: `Knows ${lastName}` };
  const answer = await app.ask('POST', `/admin/v1/merchants/${shop}/reviews/${number}`, body, operator);
  expect(answer.status, answer.text).toBe(200);
  const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
  await app.query('update accounts set updated_at = $2 where number = $1', number, at);
  await app.query('update account_applications set decided_at = $2 where account_number = $1', number, at);
  return number;
}

it('who an account was declined for goes half a year later, and the customer too who has nothing else', async () => {
  await declined('declined-alone', 'Zqalone', 181);
  await declined('declined-lately', 'Zqlately', 179);
  await declined('declined-buyer', 'Zqbuyer', 181);
  await declined('declined-again', 'Zqagain', 181);
  // The same person, in another spelling, so that what the application said can be looked for.
  await orderOf(year - 1, 'declined-buyer', true, 'DE', { lastName: 'Zqbuyar' });
  await declined('declined-again', 'Zqagain', 3);
  await app.deps.jobs.runNow('retain');
  const dump = await wholeDatabase(app.query);
  const owners = (mark: string) => columnsWith(dump, [mark]).filter((column) => column !== 'customer_profiles.last_name');
  expect(columnsWith(dump, ['Zqalone', 'declined-alone'])).toEqual([]);
  expect(owners('Zqbuyer')).toEqual([]);
  expect(owners('Zqlately')).toEqual(expect.arrayContaining(['account_owners.customer', 'account_reviews.reason']));
  expect(owners('Zqagain')).toContain('account_owners.customer');
  const named = (number: string) =>
    app.query(
      `select o.customer is not null as named from account_owners o join accounts a on a.number = o.account_number
       where a.customer_number = $1 or a.customer_key = (select key from customers where number = $1)`,
      number,
    );
  expect((await named('declined-again')).map((row) => String(row['named'])).toSorted()).toEqual(['false', 'true']);
  expect(await known('declined-alone', 'declined-lately', 'declined-buyer', 'declined-again')).toEqual([
    'declined-again',
    'declined-buyer',
    'declined-lately',
  ]);
});

it('what a person said against the rejection of an account goes half a year after the answer, and the letter with it', async () => {
  const body = applyBody('DE', 500, { customerNumber: 'rejected-account', firstName: 'Reject', lastName: 'Zqcontests' });
  const answer = await app.ask('POST', '/api/v3/customer-account', body);
  const [message] = answer.body['riskCheckMessages'] as Json[];
  const page = /https?:\/\/[^/]+(\/decisions\/\S+)$/.exec(String(message?.['customerFacingMessage']))?.[1] ?? '';
  const shown = await app.inject({ method: 'GET', url: page });
  const letter = /href="https?:\/\/[^/]+(\/documents\/shared\/[^"]+)"/.exec(shown.text)?.[1] ?? '';
  expect((await app.app.inject({ url: letter })).statusCode).toBe(200);
  const token = /name="page" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token, statement: 'I am Zqcontests' }).toString();
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url: page, payload, headers: form });
  const [objection] = await app.query(`select decision_id as id from objections where kind = 'account'`);
  const id = String(objection?.['id']);
  const old = new Date(Date.now() - 181 * 86_400_000).toISOString();
  await app.query('update account_applications set decided_at = $2 where id = $1', id, old);
  const found = async () => columnsWith(await wholeDatabase(app.query), ['Zqcontests']);
  await app.deps.jobs.runNow('retain');
  expect(await found()).toContain('objections.statement');
  expect(await known('rejected-account')).toEqual(['rejected-account']);
  const decided = { kind: 'rejection', decision: 'decline', answer: 'It stays so, Zqcontests', reason: 'looked' };
  expect((await app.ask('POST', `/admin/v1/merchants/${shop}/reviews/${id}`, decided, operator)).status).toBe(200);
  await app.deps.jobs.runNow('retain');
  expect(await found()).toContain('objections.statement');
  await app.query('update objections set answered_at = $2 where decision_id = $1', id, old);
  await app.deps.jobs.runNow('retain');
  expect(await found()).toEqual([]);
  expect((await app.app.inject({ url: letter })).statusCode).toBe(404);
  expect(await known('rejected-account')).toEqual([]);
});
