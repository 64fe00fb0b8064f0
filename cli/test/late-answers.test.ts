// An answer that is lost on its way: what was asked may have been done, and is asked again without being done twice.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { authorized, startApp, type TestApp } from '../../service/test/support/app.ts';
import { asOperator, command } from './support/command.ts';

let app: TestApp;
let url: string;
let between: Server;
/** What lies between the command and the service: does this instead of handing over the answer to a change. */
let loses: (response: ServerResponse) => void;

beforeAll(async () => {
  app = await startApp();
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  between = createServer((request, response) => void handOver(request, response)).listen(0, '127.0.0.1');
  await once(between, 'listening');
});
afterAll(async () => {
  vi.restoreAllMocks();
  between.closeAllConnections();
  between.close();
  await app.stop();
});

async function handOver(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of request) parts.push(new Uint8Array(part as Buffer));
  const { 'x-auth-key': key = '', 'idempotency-key': once } = request.headers;
  const answer = await fetch(`${url}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: {
      'x-auth-key': String(key),
      'content-type': 'application/json',
      ...(once !== undefined && { 'idempotency-key': String(once) }),
    },
    ...(parts.length > 0 && { body: Buffer.concat(parts) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (request.method !== 'GET') return loses(response);
  response.statusCode = answer.status;
  response.end(text);
}

/** The limit of a call of the command is over when this is called, however fast the machine is. */
function limitInHand(): () => void {
  const own = AbortSignal.timeout.bind(AbortSignal);
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => (ms === 15_000 ? limit.signal : own(ms)));
  return () => limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
}

const run = (parameters: readonly string[], through = true) =>
  command(parameters, asOperator(through ? `http://127.0.0.1:${(between.address() as AddressInfo).port}` : url));

const ways: [string, string, () => (response: ServerResponse) => void][] = [
  ['breaks off', '(', () => (response) => response.destroy()],
  [
    'comes too late',
    '(no answer within 15 s)',
    () => {
      const end = limitInHand();
      return () => end();
    },
  ],
  [
    'is a proxy’s own',
    '(504)',
    () => (response) => {
      response.statusCode = 504;
      response.end('<h1>Gateway Timeout</h1>');
    },
  ],
];

it.each(ways)(
  'an answer that %s: says what is not known, and refunds once when it is repeated as it says',
  async (_way, why, how) => {
    const order = await authorized(app, 6000);
    const orders = ['--merchant', 'de', '--reason', 'goodwill'];
    expect((await run(['orders', 'capture', order, ...orders], false)).code).toBe(0);
    const refund = ['orders', 'refund', order, '--amount', '10', ...orders];
    loses = how();
    const lost = await run([...refund, '--json']);
    vi.restoreAllMocks();
    expect(lost).toMatchObject({ code: 3, out: '' });
    const { message, hint } = JSON.parse(lost.err) as { message: string; hint: string };
    expect(message).toContain(why);
    expect(message).toContain('It is not known whether it was done.');
    const again = /--once ([0-9a-f-]{36})/.exec(hint)?.[1] ?? '';
    expect((await run([...refund, '--once', again], false)).code).toBe(0);
    const shown = JSON.parse((await run(['orders', 'show', order, '--merchant', 'de', '--json'], false)).out);
    expect(shown).toMatchObject({ refundedAmount: 10 });
  },
);

it('what has no key is looked up before it is repeated', async () => {
  loses = (response) => response.destroy();
  const lost = await run(['jobs', 'run', 'expire-authorizations']);
  expect(lost).toMatchObject({ code: 3, err: expect.stringMatching(/not known whether it was done[\s\S]*dps audit list/) });
});

it('the key that is given is the one that is named', async () => {
  const order = await authorized(app, 1000);
  loses = (response) => response.destroy();
  const lost = await run(['orders', 'void', order, '--merchant', 'de', '--reason', 'x', '--once', 'mine']);
  expect(lost).toMatchObject({ code: 3, err: expect.stringContaining('--once mine') });
});

it('a service that is not there has done nothing', async () => {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  const { code, err } = await command(['jobs', 'run', 'retain'], asOperator(`http://127.0.0.1:${port}`));
  expect([code, err]).toEqual([3, expect.stringMatching(/No service answers on \S+ \(ECONNREFUSED\)\.\n/)]);
  expect(err).not.toContain('not known');
});
