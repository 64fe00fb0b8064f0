// Captures: what the state of an order forbids, slips that must not capture everything (C06), and what
// follows a capture: return notifications and shipping details (C27, C28).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/core/dates.ts';
import { authorizeBody, authorized, item, type Json, part, path, startApp, summary, type TestApp } from '../support/app.ts';
import { todayIn } from '../support/days.ts';
import { exposures } from '../support/limits.ts';
import { refusalOf, slipOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

test('an order is read with the country of its addresses, also where the shop left it out', async () => {
  const address = { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlin' };
  const body = authorizeBody('DE');
  const { countryCode: _country, ...own } = body.customer.address;
  const { lastName, firstName } = body.customer;
  const sent = { ...body, customer: { ...body.customer, address: own }, deliveryCustomer: { firstName, lastName, address } };
  await app.ask('POST', '/api/v3/checkout/authorize', sent);
  const read = await app.ask('GET', path(body.order.number));
  expect(read.body['orderDetails']).toMatchObject({
    customer: { address: { ...own, countryCode: 'DE' } },
    deliveryCustomer: { address: { ...address, countryCode: 'DE' } },
  });
});

const lamp = item('DE', 'LAMP', 1000);

describe('a capture', () => {
  test('takes no more than is open, no number that is used, and nothing once nothing is open', async () => {
    const number = await authorized(app);
    expect(await refusalOf(app, number, '/captures', { orderDetails: part(100.01) })).toEqual([
      409,
      '400.213',
      'orderDetails.totalGrossAmount',
    ]);
    expect(await refusalOf(app, number, '/captures', { orderDetails: { ...part(1), currency: 'SEK' } })).toEqual([
      400,
      '400.223',
      'orderDetails.currency',
    ]);
    expect(await refusalOf(app, number, '/captures', { invoiceNumber: 'a b' })).toEqual([400, '400.004', 'invoiceNumber']);
    expect(await refusalOf(app, number, '/captures', { invoiceNumber: 'x'.repeat(21) })).toEqual([
      400,
      '400.005',
      'invoiceNumber',
    ]);
    expect((await app.ask('POST', path(number, '/captures'), { orderDetails: part(60), invoiceNumber: 'R1' })).status).toBe(200);
    const other = await authorized(app);
    expect(await refusalOf(app, other, '/captures', { invoiceNumber: 'R1' })).toEqual([409, '400.220', 'invoiceNumber']);
    expect(await refusalOf(app, number, '/updateOrder', { updateOrderSummary: summary([item('DE', 'A', 100)]) })).toEqual([
      409,
      '400.217',
      undefined,
    ]);
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({
      capturedAmount: 40,
      remainingAuthorizedAmount: 0,
    });
    expect(await refusalOf(app, number, '/captures')).toEqual([409, '400.212', undefined]);
    expect(await refusalOf(app, number, '/voids')).toEqual([409, '400.212', undefined]);
  });

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
  ])('names the slip in %j and what it is taken for, and writes nothing', async (body, field, nearest) => {
    const number = await authorized(app);
    expect(await slipOf(app, path(number, '/captures'), body)).toEqual([field, nearest]);
  });

  test('has its slip refused behind any number of other names, and a name that every item has is one', async () => {
    const number = await authorized(app);
    const many = Object.fromEntries(Array.from({ length: 900 }, (_, index) => [`meta${index}`, 'x']));
    const hidden = await app.ask('POST', path(number, '/captures'), { ...many, orderDetials: part(60), orderDetails: part(10) });
    expect([hidden.status, hidden.messages[0]]).toMatchObject([
      400,
      { code: '400.001', fieldReference: 'meta500', message: expect.stringContaining('more than 500 members') },
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

describe('a return notification', () => {
  const notify = (number: string, body?: object) => app.ask('POST', path(number, '/captures/return-notification'), body);
  const dueDates = async (number: string): Promise<Record<string, string>> => {
    const { captures } = (await app.ask('GET', path(number, '/captures'))).body as {
      captures: { captureNumber: string; dueDate: string }[];
    };
    return Object.fromEntries(captures.map(({ captureNumber, dueDate }) => [captureNumber, dueDate]));
  };

  test('pauses the due date of one capture by 14 days, once, and moves no money', async () => {
    const number = await authorized(app);
    expect([(await notify(number)).status, (await notify(number, { captureNumber: 'RN-1' })).status]).toEqual([404, 404]);
    for (const [amount, invoiceNumber] of [
      [30, 'RN-1'],
      [20, 'RN-2'],
    ] as const) {
      await app.ask('POST', path(number, '/captures'), { orderDetails: part(amount), invoiceNumber });
    }
    const due = `${todayIn('DE', 14)}T00:00:00Z`;
    const later = `${addDays(due.slice(0, 10), 14)}T00:00:00Z`;
    const owed = await exposures(app);
    const unnamed = await notify(number);
    expect([unnamed.status, unnamed.messages]).toMatchObject([400, [{ code: '400.002', fieldReference: 'captureNumber' }]]);
    expect((await notify(number, { captureNumber: 'RN-2', totalGrossAmount: 5, items: [item('DE', 'A', 500)] })).text).toBe('{}');
    expect(await dueDates(number)).toEqual({ 'RN-1': due, 'RN-2': later });
    const again = await notify(number, { captureNumber: 'RN-2' });
    expect([again.status, again.messages]).toMatchObject([409, [{ code: '400.218', fieldReference: 'captureNumber' }]]);
    expect(await dueDates(number)).toEqual({ 'RN-1': due, 'RN-2': later });
    expect(await exposures(app)).toBe(owed);
  });

  test('of more than was captured and not refunded is refused, and puts nothing off', async () => {
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(60) });
    const items = [{ grossUnitPrice: 10, quantity: 1 }];
    expect((await app.ask('POST', path(number, '/refunds'), { items })).status).toBe(200);
    const before = await dueDates(number);
    const { status, messages } = await notify(number, { totalGrossAmount: 50.01 });
    expect([status, messages]).toMatchObject([409, [{ code: '400.214', fieldReference: 'totalGrossAmount' }]]);
    expect(await dueDates(number)).toEqual(before);
    expect((await notify(number, { totalGrossAmount: 50 })).text).toBe('{}');
  });

  test('needs no number, and no body, when there is one capture', async () => {
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'));
    expect([(await notify(number)).text, (await notify(number)).status]).toEqual(['{}', 409]);
  });
});

describe('shipping details', () => {
  test('count up for the order, know the carriers, and are changed whole', async () => {
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'), {
      orderDetails: part(10),
      invoiceNumber: 'SH-1',
      shippingDetails: [{ shippingCompany: 'Postnord AB', trackingId: 'a/b?c' }],
    });
    await app.ask('POST', path(number, '/captures'), { invoiceNumber: 'SH-2' });
    const ship = async (capture: string, shippingCompany: string) =>
      (
        await app.ask('POST', path(number, `/captures/${capture}/shipping-details`), {
          type: 'Shipment',
          shippingCompany,
          trackingId: 'T',
        })
      ).body;
    expect([await ship('SH-2', 'constructor'), await ship('SH-1', 'ups')]).toEqual([
      { shippingNumber: 2 },
      { shippingNumber: 3 },
    ]);
    const read = async (capture: string) => {
      const { captures } = (await app.ask('GET', path(number, `/captures/${capture}`))).body as {
        captures: { shippingDetails: { trackingUrl: string }[] }[];
      };
      return captures[0]?.shippingDetails.map(({ trackingUrl }) => trackingUrl);
    };
    expect(await read('SH-1')).toEqual([
      'https://tracking.postnord.com/en/tracking?id=a%2Fb%3Fc',
      'https://www.ups.com/track?tracknum=T',
    ]);
    expect(await read('SH-2')).toEqual(['']);
    const change = (capture: string, shippingNumber: number, body: object) =>
      app.ask('PATCH', path(number, `/captures/${capture}/shipping-details/${shippingNumber}`), body);
    const body = { type: 'Return', shippingCompany: 'GLS', trackingId: '9' };
    expect((await change('SH-2', 2, body)).text).toBe('{}');
    expect(await read('SH-2')).toEqual(['https://gls-group.com/EU/en/parcel-tracking?match=9']);
    // A shop links to the page: an address of a script would run in its own.
    for (const trackingUrl of [
      'javascript:alert(1)',
      'data:text/html,x',
      '//t.example/9',
      'JaVaScRiPt://x',
      'ftp://t.example/9',
    ]) {
      const { status, messages } = await change('SH-2', 2, { ...body, trackingUrl });
      expect([status, messages], trackingUrl).toMatchObject([400, [{ code: '400.004', fieldReference: 'trackingUrl' }]]);
      expect(messages[0]?.['message']).toContain('https://');
    }
    for (const trackingUrl of ['http://t.example/9', 'HTTPS://t.example/9?a=b c#d']) {
      expect((await change('SH-2', 2, { ...body, trackingUrl })).status).toBe(200);
      expect(await read('SH-2')).toEqual([trackingUrl]);
    }
    // A detail belongs to one capture, and is found there only.
    for (const [capture, shippingNumber, code, field] of [
      ['SH-1', 2, '400.204', 'shippingNumber'],
      ['SH-9', 2, '400.201', 'captureNumber'],
    ] as const) {
      const missing = await change(capture, shippingNumber, body);
      expect([missing.status, missing.messages]).toMatchObject([404, [{ code, fieldReference: field }]]);
    }
    const empty = await change('SH-2', 2, {});
    expect(empty.messages.map(({ code, fieldReference }) => `${String(code)} ${String(fieldReference)}`)).toEqual([
      '400.002 type',
      '400.002 shippingCompany',
      '400.002 trackingId',
    ]);
  });
});
