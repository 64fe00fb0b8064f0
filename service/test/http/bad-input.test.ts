// Whatever is sent: a clear 4xx that names the field, never a 5xx, and nothing of it stored (C06). The row counts of all
// tables before and after are the judge.

import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Type } from '../../src/wire/schema.ts';
import { bodyReader } from '../../src/wire/validate.ts';
import { type Answer, authorizeBody, authorized, item, part, path, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let order: string;
beforeAll(async () => {
  app = await startApp();
  order = await authorized(app);
  await app.ask('POST', path(order, '/captures'), { orderDetails: part(10), invoiceNumber: 'INV' });
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';

/** Ask, and see that a refusal is a clear one. */
async function refused(method: 'POST' | 'PATCH', url: string, body: unknown, headers = {}): Promise<Answer> {
  const answer = await app.ask(method, url, body, { headers });
  expect({ status: answer.status, text: answer.text.slice(0, 300) }).toEqual({
    status: expect.any(Number),
    text: expect.any(String),
  });
  if (answer.status < 400 || answer.status > 499)
    throw new Error(`${answer.status} to ${String(JSON.stringify(body)).slice(0, 300)}: ${answer.text}`);
  for (const message of answer.messages)
    expect(message).toMatchObject({ code: expect.stringMatching(/^400\.\d{3}$/), type: 'BusinessError' });
  return answer;
}

async function storesNothing(work: () => Promise<void>): Promise<void> {
  const before = await app.rowCounts();
  await work();
  expect(await app.rowCounts()).toEqual(before);
}

type Holder = Record<string | number, unknown>;
/** The body with one value replaced, by its path. */
function withValue(body: object, steps: readonly (string | number)[], value: unknown): object {
  const copy = structuredClone(body) as Holder;
  const holder = steps.slice(0, -1).reduce((at, step) => at[step] as Holder, copy);
  holder[steps.at(-1) ?? ''] = value;
  return copy;
}
const dotted = (steps: readonly (string | number)[]): string =>
  steps
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .slice(1);

describe('a value of the wrong kind', () => {
  const body = authorizeBody('DE');
  const texts = [
    ['order', 'number'],
    ['customer', 'email'],
    ['customer', 'address', 'street'],
    ['order', 'items', 1, 'productId'],
    ['payment', 'type'],
  ];
  const numbers = [
    ['order', 'totalGrossAmount'],
    ['order', 'totalNetAmount'],
    ['order', 'items', 0, 'quantity'],
    ['order', 'items', 1, 'grossUnitPrice'],
  ];
  const objects = [['order'], ['customer'], ['payment'], ['customer', 'address']];

  test.each([
    ...texts.map((steps) => ({
      steps,
      junk: [9_007_199_254_740_992, 0.1 + 0.2, 1e-7, true, false, [], ['a'], [11], { a: 'b' }, 'a\0b'],
    })),
    ...numbers.map((steps) => ({
      steps,
      junk: ['abc', 'NaN', '1e5', '1e3', '0x10', '1,5', '1 000', true, [], [1], { a: 1 }, 'Infinity', '--1', '١'],
    })),
    ...objects.map((steps) => ({ steps, junk: [1, 'text', true, [], [{}], '{}'] })),
  ])('at $steps is refused, and named', async ({ steps, junk }) => {
    await storesNothing(async () => {
      for (const value of junk) {
        const answer = await refused('POST', authorize, withValue(body, steps, value));
        expect({ value, status: answer.status, first: answer.messages[0] }).toMatchObject({
          status: 400,
          first: { code: expect.stringMatching(/^400\.00[0-9]$/), fieldReference: dotted(steps) },
        });
      }
    });
  });

  test('is refused as a number beyond all bounds, in JSON and in text', async () => {
    await storesNothing(async () => {
      const text = JSON.stringify(body);
      for (const [number, code] of [
        ['1e400', '400.003'],
        ['-1e400', '400.003'],
        ['1e308', '400.003'],
        ['999999999999999999999999999999999999', '400.003'],
        ['1000000000', '400.003'],
        ['-0', '400.003'],
        ['-5', '400.003'],
        ['1e-320', '400.003'],
        ['0.001', '400.007'],
        ['"999999999999999999999999999999"', '400.003'],
        ['"1000000000.00"', '400.003'],
        ['"0.0000000000000000000000000001"', '400.003'],
        ['12.345', '400.007'],
        ['104.9500001', '400.007'],
        ['1e-8', '400.007'],
      ] as const) {
        const answer = await refused(
          'POST',
          authorize,
          text.replace('"totalGrossAmount":104.95', `"totalGrossAmount":${number}`),
        );
        expect([number, ...answer.messages.map(({ code: found, fieldReference }) => [found, fieldReference])]).toEqual([
          number,
          [code, 'order.totalGrossAmount'],
        ]);
      }
    });
  });
});

describe('a body that cannot be JSON', () => {
  const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const cases: [string, string | Buffer][] = [
    ['cut off', '{"order":'],
    ['NaN', '{"orderDetails":{"totalGrossAmount":NaN}}'],
    ['Infinity', '{"orderDetails":{"totalGrossAmount":-Infinity}}'],
    ['a comment', '{/* */}'],
    ['a trailing comma', '{"a":1,}'],
    ['two values', '{}{}'],
    ['a list', '[]'],
    ['a text', '"text"'],
    ['a number', '5'],
    ['true', 'true'],
    ['nested too deep', deep(33)],
    ['lists nested too deep', `{"a":${'['.repeat(500_000)}`],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['an overlong form', Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])],
    ['a name twice', '{"invoiceNumber":"A1","invoiceNumber":"A2"}'],
    ['a name twice in other case', '{"invoiceNumber":"A1","INVOICENUMBER":"A2"}'],
    ['a name twice, escaped', '{"invoiceNumber":"A1","invoice\\u004eumber":"A2"}'],
    ['a name twice, deep', '{"orderDetails":{"totalGrossAmount":1,"TotalGrossAmount":2}}'],
    ['a prototype twice', '{"__proto__":1,"__PROTO__":2}'],
    ['members beyond a thousand', `{${Array.from({ length: 1001 }, (_, index) => `"a${index}":1`).join()}}`],
    ['a raw line break in a text', '{"a":"\n"}'],
  ];
  test.each(cases)('is refused: %s', async (_name, body) => {
    await storesNothing(async () => {
      const answer = await refused('POST', path(order, '/captures'), body);
      expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.001', fieldReference: 'request' }]]);
      expect(answer.messages[0]?.['message']).toMatch(/^The body of the request is missing, or its format is invalid\./);
    });
  });

  test('is refused when there is nothing at all where something is needed', async () => {
    await storesNothing(async () => {
      for (const body of [undefined, '', '  \r\n', 'null']) {
        const answer = await refused('POST', authorize, body);
        expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.001' }]]);
      }
      expect((await refused('POST', authorize, {})).messages.map(({ fieldReference }) => fieldReference)).toEqual([
        'payment',
        'customer',
        'order',
      ]);
    });
  });

  test('is understood with a byte order mark and 32 levels', async () => {
    const number = await authorized(app);
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(JSON.stringify({ orderDetails: part(1) }))]);
    expect((await app.ask('POST', path(number, '/captures'), bom)).body).toMatchObject({ capturedAmount: 1 });
    const deepest = `{"orderDetails":{"totalGrossAmount":2},"unknown":${deep(31)}}`;
    expect((await app.ask('POST', path(number, '/captures'), deepest)).body).toMatchObject({ capturedAmount: 2 });
  });
});

