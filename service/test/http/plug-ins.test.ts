// What the public shop plug-ins send and what they need back, client by client: a plug-in written for this kind of interface
// works by changing the address and the key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import {
  type Answer,
  authorizeBody,
  authorized,
  item,
  keyOf,
  orderNumber,
  part,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { buyer } from '../support/people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const shop =
  (country: CountryCode) =>
  async (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, headers = {}): Promise<Answer> => {
    const answer = await app.ask(method, url, body, { key: keyOf(country), headers });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return answer;
  };
const digits = expect.stringMatching(/^\d+$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

describe('WooCommerce in the Nordics (KRO)', () => {
  const ask = shop('SE');
  const items = [
    {
      productId: '44',
      description: 'Tröja',
      quantity: 2,
      netUnitPrice: 80,
      grossUnitPrice: 100,
      vatPercent: 25,
      vatAmount: 20,
      vatRate: 25,
    },
    {
      productId: 'coupon',
      description: 'Rabatt',
      quantity: 1,
      netUnitPrice: -8,
      grossUnitPrice: -10,
      vatPercent: 25,
      vatAmount: -2,
    },
  ];
  const total = { totalGrossAmount: 190, TotalNetAmount: 152 };

  test('authorizes a company by its name in lastName, captures, refunds with orderItems and voids without a body', async () => {
    const number = orderNumber();
    const customer = buyer('SE', {
      customerCategory: 'Company',
      firstName: '',
      lastName: 'Björk AB',
      identificationNumber: '556012-5790',
      salutation: '',
    });
    const authorized = await ask('POST', authorize, {
      payment: { type: 'Invoice' },
      customer: { ...customer, mobilePhone: '', conversationLanguage: 'SV' },
      order: { number, ...total, currency: 'SEK', items },
    });
    expect(authorized.body).toMatchObject({
      outcome: 'Accepted',
      reservationId: uuid,
      customer: { customerNumber: digits, lastName: 'Björk AB', firstName: '' },
    });
    const captured = await ask('POST', path(number, '/captures'), {
      orderDetails: {
        ...part(100),
        TotalNetAmount: 80,
        totalNetAmount: undefined,
        currency: 'SEK',
        items: [{ ...items[0], quantity: 1 }],
      },
    });
    const { captureNumber } = captured.body;
    expect(captureNumber).toEqual(digits);
    // An amount-only refund: one item with a rounded gross price and no net price.
    const refunded = await ask('POST', path(number, '/refunds'), {
      captureNumber,
      orderItems: [{ productId: 'ref1', description: 'Refund', quantity: 1, grossUnitPrice: '25.5', refundType: 'Refund' }],
    });
    expect(refunded.body).toMatchObject({ refundNumbers: [digits], totalRefundedAmount: 25.5 });
    const voided = await ask('POST', path(number, '/voids'), undefined, {
      'content-type': 'application/json',
      'content-length': '0',
    });
    expect(voided.body).toMatchObject({ totalCapturedAmount: 100, totalAuthorizedAmount: 190, remainingAuthorizedAmount: 0 });
  });

  test('shows the consumer the first message of a rejection and of an error', async () => {
    const rejected = await ask('POST', authorize, authorizeBody('SE', { customer: { identificationNumber: '' } }));
    const [message] = rejected.body['riskCheckMessages'] as Record<string, string>[];
    expect(rejected.body['outcome']).toBe('Rejected');
    expect(message).toMatchObject({
      actionCode: 'RequiresSsn',
      customerFacingMessage: expect.stringMatching(/personnummer/),
      code: expect.any(String),
    });
    const error = await app.ask('POST', authorize, authorizeBody('SE', { order: { totalGrossAmount: 1 } }), {
      key: 'sandbox-se',
    });
    expect(JSON.parse(error.text)).toMatchObject([{ message: expect.any(String) }]);
  });

  test('sends the same order number again after the buyer mended a rejection', async () => {
    const body = authorizeBody('SE');
    const { identificationNumber, ...without } = body.customer;
    expect((await ask('POST', authorize, { ...body, customer: without })).body['outcome']).toBe('Rejected');
    expect((await ask('POST', authorize, { ...body, customer: { ...without, identificationNumber } })).body['outcome']).toBe(
      'Accepted',
    );
  });

  test('renews a subscription: a new order number and the earlier customer number, without a national number', async () => {
    const first = await ask('POST', authorize, authorizeBody('SE'));
    const { customerNumber } = first.body['customer'] as { customerNumber: string };
    const renewal = authorizeBody('SE', { customer: { customerNumber, identificationNumber: undefined } });
    expect((await ask('POST', authorize, renewal)).body).toMatchObject({ outcome: 'Accepted', customer: { customerNumber } });
  });
});

describe('Shopware 5 and 6 (SW5, SW6)', () => {
  const ask = shop('DE');

  test('send numbers as text, empty text for what is unknown, and dates with a blank', async () => {
    const number = orderNumber();
    const customer = buyer('DE');
    const body = {
      payment: { type: 'Invoice' },
      customer: {
        ...customer,
        customerNumber: `SW-${number}`,
        salutation: '',
        phone: '',
        riskData: { existingCustomer: 'false', ipAddress: '', numberOfTransactions: '0' },
      },
      deliveryCustomer: {
        ...customer,
        birthDate: '',
        email: '',
        address: { ...customer.address, careOf: '', streetNumberAdditional: '' },
      },
      order: {
        number,
        totalGrossAmount: '155.41',
        totalNetAmount: '130.60',
        items: [
          {
            productId: 'SW10',
            description: 'x'.repeat(300),
            quantity: '1',
            grossUnitPrice: '155.41',
            netUnitPrice: '130.6000',
            vatPercent: '19',
            vatAmount: '24.81',
            pageUrl: 'https://shop',
          },
        ],
        merchantImageUrl: '',
      },
      additionalData: { pluginProvider: 'Shopware', pluginVersion: '', shopUrl: '' },
      yourReference: '',
    };
    const authorized = await ask('POST', authorize, body, { 'content-type': 'text/json' });
    expect(authorized.body).toMatchObject({
      outcome: 'Accepted',
      checkoutId: uuid,
      deliveryCustomer: { firstName: 'Kim', addressList: [customer.address] },
    });
    const captured = await ask('POST', path(number, '/captures'), {
      orderDetails: { totalGrossAmount: '155.41', totalNetAmount: '130.60', currency: 'EUR', items: [] },
      invoiceNumber: `RE-${number}`.slice(0, 20),
      references: { yourReference: 'y', contractDate: '2026-11-20 10:30:00', invoiceDate: '2026-11-20T10:30:00.123+01:00' },
      parentTransactionReference: 'parent',
    });
    expect(captured.body['captureNumber']).toBe(`RE-${number}`);
    const read = await ask('GET', path(number, `/captures/RE-${number}`));
    expect(read.body['captures']).toMatchObject([
      {
        contractDate: '2026-11-20T10:30:00Z',
        invoiceDate: '2026-11-20T09:30:00Z',
        parentTransactionReference: 'parent',
        yourReference: 'y',
      },
    ]);
    const refunded = await ask('POST', path(number, '/refunds'), {
      captureNumber: `RE-${number}`,
      orderItems: [{ refundType: 'Return', productId: 'SW10', description: 'D', grossUnitPrice: '100', quantity: '1' }],
    });
    expect(refunded.body['refundNumbers']).toEqual([digits]);
    const order = await ask('GET', path(number));
    expect(order.body['orderDetails']).toMatchObject({
      hasSeparateDeliveryAddress: true,
      orderItems: [{ quantity: 1, grossUnitPrice: 155.41, description: 'x'.repeat(255) }],
      customer: { riskData: { existingCustomer: false, numberOfTransactions: 0 } },
    });
    expect(order.text).not.toContain('""');
  });

  test('use the version as a check of the key, under its lower-case name', async () => {
    const good = await app.inject({ method: 'GET', url: '/api/v3/version/', headers: { 'x-auth-key': 'sandbox-de' } });
    expect(good.body['version']).toMatch(/^\d+(\.\d+){1,3}$/);
    const bad = await app.inject({ method: 'GET', url: '/api/v3/version', headers: { 'x-auth-key': 'wrong' } });
    expect([bad.body['version'], typeof bad.body['message']]).toEqual([undefined, 'string']);
  });

  test('take the address of the answer for the buyer’s, so it is always the whole one', async () => {
    const body = authorizeBody('DE');
    const { countryCode, ...address } = body.customer.address;
    const answer = await ask('POST', authorize, { ...body, customer: { ...body.customer, address } });
    expect(answer.body['customer']).toMatchObject({ addressList: [{ ...address, countryCode }] });
  });
});

describe('OXID (OXD)', () => {
  const ask = shop('AT');

  test('sends words in capitals and in small letters, risk and contract at the top', async () => {
    const body = authorizeBody('AT', { customer: { salutation: 'MRS', conversationLanguage: 'de', customerCategory: 'PERSON' } });
    const first = await ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: body.order });
    const checkoutId = String(first.body['checkoutId']);
    const answer = await ask('POST', authorize, {
      ...body,
      payment: { type: 'INVOICE' },
      risk: { channelType: 'INTERNET', deliveryType: 'normal' },
      contractId: '00000000-0000-0000-0000-000000000000',
      checkoutId: checkoutId.toUpperCase(),
    });
    expect(answer.body).toMatchObject({ outcome: 'Accepted', checkoutId });
    const read = await ask('GET', path(body.order.number));
    expect(read.body['orderDetails']).toMatchObject({
      orderChannelType: 'Internet',
      orderDeliveryType: 'Normal',
      customer: { salutation: 'Mrs', conversationLanguage: 'DE', customerCategory: 'Person' },
    });
    expect(read.body['payment']).toMatchObject({ type: 'Invoice' });
  });

  test('captures and voids everything by totals without items, posts null, and needs plain numbers', async () => {
    const body = authorizeBody('AT');
    const { number } = body.order;
    await ask('POST', authorize, body);
    const pretty = JSON.stringify({ orderDetails: { totalNetAmount: 50, totalGrossAmount: 60, items: null } }, null, 4);
    const captured = await ask('POST', path(number, '/captures'), pretty);
    expect(captured.body).toMatchObject({ capturedAmount: 60, remainingAuthorizedAmount: 44.95 });
    const shipped = await ask('POST', path(number, `/captures/${String(captured.body['captureNumber'])}/shipping-details`), {
      type: 'SHIPMENT',
      shippingCompany: 'DHL',
      trackingId: '1',
    });
    expect(shipped.body['shippingNumber']).toBe(1);
    const voided = await ask('POST', path(number, '/voids'), 'null');
    expect(voided.body).toMatchObject({ totalCapturedAmount: 60, totalAuthorizedAmount: 104.95, voidedAmount: 44.95 });
  });
});

