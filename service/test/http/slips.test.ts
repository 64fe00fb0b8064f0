// A slip in a request that moves money must not move everything (C06): only no body, `null` and `{}` mean all. What is
// misspelt is refused and named, and nothing is written; what no money depends on stays harmless, and the sandbox says so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPath, add as addEvent, openAccount } from '../support/accounts.ts';
import {
  type Answer,
  authorizeBody,
  authorized,
  captured,
  item,
  type Json,
  path,
  startApp,
  startLive,
  type TestApp,
} from '../support/app.ts';
import { slipOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const lamp = item('DE', 'LAMP', 1000);

describe('an event of a customer account', () => {
  test('without an amount that is understood is refused; one that moves nothing may hold any members', async () => {
    const number = await openAccount(app, 'DE', 500);
    for (const slipped of [{ amount: 50 }, { totalAmounts: 50 }, { items: [], sum: 5 }]) {
      const before = await app.rowCounts();
      const answer = await addEvent(app, number, { totalAmount: undefined, ...slipped });
      expect([answer.status, answer.body['code']]).toEqual([400, '400.001']);
      expect(await app.rowCounts()).toEqual(before);
    }
    expect((await addEvent(app, number, { totalAmount: 5, totalAmuont: 7 })).status).toBe(400);
    const noted = await addEvent(app, number, { eventType: 'Info', totalAmount: undefined, totalAmounts: 50 });
    expect([noted.status, noted.headers['ignored-members']]).toEqual([200, 'totalAmounts']);
    const bought = await addEvent(app, number, { totalAmount: 5, shoeSize: 44 });
    expect([bought.body['eventAdded'], bought.headers['ignored-members']]).toEqual([true, 'shoeSize']);
    expect((await app.ask('GET', accountPath(number, '/credit-limit'))).body).toMatchObject({ balance: 5 });
  });
});

test('a slip in what an operator does by hand is refused likewise', async () => {
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  const { number } = await captured(app);
  const order = `/admin/v1/merchants/${String(merchant?.['id'])}/orders/${number}`;
  const reason = 'Goodwill';
  const operator = 'sandbox-operator';
  expect(await slipOf(app, `${order}/refunds`, { amuont: 10, reason }, operator)).toEqual(['amuont', 'amount']);
  expect(await slipOf(app, `${order}/captures`, { totalGrossAmount: 10, reason }, operator)).toEqual([
    'totalGrossAmount',
    'amount',
  ]);
  expect(await slipOf(app, `${order}/voids`, { sum: 10, reason }, operator)).toEqual(['sum', 'amount']);
  expect(await slipOf(app, `${order}/refunds`, { amuont: null, reason }, operator)).toEqual(['amuont', 'amount']);
  expect(await slipOf(app, `${order}/release`, { amount: 10, reason }, operator)).toEqual(['amount', undefined]);
  const paid = { captureNumber: 'x', amount: 1, valueDate: '2026-11-20', transactionId: 'T', paymentReferences: 'RF' };
  expect(await slipOf(app, `/admin/v1/merchants/${String(merchant?.['id'])}/payments`, paid, operator)).toEqual([
    'paymentReferences',
    'paymentReference',
  ]);
});

describe('the header of ignored members', () => {
  const ignored = ({ status, headers, text }: Answer): unknown => (status === 200 ? headers['ignored-members'] : text);

  test('names a full order in a capture and a void, its references, its own ids', async () => {
    const number = await authorized(app);
    const item9 = { ...lamp, orderId: 'x', insertedAt: '2026-11-22T06:08:28Z', updatedAt: '2026-11-22T06:08:28Z', pageUrl: 'p' };
    const whole = { number, currency: 'EUR', DiscountAmount: 0, totalGrossAmount: '10', totalNetAmount: '8.40', items: [item9] };
    const spryker = { idSalesOrder: 5, fkPayment: 7, orderNumber: number };
    const capture = await app.ask('POST', path(number, '/captures'), { ...spryker, orderDetails: whole });
    expect(ignored(capture)).toBe(
      'idSalesOrder, fkPayment, orderNumber, orderDetails.number, orderDetails.DiscountAmount, orderDetails.items[].orderId, ' +
        'orderDetails.items[].insertedAt, orderDetails.items[].updatedAt, orderDetails.items[].pageUrl',
    );
    const { captureNumber } = capture.body;
    const refund = { ...spryker, captureNumber, ORDERITEMS: [{ ...item9, vatRate: 19, quantity: '1' }] };
    expect(ignored(await app.ask('POST', path(number, '/refunds'), refund))).toContain('orderItems[].vatRate');
    const cancelled = { ...spryker, CancellationDetails: { ...whole, TotalNetAmount: '8.40', totalNetAmount: undefined } };
    expect(ignored(await app.ask('POST', path(number, '/voids'), cancelled))).toContain('cancellationDetails.number');
  });

  test('is absent where nothing was ignored, and has plain signs of bounded length where much was', async () => {
    const body = authorizeBody('DE');
    expect((await app.ask('POST', authorize, body)).headers['ignored-members']).toBeUndefined();
    const odd = { 'a\r\nX-Evil: 1': 1, 'b,c': 1, 'ä\u2028😀': 1, '\ud800': 1, '': 1, ['x'.repeat(10_000)]: 1 };
    const { status, headers } = await app.ask('POST', authorize, { ...authorizeBody('DE'), ...odd });
    expect([status, headers['x-evil'], headers['ignored-members']]).toEqual([
      200,
      undefined,
      `a%0D%0AX-Evil%3A%201, b%2Cc, %C3%A4%E2%80%A8%F0%9F%98%80, %EF%BF%BD, %20, ${'x'.repeat(60)}`,
    ]);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_each, n) => [`unknown${n}`, n]));
    const cut = String((await app.ask('POST', authorize, { ...authorizeBody('DE'), ...many })).headers['ignored-members']);
    expect(cut.length).toBeLessThanOrEqual(1005);
    expect(cut).toMatch(/^(unknown\d+, )+\.\.\.$/);
  });

  test('is also in answers to questions, in what an operator sends, and beside a refusal for another reason', async () => {
    const asked = await app.ask('POST', '/api/v3/lookup/installment-plans', { amount: 100, basket: 'x' });
    expect(ignored(asked)).toBe('basket');
    const operator = { key: 'sandbox-operator' };
    const made = await app.ask('POST', '/admin/v1/organisations', { name: 'Slips', reason: 'Test', colour: 'red' }, operator);
    expect(ignored(made)).toBe('colour');
    const refused = await app.ask('POST', authorize, { ...authorizeBody('DE', { order: { currency: 'XXX' } }), colour: 'red' });
    expect([refused.status, refused.headers['ignored-members']]).toEqual([400, 'colour']);
  });

  test('is absent in live mode, and a slip is refused all the same', async () => {
    const live = await startLive(app);
    try {
      await live.query(`update api_keys set hash = encode(sha256('live-key'), 'hex') where name = 'sandbox-de'`);
      const ask = (url: string, body: Json) => live.ask('POST', url, body, { key: 'live-key' });
      const { status, headers } = await ask('/api/v3/lookup/installment-plans', { amount: 100, basket: 'x' });
      expect([status, headers['ignored-members']]).toEqual([200, undefined]);
      expect((await ask(path('1', '/captures'), { amount: 1 })).messages).toMatchObject([{ code: '400.001' }]);
    } finally {
      await live.stop();
    }
  });
});
