// A slip in a request that moves money must not move everything (C06): only no body, `null` and `{}` mean all. What is
// misspelt is refused and named, and nothing is written; what no money depends on stays harmless, and the sandbox says so.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountPath, add as addEvent, openAccount } from '../support/accounts.ts';
import {
  type Answer,
  authorizeBody,
  authorized,
  item,
  type Json,
  part,
  path,
  startApp,
  startLive,
  summary,
  type TestApp,
} from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const lamp = item('DE', 'LAMP', 1000);

/** An order of 100.00 of which 50.00 are captured as one capture; its number and the capture's. */
async function captured(): Promise<{ number: string; captureNumber: string }> {
  const number = await authorized(app);
  const { body } = await app.ask('POST', path(number, '/captures'), { orderDetails: part(50) });
  return { number, captureNumber: String(body['captureNumber']) };
}

/** Refused as a slip, and nothing was written; what of the body is named, and what it is taken for. */
async function slip(url: string, body: unknown, key = 'sandbox-de'): Promise<unknown[]> {
  const before = await app.rowCounts();
  const answer = await app.ask('POST', url, body, { key });
  expect([body, answer.status, answer.messages[0]?.['code']]).toEqual([body, 400, '400.001']);
  expect(await app.rowCounts()).toEqual(before);
  const { fieldReference, message } = answer.messages[0] ?? {};
  return [fieldReference, /the nearest is ([^)]+)\)$/.exec(String(message))?.[1]];
}

describe('a capture', () => {
  test.each<[Json, string, string]>([
    [{ orderDetail: { totalGrossAmount: 60 } }, 'orderDetail', 'orderDetails'],
    [{ orderDetials: { totalGrossAmount: 60 } }, 'orderDetials', 'orderDetails'],
    [{ order_details: { totalGrossAmount: 60 } }, 'order_details', 'orderDetails'],
    [{ amount: 10 }, 'amount', 'orderDetails.totalGrossAmount'],
    [{ Amount: '10.00' }, 'Amount', 'orderDetails.totalGrossAmount'],
    [{ totalGrossAmount: 60, totalNetAmount: 50 }, 'totalGrossAmount', 'orderDetails.totalGrossAmount'],
    [{ items: [lamp] }, 'items', 'orderDetails.items'],
    [{ OrderItem: [lamp] }, 'OrderItem', 'orderDetails.items'],
    [{ cancellationDetails: part(10) }, 'cancellationDetails', 'orderDetails'],
    [{ invoiceNumber: 'R-SLIP', sum: 3 }, 'sum', 'orderDetails'],
    [{ orderDetails: null, order: part(10) }, 'order', 'orderDetails'],
    [{ orderDetails: { totalGrosAmount: 60 } }, 'orderDetails.totalGrosAmount', 'orderDetails.totalGrossAmount'],
    [{ orderDetails: { ...part(60), item: [lamp] } }, 'orderDetails.item', 'orderDetails.items'],
    [
      { orderDetails: { ...part(10), items: [{ ...lamp, grossUnitPrices: 3 }] } },
      'orderDetails.items[0].grossUnitPrices',
      'orderDetails.items[0].grossUnitPrice',
    ],
    [{ orderDetails: part(10), orderDetail: part(20) }, 'orderDetail', 'orderDetails'],
    [{ amount: null }, 'amount', 'orderDetails.totalGrossAmount'],
    [{ invoiceNumber: 'R-SLIP', orderDetail: {} }, 'orderDetail', 'orderDetails'],
    [{ orderDetails: { amount: null } }, 'orderDetails.amount', 'orderDetails.totalGrossAmount'],
  ])('%j', async (body, field, nearest) => {
    const number = await authorized(app);
    expect(await slip(path(number, '/captures'), body)).toEqual([field, nearest]);
  });

  test('has its slip refused behind any number of other names, and a name that every item has is one', async () => {
    const number = await authorized(app);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`meta${index}`, 'x']));
    const hidden = await app.ask('POST', path(number, '/captures'), { ...many, orderDetials: part(60), orderDetails: part(10) });
    expect([hidden.status, hidden.messages[0]]).toMatchObject([
      400,
      { code: '400.001', fieldReference: 'meta5000', message: expect.stringContaining('more than 5000 members') },
    ]);
    const names = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`meta${index}`, 'x']));
    const items = Array.from({ length: 200 }, () => ({ ...item('DE', 'LAMP', 10), ...names }));
    const taken = await app.ask('POST', path(number, '/captures'), { orderDetails: { ...summary(items), items } });
    expect([taken.status, taken.body]).toMatchObject([200, { capturedAmount: 20 }]);
  });

  test('of an amount that could not be computed is no capture of everything', async () => {
    const number = await authorized(app);
    for (const totalGrossAmount of [null, '', ' ', {}]) {
      const answer = await app.ask('POST', path(number, '/captures'), { orderDetails: { totalGrossAmount } });
      expect([answer.status, answer.messages]).toMatchObject([
        400,
        [{ code: '400.002', fieldReference: 'orderDetails.totalGrossAmount' }],
      ]);
    }
    for (const body of [{ orderDetails: { amount: 10 } }, { orderDetails: 60 }, { orderDetails: [part(60)] }]) {
      expect((await app.ask('POST', path(number, '/captures'), body)).status).toBe(400);
    }
  });
});

