// Values as shops write them (C06): a number for a text is its text, the noise of floats is no fault. What could be mistaken,
// a number that a double does not hold or an amount with more decimals than money has, is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add, openAccount } from '../support/accounts.ts';
import { authorizeBody, authorized, item, type Json, orderNumber, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';

/** Status, and code and field of the first message. */
async function refused(url: string, body: unknown): Promise<unknown[]> {
  const before = await app.rowCounts();
  const { status, messages } = await app.ask('POST', url, body);
  expect(await app.rowCounts()).toEqual(before);
  return [status, messages[0]?.['code'], messages[0]?.['fieldReference']];
}

describe('a number where text is expected', () => {
  test('is its text, in everything that is text', async () => {
    const number = 4_711_001;
    const customer = { customerNumber: 815_001, phone: 4_930_123_456 } as unknown as Json;
    const body = authorizeBody('DE', {
      customer: { ...customer },
      order: { number },
      items: [item('DE', 'A', 1000, 1, { productId: 77, groupId: 11, description: -0.5, unitCode: 3 })],
    });
    const address = { ...body.customer.address, postalCode: 10827, streetNumber: 12 };
    const placed = await app.ask('POST', authorize, { ...body, customer: { ...body.customer, address } });
    expect(placed.body).toMatchObject({ outcome: 'Accepted', customer: { addressList: [{ postalCode: '10827' }] } });
    const read = await app.ask('GET', path(String(number)));
    expect(read.body['orderDetails']).toMatchObject({
      orderNumber: String(number),
      orderItems: [{ productId: '77', groupId: '11', description: '-0.5', unitCode: '3' }],
    });
    const captured = await app.ask('POST', path(String(number), '/captures'), { invoiceNumber: number });
    expect(captured.body).toMatchObject({ captureNumber: String(number) });
    const items = [{ grossUnitPrice: 2, quantity: 1 }];
    const refund = await app.ask('POST', path(String(number), '/refunds'), { captureNumber: number, items });
    expect(refund.body).toMatchObject({ totalRefundedAmount: 2 });
  });

  test('that a double does not hold is refused, so that no other number is meant', async () => {
    const order = await authorized(app);
    await app.ask('POST', path(order, '/captures'), { invoiceNumber: '9007199254740992' });
    for (const written of [
      '9007199254740993',
      '9007199254740992',
      '-9007199254740992',
      '123456789012345678901',
      '1e21',
      '1e-7',
    ]) {
      expect(await refused(path(order, '/refunds'), `{"captureNumber":${written}}`)).toEqual([400, '400.004', 'captureNumber']);
    }
    // More digits than a double keeps: what was written is not known any more.
    expect(await refused(path(order, '/refunds'), '{"captureNumber":0.1234567890123456789}')).toEqual([
      400,
      '400.004',
      'captureNumber',
    ]);
    expect(await refused(path(order, '/refunds'), '{"captureNumber":9007199254740991}')).toEqual([
      404,
      '400.201',
      'captureNumber',
    ]);
  });

  test('is no day, no instant, no id and no word; nor are true and false text, nor is a list', async () => {
    const body = authorizeBody('DE');
    const withCustomer = (over: Json): Json => ({ ...body, customer: { ...body.customer, ...over } });
    expect(await refused(authorize, withCustomer({ birthDate: 19841208 }))).toEqual([400, '400.004', 'customer.birthDate']);
    expect(await refused(authorize, withCustomer({ customerCategory: 1 }))).toEqual([
      400,
      '400.004',
      'customer.customerCategory',
    ]);
    expect(await refused(authorize, { ...body, checkoutId: 5 })).toEqual([400, '400.004', 'checkoutId']);
    for (const text of [true, false, [11], ['11'], [], { a: 1 }]) {
      expect(await refused(authorize, withCustomer({ customerNumber: text }))).toEqual([
        400,
        '400.004',
        'customer.customerNumber',
      ]);
    }
    const account = await openAccount(app, 'DE', 100);
    for (const time of [20261120, 1795167000, 2026]) {
      const event = await add(app, account, { time });
      expect([event.status, event.body['code'], event.body['fieldReference']]).toEqual([400, '400.004', 'time']);
    }
    expect((await add(app, account, { accountTransactionId: 42, posId: 7 })).body).toMatchObject({ eventAdded: true });
    const again = await add(app, account, { accountTransactionId: '42', posId: '7' });
    expect(again.body['code']).toBe('400.302');
  });
});

describe('the noise of floats', () => {
  test('is taken away from prices, totals and what informs', async () => {
    const number = orderNumber();
    const items = [
      item('DE', 'JACKET', 11_995, 1, {
        netUnitPrice: 100.80000000000001,
        vatAmount: 19.150000000000006,
        vatPercent: 19.000000000000004,
      }),
      item('DE', 'SOCKS', 777, 1, {
        grossUnitPrice: '7.7699999999999996',
        vatAmount: '1.2399999999999993',
        quantity: 0.9999999999999999,
      }),
    ];
    const sum = { totalGrossAmount: 119.95 + 7.77 + 1e-11, totalNetAmount: 107.33000000000001 };
    const placed = await app.ask('POST', authorize, authorizeBody('DE', { items, order: { number, ...sum } }));
    expect(placed.body).toMatchObject({ outcome: 'Accepted' });
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject({
      totalGrossAmount: 127.72,
      orderItems: [
        { netUnitPrice: 100.8, vatAmount: 19.15, vatPercent: 19 },
        { grossUnitPrice: 7.77, vatAmount: 1.24, quantity: 1 },
      ],
    });
    const capture = (totalGrossAmount: unknown) =>
      app.ask('POST', path(number, '/captures'), { orderDetails: { totalGrossAmount } });
    expect((await capture(14.880000000000003)).body).toMatchObject({ capturedAmount: 14.88 });
    expect((await capture('0.1200000000000000000001')).body).toMatchObject({ capturedAmount: 0.12, totalCapturedAmount: 15 });
    expect((await capture(0.0199999999999996)).body).toMatchObject({ capturedAmount: 0.02 });
  });

  test('is not what truly has more decimals: refused where money moves, rounded half to even where it informs', async () => {
    const number = await authorized(app);
    const field = 'orderDetails.totalGrossAmount';
    for (const total of [12.345, '12.345', 60.00000001, '60.000000002', 0.015]) {
      expect(await refused(path(number, '/captures'), { orderDetails: { totalGrossAmount: total } })).toEqual([
        400,
        '400.007',
        field,
      ]);
    }
    for (const total of [true, [60], '1e5', '1e1', '0x10', '60,00', '6 0', 'NaN']) {
      expect(await refused(path(number, '/captures'), { orderDetails: { totalGrossAmount: total } })).toEqual([
        400,
        '400.004',
        field,
      ]);
    }
    expect(await refused(path(number, '/captures'), { orderDetails: { totalGrossAmount: 1e-12 } })).toEqual([
      400,
      '400.003',
      field,
    ]);
    const price = [{ grossUnitPrice: 1.23456, quantity: 1 }];
    expect(await refused(path(number, '/refunds'), { items: price })).toEqual([400, '400.007', 'items[0].grossUnitPrice']);
    const more = { vatPercent: '18.99995', vatAmount: 1.58345, netUnitPrice: 8.41665 };
    const items = [item('DE', 'A', 1000, 1, more)];
    const summary = { totalGrossAmount: 10, totalNetAmount: 8.42, items };
    expect((await app.ask('POST', path(number, '/captures'), { orderDetails: summary })).status).toBe(200);
    const { captures } = (await app.ask('GET', path(number, '/captures'))).body as { captures: Json[] };
    expect(captures[0]).toMatchObject({ captureItems: [{ vatPercent: 19, vatAmount: 1.5834, netUnitPrice: 8.4166 }] });
  });
});