describe('text that tries to be something else', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype', 'valueOf', 'then'];
  const texts = [
    `'; drop table orders; --`,
    `" or ""="`,
    '#{7*7}',
    '{{7*7}}',
    '\\',
    '{"a":1}',
    '{1,2}',
    'NULL',
    '%s%n',
    '😀',
    'ﬀ',
    '\ud800',
    '<img src=x onerror=alert(1)>',
    '{limit}',
    '{why}',
  ];

  test('is stored and read back as it is', async () => {
    for (const text of [...texts, ...names]) {
      const body = authorizeBody('DE', { customer: { lastName: text }, items: [item('DE', text.trim() || 'x', 100)] });
      const answer = await app.ask('POST', authorize, body);
      expect([answer.status, answer.body['outcome']]).toEqual([200, 'Accepted']);
      const read = await app.ask('GET', path(body.order.number));
      expect(read.body['orderDetails']).toMatchObject({
        customer: { lastName: text.toWellFormed() },
        orderItems: [{ productId: text.toWellFormed() }],
      });
    }
  });

  test('is refused as a number of anything', async () => {
    await storesNothing(async () => {
      for (const text of texts.filter((each) => each !== 'NULL')) {
        await refused('POST', authorize, withValue(authorizeBody('DE'), ['order', 'number'], text));
        await refused('POST', path(order, '/captures'), { invoiceNumber: text });
        await refused('POST', path(order, '/refunds'), { creditNoteNumber: text });
        await refused('POST', path(order, '/refunds'), { captureNumber: text });
        await refused('POST', path(text.toWellFormed(), '/captures'), {});
      }
    });
  });

  test('prototype names as members are ignored, as values they are values', async () => {
    for (const name of names) {
      const text = JSON.stringify(authorizeBody('DE')).replace(
        '{"payment"',
        `{"${name}":{"number":"x","polluted":true},"payment"`,
      );
      expect((await app.ask('POST', authorize, text)).body).toMatchObject({ outcome: 'Accepted' });
      expect({}).not.toHaveProperty('polluted');
      for (const steps of [
        ['payment', 'type'],
        ['customer', 'customerCategory'],
        ['customer', 'riskData'],
        ['order', 'currency'],
      ]) {
        await refused('POST', authorize, withValue(authorizeBody('DE'), steps, name));
      }
      const flag = withValue(authorizeBody('DE', { customer: { riskData: {} } }), ['customer', 'riskData'], {
        existingCustomer: name,
      });
      expect((await refused('POST', authorize, flag)).messages[0]).toMatchObject({
        fieldReference: 'customer.riskData.existingCustomer',
      });
      const numbered = authorizeBody('DE', { customer: { customerNumber: name }, order: { number: name } });
      expect((await app.ask('POST', authorize, numbered)).body).toMatchObject({
        outcome: 'Accepted',
        customer: { customerNumber: name },
      });
      expect((await app.ask('POST', path(name, '/captures'), { invoiceNumber: name })).body).toMatchObject({
        captureNumber: name,
      });
      expect((await app.ask('GET', path(name, `/captures/${name}`))).status).toBe(200);
    }
  });

  test('an unknown member of any kind changes nothing', async () => {
    for (const unknown of [null, 1, 'x', [], {}, [[[]]], { order: { number: 1 } }]) {
      const body = { ...authorizeBody('DE'), vatRate: unknown, pageUrl: unknown };
      expect((await app.ask('POST', authorize, body)).body).toMatchObject({ outcome: 'Accepted' });
    }
  });
});

