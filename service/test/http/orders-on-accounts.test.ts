// An order by account is charged to the buyer's customer account once it is captured (C68): from then on the account asks for it, with
// statements, interest and reminders, and what is refunded is given back to it. The merchant is paid once, for the capture.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { applyBody } from '../support/accounts.ts';
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
import { camt } from '../support/camt.ts';
import { todayIn } from '../support/days.ts';
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

const operate = (method: 'GET' | 'POST' | 'PUT', rest: string, body?: Json): Promise<Answer> =>
  app.ask(method, `${shop}${rest}`, body, { key: 'sandbox-operator' });
const days = (count: number): Json => ({ advanceSeconds: count * 86_400 });
const charge = (): Promise<unknown> => app.deps.jobs.runNow('charge-accounts');

let people = 0;
const someone = () => buyer('DE', { customerNumber: `on-account-${++people}` });

/** An order by account, authorized; its number. */
async function ordered(customer: Buyer, amount = 185): Promise<string> {
  const body = authorizeBody('DE', { items: [item('DE', 'LAMP', amount * 100)], customer });
  const payment = { type: 'Account', account: { profileNo: 1 } };
  const answer = await app.ask('POST', '/api/v3/checkout/authorize', { ...body, payment });
  expect(answer.body['outcome'], answer.text).toBe('Accepted');
  return body.order.number;
}

/** An account that was applied for; its number. */
async function applied(who: Buyer, limit: number): Promise<string> {
  const { body } = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', limit, {}, who));
  return String((body['account'] as Json)['accountNumber']);
}

/** All or a part of it; the capture's number. */
async function capture(number: string, amount?: number): Promise<string> {
  const body = amount === undefined ? undefined : { orderDetails: { totalGrossAmount: amount, totalNetAmount: amount } };
  const answer = await app.ask('POST', path(number, '/captures'), body);
  expect(answer.status, answer.text).toBe(200);
  return String(answer.body['captureNumber']);
}

async function captureOf(number: string): Promise<Json> {
  const [first] = (await app.ask('GET', path(number))).body['captures'] as Json[];
  return first ?? {};
}
const accountOf = async (number: string): Promise<Json> => (await operate('GET', `/accounts/${number}`)).body;
const entriesOf = async (number: string): Promise<Json[]> =>
  (await operate('GET', `/accounts/${number}/entries`)).body['entries'] as Json[];

/** Of an order that was charged. */
async function charged(
  customer: Buyer = someone(),
  amount = 185,
): Promise<{ number: string; captureNumber: string; account: string }> {
  const number = await ordered(customer, amount);
  const captureNumber = await capture(number);
  await charge();
  return { number, captureNumber, account: String((await captureOf(number))['accountNumber']) };
}

describe('a capture', () => {
  it('is charged to an account that its order opens, and asks for nothing itself any more', async () => {
    const number = await ordered(someone());
    const captureNumber = await capture(number);
    expect(await captureOf(number)).toMatchObject({ balance: 185 });
    await charge();
    await charge();
    const read = await captureOf(number);
    expect(read).toMatchObject({ balance: 0, chargedAmount: 185, accountNumber: expect.stringMatching(/^\d{4}\.\d{7}$/) });
    expect('paidAmount' in read).toBe(false);
    const account = String(read['accountNumber']);
    expect(await accountOf(account)).toMatchObject({
      state: 'Open',
      status: 'Ok',
      balance: 185,
      accountLimit: 185,
      remainingCreditLimit: 0,
      orderNumber: number,
      openedOn: '2027-01-11',
    });
    expect(await entriesOf(account)).toMatchObject([
      { kind: 'OrderCharged', reference: captureNumber, valueDate: '2027-01-11', principal: 185, balance: 185 },
    ]);
    const story = await operate('GET', `/orders/${number}`);
    expect(story.body).toMatchObject({ openAmount: 0, paidAmount: 0, chargedAmount: 185 });
  });

  it('in parts is charged to one account, whose limit is what was charged, and the rest is held by the order', async () => {
    const number = await ordered(someone());
    await capture(number, 100);
    await capture(number, 50);
    await charge();
    const account = String((await captureOf(number))['accountNumber']);
    expect(await accountOf(account)).toMatchObject({ balance: 150, accountLimit: 150 });
    await capture(number);
    await charge();
    expect(await accountOf(account)).toMatchObject({ balance: 185, accountLimit: 185 });
  });

  it('is charged to the account that its buyer has, where that asks for no more than was agreed', async () => {
    const who = someone();
    const account = await applied(who, 300);
    const number = await ordered(who);
    await capture(number);
    await charge();
    expect(await captureOf(number)).toMatchObject({ accountNumber: account });
    expect(await accountOf(account)).toMatchObject({ balance: 185, accountLimit: 300 });
    // What was accepted with an order is charged above the limit as well, which it raises.
    const more = await charged(who, 200);
    expect(more.account).toBe(account);
    expect(await accountOf(account)).toMatchObject({ balance: 385, accountLimit: 385, remainingCreditLimit: 0 });
  });

  it('opens a further account where the one there is takes nothing more, or asks for more than was agreed', async () => {
    const who = someone();
    const first = await applied(who, 200);
    await operate('PUT', `/accounts/${first}/stopped`, { stopped: true, reason: 'a test' });
    const second = (await charged(who, 100)).account;
    expect(second).not.toBe(first);
    await app.query(
      `update accounts set terms = jsonb_set(terms::jsonb, '{interestRateBps}', '1400')::json where number = $1`,
      second,
    );
    const third = (await charged(who, 100)).account;
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await accountOf(first)).toMatchObject({ balance: 0 });
  });

  it('stays a debt of its order where its buyer left it to a direct debit, and is reminded of', async () => {
    const number = await ordered(someone());
    await app.query(
      `update orders set terms = jsonb_set(terms::jsonb, '{mandateNumber}', '"M-1"')::json where number = $1`,
      number,
    );
    await capture(number);
    await charge();
    expect(await captureOf(number)).toMatchObject({ balance: 185 });
    const [row] = await app.query(
      'select c.on_account from captures c join orders o on o.id = c.order_id where o.number = $1',
      number,
    );
    expect(row).toEqual({ on_account: false });
  });

  it('of a database from before accounts were charged is charged too, and counts from then on', async () => {
    const who = someone();
    const number = await ordered(who);
    const captureNumber = await capture(number);
    await app.query(`update captures set invoiced_on = '2026-05-05', due_on = '2026-06-05' where number = $1`, captureNumber);
    await charge();
    const account = String((await captureOf(number))['accountNumber']);
    expect((await entriesOf(account))[0]).toMatchObject({ kind: 'OrderCharged', valueDate: '2027-01-11' });
  });
});

