// With a code outlet the code goes to the consumer and never onto the page; what limits guessing holds across processes.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { texts } from '../../src/core/texts/texts.ts';
import { orderBody, type Pair, startPair } from '../support/pair.ts';

let delivers = true;
let sent: { channel: string; to: string; code: string; language: string }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    sent.push(JSON.parse(body));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ sent: delivers }));
  });
});
let pair: Pair;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
  pair = await startPair({ CODE_OUTLET_URL: url, CODE_OUTLET_KEY: 'a-key-for-the-tests-0123456789' });
});
afterAll(async () => {
  await pair.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

async function pending(number: string, more: object = {}): Promise<string> {
  const body = orderBody(number, 10);
  const customer = { ...body.customer, firstName: 'StrongCustomerAuthentication', conversationLanguage: 'FR', ...more };
  const { json } = await pair.ask('POST', '/api/v3/checkout/authorize', { ...body, customer });
  return new URL(String(json['secureLoginUrl'])).pathname;
}
/** The services in turn. */
let turn = 0;
async function send(method: 'GET' | 'HEAD' | 'POST', path: string, payload?: string): Promise<string> {
  turn += 1;
  const answer = await pair.services[turn % 2]?.app.inject({
    method,
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(payload !== undefined && { payload }),
  });
  return answer?.body ?? '';
}
/** As a browser does: the page's own form, to have a code sent or to enter one. */
async function post(path: string, code?: string): Promise<string> {
  const token = /name="page" value="([^"]+)"/.exec(await send('GET', path))?.[1] ?? '';
  return send('POST', path, `page=${token}${code === undefined ? '' : `&code=${code}`}`);
}

/** Readable with the reason, and nothing can be taken from it. */
async function expectDeclined(number: string): Promise<void> {
  const read = await pair.ask('GET', `/api/v3/orders/${number}`);
  expect([read.status, read.json]).toMatchObject([
    200,
    { orderDetails: { status: 'Cancelled', remainingAuthorizedAmount: 0, statusReason: { code: expect.any(String) } } },
  ]);
  expect((await pair.ask('POST', `/api/v3/orders/${number}/captures`)).status).toBe(409);
}

it('the outlet sends no code to what only opens the link, and none without the page’s own form', async () => {
  sent = [];
  const path = await pending('looked-at', { mobilePhone: '+4915112345679' });
  for (const method of ['HEAD', 'GET', 'POST'] as const) await send(method, path, method === 'POST' ? 'page=x' : undefined);
  expect(sent).toEqual([]);
});

it('the outlet sends the code once however often the page asks for it, and shows it to nobody', async () => {
  sent = [];
  const path = await pending('sent', { mobilePhone: '+4915112345678' });
  const pages = [await post(path), await post(path), await post(path)];
  expect(sent).toMatchObject([{ channel: 'sms', to: '+4915112345678', language: 'FR' }]);
  const words = [texts.FR.refusals.codeSent, texts.FR.refusals.codeTooSoon, texts.FR.refusals.codeTooSoon];
  for (const [at, shown] of pages.entries()) {
    expect(shown).toContain(words[at]);
    expect(shown).not.toContain(sent[0]?.code);
  }
  expect(await post(path, sent[0]?.code)).toContain('Merci');
});

it('the outlet is given a number as it is dialled from everywhere, and an address where there is none', async () => {
  sent = [];
  for (const [number, mobilePhone] of [
    ['national', '0151 12345678'],
    ['bracketed', '+49 (0)151 12345678'],
  ] as const)
    await post(await pending(number, { mobilePhone }));
  expect(sent.map(({ channel, to }) => [channel, to])).toEqual([
    ['sms', '+4915112345678'],
    ['sms', '+4915112345678'],
  ]);
  sent = [];
  const path = await pending('unreadable', { mobilePhone: '+4915112345679' });
  await pair.query(
    `update order_contents c set customer = jsonb_set(c.customer::jsonb, '{mobilePhone}', '"12"')::json from orders o
where o.merchant_id = c.merchant_id and o.id = c.order_id and o.number = 'unreadable'`,
  );
  await post(path);
  expect(sent).toMatchObject([{ channel: 'email', to: 'ida@example.com' }]);
});

it('the page says that a code could not be sent', async () => {
  const { codeNotSent } = texts.FR.refusals;
  const path = await pending('undelivered');
  delivers = false;
  const shown = await post(path);
  delivers = true;
  expect([shown.includes(codeNotSent), shown.includes('Nous vous avons envoyé')]).toEqual([true, false]);
  // After the third no code is sent, however long the consumer waits.
  await pair.query(
    `update identity_checks i set send_count = 3, sent_at = now() - interval '2 minutes' from orders o
where o.merchant_id = i.merchant_id and o.id = i.order_id and o.number = 'undelivered'`,
  );
  expect(await post(path)).toContain(codeNotSent);
});

it('the page counts wrong codes across processes, and declines at the fifth', async () => {
  sent = [];
  const path = await pending('guessed');
  await post(path);
  expect(sent).toMatchObject([{ channel: 'email', to: 'ida@example.com' }]);
  const wrong = sent[0]?.code === '000000' ? '111111' : '000000';
  for (let tried = 1; tried < 5; tried += 1) expect(await post(path, wrong)).toContain('<form');
  expect(await post(path, wrong)).not.toContain('<form');
  expect(await post(path, sent[0]?.code)).not.toContain('Merci');
  await expectDeclined('guessed');
});

it('the page takes no code after the time is over', async () => {
  sent = [];
  const path = await pending('late');
  await post(path);
  await pair.query(`update orders set decide_by = now() - interval '1 minute' where number = 'late'`);
  expect(await post(path, sent[0]?.code)).not.toContain('Merci');
  await expectDeclined('late');
});
