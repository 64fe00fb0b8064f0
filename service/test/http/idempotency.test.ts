// Idempotency keys (C07): the same request again has the first answer, byte for byte, and no second effect.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, authorizeBody, authorized, item, part, path, startApp, summary, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const authorize = '/api/v3/checkout/authorize';
let keys = 0;
const newKey = (): string => {
  keys += 1;
  return `key-${keys}`;
};
const withKey = (
  key: string,
  method: 'POST' | 'PATCH',
  url: string,
  body?: unknown,
  merchantKey = 'sandbox-de',
): Promise<Answer> => app.ask(method, url, body, { headers: { 'idempotency-key': key }, key: merchantKey });

const replayed = (answer: Answer): boolean => answer.headers['idempotent-replayed'] === 'true';
const captures = async (number: string): Promise<number> =>
  ((await app.ask('GET', path(number, '/captures'))).body['captures'] as unknown[]).length;

describe('the same request again', () => {
  test('has the same bytes, a mark, a request id of its own, and no second effect', async () => {
    const number = await authorized(app);
    const body = { orderDetails: part(30) };
    const first = await withKey('again', 'POST', path(number, '/captures'), body);
    expect(first.status).toBe(200);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const before = await app.rowCounts();
    for (let time = 0; time < 3; time += 1) {
      const again = await withKey('again', 'POST', path(number, '/captures'), body);
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, first.text, 'true']);
      expect(again.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    }
    expect(await app.rowCounts()).toEqual(before);
    expect(await captures(number)).toBe(1);
  });

  test('holds for every operation that writes', async () => {
    const body = authorizeBody('DE', { items: [item('DE', 'A', 10_000)] });
    const { number } = body.order;
    const shipping = { type: 'Shipment', shippingCompany: 'DHL', trackingId: '1' };
    const requests = [
      ['POST', authorize, body],
      ['POST', path(number, '/updateOrder'), { updateOrderSummary: summary([item('DE', 'A', 9000)]) }],
      ['POST', path(number, '/captures'), { orderDetails: part(50), invoiceNumber: 'IDEM-1' }],
      ['POST', path(number, '/captures/IDEM-1/shipping-details'), shipping],
      ['PATCH', path(number, '/captures/IDEM-1/shipping-details/1'), shipping],
      ['POST', path(number, '/captures/return-notification'), { captureNumber: 'IDEM-1' }],
      ['POST', path(number, '/refunds'), { captureNumber: 'IDEM-1' }],
      ['POST', path(number, '/voids'), undefined],
    ] as const;
    for (const [method, url, sent] of requests) {
      const first = await withKey(number, method, url, sent);
      expect([url, first.status, replayed(first)]).toEqual([url, 200, false]);
    }
    const before = await app.rowCounts();
    for (const [method, url, sent] of requests) {
      const again = await withKey(number, method, url, sent);
      expect([url, again.status, replayed(again)]).toEqual([url, 200, true]);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  test('without a key is another operation', async () => {
    const number = await authorized(app);
    for (let time = 0; time < 2; time += 1) await app.ask('POST', path(number, '/captures'), { orderDetails: part(10) });
    expect(await captures(number)).toBe(2);
  });

  test('gets a rejected authorization again too, which is an answer', async () => {
    const body = authorizeBody('DE', { customer: { firstName: 'Reject' } });
    const first = await withKey('rejected', 'POST', authorize, body);
    const again = await withKey('rejected', 'POST', authorize, body);
    expect([first.body['outcome'], again.text, replayed(again)]).toEqual(['Rejected', first.text, true]);
  });

  test('has one effect and equal bytes when it comes twenty times at once', async () => {
    const number = await authorized(app);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => withKey('twenty', 'POST', path(number, '/captures'), { orderDetails: part(30) })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers.filter((answer) => !replayed(answer))).toHaveLength(1);
    expect(await captures(number)).toBe(1);
  });
});

describe('a body', () => {
  test('is the same with its members in any order, in any case, numbers and blanks in any spelling, absent ones in any form', async () => {
    const number = await authorized(app);
    const url = path(number, '/captures');
    const key = newKey();
    const first = await withKey(
      key,
      'POST',
      url,
      '{"orderDetails":{"totalGrossAmount":10,"totalNetAmount":8.5},"invoiceNumber":"SAME-1"}',
    );
    expect(first.status).toBe(200);
    for (const same of [
      '{"invoiceNumber":"SAME-1","orderDetails":{"totalNetAmount":8.50,"totalGrossAmount":10.00}}',
      '{ "InvoiceNumber" : "SAME-1",\n "ORDERDETAILS":{"totalNetAmount":85e-1,"totalGrossAmount":1e1} }',
      '{"invoiceNumber":"SAME-1","orderDetails":{"totalNetAmount":8.5,"totalGrossAmount":10,"currency":null},"references":{},"campaignNumber":null}',
      '{"invoiceNumber":"\\u0053AME-1","orderDetails":{"totalNetAmount":8.5,"totalGrossAmount":10},"yourReference":""}',
    ]) {
      const again = await withKey(key, 'POST', url, same);
      expect([same, again.status, again.text, replayed(again)]).toEqual([same, 200, first.text, true]);
    }
    expect(await captures(number)).toBe(1);
  });

  test('that is absent, null or empty is the same', async () => {
    for (const [one, other] of [
      [undefined, 'null'],
      ['null', '{}'],
      ['{}', undefined],
      ['', '{"cancellationDetails":null}'],
    ]) {
      const number = await authorized(app);
      const key = newKey();
      const first = await withKey(key, 'POST', path(number, '/voids'), one);
      const again = await withKey(key, 'POST', path(number, '/voids'), other);
      expect([first.status, again.status, again.text, replayed(again)]).toEqual([200, 200, first.text, true]);
    }
  });

  test('that differs under the same key is 422, and changes nothing', async () => {
    const number = await authorized(app);
    const url = path(number, '/captures');
    const key = newKey();
    const first = await withKey(key, 'POST', url, { orderDetails: part(10) });
    const before = await app.rowCounts();
    for (const other of [
      { orderDetails: part(11) },
      { orderDetails: part(10), invoiceNumber: 'X' },
      {},
      undefined,
      { orderDetails: part(10), unknown: 1 },
    ]) {
      const answer = await withKey(key, 'POST', url, other);
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text)).toMatchObject([
        { code: '400.230', fieldReference: 'Idempotency-Key', type: 'BusinessError' },
      ]);
      expect(answer.messages[0]?.['message']).toContain(first.headers['x-request-id']);
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  test('with its items in another order is another body', async () => {
    const number = await authorized(app);
    const key = newKey();
    const [a, b] = [item('DE', 'A', 100), item('DE', 'B', 100)];
    expect((await withKey(key, 'POST', path(number, '/captures'), { orderDetails: summary([a, b]) })).status).toBe(200);
    expect((await withKey(key, 'POST', path(number, '/captures'), { orderDetails: summary([b, a]) })).status).toBe(422);
  });
});

describe('a key', () => {
  test('counts for one shop, one method and one path', async () => {
    // A plug-in uses the bare order number as the key of capture, refund and void alike.
    const number = await authorized(app);
    const other = await authorized(app);
    const answers = [
      await withKey(number, 'POST', path(number, '/captures'), { orderDetails: part(60) }),
      await withKey(number, 'POST', path(number, '/refunds')),
      await withKey(number, 'POST', path(number, '/voids')),
      await withKey(number, 'POST', path(other, '/captures')),
    ];
    expect(answers.map((answer) => [answer.status, replayed(answer)])).toEqual(answers.map(() => [200, false]));
    const austrian = authorizeBody('AT');
    for (const key of ['sandbox-at', 'sandbox-de']) {
      const answer = await withKey('shared', 'POST', authorize, austrian, key);
      expect([answer.status, replayed(answer)]).toEqual([200, false]);
    }
  });

  test('counts for the order in any case, and with or without a slash', async () => {
    const number = await authorized(app);
    const key = newKey();
    const first = await withKey(key, 'POST', path(number, '/captures'), { orderDetails: part(10) });
    for (const url of [
      path(number, '/captures/'),
      path(number.toUpperCase(), '/captures'),
      `${path(number.toLowerCase(), '/captures')}?x=1`,
    ]) {
      const again = await withKey(key, 'POST', url, { orderDetails: part(10) });
      expect([again.text, replayed(again)]).toEqual([first.text, true]);
    }
  });

  test('is the same under both names, bare and quoted, sent once or twice', async () => {
    const number = await authorized(app);
    const body = { orderDetails: part(10) };
    const first = await withKey('named', 'POST', path(number, '/captures'), body);
    for (const headers of [
      { 'X-Idempotency-Key': 'named' },
      { 'Idempotency-Key': '"named"' },
      { 'idempotency-key': ' named ' },
      { 'idempotency-key': 'named', 'x-idempotency-key': 'named' },
    ]) {
      const again = await app.ask('POST', path(number, '/captures'), body, { headers });
      expect([again.text, replayed(again)]).toEqual([first.text, true]);
    }
    expect(await captures(number)).toBe(1);
  });

  test('of 255 characters is taken, under its other name of 50', async () => {
    for (const [name, length] of [
      ['idempotency-key', 255],
      ['x-idempotency-key', 50],
    ] as const) {
      const number = await authorized(app);
      const headers = { [name]: 'k'.repeat(length) };
      expect((await app.ask('POST', path(number, '/voids'), undefined, { headers })).status).toBe(200);
      expect(replayed(await app.ask('POST', path(number, '/voids'), undefined, { headers }))).toBe(true);
      const longer = await app.ask('POST', path(number, '/voids'), undefined, { headers: { [name]: 'k'.repeat(length + 1) } });
      expect([longer.status, longer.messages[0]?.['code']]).toEqual([400, '400.232']);
    }
  });

  test('is not used up by a refusal', async () => {
    const number = await authorized(app);
    const key = newKey();
    const url = path(number, '/captures');
    expect((await withKey(key, 'POST', url, { orderDetails: part(100.01) })).status).toBe(409);
    expect((await withKey(key, 'POST', url, { orderDetails: part(-1) })).status).toBe(400);
    expect((await withKey(key, 'POST', path('none', '/captures'), { orderDetails: part(1) })).status).toBe(404);
    const answer = await withKey(key, 'POST', url, { orderDetails: part(100) });
    expect([answer.status, replayed(answer)]).toEqual([200, false]);
  });

  test('means nothing to a reading request', async () => {
    const number = await authorized(app);
    const read = () => app.ask('GET', path(number), undefined, { headers: { 'idempotency-key': 'x'.repeat(300) } });
    expect((await read()).status).toBe(200);
    await app.ask('POST', path(number, '/voids'));
    expect((await read()).body['orderDetails']).toMatchObject({ status: 'Cancelled' });
  });
});

describe('kept answers', () => {
  test('are purged after 30 days by the job, and not before', async () => {
    const number = await authorized(app);
    const [old, young] = [newKey(), newKey()];
    await withKey(old, 'POST', path(number, '/captures'), { orderDetails: part(1) });
    await app.query(`update stored_answers set inserted_at = now() - interval '30 days 1 minute'`);
    await withKey(young, 'POST', path(number, '/captures'), { orderDetails: part(2) });
    await app.query(
      `update stored_answers set inserted_at = now() - interval '29 days 23 hours' where inserted_at > now() - interval '1 day'`,
    );
    const run = await app.ask('POST', '/admin/v1/jobs/purge-stored-answers/run', undefined, { key: 'sandbox-operator' });
    expect(run.body['done']).toBeGreaterThanOrEqual(1);
    expect(replayed(await withKey(young, 'POST', path(number, '/captures'), { orderDetails: part(2) }))).toBe(true);
    expect(replayed(await withKey(old, 'POST', path(number, '/captures'), { orderDetails: part(1) }))).toBe(false);
  });

  test('hold neither the key nor the body readable', async () => {
    const number = await authorized(app);
    await withKey('very-secret-key', 'POST', path(number, '/voids'), { transactionReference: 'very-secret-body' });
    const rows = await app.query('select claim, body_hash, answer from stored_answers');
    expect(JSON.stringify(rows)).not.toMatch(/very-secret/);
    // Answers name people: they are sealed.
    expect(rows.filter(({ answer }) => !/^2\.[0-9a-f]{8}\.[\w-]+\.[\w-]+$/.test(String(answer)))).toEqual([]);
  });
});