describe('a refund', () => {
  it('before the charge leaves the rest to be charged, and of everything nothing', async () => {
    const number = await ordered(someone());
    await capture(number);
    await app.ask('POST', path(number, '/refunds'), { items: [item('DE', 'LAMP', 8500)] });
    await charge();
    const account = String((await captureOf(number))['accountNumber']);
    expect(await accountOf(account)).toMatchObject({ balance: 100 });
    const whole = await ordered(someone());
    await capture(whole);
    await app.ask('POST', path(whole, '/refunds'));
    await charge();
    expect('accountNumber' in (await captureOf(whole))).toBe(false);
  });

  it('after it is given back to the account, once; what was paid by then is its holder’s', async () => {
    const { number, captureNumber, account } = await charged();
    const paid = { amount: 100, valueDate: '2027-01-11', transactionId: `P-${number}` };
    expect((await operate('POST', `/accounts/${account}/payments`, paid)).status).toBe(200);
    await app.ask('POST', path(number, '/refunds'), { items: [item('DE', 'LAMP', 6000)] });
    await charge();
    await charge();
    expect(await accountOf(account)).toMatchObject({ balance: 25 });
    expect((await entriesOf(account)).at(-1)).toMatchObject({ kind: 'OrderRefunded', reference: captureNumber, principal: -60 });
    await app.ask('POST', path(number, '/refunds'));
    await charge();
    expect(await accountOf(account)).toMatchObject({ balance: -100 });
    const read = await captureOf(number);
    expect(read).toMatchObject({ balance: 0, totalRefundedAmount: 185 });
    expect('creditAmount' in read).toBe(false);
  });
});

