// Signatures against published examples, and the rules of when and where something is sent.
import { expect, it } from 'vitest';
import { isFilter } from '../../src/core/webhooks/filter.ts';
import {
  isGone,
  isSuccess,
  nextAttemptSeconds,
  ownPauseSeconds,
  pauseSeconds,
  retryAfterOf,
  retryAfterSeconds,
} from '../../src/core/webhooks/retry.ts';
import { isNetwork } from '../../src/runtime/networks.ts';
import { createAddresses, urlFault } from '../../src/webhooks/addresses.ts';
import { createSender } from '../../src/webhooks/sender.ts';
import { bytesOfSecret, signedHeaders } from '../../src/webhooks/signing.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Vector, vectors } from '../support/vectors.ts';

const published = vectors<unknown, unknown>('webhooks');
const ofKind = <Input, Expected>(kind: string) => published.filter((each) => each.kind === kind) as Vector<Input, Expected>[];

it('signs the published example, and with several secrets one after the other', () => {
  type Signing = { secret: string; id: string; timestamp: number; payload: string };
  const examples = ofKind<Signing, { signature: string }>('webhook-sign');
  expect(examples.length).toBeGreaterThan(0);
  for (const { input, expected } of examples) {
    const secret = { kind: 'v1', secret: input.secret } as const;
    const headers = signedHeaders([secret], input.id, input.timestamp, input.payload);
    expect(headers['webhook-signature']).toBe(expected.signature);
    const both = signedHeaders([secret, secret], input.id, input.timestamp, input.payload);
    expect(both['webhook-signature']).toBe(`${expected.signature} ${expected.signature}`);
  }
});

it('knows what a secret is', () => {
  for (const { input, expected } of ofKind<string, { valid: boolean }>('webhook-secret')) {
    expect([input, bytesOfSecret(input) !== undefined]).toEqual([input, expected.valid]);
  }
});

it('makes ten attempts in about three days, later when asked to, and then gives up', () => {
  const without = { status: 500 };
  const waits = Array.from({ length: 10 }, (_each, index) => nextAttemptSeconds(index + 1, without, 0));
  expect(waits).toEqual([...retryAfterSeconds, undefined]);
  const days = retryAfterSeconds.reduce((sum, each) => sum + each, 0) / 86_400;
  expect(days).toBeGreaterThan(3);
  expect(days).toBeLessThan(3.3);
  expect(nextAttemptSeconds(1, without, 0.999)).toBeLessThan(6);
  expect(nextAttemptSeconds(1, { status: 503, retryAfterSeconds: 900 }, 0)).toBe(900);
  expect(nextAttemptSeconds(1, { status: 503, retryAfterSeconds: 1e8 }, 0)).toBe(86_400);
  expect(nextAttemptSeconds(9, { status: 503, retryAfterSeconds: 1 }, 0)).toBe(86_400);
});

it('leaves an endpoint in peace after a failure of ours, longer with each one in a row', () => {
  expect([1, 2, 3, 7, 5000].map(ownPauseSeconds)).toEqual([5, 10, 20, 300, 300]);
});

it('leaves an overloaded or silent endpoint in peace at once, another only when it keeps failing', () => {
  for (const status of [429, 502, 504, null]) expect(pauseSeconds(1, { status }, 0)).toBe(5);
  expect(pauseSeconds(1, { status: 500 }, 0)).toBe(0);
  expect(pauseSeconds(2, { status: 500 }, 0)).toBe(0);
  expect(pauseSeconds(3, { status: 500 }, 0)).toBe(5);
  expect(pauseSeconds(50, { status: null }, 0)).toBe(300);
  expect(pauseSeconds(1, { status: 429, retryAfterSeconds: 1e8 }, 0)).toBe(3600);
});