describe('lists', () => {
  test('500 items are taken, 501 are not, and half a million do not cost the service its breath', async () => {
    const items = (count: number) => Array.from({ length: count }, () => item('DE', 'A', 100));
    expect((await app.ask('POST', authorize, authorizeBody('DE', { items: items(500) }))).body).toMatchObject({
      outcome: 'Accepted',
    });
    await storesNothing(async () => {
      const many = await refused('POST', authorize, authorizeBody('DE', { items: items(501) }));
      expect(many.messages).toMatchObject([{ code: '400.208', fieldReference: 'order.items' }]);
      for (const junk of [1, 'x', null, [], {}]) {
        const huge = authorizeBody('DE', { order: { items: Array.from({ length: 200_000 }, () => junk) } });
        const answer = await refused('POST', authorize, huge);
        expect(answer.text.length).toBeLessThan(20_000);
      }
    });
  });

  test('what is wrong in hundreds of items is told for some of them', async () => {
    const wrong = Array.from({ length: 500 }, () => ({ productId: 1, description: 2, quantity: 'x', grossUnitPrice: [] }));
    const answer = await refused('POST', authorize, authorizeBody('DE', { order: { items: wrong } }));
    expect(answer.messages).toHaveLength(50);
  });
});

describe('addresses', () => {
  test('tricks with the path find nothing, and break nothing; a malformed one is 400.249', async () => {
    await app.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.app.server.address() as AddressInfo;
    const status = (url: string, method = 'GET') =>
      new Promise<number>((resolve, reject) => {
        // Sent byte for byte: a client would tidy such an address up.
        const socket = connect(port, '127.0.0.1', () =>
          socket.write(`${method} ${url} HTTP/1.1\r\nHost: a\r\nX-Auth-Key: sandbox-de\r\nConnection: close\r\n\r\n`),
        );
        let text = '';
        socket.on('data', (bytes) => {
          text += bytes.toString();
        });
        socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]))).on('error', reject);
      });
    const orders = '/api/v3/orders';
    for (const [url, expected] of [
      [`${orders}/%2e%2e`, 404],
      [`${orders}/..`, 404],
      [`${orders}/../version`, 404],
      [`${orders}/../../admin/v1/merchants`, 404],
      [`${orders}/a%00b`, 400],
      [`${orders}/%zz`, 400],
      [`${orders}/%`, 400],
      [`${orders}/%ff`, 400],
      [`${orders}/%C0%AF`, 400],
      [`${orders}/%ED%A0%80`, 400],
      [`${orders}/a%2Fb`, 404],
      [`${orders}/a%2Fcaptures`, 404],
      [`${orders}/a%5Cb`, 404],
      [`${orders}//captures`, 404],
      [`${orders}/${'a'.repeat(256)}`, 404],
      [`${orders}/${'a'.repeat(8000)}`, 404],
      [`${orders}/${'a'.repeat(20_000)}`, 431],
      [`${orders}/%27%20or%201=1--`, 404],
      [`${orders}/constructor.prototype`, 404],
      [`${orders}/a/captures/1/shipping-details/-1`, 405],
      [`/api/v3/version?a[__proto__][b]=1&c=%zz`, 200],
      [`/api/v3/version;jsessionid=1`, 404],
      [`//api/v3/version`, 200],
      [`/api//v3/version`, 404],
      [`/api/v3/./version`, 404],
      [`/API/v3/version`, 404],
      [`http://evil.example/api/v3/version`, 200],
    ] as const) {
      expect({ url: url.slice(0, 80), status: await status(url) }).toEqual({ url: url.slice(0, 80), status: expected });
    }
    await storesNothing(async () => {
      for (const number of ['%2e%2e', '%00', '%zz', 'a'.repeat(8000), '%27;drop%20table%20orders']) {
        expect(await status(`${orders}/${number}/captures`, 'POST')).toBeGreaterThanOrEqual(400);
      }
    });
  });

  test('a shipping number is a number that was given', async () => {
    const body = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
    for (const number of ['0', '-1', '1.0', '01', '1e0', '99999999999999999999', 'x', '%20', '1%00']) {
      const answer = await refused('PATCH', path(order, `/captures/INV/shipping-details/${number}`), body);
      expect(answer.status).toBe(number === '1%00' ? 400 : 404);
    }
  });
});