describe('Epinova .NET (EPI)', () => {
  const ask = shop('NO');
  const nulls = {
    campaignNumber: 0,
    references: null,
    shippingDetails: null,
    parentTransactionReference: null,
    transactionReference: null,
  };

  test('uses the bare order number as the key of full capture, refund and void, without bodies', async () => {
    const body = authorizeBody('NO');
    const { number } = body.order;
    const key = { 'X-Idempotency-Key': number };
    const nullish = {
      ...body,
      checkoutId: null,
      deliveryCustomer: null,
      additionalData: null,
      contractId: null,
      order: { ...body.order, risk: null, discountAmount: 0 },
    };
    expect((await ask('POST', authorize, nullish, key)).body['outcome']).toBe('Accepted');
    expect(
      (await ask('POST', path(number, '/captures'), { orderDetails: part(100), ...nulls }, key)).body['capturedAmount'],
    ).toBe(100);
    const voided = await ask('POST', path(number, '/voids'), undefined, key);
    expect(voided.body).toMatchObject({ voidedAmount: 4.95 });
    const refunded = await ask('POST', path(number, '/refunds'), undefined, key);
    expect(refunded.body).toMatchObject({ totalRefundedAmount: 100, refundNumbers: [digits] });
    for (const rest of ['/voids', '/refunds']) {
      const again = await ask('POST', path(number, rest), undefined, key);
      expect(again.headers['idempotent-replayed']).toBe('true');
    }
  });

  test('captures everything without a body and with the key alone', async () => {
    const body = authorizeBody('NO');
    await ask('POST', authorize, body);
    const captured = await ask('POST', path(body.order.number, '/captures'), undefined, {
      'X-Idempotency-Key': body.order.number,
    });
    expect(captured.body).toMatchObject({ capturedAmount: 104.95, remainingAuthorizedAmount: 0 });
  });

  test('parses every refusal of an endpoint as an array, and every record without nulls', async () => {
    const refused = await app.ask('GET', path('nothing'), undefined, { key: 'sandbox-no' });
    expect(Array.isArray(JSON.parse(refused.text))).toBe(true);
    const number = await authorized(app);
    await app.ask('POST', path(number, '/captures'), nulls);
    await app.ask('POST', path(number, '/refunds'), null as never);
    expect((await app.ask('GET', path(number))).text).not.toMatch(/null|undefined/);
  });

  test('sends the merchant’s country nowhere, and asks whether the service is up', async () => {
    const body = authorizeBody('NO');
    const { countryCode: _country, ...address } = body.customer.address;
    const answer = await ask('POST', authorize, {
      ...body,
      customer: { ...body.customer, address },
      order: { ...body.order, currency: null },
    });
    expect(answer.body).toMatchObject({ outcome: 'Accepted', customer: { addressList: [{ countryCode: 'NO' }] } });
    expect((await ask('GET', path(body.order.number))).body['orderDetails']).toMatchObject({
      currency: 'NOK',
      status: 'Accepted',
    });
    expect((await ask('GET', '/api/v3/status')).status).toBe(200);
  });

  test('is refused a shipping detail without a company inside a capture', async () => {
    const number = await authorized(app);
    const refused = await app.ask('POST', path(number, '/captures'), { shippingDetails: [{ trackingId: '1', type: null }] });
    expect([refused.status, refused.messages]).toMatchObject([
      400,
      [{ code: '400.002', fieldReference: 'shippingDetails[0].shippingCompany' }],
    ]);
  });
});

