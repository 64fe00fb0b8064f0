// Clients that leave while their key is looked up count no longer: neither among what is under way, nor as one who sends a file, nor
// as a fault.
import { execFileSync } from 'node:child_process';
import { type AddressInfo, connect, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { captured, type Json, path, startApp, type TestApp } from '../support/app.ts';
import { until } from '../support/service-process.ts';

let app: TestApp;
let port = 0;
let gate: pg.Client;
/** The service's ends, by the client's port. */
const connections = new Map<number, Socket>();

beforeAll(async () => {
  app = await startApp({ POOL_SIZE: '4' });
  const text = `insert into api_keys (id, merchant_id, hash, name, scopes) values (gen_random_uuid(), null, $1, $2, array['admin:read', 'admin:write'])`;
  for (const key of ['reader', 'sender']) await app.query(text, hashOfKey(key), key);
  app.app.server.on('connection', (socket: Socket) => connections.set(socket.remotePort ?? 0, socket));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
  gate = new pg.Client(app.connection);
  await gate.connect();
});
afterAll(async () => {
  await gate.end();
  await app.stop();
});

/** Clients whose request has arrived, and who are gone before their key, or what else they ask for, was found. */
async function leaveEarly(count: number, head: readonly string[], held = 'api_keys'): Promise<void> {
  await gate.query(`begin; lock table ${held} in access exclusive mode`);
  const clients = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    return socket;
  });
  const ends = () => clients.flatMap(({ localPort }) => connections.get(localPort ?? 0) ?? []);
  await until('all have asked', () => Promise.resolve(ends().filter(({ bytesRead }) => bytesRead > 0).length === count));
  const gone = ends().map((end) => new Promise((resolve) => end.once('close', resolve)));
  for (const client of clients) client.destroy();
  await Promise.all(gone);
  await gate.query('rollback');
}

test('leave no request behind that would keep others out', async () => {
  await leaveEarly(6, ['GET /admin/v1/merchants HTTP/1.1', 'Host: x', 'X-Auth-Key: reader']);
  const { status, text } = await app.ask('GET', '/admin/v1/merchants', undefined, { key: 'reader' });
  expect(status, text).toBe(200);
});

test('leave no file behind that would keep their key from sending another one', async () => {
  await leaveEarly(1, ['POST /admin/v1/bank-statements HTTP/1.1', 'Host: x', 'X-Auth-Key: sender', 'Content-Length: 1000']);
  const { status, text } = await app.ask('POST', '/admin/v1/bank-statements', 'x', { key: 'sender' });
  expect(status, text).toBe(400);
});

test('leave no document behind that would be drawn for no one', async () => {
  const { number } = await captured(app);
  const [capture] = (await app.ask('GET', path(number))).body['captures'] as Json[];
  const { pathname } = new URL(String(capture?.['consumerInvoiceUrl']));
  const metrics = async () => (await app.ask('GET', '/metrics', undefined, { key: 'sandbox-operator' })).text;
  const counted = async (outcome: string) => (await metrics()).includes(`dps_documents_total{outcome="${outcome}"} 1`);
  await leaveEarly(3, [`GET ${pathname} HTTP/1.1`, 'Host: x'], 'documents');
  await until('what was to be drawn was left out', async () => (await counted('busy')) || (await counted('drawn')));
  expect(await counted('drawn')).toBe(false);
  expect((await app.inject({ method: 'GET', url: pathname })).status).toBe(200);
});

/** In a process of its own, so that all are reset before the service looks at the first. */
const resetting = `const { connect } = require('node:net');
for (let count = 0; count < 20; count += 1) {
  const socket = connect(Number(process.argv[1]), '127.0.0.1');
  const head = 'GET /admin/v1/merchants HTTP/1.1\\r\\nHost: x\\r\\nX-Auth-Key: unknown-' + count + '\\r\\n\\r\\n';
  socket.on('error', () => undefined).write(head, () => socket.resetAndDestroy());
}`;

test('who reset their connection at once are no fault of the service', async () => {
  execFileSync(process.execPath, ['-e', resetting, String(port)]);
  const metrics = async () => (await app.ask('GET', '/metrics', undefined, { key: 'sandbox-operator' })).text;
  const left = 'dps_http_requests_total{route="/admin/v1/merchants",method="GET",status="499"}';
  await until('they have left', async () => Number((await metrics()).split(`${left} `)[1]?.split('\n')[0]) > 6);
  expect((await metrics()).match(/^dps_faults_total\{.*$/gm)).toBeNull();
});
