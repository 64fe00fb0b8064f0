// A refund of all that was bought on a customer account: it was never lent, so that no cost of it is owed, and the books agree.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type Answer,
  advance,
  authorizeBody,
  beginAt,
  item,
  type Json,
  path,
  shopPath,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
let shop = '';
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app, 'DE');
  await beginAt(app, 'DE', '2027-01-11T09:30:00Z');
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

const operate = (method: 'GET' | 'POST', rest: string, body?: Json): Promise<Answer> =>
  app.ask(method, `${shop}${rest}`, body, { key: 'sandbox-operator' });
const charge = (): Promise<unknown> => app.deps.jobs.runNow('charge-accounts');
const accountOf = async (number: string): Promise<Json> => (await operate('GET', `/accounts/${number}`)).body;

it('of everything that was bought on an account leaves neither interest nor fees owed: what was paid is its holder’s', async () => {
  const customer = buyer('DE', { customerNumber: 'refunded' });
  const order = authorizeBody('DE', { items: [item('DE', 'LAMP', 18_500)], customer });
  const { number } = order.order;
  const payment = { type: 'Account', account: { profileNo: 1 } };
  expect((await app.ask('POST', '/api/v3/checkout/authorize', { ...order, payment })).body['outcome']).toBe('Accepted');
  await app.ask('POST', path(number, '/captures'));
  await charge();
  const [capture] = (await app.ask('GET', path(number))).body['captures'] as Json[];
  const account = String(capture?.['accountNumber']);
  await app.query(
    `update accounts set terms = jsonb_set(terms::jsonb, '{monthlyFeeMinor}', '"150"')::json where number = $1`,
    account,
  );
  await advance(app, 'DE', { now: '2027-03-14T09:30:00Z' });
  const before = await accountOf(account);
  expect(before).toMatchObject({ status: expect.not.stringMatching('Ok'), interest: expect.any(Number) });
  expect([Number(before['interest']) > 0, Number(before['fees']) > 0]).toEqual([true, true]);
  const now = '2027-03-14';
  const pay = async (amount: number, valueDate: string, transactionId: string) =>
    operate('POST', `/accounts/${account}/payments`, { amount, valueDate, transactionId, allowOverpayment: true });
  expect((await pay(2, now, `P-${number}`)).status).toBe(200);
  await app.ask('POST', path(number, '/refunds'));
  await charge();
  const nothingOwed = { status: 'Ok', interest: 0, fees: 0, dueAmount: 0, overdueAmount: 0, accountLimit: 0 };
  expect(await accountOf(account)).toMatchObject({ ...nothingOwed, balance: -2 });
  const fees = ((await operate('GET', `/accounts/${account}/entries`)).body['entries'] as Json[]).at(-1);
  expect(fees).toMatchObject({ kind: 'FeesReturned', bookingDate: now, totalBalance: -2 });
  // Money that had come before the letter was known too late to cancel what fell with the order.
  expect((await pay(100, '2027-01-11', `L-${number}`)).status).toBe(200);
  expect(await accountOf(account)).toMatchObject({ ...nothingOwed, balance: -102 });
  await advance(app, 'DE', { now: '2027-04-14T09:30:00Z' });
  expect(await accountOf(account)).toMatchObject({ ...nothingOwed, balance: -102 });
});
