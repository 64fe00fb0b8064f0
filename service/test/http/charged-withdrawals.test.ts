// A consumer withdraws from the credit of an order by account (C68) by the link that its agreement says: from the account once a capture was
// charged to it, with the period and amounts of the account's own page, and before that from the order.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { texts } from '../../src/core/texts/texts.ts';
import { add, applyBody } from '../support/accounts.ts';
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
import { canLook, textOf } from '../support/pages.ts';
import { type Buyer, buyer } from '../support/people.ts';

let app: TestApp;
let shop = '';
beforeAll(async () => {
  app = await startApp();
  shop = await shopPath(app, 'DE');
  await beginAt(app, 'DE', '2027-01-11T09:30:00Z');
});
afterEach(() => expectBooksAgree(app.query));
afterAll(() => app.stop());

const words = texts.DE.withdrawal;
const operate = (method: 'GET' | 'POST' | 'PUT', rest: string, body?: Json): Promise<Answer> =>
  app.ask(method, `${shop}${rest}`, body, { key: 'sandbox-operator' });
const days = (count: number): Promise<Answer> => advance(app, 'DE', { advanceSeconds: count * 86_400 });
const today = async (): Promise<string> => String((await operate('GET', '/clock')).body['now']).slice(0, 10);
const later = (day: string, count: number): string => new Date(Date.parse(day) + count * 86_400_000).toISOString().slice(0, 10);
const charge = (): Promise<unknown> => app.deps.jobs.runNow('charge-accounts');

let people = 0;
const someone = () => buyer('DE', { customerNumber: `charged-${++people}` });

interface Ordered {
  readonly number: string;
  /** The page's path, as the agreement says it. */
  readonly page: string;
}

/** An order by account on an agreement. */
async function ordered(customer: Buyer, amount = 200, besides: Json = {}): Promise<Ordered> {
  const body = authorizeBody('DE', { items: [item('DE', 'LAMP', amount * 100)], customer });
  const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: body.order });
  const checkoutId = String(methods.body['checkoutId']);
  const paymentInfo = { type: 'Account', account: { profileNo: 1 }, ...besides };
  const contract = await app.ask('POST', `/api/v3/checkout/${checkoutId}/contract`, { paymentInfo });
  const payment = { ...paymentInfo, contractId: contract.body['contractId'] };
  const placed = await app.ask('POST', '/api/v3/checkout/authorize', { checkoutId, payment });
  expect(placed.body['outcome'], placed.text).toBe('Accepted');
  const page = await linkIn(String(contract.body['contractUrl']));
  return { number: body.order.number, page };
}

/** The link to the page of withdrawal that a document says. */
async function linkIn(url: string): Promise<string> {
  const { rawPayload } = await app.app.inject({ url: new URL(url).pathname });
  const text = textOf(rawPayload).join('').replace(/\s+/g, '');
  return /\/withdrawal\/[0-9a-f-]{36}\.[0-9a-f-]{36}\.[\w-]{43}/.exec(text)?.[0] ?? '';
}

async function capture(number: string, amount?: number): Promise<string> {
  const body = amount === undefined ? undefined : { orderDetails: { totalGrossAmount: amount, totalNetAmount: amount } };
  const answer = await app.ask('POST', path(number, '/captures'), body);
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body['captureNumber']);
}
const capturesOf = async (number: string): Promise<Json[]> => (await app.ask('GET', path(number))).body['captures'] as Json[];
const accountOf = async (number: string): Promise<Json> => (await operate('GET', `/accounts/${number}`)).body;

/** An order that is charged; with the account's number. */
async function charged(customer: Buyer = someone(), amount = 200): Promise<Ordered & { readonly account: string }> {
  const order = await ordered(customer, amount);
  await capture(order.number);
  await charge();
  const [first] = await capturesOf(order.number);
  return { ...order, account: String(first?.['accountNumber']) };
}