describe('Etrias PHP (ETR)', () => {
  const ask = shop('NL');

  test('updates with updateOrderSummary, refunds a whole capture with items: [], and parses dates strictly', async () => {
    const body = authorizeBody('NL');
    const { number } = body.order;
    await ask('POST', authorize, body);
    const items = [item('NL', 'A', 6000, 1)];
    const updated = await ask('POST', path(number, '/updateOrder'), {
      updateOrderSummary: { totalGrossAmount: 60, totalNetAmount: 49.59, currency: 'EUR', items },
      yourReference: null,
    });
    expect(updated.body).toEqual({
      outcome: 'Accepted',
      reservationId: uuid,
      checkoutId: uuid,
      expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    const captured = await ask('POST', path(number, '/captures'), { transactionReference: 'T-1' });
    const { captureNumber } = captured.body;
    const refunded = await ask('POST', path(number, '/refunds'), { captureNumber, items: [], transactionReference: 'T-2' });
    expect(refunded.body).toMatchObject({ totalRefundedAmount: 60 });
    const whole = await ask('GET', path(number));
    const instants = whole.text.match(/"\d{4}-\d\d-\d\dT[^"]*"/g) ?? [];
    expect(instants.length).toBeGreaterThan(8);
    for (const instant of instants) expect(instant).toMatch(/^"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"$/);
    expect(whole.body['captures']).toMatchObject([{ transactionReference: 'T-1' }]);
    expect((await ask('GET', path(number, '/refunds'))).body['refunds']).toMatchObject([
      { transactionReference: 'T-2', amount: -60 },
    ]);
    expect(whole.headers['content-type']).toContain('json');
  });
});

describe('Spryker (SPR)', () => {
  const ask = shop('DE');

  test('sends no birth date, decimals as text, unknown members, and captures an item that is not in the order', async () => {
    const body = authorizeBody('DE', { customer: { birthDate: undefined } });
    const { number } = body.order;
    const answer = await ask('POST', authorize, {
      ...body,
      idSalesOrder: 7,
      customer: { ...body.customer, conversationalLanguage: 'DE' },
      order: {
        ...body.order,
        totalGrossAmount: '104.95',
        totalNetAmount: String(body.order.totalNetAmount),
        orderItems: body.order.items,
      },
    });
    expect(answer.body['outcome']).toBe('Accepted');
    const captured = await ask('POST', path(number, '/captures'), {
      orderDetails: {
        number,
        totalGrossAmount: '54.95',
        totalNetAmount: '46.18',
        items: [
          { productId: 'LAMP-7', description: 'L', quantity: '1', grossUnitPrice: '50.00', netUnitPrice: '42.02' },
          { productId: 'EXPENSE', description: 'Shipping', quantity: 1, grossUnitPrice: '4.95', netUnitPrice: '4.16' },
        ],
      },
      customer: body.customer,
    });
    expect(captured.body).toMatchObject({ capturedAmount: 54.95, remainingAuthorizedAmount: 50 });
    const refunded = await ask('POST', path(number, '/refunds'), {
      captureNumber: captured.body['captureNumber'],
      orderItems: [
        {
          productId: 'LAMP-7',
          quantity: '1',
          grossUnitPrice: '50.00',
          netUnitPrice: '42.02',
          vatPercent: '19.0',
          vatAmount: '7.98',
        },
      ],
    });
    expect(refunded.body).toMatchObject({ totalCapturedAmount: 54.95, totalAuthorizedAmount: 104.95 });
  });
});

describe('the Go client (GO)', () => {
  const ask = shop('BE');

  test('sends every unused payment block as {} and every unknown text as ""', async () => {
    const body = authorizeBody('BE');
    const answer = await ask('POST', authorize, {
      ...body,
      payment: {
        type: 'Invoice',
        directDebit: {},
        campaign: {},
        account: {},
        consolidatedInvoice: {},
        installment: {},
        invoice: {},
        contractId: '',
      },
      customer: {
        ...body.customer,
        birthDate: '',
        identificationNumber: '',
        riskData: { ipAddress: '' },
        address: { ...body.customer.address, careOf: '' },
      },
      deliveryCustomer: { firstName: '', address: { street: '', countryCode: '' } },
      order: {
        ...body.order,
        risk: { channelType: '', airline: {} },
        items: body.order.items.map((each) => ({ ...each, vatCategory: '', type: '', imageUrl: '', serviceStart: '' })),
      },
      additionalData: { marketplace: [] },
    });
    expect(answer.body).toMatchObject({ outcome: 'Accepted', expirationDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    const read = await ask('GET', path(body.order.number));
    expect(read.body['payment']).toEqual({ type: 'Invoice' });
    expect(read.body['orderDetails']).toMatchObject({ hasSeparateDeliveryAddress: false });
  });

  test('finds the address for the consumer’s authentication', async () => {
    const answer = await ask('POST', authorize, authorizeBody('BE', { customer: { firstName: 'StrongCustomerAuthentication' } }));
    expect(answer.body).toMatchObject({
      outcome: 'Pending',
      secureLoginUrl: expect.stringMatching(/^https?:\/\//),
      expirationDate: expect.any(String),
    });
    expect(answer.body['riskCheckMessages']).toMatchObject([
      { code: '200.019', customerFacingMessage: expect.stringMatching(/./) },
    ]);
  });
});