it('reads Retry-After as seconds and as a date', () => {
  const now = Date.UTC(2026, 0, 1);
  expect(retryAfterOf('120', now)).toBe(120);
  expect(retryAfterOf('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60);
  expect(retryAfterOf('Thu, 01 Jan 2015 00:01:00 GMT', now)).toBe(0);
  for (const nonsense of [undefined, '', 'soon', '-1e9x']) expect(retryAfterOf(nonsense, now)).toBeUndefined();
});

it('takes any answer of two hundred for a success, and only 410 for a farewell', () => {
  const statuses = [null, 199, 200, 299, 300, 410, 500];
  expect(statuses.filter((status) => isSuccess({ status }))).toEqual([200, 299]);
  expect(statuses.filter((status) => isGone({ status }))).toEqual([410]);
});

it('spreads attempts and pauses by up to a fifth, later and never sooner', () => {
  expect(nextAttemptSeconds(1, { status: 500 }, 0.5)).toBeCloseTo(5.5);
  expect(nextAttemptSeconds(1, { status: 503, retryAfterSeconds: 100 }, 0.5)).toBeCloseTo(110);
  expect(pauseSeconds(1, { status: null }, 0.5)).toBeCloseTo(5.5);
});

it.each([
  ['120', 120],
  [' 120 ', 120],
  ['20 Nov 2026 12:00:10 GMT', 10],
  ['Fri Nov 20 2026 12:00:10 +0000', 10],
  ['soon', undefined],
])('reads a Retry-After of %j', (header, seconds) => {
  expect(retryAfterOf(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(seconds);
});

it('knows a filter by what can happen', () => {
  const filters = ['*', 'order.*', 'order.authorized', 'order', 'order.unheard', 'nothing.*', ''];
  expect(filters.filter(isFilter)).toEqual(['*', 'order.*', 'order.authorized']);
  for (const wrong of ['', 'order', 'order.', '*.captured', 'order.eaten', 'eaten.*', '**']) expect(isFilter(wrong)).toBe(false);
});

it('calls no address that is private, reserved or another address in disguise', () => {
  const { allows } = createAddresses([]);
  const refused = `
    0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.255.255 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.8
    192.0.2.1 192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 240.0.0.1 255.255.255.255 ::
    168.63.129.16 ::1 ::ffff:8.8.8.8 ::ffff:127.0.0.1 ::127.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:db8::1
    2002:7f00:1::1 3fff::1 5f00::1 fc00::1 fd12::1 fe80::1 fe80::1%eth0 fec0::1 ff02::1 2606:4700::1%lo localhost`.split(/\s+/);
  expect(refused.filter(allows)).toEqual([]);
  const fine = ['8.8.8.8', '172.32.0.1', '100.128.0.1', '192.0.1.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1'];
  expect(fine.filter((each) => !allows(each))).toEqual([]);
  const opened = createAddresses(['10.1.0.0/16', 'fd00:7::/32', '192.168.7.7']);
  expect(['10.1.2.3', 'fd00:7::1', '192.168.7.7'].every(opened.allows)).toBe(true);
  expect(['10.2.0.1', 'fd00:8::1', '192.168.7.8', '::ffff:10.1.2.3'].some(opened.allows)).toBe(false);
  for (const wrong of ['10.0.0.0/33', '::/129', '10.0.0/8', 'example.com', '', '10.0.0.0/8/8'])
    expect(isNetwork(wrong)).toBe(false);
});

it('wants https in live mode, and nothing of this machine', () => {
  const live = createAddresses([]);
  expect(urlFault('https://example.com/hook?shop=1', live, false)).toBeUndefined();
  expect(urlFault('https://example.com:8443/hook', live, false)).toBeUndefined();
  for (const text of ['https://exam\nple.com/hook', 'https://example.com/ho\tok', 'https://example.com/\u007f'])
    expect(urlFault(text, live, false), JSON.stringify(text)).toBe('it is no address');
  expect(urlFault('http://example.com/hook', live, false)).toMatch(/https/);
  expect(urlFault('https://127.0.0.1/hook', live, false)).toMatch(/private/);
  expect(urlFault('https://[::1]/hook', live, false)).toMatch(/private/);
  for (const odd of ['https://0x8080808/', 'https://134744072/', 'https://010.8.8.8/', 'https://8.8.8.8./'])
    expect(urlFault(odd, live, false)).toMatch(/usual form/);
});

it('looks at what a name resolves to, every address of it, at the moment of the connection', async () => {
  const shop = await startReceiver();
  let found = [{ address: '127.0.0.1', family: 4 }];
  const resolve = ((_name: string, _options: object, done: (error: null, all: typeof found) => void) =>
    done(null, found)) as never;
  const to = shop.url.replace('127.0.0.1', 'shop.example');
  const strict = createSender({ addresses: createAddresses([], resolve), clock: Date.now });
  expect(await strict.post(to, {}, '{}')).toMatchObject({ status: null, reason: 'address refused' });
  expect(await strict.post(shop.url, {}, '{}')).toMatchObject({ status: null, reason: 'address refused' });
  const opened = createSender({ addresses: createAddresses(['127.0.0.0/8'], resolve), clock: Date.now });
  expect(await opened.post(to, {}, '{}')).toMatchObject({ status: 204 });
  await opened.close();
  // Of two addresses one that may not be called is enough.
  found = [...found, { address: '10.0.0.1', family: 4 }];
  const again = createSender({ addresses: createAddresses(['127.0.0.0/8'], resolve), clock: Date.now });
  expect(await again.post(to, {}, '{}')).toMatchObject({ status: null, reason: 'address refused' });
  expect(shop.got).toHaveLength(1);
  await Promise.all([strict.close(), again.close(), shop.close()]);
});

it('waits for an answer no longer than its limit, however slowly it comes', async () => {
  const silent = await startReceiver(() => 'answered');
  const dripping = await startReceiver((_got, response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\n');
    const drip = setInterval(() => response.socket?.write('x-drip: 1\r\n'), 20);
    response.on('close', () => clearInterval(drip));
    response.socket?.on('close', () => clearInterval(drip));
    return 'answered';
  });
  const sender = createSender({ addresses: createAddresses(['127.0.0.0/8']), clock: Date.now, limitMs: 300 });
  for (const { url } of [silent, dripping])
    expect(await sender.post(url, {}, '{}')).toMatchObject({ status: null, reason: 'timeout' });
  await Promise.all([sender.close(), silent.close(), dripping.close()]);
});
