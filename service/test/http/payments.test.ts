// A consumer's money is booked once and never beyond what is owed; it gives the limit back, and a refund of what was paid is
// owed back to the consumer, to the cent.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { advance, authorizeBody, item, type Json, orderNumber, path, startApp, type TestApp } from '../support/app.ts';
import { expectBooksAgree } from '../support/books-agree.ts';
import { todayIn } from '../support/days.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
let merchantId: string;
beforeAll(async () => {
  app = await startApp();
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  merchantId = String(merchant?.['id']);
});
afterEach(() => expectBooksAgree((text) => app.query(text)));
afterAll(() => app.stop());

let transactions = 0;
const book = (body: Json, key = 'sandbox-operator', merchant = merchantId) => {
  transactions += 1;
  const usual = { transactionId: `bank-${transactions}`, valueDate: today() };
  return app.ask('POST', `/admin/v1/merchants/${merchant}/payments`, { ...usual, ...body }, { key });
};
const today = (): string => todayIn('DE');

/** An order of so many euros, captured in full. */
async function captured(amount: number, customer = buyer('DE')): Promise<{ order: string; capture: string }> {
  const items = [item('DE', 'THING', amount * 100)];
  const body = authorizeBody('DE', { items, customer, order: { number: orderNumber() } });
  const authorized = await app.ask('POST', '/api/v3/checkout/authorize', body);
  expect(authorized.body['outcome']).toBe('Accepted');
  const answer = await app.ask('POST', path(body.order.number, '/captures'));
  return { order: body.order.number, capture: String(answer.body['captureNumber']) };
}

const captureOf = async (order: string): Promise<Json> => {
  const answer = await app.ask('GET', path(order, '/captures'));
  return (answer.body['captures'] as Json[])[0] ?? {};
};

describe('a payment', () => {
  it('lowers what is left to pay, in parts and to nothing', async () => {
    const { order, capture } = await captured(100);
    const first = await book({ captureNumber: capture, amount: 30.01 });
    expect([first.status, first.body]).toMatchObject([
      200,
      { orderNumber: order, amount: 30.01, principalAmount: 30.01, interestAmount: 0, feeAmount: 0, remainingAmount: 69.99 },
    ]);
    expect(await captureOf(order)).toMatchObject({ amount: 100, balance: 69.99, paidAmount: 30.01 });
    const second = await book({ captureNumber: capture, amount: '69.99' });
    expect(second.body).toMatchObject({ remainingAmount: 0 });
    expect(await captureOf(order)).toMatchObject({ balance: 0, paidAmount: 100 });
  });

  it('gives the customer’s limit back', async () => {
    const customer = buyer('DE');
    const { capture } = await captured(1000, customer);
    const again = authorizeBody('DE', { items: [item('DE', 'THING', 100_000)], customer });
    const before = await app.ask('POST', '/api/v3/checkout/authorize', again);
    expect(before.body['outcome']).toBe('Rejected');
    await book({ captureNumber: capture, amount: 1000 });
    const after = await app.ask('POST', '/api/v3/checkout/authorize', again);
    expect(after.body['outcome']).toBe('Accepted');
  });

  it('is booked once, however often it is sent', async () => {
    const { order, capture } = await captured(100);
    const payment = { captureNumber: capture, amount: 60, transactionId: 'statement-7' };
    const twins = await Promise.all([book(payment), book(payment), book(payment)]);
    expect(twins.map((each) => each.status)).toEqual([200, 200, 200]);
    expect(await captureOf(order)).toMatchObject({ balance: 40 });
    const events = await app.query(
      `select count(*)::int as count from outbox where type = 'capture.paid' and subject = $1`,
      capture,
    );
    expect(events[0]?.['count']).toBe(1);
    const other = await book({ ...payment, amount: 40 });
    expect([other.status, other.messages]).toMatchObject([409, [{ code: '400.295', fieldReference: 'transactionId' }]]);
    // An id is one merchant's own.
    const [norway] = await app.query(`select id from merchants where country = 'NO'`);
    const elsewhere = await book(payment, 'sandbox-operator', String(norway?.['id']));
    expect([elsewhere.status, elsewhere.messages]).toMatchObject([404, [{ code: '400.201' }]]);
  });

  it('above what is left, on a paid capture, of the future or from before the invoice is refused and changes nothing', async () => {
    const { capture } = await captured(50);
    const counts = await app.rowCounts();
    const above = await book({ captureNumber: capture, amount: 50.01 });
    expect([above.status, above.messages]).toMatchObject([
      409,
      [{ code: '400.297', fieldReference: 'amount', message: expect.stringContaining('50.00') }],
    ]);
    for (const valueDate of ['2199-01-01', '2020-01-01']) {
      const answer = await book({ captureNumber: capture, amount: 1, valueDate });
      expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.003', fieldReference: 'valueDate' }]]);
    }
    expect(await app.rowCounts()).toEqual(counts);
    await book({ captureNumber: capture, amount: 50 });
    const more = await book({ captureNumber: capture, amount: 0.01 });
    expect([more.status, more.messages]).toMatchObject([409, [{ code: '400.296' }]]);
  });

  it('needs a capture of the merchant, an amount above zero, a day and a transaction id', async () => {
    const { capture } = await captured(50);
    const code = async (body: Json, key?: string) => {
      const answer = await book(body, key);
      return [answer.status, answer.messages[0]?.['code'], answer.messages[0]?.['fieldReference']];
    };
    expect(await code({ captureNumber: 'nobody', amount: 1 })).toEqual([404, '400.201', 'captureNumber']);
    expect(await code({ paymentReference: 'RF00', amount: 1 })).toEqual([404, '400.201', 'paymentReference']);
    expect(await code({ amount: 1 })).toEqual([400, '400.002', 'captureNumber']);
    expect(await code({ captureNumber: capture, amount: 0 })).toEqual([400, '400.003', 'amount']);
    expect(await code({ captureNumber: capture, amount: -5 })).toEqual([400, '400.003', 'amount']);
    expect(await code({ captureNumber: capture, amount: 1.001 })).toEqual([400, '400.007', 'amount']);
    expect(await code({ captureNumber: capture, amount: 1, transactionId: ' ' })).toEqual([400, '400.002', 'transactionId']);
    expect(await code({ captureNumber: capture, amount: 1, valueDate: '2026-02-30' })).toEqual([400, '400.004', 'valueDate']);
    expect(await code({ captureNumber: capture, amount: 1 }, 'sandbox-de')).toEqual([401, '400.240', undefined]);
  });
});

