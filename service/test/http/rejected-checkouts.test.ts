// What is kept of a person whom a checkout was rejected for: the letter and what they said against it have an end, and an erasure
// finds them when the checkout itself is long gone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, authorizeBody, type Json, orderNumber, path, startApp, type TestApp } from '../support/app.ts';
import { buyer } from '../support/people.ts';
import { columnsWith, wholeDatabase } from '../support/whole-database.ts';

let app: TestApp;
let shop = '';
const operator = { key: 'sandbox-operator' };
beforeAll(async () => {
  app = await startApp();
  const [row] = await app.query(`select id from merchants where country = 'DE'`);
  shop = `/admin/v1/merchants/${String(row?.['id'])}`;
});
afterAll(() => app.stop());

const open = (page: string): Promise<Answer> => app.inject({ method: 'GET', url: page });
const left = async (mark: string): Promise<string[]> => columnsWith(await wholeDatabase(app.query), [mark]);

/** Rejected when the shop asked for methods, read about it, and contested; the decision's id and the letter's address. */
async function contested(lastName: string, customerNumber: string): Promise<{ decisionId: string; letter: string }> {
  const { customer } = authorizeBody('DE', { customer: { firstName: 'Reject', lastName, customerNumber } });
  const asked = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer, order: { totalGrossAmount: 50 } });
  const [message] = asked.body['riskCheckMessages'] as Json[];
  const page = /https?:\/\/[^/]+(\/decisions\/\S+)$/.exec(String(message?.['customerFacingMessage']))?.[1] ?? '';
  const shown = await open(page);
  const letter = /href="https?:\/\/[^/]+(\/documents\/shared\/[^"]+)"/.exec(shown.text)?.[1] ?? '';
  expect((await app.app.inject({ url: letter })).statusCode).toBe(200);
  const token = /name="page" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token, statement: `I am ${lastName}` }).toString();
  await app.inject({ method: 'POST', url: page, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const [row] = await app.query('select decision_id from objections order by asked_at desc, decision_id desc limit 1');
  return { decisionId: String(row?.['decision_id']), letter };
}

async function answer(decisionId: string, said: string): Promise<void> {
  const body = { kind: 'rejection', decision: 'decline', answer: said, reason: 'looked at the file' };
  const answered = await app.ask('POST', `${shop}/reviews/${decisionId}`, body, operator);
  expect(answered.status, answered.text).toBe(200);
}

/** All of these decisions and checkouts were made so many days ago. */
async function age(days: number): Promise<void> {
  for (const table of ['checkouts', 'checkout_decisions'])
    await app.query(`update ${table} set inserted_at = now() - $1::int * interval '1 day'`, days);
  await app.deps.jobs.runNow('purge-checkouts');
}

const rowsOf = async (decisionId: string) => {
  const [row] = await app.query(
    `select (select count(*)::int from checkout_decisions where id = $1) as decisions,
      (select count(*)::int from objections where decision_id = $1) as objections,
      (select count(*)::int from documents where kind in ('Rejection', 'ReviewAnswer')) as documents`,
    decisionId,
  );
  return row;
};

it('a rejection goes half a year after the checkout, with its letter and what was said against it, once that was answered', async () => {
  const { decisionId, letter } = await contested('Zqcontest', 'late-reader');
  await age(181);
  expect(await rowsOf(decisionId)).toEqual({ decisions: 1, objections: 1, documents: 1 });
  await answer(decisionId, 'It remains so, Zqcontest');
  const [objection] = await app.query('select document_id as id from objections where decision_id = $1', decisionId);
  expect((await app.ask('GET', `/documents/${String(objection?.['id'])}.pdf`)).status).toBe(200);
  await age(181);
  expect(await rowsOf(decisionId)).toEqual({ decisions: 1, objections: 1, documents: 2 });
  await app.query('update objections set answered_at = $1', new Date(Date.now() - 181 * 86_400_000).toISOString());
  await age(181);
  expect(await rowsOf(decisionId)).toEqual({ decisions: 0, objections: 0, documents: 0 });
  expect((await app.app.inject({ url: letter })).statusCode).toBe(404);
});

it('an erasure takes the letter about a rejected checkout and what was said against it, weeks after the checkout', async () => {
  const { decisionId } = await contested('Zqerased', 'rejected-once');
  await answer(decisionId, 'It remains so, Zqerased');
  await age(20);
  const customer = buyer('DE', { customerNumber: 'rejected-once' });
  const body = authorizeBody('DE', { customer, order: { number: orderNumber() } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(body.order.number, '/voids'));
  const named = { customerNumber: 'rejected-once', reason: 'asked for' };
  const told = await app.ask('POST', `${shop}/persons/export`, named, operator);
  expect(told.text).toContain('I am Zqerased');
  expect(await left('Zqerased')).toEqual(expect.arrayContaining(['documents.content', 'objections.statement']));
  const erased = await app.ask('POST', `${shop}/persons/erase`, { ...named, documents: 'Erase' }, operator);
  expect([erased.status, erased.body['kept']]).toEqual([200, []]);
  expect(await left('Zqerased')).toEqual([]);
  expect(await app.query('select 1 from documents where content is not null and order_id is null')).toEqual([]);
});