describe('lengths of text', () => {
  test('that are too short are 400.006, with the length that is needed', () => {
    const read = bodyReader(Type.Object({ bankAccount: Type.String({ minLength: 7, maxLength: 34 }) }));
    expect(read({ bankAccount: ' 123456 ' }).faults).toEqual([
      { id: 'value.too_short', field: 'bankAccount', values: { limit: '7' } },
    ]);
    expect(read({ bankAccount: '1'.repeat(35) }).faults).toMatchObject([{ id: 'value.too_long', values: { limit: '34' } }]);
  });
});

describe('headers', () => {
  test('an idempotency key that is no good is refused before anything happens', async () => {
    await storesNothing(async () => {
      for (const [name, key] of [
        ['idempotency-key', ''],
        ['idempotency-key', '""'],
        ['idempotency-key', 'x'.repeat(256)],
        ['idempotency-key', 'ä'],
        ['idempotency-key', 'a\tb'],
        ['x-idempotency-key', 'x'.repeat(51)],
      ] as const) {
        const answer = await refused('POST', path(order, '/captures'), {}, { [name]: key });
        expect([answer.status, answer.messages]).toMatchObject([
          400,
          [{ code: '400.232', fieldReference: expect.stringMatching(/Idempotency-Key$/) }],
        ]);
      }
      await refused('POST', path(order, '/captures'), {}, { 'idempotency-key': 'a', 'x-idempotency-key': 'b' });
      await refused('POST', path(order, '/captures'), {}, { 'idempotency-key': ['a', 'b'] });
    });
  });
});
