// Files are large: who may not send one is refused before it is read, a key sends one at a time, and a process receives only so
// many. Seen on real connections, which say how much of a body was taken.
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashOfKey } from '../../src/keys/make-key.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let port = 0;
/** The service's ends, by the client's port. */
const connections = new Map<number, Socket>();

const keys = { 'may-not': 'admin:read', first: 'admin:write', second: 'admin:write', third: 'admin:write' };

beforeAll(async () => {
  app = await startApp({ UPLOADS_AT_ONCE: '2' });
  const text = `insert into api_keys (id, merchant_id, hash, name, scopes) values (gen_random_uuid(), null, $1, $2, array[$3])`;
  for (const [key, scope] of Object.entries(keys)) await app.query(text, hashOfKey(key), key, scope);
  app.app.server.on('connection', (socket: Socket) => connections.set(socket.remotePort ?? 0, socket));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.app.server.address() as AddressInfo).port;
});
afterAll(() => app.stop());

const length = 60 * 1024 * 1024;

/** A client that announces a file and sends what it is told to. */
function upload(key: string, more: readonly string[] = []) {
  const socket = connect(port, '127.0.0.1');
  let got = '';
  let wake = (): void => {};
  socket.on('data', (bytes) => {
    got += bytes.toString();
    wake();
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  const head = ['POST /admin/v1/bank-statements HTTP/1.1', 'Host: x', `X-Auth-Key: ${key}`, `Content-Length: ${length}`, ...more];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  return {
    socket,
    closed,
    async got(text: string): Promise<string> {
      while (!got.includes(text))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      return got;
    },
    taken: () => connections.get(socket.localPort ?? 0)?.bytesRead ?? 0,
    /** The client goes, and the service has seen it. */
    async leave(): Promise<void> {
      const other = connections.get(socket.localPort ?? 0);
      const seen = new Promise<void>((resolve) => other?.once('close', () => resolve()));
      socket.destroy();
      await seen;
    },
  };
}

describe('a file', () => {
  test.each([
    ['may-not', '403', '400.241'],
    ['nobody', '401', '400.240'],
  ])('of the key %s is refused with %s, and not read', async (key, status, code) => {
    const client = upload(key);
    // It keeps sending: what the service does not take stays with the client.
    const sent = client.socket.write(Buffer.alloc(length, 'x'));
    const answer = await client.got('"code"');
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain(code);
    expect(answer).toMatch(/^connection: close/im);
    await client.closed;
    expect(sent).toBe(false);
    expect(client.taken()).toBeLessThan(4 * 1024 * 1024);
  });

  test('is asked for only of a client that may send it (Expect: 100-continue)', async () => {
    const refused = upload('may-not', ['Expect: 100-continue']);
    expect(await refused.got('"code"')).toMatch(/^HTTP\/1.1 403 /);
    await refused.closed;
    const allowed = upload('first', ['Expect: 100-continue']);
    expect(await allowed.got('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    await allowed.leave();
  });
});

describe('files at once', () => {
  test('are one of a key (429), and so many of all keys (503); when one has ended the next is taken', async () => {
    const [first, second] = [upload('first', ['Expect: 100-continue']), upload('second', ['Expect: 100-continue'])];
    await Promise.all([first.got('100 Continue'), second.got('100 Continue')]);
    const again = await upload('first').got('"code"');
    expect(again).toMatch(/^HTTP\/1.1 429 /);
    expect(again).toContain('400.392');
    expect(again).toMatch(/^retry-after: 5/im);
    const third = await upload('third').got('"code"');
    expect(third).toMatch(/^HTTP\/1.1 503 /);
    expect(third).toContain('400.247');
    expect(third).toMatch(/^retry-after: 5/im);
    await first.leave();
    const small = await app.ask('POST', '/admin/v1/bank-statements', 'x', { key: 'third' });
    expect(small.status, small.text).toBe(400);
    await second.leave();
  });
});