const open = (page: string): Promise<Answer> => app.inject({ method: 'GET', url: page });
async function press(page: string): Promise<Answer> {
  const token = /name="page" value="([^"]+)"/.exec((await open(page)).text)?.[1] ?? '';
  const payload = new URLSearchParams({ page: token }).toString();
  return app.inject({ method: 'POST', url: page, payload, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
}
const letter = async (rest: string, noticedOn: string): Promise<Answer> =>
  operate('POST', `${rest}/withdrawal`, { noticedOn, medium: 'Letter', reason: 'a letter' });

describe.runIf(canLook)('the page of an order by account', () => {
  it('withdraws from the account that it was charged to, once', async () => {
    const { number, page, account } = await charged();
    const on = await today();
    await days(5);
    const shown = await open(page);
    expect(shown.status, shown.text).toBe(200);
    expect(shown.text).toContain(account);
    expect(shown.text).toContain(words.ask);
    const done = await press(page);
    expect(done.status, done.text).toBe(200);
    const interest = Math.round((200 * 9.9 * 5) / 365) / 100;
    expect(await accountOf(account)).toMatchObject({
      isStopped: true,
      balance: 200,
      interest,
      dueAmount: 200 + interest,
      dueDate: nextBusinessDay('DE', later(on, 35)),
    });
    const again = await open(page);
    expect(again.text).not.toContain(words.ask);
    const byOperator = await letter(`/accounts/${account}`, later(on, 6));
    expect(byOperator.body).toMatchObject({
      noticedOn: later(on, 5),
      medium: 'Page',
      principalAmount: 200,
      interestAmount: interest,
    });
    const refused = await letter(`/orders/${number}`, later(on, 5));
    expect([refused.status, refused.messages[0]?.['code']]).toEqual([409, '400.491']);
    expect(refused.text).toContain(account);
    const rows = await app.query(
      'select count(*)::int as count from withdrawals w join orders o on o.id = w.order_id where o.number = $1',
      number,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('says the last day of the account', async () => {
    const { page } = await charged();
    const on = await today();
    const last = nextBusinessDay('DE', later(on, 14));
    await days((Date.parse(last) - Date.parse(on)) / 86_400_000);
    expect((await open(page)).text).toContain(words.ask);
    await days(1);
    expect((await open(page)).text).not.toContain(words.ask);
  });

  it('is in the reminder of the right of withdrawal as well', async () => {
    const { number, account } = await charged();
    await days(2);
    const { letters } = (await operate('GET', `/orders/${number}`)).body as { letters: { consumerUrl: string }[] };
    expect(letters).toHaveLength(1);
    const page = await linkIn(letters[0]?.consumerUrl ?? '');
    expect((await open(page)).text).toContain(account);
  });

  it('withdraws from the order before anything was charged: the rest falls, and what is captured is paid by hand', async () => {
    const untouched = await ordered(someone());
    expect((await press(untouched.page)).text).toContain(words.nothingLeft);
    expect((await operate('GET', `/orders/${untouched.number}`)).body).toMatchObject({ state: 'Voided' });
    const { number, page } = await ordered(someone());
    const on = await today();
    // The job that charges has not come yet.
    await capture(number, 120);
    const done = await press(page);
    expect(done.status, done.text).toBe(200);
    await charge();
    const [first] = await capturesOf(number);
    expect(first).toMatchObject({ balance: 120, dueDate: `${nextBusinessDay('DE', later(on, 30))}T00:00:00Z` });
    expect(first).not.toHaveProperty('accountNumber');
    expect((await letter(`/orders/${number}`, on)).body).toMatchObject({
      principalAmount: 120,
      interestAmount: 0,
      medium: 'Page',
    });
    // Its paper asks for the money now.
    const [link] = /\/documents\/[^"]+/.exec(done.text) ?? [];
    const { rawPayload } = await app.app.inject({ url: String(link) });
    expect(textOf(rawPayload).join(' ').replace(/\s+/g, ' ')).not.toContain(texts.DE.invoice.onAccount);
  });

  it('withdraws from the order whose buyer agreed to a direct debit by contract', async () => {
    const { number, page } = await ordered(someone(), 200, { directDebit: { bankAccount: 'DE89 3704 0044 0532 0130 00' } });
    await capture(number);
    await charge();
    const on = await today();
    const done = await press(page);
    expect(done.status, done.text).toBe(200);
    expect((await capturesOf(number))[0]).toMatchObject({
      balance: 200,
      dueDate: `${nextBusinessDay('DE', later(on, 30))}T00:00:00Z`,
    });
  });
});

describe('several later agreements on one account', () => {
  it('are each withdrawn from in their own time: of the first of them that still runs fees fall', async () => {
    const who = someone();
    const { body } = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 500, {}, who));
    const account = String((body['account'] as Json)['accountNumber']);
    await days(20);
    const on = await today();
    expect((await letter(`/accounts/${account}`, on)).messages[0]).toMatchObject({ code: '400.415' });
    const first = await charged(who, 100);
    await days(7);
    const commission = { eventType: 'WithdrawalCommission', time: `${await today()}T10:00:00Z`, totalAmount: 5 };
    expect((await add(app, account, commission)).body['eventAdded']).toBe(true);
    const fees = Number((await accountOf(account))['fees']);
    expect(fees).toBeGreaterThanOrEqual(5);
    await days(3);
    const second = await charged(who, 50);
    expect([first.account, second.account]).toEqual([account, account]);
    const withdrawn = await letter(`/accounts/${account}`, await today());
    expect(withdrawn.body, withdrawn.text).toMatchObject({ principalAmount: 150, returnedAmount: 0 });
    expect(await accountOf(account)).toMatchObject({ fees: 0 });
  });
});
