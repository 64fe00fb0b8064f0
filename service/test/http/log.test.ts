// One line for each request, whatever became of it: how else would anybody find out at night. And nothing of a person in it.

import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../src/app.ts';
import { createLog } from '../../src/http/log.ts';
import { authorizeBody, type Json, startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let logged: FastifyInstance;
let port: number;
let lines: Json[] = [];
beforeAll(async () => {
  app = await startApp({ RATE_LIMIT_PER_MINUTE: '0' });
  const write = (line: string) => void lines.push(JSON.parse(line) as Json);
  logged = buildApp({ ...app.deps, log: createLog('info', { write }) });
  await logged.listen({ host: '127.0.0.1', port: 0 });
  port = (logged.server.address() as { port: number }).port;
});
afterAll(async () => {
  await logged.close();
  await app.stop();
});
beforeEach(() => {
  lines = [];
});

const ssn = '19121212-1212';
const key = { 'x-auth-key': 'sandbox-de' };
const json = { ...key, 'content-type': 'application/json' };
const oneLine = () => expect.poll(() => lines.length).toBe(1);

/** Bytes as they are; resolves with the answer when the service closes the connection. */
function raw(text: string, leaveAfterMs?: number): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      if (leaveAfterMs !== undefined) setTimeout(() => socket.destroy(), leaveAfterMs);
    });
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', () => undefined).on('close', () => resolve(answer));
  });
}

