// What stands in a message: the consumer's language, RFC 9457 for who prefers it, request ids, and the status of what the
// state of an order forbids (C03 to C05, C08, C64).

import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { authorizeBody, authorized, item, orderNumber, path, startApp, summary, type TestApp } from '../support/app.ts';
import { refusalOf } from '../support/refused.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';

describe('the language of the consumer', () => {
  test.each(languages)('is %s where the request says so', async (language) => {
    const wrong = authorizeBody('DE', { customer: { conversationLanguage: language.toLowerCase(), email: undefined as never } });
    const refused = await app.ask('POST', authorize, wrong);
    expect(refused.messages[0]).toMatchObject({
      message: 'Value is required.',
      customerFacingMessage: texts[language].refusals.required,
    });
    const atTop = { ...authorizeBody('DE', { customer: { firstName: 'Reject' } }), conversationLanguage: language };
    const rejected = await app.ask('POST', authorize, atTop);
    expect(rejected.body['riskCheckMessages']).toMatchObject([
      { code: '200.901', customerFacingMessage: expect.stringContaining(texts[language].refusals.otherMethod) },
    ]);
  });

  test('is the shop’s where the request says nothing, or nothing that we know', async () => {
    for (const conversationLanguage of [undefined, 'XX', 7, '', '__proto__', 'constructor']) {
      const answer = await app.ask(
        'POST',
        authorize,
        { ...authorizeBody('DE'), customer: undefined, conversationLanguage },
        { key: 'sandbox-fi' },
      );
      expect(answer.messages[0]).toMatchObject({ customerFacingMessage: texts.FI.refusals.required });
    }
    const missing = await app.ask('GET', path(orderNumber()), undefined, { key: 'sandbox-dk' });
    expect(missing.messages[0]).toMatchObject({ customerFacingMessage: texts.DA.refusals.notPossible });
  });

  test.each([
    ['SE', 'SV'],
    ['DK', 'DA'],
  ])('may be the obsolete %s, which is read as %s and said so in the headers', async (old, successor) => {
    for (const body of [
      authorizeBody('DE', { customer: { conversationLanguage: old } }),
      { ...authorizeBody('DE'), conversationLanguage: old.toLowerCase() },
    ]) {
      const answer = await app.ask('POST', authorize, body, { headers: { 'idempotency-key': body.order.number } });
      const replayed = await app.ask('POST', authorize, body, { headers: { 'idempotency-key': body.order.number } });
      for (const { headers } of [answer, replayed]) {
        expect(headers).toMatchObject({
          deprecation: expect.stringMatching(/^@\d+$/),
          link: expect.stringContaining('rel="deprecation"'),
        });
        expect(Number.isNaN(Date.parse(headers['sunset'] ?? ''))).toBe(false);
      }
    }
    const body = authorizeBody('DE', { customer: { conversationLanguage: old } });
    await app.ask('POST', authorize, body);
    const read = await app.ask('GET', path(body.order.number));
    expect(read.body['orderDetails']).toMatchObject({ customer: { conversationLanguage: successor } });
    expect(read.headers).not.toHaveProperty('deprecation');
  });

  test('may be SE or DK, which headers call obsolete also with a refusal', async () => {
    const body = authorizeBody('DE', { customer: { conversationLanguage: 'SE' } });
    await app.ask('POST', authorize, body);
    const again = await app.ask('POST', authorize, body);
    expect(again.status).toBe(409);
    expect(again.messages[0]).toMatchObject({ customerFacingMessage: texts.SV.refusals.notPossible });
    expect(again.headers).toHaveProperty('deprecation');
  });
});

describe('problem+json for a client that prefers it', () => {
  const accept = { accept: 'application/problem+json, application/json;q=0.5' };

  test('has the facts of the message objects, and all of them under errors', async () => {
    const body = authorizeBody('DE', { customer: { email: undefined as never, lastName: undefined as never } });
    const plain = await app.ask('POST', authorize, body);
    const problem = await app.ask('POST', authorize, body, { headers: accept });
    expect(problem.status).toBe(400);
    expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/);
    const facts = plain.messages.map(({ type, ...message }) => ({ ...message, messageType: type }));
    expect(problem.body).toMatchObject({ status: 400, title: 'Value is required.', detail: 'Value is required.', ...facts[0] });
    expect(problem.body['type']).toBe(`${app.deps.publicUrl}/errors#400.002`);
    expect(problem.body['errors']).toMatchObject(facts);
  });

  test('also before an endpoint is reached', async () => {
    const denied = await app.inject({ method: 'GET', url: '/api/v3/version', headers: accept });
    expect([denied.status, denied.body['status'], denied.body['code']]).toEqual([401, 401, '400.240']);
    const unknown = await app.ask('GET', '/api/v3/nothing', undefined, { headers: accept });
    expect([unknown.status, unknown.body['status'], unknown.body['messageType']]).toEqual([404, 404, 'BusinessError']);
  });
});