describe('the account', () => {
  it('sends statements with interest and a minimum payment, reminds when it is not paid, and is paid off', async () => {
    const { number, captureNumber, account } = await charged();
    await advance(app, 'DE', days(21));
    // 185.00 from 11 January: 21 days at 9.9 %.
    expect(await accountOf(account)).toMatchObject({ balance: 185, interest: 1.05, dueDate: '2027-02-15' });
    const { statements } = (await operate('GET', `/accounts/${account}/statements`)).body as { statements: Json[] };
    expect(statements).toHaveLength(1);
    const before = await accountOf(account);
    expect(Number(before['dueAmount'])).toBeGreaterThan(0);
    await advance(app, 'DE', days(14));
    expect(await accountOf(account)).toMatchObject({ status: 'Ok', overdueAmount: 0 });
    await advance(app, 'DE', days(15));
    expect(await accountOf(account)).toMatchObject({ status: 'FirstReminder', overdueAmount: expect.any(Number) });
    // The order sends no letter of its own.
    const story = await operate('GET', `/orders/${number}`);
    expect(story.body).toMatchObject({ openAmount: 0, reminderCount: 0 });
    const { body: overdue } = await operate('GET', '/overdue');
    expect((overdue['overdue'] as Json[]).map((each) => each['captureNumber'])).not.toContain(captureNumber);
    const { totalBalance } = await accountOf(account);
    const today = (await operate('GET', '/clock')).body['now'];
    const paid = { amount: totalBalance, valueDate: String(today).slice(0, 10), transactionId: `P-${number}` };
    expect((await operate('POST', `/accounts/${account}/payments`, paid)).status).toBe(200);
    expect(await accountOf(account)).toMatchObject({ status: 'Ok', totalBalance: 0, overdueAmount: 0 });
  });

  it('is charged before a test clock that is put forward goes on', async () => {
    const number = await ordered(someone());
    await capture(number);
    const [{ today } = {}] = await app.query(
      `select invoiced_on::text as today from captures c join orders o on o.id = c.order_id where o.number = $1`,
      number,
    );
    await advance(app, 'DE', days(45));
    const account = String((await captureOf(number))['accountNumber']);
    expect(await accountOf(account)).toMatchObject({ openedOn: today });
    const { statements } = (await operate('GET', `/accounts/${account}/statements`)).body as { statements: Json[] };
    expect(statements.length).toBeGreaterThan(0);
  });

  it('is what the payment, the withdrawal and the early repayment of its order are about', async () => {
    const { number, captureNumber, account } = await charged();
    const now = String((await operate('GET', '/clock')).body['now']).slice(0, 10);
    const refused = async (answer: Promise<Answer>, code: string) => {
      const { status, messages, text } = await answer;
      expect([status, messages[0]?.['code']], text).toEqual([409, code]);
      expect(text).toContain(account);
    };
    await refused(
      operate('POST', '/payments', { captureNumber, amount: 10, valueDate: now, transactionId: `O-${number}` }),
      '400.490',
    );
    await refused(operate('GET', `/captures/${captureNumber}/early-repayment`), '400.490');
    const notice = { noticedOn: now, medium: 'Email', reason: 'a test' };
    await refused(operate('POST', `/orders/${number}/withdrawal`, notice), '400.491');
    const withdrawn = await operate('POST', `/accounts/${account}/withdrawal`, notice);
    expect(withdrawn.body, withdrawn.text).toMatchObject({ principalAmount: 185, interestAmount: 0 });
  });

  it('is withdrawn from for fourteen days after an order that was agreed on by itself was charged to it', async () => {
    const who = someone();
    const account = await applied(who, 300);
    await advance(app, 'DE', days(40));
    const now = async () => String((await operate('GET', '/clock')).body['now']).slice(0, 10);
    const notice = async () => ({ noticedOn: await now(), medium: 'Email', reason: 'a test' });
    expect((await operate('POST', `/accounts/${account}/withdrawal`, await notice())).messages[0]).toMatchObject({
      code: '400.415',
    });
    expect((await charged(who, 100)).account).toBe(account);
    const withdrawn = await operate('POST', `/accounts/${account}/withdrawal`, await notice());
    expect(withdrawn.body, withdrawn.text).toMatchObject({ principalAmount: 100 });
  });

  it('is paid by money under the reference of the capture, on a statement of the bank', async () => {
    const { number, account } = await charged();
    const { ocr } = await captureOf(number);
    const money = { amount: '85.00', reference: String(ocr), on: todayIn('DE'), bankReference: `B-${number}` };
    const headers = { 'content-type': 'application/xml' };
    const answer = await app.ask('POST', '/admin/v1/bank-statements', camt([money]), { key: 'sandbox-operator', headers });
    expect(answer.body, answer.text).toMatchObject({ entries: 1, booked: 1 });
    expect(await accountOf(account)).toMatchObject({ balance: 100 });
  });

  it('is applied for with the same answer: there is one already', async () => {
    const who = someone();
    const { account } = await charged(who);
    const answer = await app.ask('POST', '/api/v3/customer-account', applyBody('DE', 400, {}, who));
    expect((answer.body['account'] as Json)['accountNumber'], answer.text).toBe(account);
  });

  it('that its order opened counts for the next decision with what is owed, and again once a payment is taken back', async () => {
    const who = someone();
    const { number, account } = await charged(who, 900);
    const held = async () =>
      (
        await app.query(
          `select e.held_minor::int as held, e.debt_minor::int as debt from exposures e
        join accounts a on a.merchant_id = e.merchant_id and a.customer_key = e.customer_key where a.number = $1`,
          account,
        )
      )[0];
    const now = String((await operate('GET', '/clock')).body['now']).slice(0, 10);
    const pay = async (amount: number, transactionId: string) =>
      expect((await operate('POST', `/accounts/${account}/payments`, { amount, valueDate: now, transactionId })).status).toBe(
        200,
      );
    await pay(300, `P1-${number}`);
    expect(await held()).toEqual({ held: 60_000, debt: 0 });
    await app.ask('POST', path(number, '/refunds'), { items: [item('DE', 'LAMP', 10_000)] });
    await charge();
    expect(await held()).toEqual({ held: 50_000, debt: 0 });
    await pay(500, `P2-${number}`);
    expect(await held()).toEqual({ held: 0, debt: 0 });
    expect(await accountOf(account)).toMatchObject({ totalBalance: 0, accountLimit: 0, remainingCreditLimit: 0 });
    // A person with as much as this open would not be granted it again.
    expect((await charged(who, 900)).account).toBe(account);
    expect(await held()).toEqual({ held: 90_000, debt: 0 });
    const back = { returnedOn: now, reason: 'a test' };
    expect((await operate('POST', `/accounts/${account}/payments/P2-${number}/return`, back)).status).toBe(200);
    expect(await held()).toEqual({ held: 140_000, debt: 0 });
    expect(await accountOf(account)).toMatchObject({ totalBalance: 1400, accountLimit: 1400 });
  });

  it('that its order opened and that is paid off leaves its holder free to apply for one', async () => {
    const who = someone();
    const { number, account } = await charged(who, 100);
    const now = String((await operate('GET', '/clock')).body['now']).slice(0, 10);
    const paid = { amount: 100, valueDate: now, transactionId: `P-${number}` };
    expect((await operate('POST', `/accounts/${account}/payments`, paid)).status).toBe(200);
    const second = await applied(who, 400);
    expect(second).not.toBe(account);
    expect(await accountOf(second)).toMatchObject({ accountLimit: 400 });
    expect(await applied(who, 400)).toBe(second);
  });

  it('that its order opened and that was paid off before limits were lowered gives its limit back without another payment', async () => {
    const text = await readFile(join(import.meta.dirname, '../../migrations/0115-limits-paid-off-before.sql'), 'utf8');
    for (const status of ['Ok', 'ClosedFromDebtCollection']) {
      const { number, account } = await charged(someone(), 100);
      const now = String((await operate('GET', '/clock')).body['now']).slice(0, 10);
      const paid = { amount: 100, valueDate: now, transactionId: `P-${number}` };
      expect((await operate('POST', `/accounts/${account}/payments`, paid)).status).toBe(200);
      // As it was kept by then.
      await app.query(`delete from ledger where account_number = $1 and debit_account = 'holds'`, account);
      await app.query(
        `update exposures e set held_minor = held_minor + 10000 from accounts a
        where a.number = $1 and e.merchant_id = a.merchant_id and e.customer_key = a.customer_key`,
        account,
      );
      await app.query(
        `update accounts set limit_minor = 10000, status = $2, next_step_on = case when $2 = 'Ok' then next_step_on end
        where number = $1`,
        account,
        status,
      );
      const before = await accountOf(account);
      await app.query(text);
      await app.deps.jobs.runNow('keep-accounts');
      const { accountLimit, nextStepOn, entryCount } = await accountOf(account);
      expect([accountLimit, nextStepOn, entryCount]).toEqual([0, before['nextStepOn'], before['entryCount']]);
      const [held] = await app.query(
        `select e.held_minor::int as held from exposures e join accounts a on a.merchant_id = e.merchant_id
          and a.customer_key = e.customer_key where a.number = $1`,
        account,
      );
      expect(held).toEqual({ held: 0 });
    }
  });

  it('takes a return notification of its order without another day to pay', async () => {
    const { number, captureNumber } = await charged();
    const before = await captureOf(number);
    const noted = await app.ask('POST', path(number, '/captures/return-notification'), { captureNumber });
    expect(noted.status, noted.text).toBeLessThan(300);
    expect((await captureOf(number))['dueDate']).toBe(before['dueDate']);
  });
});

describe('the merchant', () => {
  it('is paid for the capture once, and pays back a refund once', async () => {
    const { number } = await charged();
    await app.ask('POST', path(number, '/refunds'), { items: [item('DE', 'LAMP', 8500)] });
    await charge();
    const rows = await app.query(
      `select sum(case when l.credit_account = 'merchant_payables' then l.amount_minor else -l.amount_minor end)::int as owed
       from ledger l join orders o on o.id = l.order_id
       where o.number = $1 and 'merchant_payables' in (l.debit_account, l.credit_account)`,
      number,
    );
    expect(rows).toEqual([{ owed: 10_000 }]);
    const kinds = await app.query('select distinct kind from settlement_lines order by kind');
    expect(kinds).toEqual([{ kind: 'Capture' }, { kind: 'Refund' }]);
  });
});