describe('a refund', () => {
  test.each<[Json, string, string]>([
    [{ amount: 10 }, 'amount', 'items'],
    [{ item: [lamp] }, 'item', 'items'],
    [{ OrderItem: [lamp] }, 'OrderItem', 'orderItems'],
    [{ refundItems: [lamp] }, 'refundItems', 'items'],
    [{ lines: [lamp] }, 'lines', 'items'],
    [{ orderDetails: part(10) }, 'orderDetails', 'orderItems'],
    [{ captureNumbers: ['1'] }, 'captureNumbers', 'captureNumber'],
    [{ capture: '1' }, 'capture', 'captureNumber'],
    [{ refundType: 'Return', reason: 'late' }, 'reason', 'items'],
    [{ items: [lamp], captureNumbr: '1' }, 'captureNumbr', 'captureNumber'],
    [{ items: [{ ...lamp, quantities: 2 }] }, 'items[0].quantities', 'items[0].quantity'],
    [{ item: [] }, 'item', 'items'],
    [{ items: [], amount: '' }, 'amount', 'items'],
    [{ items: [{ grossUnitPrices: 10, quantity: 1 }] }, 'items[0].grossUnitPrices', 'items[0].grossUnitPrice'],
    [{ 'items\r\nSet-Cookie: a=b': [lamp] }, 'items%0D%0ASet-Cookie%3A%20a%3Db', 'items'],
  ])('%j', async (body, field, nearest) => {
    const { number } = await captured();
    expect(await slip(path(number, '/refunds'), body)).toEqual([field, nearest]);
  });

  test('of a capture with an unknown amount beside its number is not one of the whole capture', async () => {
    const { number, captureNumber } = await captured();
    expect(await slip(path(number, '/refunds'), { captureNumber, amount: 10 })).toEqual(['amount', 'items']);
    expect(await slip(path(number, '/refunds'), { captureNumber, items: [], amount: 10 })).toEqual(['amount', 'items']);
    expect(await slip(path(number, '/refunds'), { captureNumber, amount: null })).toEqual(['amount', 'items']);
    expect((await app.ask('POST', path(number, '/refunds'), { captureNumber, items: [] })).body).toMatchObject({
      totalRefundedAmount: 50,
    });
  });
});

describe('a void', () => {
  test.each<[Json, string, string]>([
    [{ orderDetails: part(10) }, 'orderDetails', 'cancellationDetails'],
    [{ cancelationDetail: part(10) }, 'cancelationDetail', 'cancellationDetails'],
    [{ totalGrossAmount: 10 }, 'totalGrossAmount', 'cancellationDetails.totalGrossAmount'],
    [{ amount: 10, merchantId: 'M' }, 'amount', 'cancellationDetails.totalGrossAmount'],
    [{ amount: {} }, 'amount', 'cancellationDetails.totalGrossAmount'],
    [
      { cancellationDetails: { totalGrossAmuont: 10 } },
      'cancellationDetails.totalGrossAmuont',
      'cancellationDetails.totalGrossAmount',
    ],
  ])('%j', async (body, field, nearest) => {
    const number = await authorized(app);
    expect(await slip(path(number, '/voids'), body)).toEqual([field, nearest]);
  });
});

