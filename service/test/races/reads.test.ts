// Orders that are read at one moment are one statement for each merchant: each reader gets what it would get alone.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, authorizeBody, authorized, captured, item, part, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ JOBS: 'off' });
});
afterAll(() => app.stop());

interface Reading {
  readonly url: string;
  readonly key: string;
}

const read = ({ url, key }: Reading): Promise<Answer> => app.ask('GET', url, undefined, { key });
const shown = ({ status, body, text }: Answer) => ({ status, text: status === 200 ? text : body['messages'] });

/** A person whose first name is Review waits for a decision, and one called Reject is rejected at once. */
async function placed(firstName: 'Review' | 'Reject', outcome: string, number?: string): Promise<string> {
  const body = authorizeBody('DE', { customer: { firstName }, ...(number !== undefined && { order: { number } }) });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body).toMatchObject({ outcome });
  return body.order.number;
}

async function declined(number?: string): Promise<string> {
  const waiting = await placed('Review', 'Pending', number);
  const [shop] = await app.query(`select merchant_id as id from orders where number = $1 and state = 'Pending'`, waiting);
  const decision = { decision: 'decline', reason: 'seen before', decidedBy: 'Ida' };
  const url = `/admin/v1/merchants/${String(shop?.['id'])}/reviews/${waiting}`;
  expect((await app.ask('POST', url, decision, { key: 'sandbox-operator' })).body).toMatchObject({ outcome: 'Rejected' });
  return waiting;
}

/**
 * Orders of many kinds, some with parts; numbers that are not there, that were only ever rejected, and that were declined twice and
 * rejected then; and two numbers that are asked for at another shop too, which has one of them.
 */
async function readings(): Promise<Reading[]> {
  const [german, austrian] = ['sandbox-de', 'sandbox-at'];
  const { number, captureNumber } = await captured(app);
  const refunded = { productId: 'BACK', description: 'Back', quantity: 1, grossUnitPrice: 5, netUnitPrice: 5, vatPercent: 0 };
  await app.ask('POST', path(number, '/refunds'), { captureNumber, orderItems: [refunded] });
  const voided = await authorized(app);
  await app.ask('POST', path(voided, '/voids'));
  const often = await authorized(app);
  for (const amount of [1, 2, 3]) await app.ask('POST', path(often, '/captures'), { orderDetails: part(amount) });
  const abroad = authorizeBody('AT', { items: [item('AT', 'THING', 5000)], order: { number: often } });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', abroad, { key: austrian })).body).toMatchObject({
    outcome: 'Accepted',
  });
  const again = await declined();
  await declined(again);
  await placed('Reject', 'Rejected', again);
  const rejected = await placed('Reject', 'Rejected');
  const ofGerman = [
    ...[number, voided, again, rejected, often, often.toUpperCase(), 'not there', '{"', 'null'].map((each) => path(each)),
    path(number, '/captures'),
    path(number, `/captures/${captureNumber}`),
    path(number, '/refunds'),
    path(voided, '/voids'),
    path(voided, '/captures/none'),
    path('\u0000'),
  ].map((url) => ({ url, key: german }));
  return [...ofGerman, ...[number, often].map((each) => ({ url: path(each), key: austrian }))];
}

it('answers each reader as if it had come alone, with few statements for all', async () => {
  const all = await readings();
  const alone: Answer[] = [];
  for (const each of all) alone.push(await read(each));
  expect(new Set(alone.map(({ status }) => status))).toEqual(new Set([200, 400, 404]));
  const { counts } = app.deps.db;
  const before = counts.statements;
  const together = await Promise.all(all.map(read));
  expect(together.map(shown)).toEqual(alone.map(shown));
  expect(counts.statements - before).toBeLessThan(all.length / 2);
});