describe('a refund', () => {
  it('lowers what is left first, and what was paid beyond is owed back', async () => {
    const { order, capture } = await captured(100);
    await book({ captureNumber: capture, amount: 70 });
    const refund = (amount: number) =>
      app.ask('POST', path(order, '/refunds'), {
        captureNumber: capture,
        items: [{ productId: 'r', description: 'back', quantity: 1, grossUnitPrice: amount }],
      });
    expect((await refund(20)).status).toBe(200);
    expect(await captureOf(order)).toMatchObject({ balance: 10, paidAmount: 70 });
    expect((await captureOf(order))['creditAmount']).toBeUndefined();
    expect((await refund(25)).status).toBe(200);
    expect(await captureOf(order)).toMatchObject({ balance: 0, paidAmount: 70, creditAmount: 15, totalRefundedAmount: 45 });
    expect((await refund(55)).status).toBe(200);
    expect(await captureOf(order)).toMatchObject({ balance: 0, creditAmount: 70, totalRefundedAmount: 100 });
    expect((await refund(0.01)).status).toBe(409);
  });

  it('of a paid part captures nothing back from the customer’s other orders', async () => {
    const customer = buyer('DE');
    const [paid, open] = [await captured(300, customer), await captured(300, customer)];
    await book({ captureNumber: paid.capture, amount: 300 });
    await app.ask('POST', path(paid.order, '/refunds'));
    expect(await captureOf(open.order)).toMatchObject({ balance: 300 });
    await app.ask('POST', path(open.order, '/refunds'));
    expect(await captureOf(open.order)).toMatchObject({ balance: 0 });
  });
});

describe('a return', () => {
  it('of a capture that is paid has nothing to postpone', async () => {
    const { order, capture } = await captured(40);
    await book({ captureNumber: capture, amount: 40 });
    const answer = await app.ask('POST', path(order, '/captures/return-notification'), { captureNumber: capture });
    expect([answer.status, answer.messages]).toMatchObject([409, [{ code: '400.296' }]]);
  });
});

// Last: the clock never goes back.
describe('a payment that is on record', () => {
  it('is counted for the customer as in time or too late', async () => {
    const customer = buyer('DE', { customerNumber: 'counted' });
    const [early, late] = [await captured(10, customer), await captured(20, customer)];
    await book({ captureNumber: early.capture, amount: 4 });
    await book({ captureNumber: early.capture, amount: 6 });
    await advance(app, 'DE', { advanceSeconds: 20 * 86_400 });
    await book({ captureNumber: late.capture, amount: 20, valueDate: todayIn('DE', 20) });
    const [counts] = await app.query(
      `select e.paid_on_time_count, e.paid_late_count from exposures e join customers c
       on c.merchant_id = e.merchant_id and c.key = e.customer_key where c.number = 'counted'`,
    );
    expect(counts).toEqual({ paid_on_time_count: 1, paid_late_count: 1 });
  });
});
