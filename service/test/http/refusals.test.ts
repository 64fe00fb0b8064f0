// How the service says no: status, form, code, field, action and language of every kind of refusal (C03, C04, C05), and
// who is let in at all (C01).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { authorizeBody, authorized, item, orderNumber, path, startApp, summary, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
const denied = {
  type: 'BusinessError',
  code: '400.240',
  // Public clients know the sentence; after it stands whether a key was sent.
  message: expect.stringMatching(/^Authorization has been denied for this request\. /),
  customerFacingMessage: texts.EN.refusals.technical,
  actionCode: 'Unavailable',
};

async function makeKey(key: string, country: string, scopes: string, expires = 'null'): Promise<string> {
  await app.query(
    `insert into api_keys (id, merchant_id, hash, name, scopes, expires_at)
     select gen_random_uuid(), id, $2, $3, $4::text[], ${expires} from merchants where country = $1`,
    country,
    hashOfKey(key),
    key,
    scopes,
  );
  return key;
}

describe('who is let in', () => {
  test('every address under /api/v3 asks for the key before anything else', async () => {
    const requests = [
      { method: 'GET', url: '/api/v3/version' },
      { method: 'GET', url: '/api/v3/nothing-here' },
      { method: 'DELETE', url: '/api/v3/version' },
      { method: 'GET', url: '/api/v3' },
      { method: 'POST', url: authorize, headers: { 'content-type': 'text/html' }, payload: '<html>' },
      { method: 'POST', url: authorize, payload: 'x'.repeat(2 * 1024 * 1024) },
      { method: 'POST', url: '/api/v3/customer-account/1/event' },
      { method: 'GET', url: '/api/v3/orders/%zz' },
      { method: 'GET', url: `/api/v3/orders/${'a'.repeat(300)}` },
      // The router reads %61 as a; the key must be asked for all the same.
      { method: 'GET', url: '/%61pi/v3/version' },
      { method: 'GET', url: '/api/%763/version' },
    ] as const;
    for (const request of requests) {
      const answer = await app.inject(request);
      expect({ url: request.url.slice(0, 40), status: answer.status, body: answer.body }).toEqual({
        url: request.url.slice(0, 40),
        status: 401,
        body: denied,
      });
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer/);
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('a key is taken from either header, under any spelling of its name', async () => {
    for (const headers of [
      { 'X-Auth-Key': 'sandbox-se' },
      { 'x-auth-key': ' sandbox-se ' },
      { Authorization: 'Bearer sandbox-se' },
      { authorization: 'bearer  sandbox-se' },
      { 'x-auth-key': '', authorization: 'Bearer sandbox-se' },
    ]) {
      expect((await app.inject({ method: 'GET', url: '/api/v3/version', headers })).body).toEqual({ version: '3.1.0' });
    }
    const encoded = await app.inject({ method: 'GET', url: '/%61pi/v3/version', headers: { 'x-auth-key': 'sandbox-de' } });
    expect(encoded.status).toBe(200);
  });

  test('wrong, misspelt, expired, revoked and foreign keys are all the same', async () => {
    const expired = await makeKey('test-expired', 'DE', '{orders,checkout,read}', `now() - interval '1 second'`);
    const revoked = await makeKey('test-revoked', 'DE', '{orders,checkout,read}');
    await app.query('update api_keys set revoked_at = now() where name = $1', revoked);
    for (const key of [
      '',
      'x',
      'SANDBOX-DE',
      'sandbox-de,sandbox-de',
      expired,
      revoked,
      'sandbox-operator',
      `' or 1=1 --`,
      'k'.repeat(5000),
    ]) {
      const answer = await app.ask('GET', '/api/v3/version', undefined, { key });
      expect([answer.status, answer.body]).toEqual([401, denied]);
    }
    const basic = await app.inject({ method: 'GET', url: '/api/v3/version', headers: { authorization: 'Basic sandbox-de' } });
    expect(basic.status).toBe(401);
    expect((await app.ask('GET', '/admin/v1/merchants', undefined, { key: 'sandbox-de' })).status).toBe(401);
  });

  test('a key that has not expired and a second one of the same shop are valid at the same time', async () => {
    const second = await makeKey('test-second', 'DE', '{orders,checkout,read}', `now() + interval '1 day'`);
    const number = await authorized(app);
    expect((await app.ask('GET', path(number), undefined, { key: second })).status).toBe(200);
  });

  test('a key without the scope is told which one it lacks, and version and status need none', async () => {
    const key = await makeKey('test-reader', 'DE', '{read}');
    const number = await authorized(app);
    expect((await app.ask('GET', path(number), undefined, { key })).status).toBe(200);
    expect((await app.ask('GET', '/api/v3/status', undefined, { key })).status).toBe(200);
    const answer = await app.ask('POST', path(number, '/captures'), undefined, { key });
    expect(answer.status).toBe(403);
    // After key and route every refusal is an array (C04).
    expect(JSON.parse(answer.text)).toMatchObject([{ code: '400.241', message: expect.stringContaining('orders') }]);
    expect((await app.ask('GET', path(number, '/captures'))).body).toEqual({ captures: [] });
  });

  test('an order of another shop is as missing as one that never was', async () => {
    const number = await authorized(app);
    const missing = orderNumber();
    const requests = [
      ['GET', ''],
      ['GET', '/captures'],
      ['GET', '/captures/1'],
      ['GET', '/refunds'],
      ['GET', '/voids/1'],
      ['POST', '/captures'],
      ['POST', '/voids'],
      ['POST', '/refunds'],
      ['POST', '/captures/return-notification'],
    ] as const;
    for (const [method, rest] of requests) {
      const foreign = await app.ask(method, path(number, rest), undefined, { key: 'sandbox-at' });
      const none = await app.ask(method, path(missing, rest), undefined, { key: 'sandbox-at' });
      expect(foreign.status).toBe(404);
      expect(foreign.text).toBe(none.text);
      const names = ['date', 'x-request-id'];
      const known = (headers: object) => Object.entries(headers).filter(([name]) => !names.includes(name));
      expect(known(foreign.headers)).toEqual(known(none.headers));
    }
    const update = { updateOrderSummary: summary([item('DE', 'A', 100)]) };
    const shipping = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
    for (const [method, rest, body] of [
      ['POST', '/updateOrder', update],
      ['POST', '/captures/1/shipping-details', shipping],
      ['PATCH', '/captures/1/shipping-details/1', shipping],
    ] as const) {
      const foreign = await app.ask(method, path(number, rest), body, { key: 'sandbox-at' });
      expect([foreign.status, foreign.text]).toEqual([
        404,
        (await app.ask(method, path(missing, rest), body, { key: 'sandbox-at' })).text,
      ]);
    }
  });
});

describe('before an endpoint is reached, one message object', () => {
  test('refuses an address that does not exist', async () => {
    for (const url of [
      '/api/v3',
      '/api/v3/',
      '/api/v3/Version',
      '/api/v3/orders/1/captures/2/3',
      '/api/v3/version//',
      '/api/v3/orders',
    ]) {
      const answer = await app.ask('GET', url);
      expect({ url, status: answer.status, code: answer.body['code'] }).toEqual({ url, status: 404, code: '400.242' });
      expect(answer.headers).not.toHaveProperty('allow');
    }
    expect((await app.inject({ method: 'GET', url: '/nothing' })).body).toMatchObject({ code: '400.242' });
  });

  test('refuses a method that the address does not have; Allow names those it has', async () => {
    const cases = [
      ['DELETE', '/api/v3/version', 'GET, HEAD'],
      ['OPTIONS', '/api/v3/orders/1/', 'GET, HEAD'],
      ['PUT', '/api/v3/orders/1/captures', 'GET, HEAD, POST'],
      ['POST', '/api/v3/orders/1/captures/2', 'GET, HEAD'],
      ['DELETE', '/api/v3/orders/1/captures/return-notification', 'GET, HEAD, POST'],
      ['HEAD', authorize, 'POST'],
      ['GET', authorize, 'POST'],
      ['POST', '/api/v3/orders/1/captures/2/shipping-details/3', 'PATCH'],
    ] as const;
    for (const [method, url, allow] of cases) {
      const answer = await app.ask(method, url);
      expect({ url, status: answer.status, allow: answer.headers['allow'] }).toEqual({ url, status: 405, allow });
      if (method !== 'HEAD') expect(answer.body).toMatchObject({ code: '400.243', type: 'BusinessError' });
    }
  });

  test('refuses a body of the wrong type, encoding or size', async () => {
    const capture = path('1', '/captures');
    for (const headers of [
      { 'content-type': 'text/html' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    ]) {
      const answer = await app.ask('POST', capture, '{}', { headers });
      expect([answer.status, answer.body['code']]).toEqual([415, '400.245']);
    }
    const large = await app.ask('POST', capture, `{"a":"${'x'.repeat(2 * 1024 * 1024)}"}`);
    expect([large.status, large.body['code']]).toEqual([413, '400.244']);
    const [before, after] = ['{"orderDetails":{"totalGrossAmount":1},"a":"', '"}'];
    const longest = 'x'.repeat(1024 * 1024 - before.length - after.length);
    const largest = await app.ask('POST', capture, `${before}${longest}${after}`);
    expect(largest.status).toBe(404);
  });

  test('refuses too many requests with one key, and every answer before says how many are left', async () => {
    const limited = await startApp({ RATE_LIMIT_PER_MINUTE: '3' });
    try {
      const answers = [];
      for (let count = 0; count < 8; count += 1) answers.push(await limited.ask('GET', '/api/v3/version'));
      expect(answers[0]?.headers['ratelimit-policy']).toBe('"minute";q=3;w=60');
      expect(answers[0]?.headers['ratelimit']).toMatch(/^"minute";r=2;t=\d+$/);
      // A minute may end in between; three of the second one are let in at most.
      const refused = answers.filter((answer) => answer.status === 429);
      expect(refused.length).toBeGreaterThanOrEqual(2);
      expect(refused[0]?.body).toMatchObject({ code: '400.246' });
      expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
      expect((await limited.ask('GET', '/api/v3/version', undefined, { key: 'sandbox-se' })).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});

describe('after an endpoint was reached, an array of message objects', () => {
  test('names everything that is wrong at once, what is missing first', async () => {
    const body = authorizeBody('DE', {
      customer: { email: undefined as never, birthDate: '1984-02-30' },
      order: { totalGrossAmount: 1.001 },
    });
    const answer = await app.ask('POST', authorize, { ...body, payment: { type: 'Cash' } });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toEqual([
      {
        type: 'BusinessError',
        code: '400.002',
        message: 'Value is required.',
        customerFacingMessage: texts.DE.refusals.required,
        actionCode: 'AskConsumerToReEnterData',
        fieldReference: 'customer.email',
      },
      expect.objectContaining({ code: '400.007', fieldReference: 'order.totalGrossAmount', actionCode: 'Unavailable' }),
      expect.objectContaining({ code: '400.004', fieldReference: 'payment.type', actionCode: 'Unavailable' }),
      expect.objectContaining({ code: '400.004', fieldReference: 'customer.birthDate', actionCode: 'AskConsumerToReEnterData' }),
    ]);
  });

  test('has the codes of wrong values, each with the path of its field', async () => {
    const at = async (member: string, value: unknown) => {
      const body = authorizeBody('DE') as unknown as Record<string, Record<string, unknown>>;
      const steps = member.split('.');
      const last = steps.pop() ?? '';
      const holder = steps.reduce((holding, step) => holding[step] as Record<string, Record<string, unknown>>, body);
      (holder as Record<string, unknown>)[last] = value;
      const answer = await app.ask('POST', authorize, body);
      const [{ code, fieldReference, actionCode } = {}] = answer.messages;
      return [answer.status, code, fieldReference, actionCode];
    };
    expect(await at('order.number', undefined)).toEqual([400, '400.002', 'order.number', 'Unavailable']);
    expect(await at('order.number', '..')).toEqual([400, '400.004', 'order.number', 'Unavailable']);
    expect(await at('order.number', 'a b')).toEqual([400, '400.004', 'order.number', 'Unavailable']);
    expect(await at('order.number', 'a'.repeat(51))).toEqual([400, '400.005', 'order.number', 'Unavailable']);
    expect(await at('order.totalGrossAmount', 1e9)).toEqual([400, '400.003', 'order.totalGrossAmount', 'Unavailable']);
    expect(await at('order.totalGrossAmount', 0)).toEqual([400, '400.003', 'order.totalGrossAmount', 'Unavailable']);
    expect(await at('order.totalGrossAmount', '12.345')).toEqual([400, '400.007', 'order.totalGrossAmount', 'Unavailable']);
    expect(await at('order.totalGrossAmount', 104.99)).toEqual([400, '400.102', 'order.totalGrossAmount', 'Unavailable']);
    expect(await at('order.totalNetAmount', 1)).toEqual([400, '400.101', 'order.totalNetAmount', 'Unavailable']);
    expect(await at('order.items', [])).toEqual([400, '400.002', 'order.items', 'Unavailable']);
    expect(await at('order.items.1.quantity', 'many')).toEqual([400, '400.004', 'order.items[1].quantity', 'Unavailable']);
    expect(await at('order.currency', 'USD')).toEqual([400, '400.004', 'order.currency', 'Unavailable']);
    expect(await at('payment.type', 'PayinX')).toEqual([400, '400.108', 'payment.type', 'Unavailable']);
    const person = 'AskConsumerToReEnterData';
    expect(await at('customer.address.postalCode', '12345678901')).toEqual([
      400,
      '400.005',
      'customer.address.postalCode',
      person,
    ]);
    expect(await at('customer.email', 'x'.repeat(256))).toEqual([400, '400.005', 'customer.email', person]);
    expect(await at('customer.firstName', '')).toEqual([400, '400.002', 'customer.firstName', person]);
    expect(await at('customer', undefined)).toEqual([400, '400.002', 'customer', 'Unavailable']);
  });
});