test('an update of an order names what its new total was meant to be in', async () => {
  const number = await authorized(app);
  const summary = { ...part(10), items: [lamp] };
  expect(await slip(path(number, '/updateOrder'), { updateOrderSumary: summary })).toEqual([
    'updateOrderSumary',
    'updateOrderSummary',
  ]);
  expect(await slip(path(number, '/updateOrder'), { order: summary, orders: [], UpdateOrderSummarys: summary })).toEqual([
    'UpdateOrderSummarys',
    'updateOrderSummary',
  ]);
});

describe('an event of a customer account', () => {
  test('without an amount that is understood is none of nothing; one that moves nothing may hold what it likes', async () => {
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

test('what an operator does by hand is no other', async () => {
  const [merchant] = await app.query(`select id from merchants where country = 'DE'`);
  const { number } = await captured();
  const order = `/admin/v1/merchants/${String(merchant?.['id'])}/orders/${number}`;
  const reason = 'Goodwill';
  const operator = 'sandbox-operator';
  expect(await slip(`${order}/refunds`, { amuont: 10, reason }, operator)).toEqual(['amuont', 'amount']);
  expect(await slip(`${order}/captures`, { totalGrossAmount: 10, reason }, operator)).toEqual(['totalGrossAmount', 'amount']);
  expect(await slip(`${order}/voids`, { sum: 10, reason }, operator)).toEqual(['sum', 'amount']);
  expect(await slip(`${order}/refunds`, { amuont: null, reason }, operator)).toEqual(['amuont', 'amount']);
  expect(await slip(`${order}/release`, { amount: 10, reason }, operator)).toEqual(['amount', undefined]);
  const paid = { captureNumber: 'x', amount: 1, valueDate: '2026-11-20', transactionId: 'T', paymentReferences: 'RF' };
  expect(await slip(`/admin/v1/merchants/${String(merchant?.['id'])}/payments`, paid, operator)).toEqual([
    'paymentReferences',
    'paymentReference',
  ]);
});

describe('what real shop clients send beside what is understood', () => {
  const ignored = ({ status, headers, text }: Answer): unknown => (status === 200 ? headers['ignored-members'] : text);

  test('a full order in a capture and a void, its references, its own ids', async () => {
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

  test('nothing where nothing was ignored, and plain signs of bounded length where much was', async () => {
    const body = authorizeBody('DE');
    expect((await app.ask('POST', authorize, body)).headers['ignored-members']).toBeUndefined();
    const odd = { 'a\r\nX-Evil: 1': 1, 'b,c': 1, 'ä\u2028😀': 1, '\ud800': 1, '': 1, ['x'.repeat(10_000)]: 1 };
    const { status, headers } = await app.ask('POST', authorize, { ...authorizeBody('DE'), ...odd });
    expect([status, headers['x-evil'], headers['ignored-members']]).toEqual([
      200,
      undefined,
      `a%0D%0AX-Evil%3A%201, b%2Cc, %C3%A4%E2%80%A8%F0%9F%98%80, %EF%BF%BD, %20, ${'x'.repeat(60)}`,
    ]);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_each, n) => [`unknown${n}`, n]));
    const cut = String((await app.ask('POST', authorize, { ...authorizeBody('DE'), ...many })).headers['ignored-members']);
    expect(cut.length).toBeLessThanOrEqual(1005);
    expect(cut).toMatch(/^(unknown\d+, )+\.\.\.$/);
  });

  test('also in questions, in what an operator sends, and beside a refusal for another reason', async () => {
    const asked = await app.ask('POST', '/api/v3/lookup/installment-plans', { amount: 100, basket: 'x' });
    expect(ignored(asked)).toBe('basket');
    const operator = { key: 'sandbox-operator' };
    const made = await app.ask('POST', '/admin/v1/organisations', { name: 'Slips', reason: 'Test', colour: 'red' }, operator);
    expect(ignored(made)).toBe('colour');
    const refused = await app.ask('POST', authorize, { ...authorizeBody('DE', { order: { currency: 'XXX' } }), colour: 'red' });
    expect([refused.status, refused.headers['ignored-members']]).toEqual([400, 'colour']);
  });

  test('in live mode no answer tells, and a slip is refused all the same', async () => {
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