describe('a request has one line, with the id that the answer has', () => {
  it.each([
    ['an answer', 'GET', '/api/v3/version', key, undefined, { status: 200, route: '/api/v3/version', endpoint: 'getVersion' }],
    ['an unknown address', 'GET', `/nowhere/${ssn}`, key, undefined, { status: 404, route: 'unknown', code: '400.242' }],
    ['another method', 'DELETE', '/api/v3/version', key, undefined, { status: 405, code: '400.243' }],
    [
      'no key',
      'GET',
      `/api/v3/orders/${ssn}`,
      {},
      undefined,
      { status: 401, code: '400.240', route: '/api/v3/orders/:orderNumber' },
    ],
    ['an address that cannot be read', 'GET', '/api/v3/%zz', key, undefined, { status: 400, code: '400.249' }],
    [
      'a body beyond all bounds',
      'POST',
      '/api/v3/checkout/authorize',
      json,
      'x'.repeat(1_100_000),
      { status: 413, code: '400.244' },
    ],
    ['no JSON', 'POST', '/api/v3/checkout/authorize', json, `{"ssn": ${ssn}`, { status: 400, code: '400.001' }],
    ['a page', 'GET', '/', {}, undefined, { status: 200, route: '/' }],
    [
      'the operator',
      'GET',
      '/admin/v1/jobs',
      { 'x-auth-key': 'sandbox-operator' },
      undefined,
      { status: 200, endpoint: 'listJobs' },
    ],
  ] as const)('for %s', async (_what, method, url, headers, payload, line) => {
    const answer = await logged.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    await oneLine();
    expect(lines[0]).toMatchObject({ level: 'info', method, ...line, requestId: answer.headers['x-request-id'] });
    expect(typeof lines[0]?.['milliseconds']).toBe('number');
    expect(JSON.stringify(lines)).not.toContain('19121212');
  });

  it('that names merchant, sizes, outcome, and that an answer was given again', async () => {
    const payload = JSON.stringify(authorizeBody('DE'));
    const headers = { ...json, 'idempotency-key': 'logged' };
    for (let round = 0; round < 2; round += 1)
      await logged.inject({ method: 'POST', url: '/api/v3/checkout/authorize', headers, payload });
    await expect.poll(() => lines.length).toBe(2);
    const [merchant] = await app.query(`select id, name from merchants where country = 'DE'`);
    expect(lines[0]).toMatchObject({ outcome: 'Accepted', merchant: merchant?.['id'], bytesIn: Buffer.byteLength(payload) });
    expect(Number(lines[0]?.['bytesOut'])).toBeGreaterThan(10);
    expect(lines[1]).toMatchObject({ replayed: true });
    expect(JSON.stringify(lines)).not.toMatch(/example\.com|sandbox-de"/);
  });

  it('when it is no HTTP', async () => {
    const answer = await raw(`nonsense ${ssn}\r\n\r\n`);
    await oneLine();
    expect(answer).toContain(`X-Request-Id: ${String(lines[0]?.['requestId'])}`);
    expect(lines[0]).toMatchObject({ status: 400, route: 'unknown' });
    expect(JSON.stringify(lines)).not.toContain('19121212');
  });

  it.each([
    ['an HTTP/1.1 without a host', `GET /api/v3/version HTTP/1.1\r\nX-Auth-Key: sandbox-de\r\nConnection: close\r\n\r\n`, 400],
    ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n`, 400],
    [
      'an expectation that nobody knows',
      `GET /api/v3/version HTTP/1.1\r\nHost: x\r\nX-Auth-Key: sandbox-de\r\nExpect: ${ssn}\r\nConnection: close\r\n\r\n`,
      200,
    ],
    [
      'a body that breaks off being HTTP',
      `POST /api/v3/checkout/authorize HTTP/1.1\r\nHost: x\r\nX-Auth-Key: sandbox-de\r\nTransfer-Encoding: chunked\r\n\r\n${ssn}\r\n`,
      400,
    ],
  ])('for %s', async (_what, text, status) => {
    const answer = await raw(text);
    await oneLine();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.toLowerCase()).toContain(`x-request-id: ${String(lines[0]?.['requestId'])}`);
    expect(lines[0]).toMatchObject({ status });
    expect(JSON.stringify(lines)).not.toContain('19121212');
    expect(await app.inject({ method: 'GET', url: '/livez' })).toMatchObject({ status: 200 });
    expect(lines).toHaveLength(1);
  });

  it('when its client left in the middle of its body', async () => {
    await raw(`POST /api/v3/checkout/authorize HTTP/1.1\r\nHost: x\r\nX-Auth-Key: sandbox-de\r\nContent-Length: 99\r\n\r\n{`, 50);
    await oneLine();
    expect(lines[0]).toMatchObject({ status: 499, endpoint: 'authorize' });
  });

  it('when its client left, as 499', async () => {
    await app.query('begin');
    await app.query('lock table orders in access exclusive mode');
    const gone = raw(`GET /api/v3/orders/left HTTP/1.1\r\nHost: x\r\nX-Auth-Key: sandbox-de\r\n\r\n`, 200);
    await gone;
    await oneLine();
    await app.query('rollback');
    expect(lines[0]).toMatchObject({ status: 499, endpoint: 'getOrder' });
  });

  it('when its client left before requests that it had sent one behind the other were answered, each', async () => {
    await app.query('begin');
    await app.query('lock table orders in access exclusive mode');
    const request = `GET /api/v3/orders/left HTTP/1.1\r\nHost: x\r\nX-Auth-Key: sandbox-de\r\n\r\n`;
    await raw(request + request, 200);
    await expect.poll(() => lines.length).toBe(2);
    await app.query('rollback');
    expect(lines.map(({ status, endpoint }) => [status, endpoint])).toEqual([
      [499, 'getOrder'],
      [499, 'getOrder'],
    ]);
  });
});

describe('a fault', () => {
  it('names the request in the answer and in its line, which says nothing of what was sent', async () => {
    await app.query('alter table orders rename to orders_gone');
    const answer = await logged.inject({ method: 'GET', url: `/api/v3/orders/${ssn}`, headers: key });
    await app.query('alter table orders_gone rename to orders');
    await expect.poll(() => lines.length).toBe(2);
    const id = answer.headers['x-request-id'];
    expect([answer.statusCode, answer.json()]).toMatchObject([500, { code: '400.000', requestId: id }]);
    expect(lines.map((line) => [line['level'], line['requestId']])).toEqual([
      ['error', id],
      ['info', id],
    ]);
    expect(JSON.stringify(lines)).not.toContain('19121212');
  });
});