describe('the headers of every answer', () => {
  test('return a sound request id, and replace any other', async () => {
    for (const id of ['a', 'A-b_c.9', 'x'.repeat(128)]) {
      expect(
        (await app.ask('GET', '/api/v3/version', undefined, { headers: { 'x-request-id': id } })).headers['x-request-id'],
      ).toBe(id);
    }
    for (const id of ['', ' ', 'x'.repeat(129), 'a b', 'a\nSet-Cookie: b=c', 'ä', '<script>', 'a,b']) {
      const answer = await app.ask('GET', '/api/v3/version', undefined, { headers: { 'x-request-id': id } });
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('forbid to cache, to sniff and to frame', async () => {
    const number = await authorized(app);
    for (const url of [path(number), path('none'), '/api/v3/nothing', '/api/v3/orders/%zz']) {
      expect((await app.ask('GET', url)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'content-type': 'application/json; charset=utf-8',
      });
    }
  });

  test('are there also when the request is not HTTP (400.250), has endless headers (400.251) or is too slow (400.375)', async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const sent = (text: string) =>
      new Promise<string>((resolve, reject) => {
        let answer = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (bytes) => {
          answer += bytes.toString();
        });
        socket.on('close', () => resolve(answer)).on('error', reject);
      });
    const endless = await sent(`GET /api/v3/version HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
    expect(endless).toMatch(/^HTTP\/1\.1 431 [\s\S]*X-Request-Id: [\s\S]*"code":"400\.251"/);
    // As Node says it of a request that has not arrived whole within the time it has.
    app.app.server.once('connection', (socket) =>
      socket.once('data', () =>
        setImmediate(() =>
          app.app.server.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket),
        ),
      ),
    );
    const slow = await sent(
      'POST /api/v3/checkout/authorize HTTP/1.1\r\nHost: a\r\nX-Auth-Key: sandbox-de\r\nContent-Length: 9\r\n\r\n{',
    );
    expect(slow).toMatch(/^HTTP\/1\.1 408 Request Timeout[\s\S]*"code":"400\.375"/);
    expect(await sent('HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"400\.250"/);
    expect(await sent('GET / HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\n b\0c\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('what the order’s state forbids is 409, what is not there 404', () => {
  test('an order number is used up by an accepted authorization, in any case', async () => {
    const body = authorizeBody('DE');
    await app.ask('POST', authorize, body);
    const again = await app.ask('POST', authorize, {
      ...body,
      order: { ...body.order, number: body.order.number.toUpperCase() },
    });
    expect([again.status, again.messages]).toMatchObject([
      409,
      [{ code: '400.100', fieldReference: 'order.number', actionCode: 'Unavailable' }],
    ]);
  });

  test('a number that was only ever rejected is free, and not there', async () => {
    const body = authorizeBody('DE');
    const rejected = await app.ask('POST', authorize, { ...body, customer: { ...body.customer, firstName: 'Reject' } });
    expect(rejected.body['outcome']).toBe('Rejected');
    expect((await app.ask('GET', path(body.order.number))).status).toBe(404);
    expect(await refusalOf(app, body.order.number, '/captures')).toEqual([404, '400.115', 'orderNumber']);
    expect((await app.ask('POST', authorize, body)).body['outcome']).toBe('Accepted');
  });

  test('nothing can be done with an order under review', async () => {
    const body = authorizeBody('DE', { customer: { firstName: 'Review' } });
    expect((await app.ask('POST', authorize, body)).body['outcome']).toBe('Pending');
    const { number } = body.order;
    const summaryOf = { updateOrderSummary: summary([item('DE', 'A', 100)]) };
    for (const [rest, sent] of [
      ['/captures'],
      ['/refunds'],
      ['/voids'],
      ['/updateOrder', summaryOf],
      ['/captures/return-notification'],
    ] as const) {
      expect(await refusalOf(app, number, rest, sent)).toEqual([409, '400.210', undefined]);
    }
    expect((await app.ask('GET', path(number))).body['orderDetails']).toMatchObject({ status: 'Pending' });
  });
});
