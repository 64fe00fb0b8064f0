// Outside sources over real HTTP: one that hangs, lies, is broken, sends somebody elsewhere or talks without end never
// delays an order by more than its limit, and is silence, not an error.
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from '../../src/observe/metrics.ts';
import { noTraces } from '../../src/observe/traces.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { guarded } from '../../src/sources/guard.ts';
import { applyBody } from '../support/accounts.ts';
import { authorizeBody, item, keyOf, path, startApp, summary, type TestApp } from '../support/app.ts';
import { type Buyer, buyer } from '../support/people.ts';
import { totalOf } from '../support/scrape.ts';

type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const key = 'a-key-for-the-tests-0123456789';
const limitMs = 300;
let behave: Behaviour;
let asked: { path: string; body: string; headers: IncomingMessage['headers'] }[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8').on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    asked.push({ path: request.url ?? '', body, headers: request.headers });
    behave(request, response, body);
  });
});
const answer =
  (value: unknown, status = 200): Behaviour =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof value === 'string' ? value : JSON.stringify(value));
  };

let app: TestApp;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = await startApp({ BUREAU_URL: `${url}/bureau`, BUREAU_KEY: key, BUREAU_LIMIT_MS: String(limitMs) });
});
afterAll(async () => {
  await app.stop();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});
beforeEach(() => {
  asked = [];
});

async function authorize(customer: Partial<Buyer> = {}) {
  const since = performance.now();
  const body = authorizeBody('DE', { customer });
  const { body: told } = await app.ask('POST', '/api/v3/checkout/authorize', body);
  const milliseconds = performance.now() - since;
  const [row] = await app.query(
    `select d.facts from credit_decisions d join orders o on o.id = d.order_id where o.number = $1`,
    body.order.number,
  );
  return {
    outcome: told['outcome'],
    milliseconds,
    bureau: (row?.['facts'] as { bureau: { verdict: string } } | undefined)?.bureau.verdict,
  };
}

const endless: Behaviour = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"verdict":"cl');
  const timer = setInterval(() => response.write(' '.repeat(65_536)), 1);
  response.on('close', () => clearInterval(timer));
};
const misbehaviours: [string, Behaviour][] = [
  ['hangs', () => undefined],
  ['answers 500', answer({ verdict: 'clear' }, 500)],
  ['hangs up', (request) => request.socket.destroy()],
  ['says something else', answer({ verdict: 'excellent' })],
  ['leaves the limit out', answer({ verdict: 'limited' })],
  ['names another currency', answer({ verdict: 'limited', limit: { amount: 5000, currency: 'SEK' } })],
  ['names a limit below nothing', answer({ verdict: 'limited', limit: { amount: -1, currency: 'EUR' } })],
  ['answers no JSON', answer('<html>verdict: clear</html>')],
  ['answers nothing', answer('')],
  ['says one thing twice', answer('{"verdict":"clear","verdict":"negative"}')],
  ['sends elsewhere', (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
  ['never stops', endless],
];

describe('a bureau', () => {
  it('is believed, also when it rejects or grants a limit', async () => {
    behave = answer({ verdict: 'clear' });
    expect(await authorize()).toMatchObject({ outcome: 'Accepted', bureau: 'clear' });
    behave = answer({ verdict: 'negative', register: 'Bureau AG, Berlin', categories: ['paymentHistory', 'insolvency'] });
    expect(await authorize()).toMatchObject({ outcome: 'Rejected', bureau: 'negative' });
    behave = answer({ verdict: 'limited', limit: { amount: 104.94, currency: 'EUR' } });
    expect(await authorize()).toMatchObject({ outcome: 'Rejected', bureau: 'limited' });
    behave = answer({ verdict: 'limited', limit: { amount: 104.95, currency: 'EUR' } });
    expect(await authorize()).toMatchObject({ outcome: 'Accepted' });
  });

  it.each([
    ['names the payment history alone', { categories: ['paymentHistory'] }],
    ['names no categories', {}],
  ])('that rejects and %s does not decide: a person looks at it', async (_name, more) => {
    behave = answer({ verdict: 'negative', ...more });
    expect(await authorize()).toMatchObject({ outcome: 'Pending', bureau: 'historyAlone' });
  });

  it.each([0, 104.94])('whose limit is %s by the payment history alone does not reject by it either', async (amount) => {
    behave = answer({ verdict: 'limited', limit: { amount, currency: 'EUR' }, categories: ['paymentHistory'] });
    expect(await authorize()).toMatchObject({ outcome: 'Pending', bureau: 'historyAlone' });
  });

  it('is asked anew before more is given than was approved, and not before; a rejection names it and leaves the order as it was', async () => {
    // Silence is not remembered, so that the same question may be answered differently soon after.
    behave = answer({}, 503);
    const body = authorizeBody('DE', { customer: { firstName: 'Ottilie' } });
    expect((await app.ask('POST', '/api/v3/checkout/authorize', body)).body['outcome']).toBe('Accepted');
    const update = (cents: number) => {
      const items = [item('DE', 'LAMP', cents)];
      return app.ask('POST', path(body.order.number, '/updateOrder'), { updateOrderSummary: { ...summary(items), items } });
    };
    asked = [];
    behave = answer({ verdict: 'negative', register: 'Bureau AG, Berlin', categories: ['paymentHistory', 'insolvency'] });
    expect((await update(10_000)).body).toMatchObject({ outcome: 'Accepted' });
    expect(asked).toEqual([]);
    const rejected = await update(10_496);
    expect(asked.map((each) => JSON.parse(each.body).customer.firstName)).toEqual(['Ottilie']);
    expect(rejected.body, rejected.text).toMatchObject({ outcome: 'Rejected', riskCheckMessages: [{ code: '200.901' }] });
    const [message] = rejected.body['riskCheckMessages'] as { customerFacingMessage: string }[];
    const page = /https?:\/\/[^/]+(\/decisions\/\S+)$/.exec(message?.customerFacingMessage ?? '')?.[1] ?? '';
    expect((await app.inject({ method: 'GET', url: page })).text).toContain('Bureau AG, Berlin');
    expect((await app.ask('GET', path(body.order.number))).body['orderDetails']).toMatchObject({ totalGrossAmount: 100 });
  });

  it('takes nothing back by the payment history alone, nor by silence', async () => {
    for (const said of [answer({ verdict: 'negative', categories: ['paymentHistory'] }), answer({}, 503)]) {
      behave = answer({}, 503);
      const body = authorizeBody('DE', { customer: { firstName: 'Ottilie' } });
      await app.ask('POST', '/api/v3/checkout/authorize', body);
      behave = said;
      const items = [item('DE', 'LAMP', 10_496)];
      const summed = { updateOrderSummary: { ...summary(items), items } };
      const updated = await app.ask('POST', path(body.order.number, '/updateOrder'), summed);
      expect(updated.body, updated.text).toMatchObject({ outcome: 'Accepted' });
    }
  });

  it('is asked with key and signature, and with nothing of the basket', async () => {
    behave = answer({ verdict: 'clear' });
    await authorize({ firstName: 'Ida' });
    const [question] = asked;
    const [, second, signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(question?.headers['x-signature'])) ?? [];
    expect(question?.headers['authorization']).toBe(`Bearer ${key}`);
    expect(createHmac('sha256', key).update(`${second}.${question?.body}`).digest('hex')).toBe(signature);
    const sent = JSON.parse(question?.body ?? '{}');
    expect(sent).toMatchObject({ country: 'DE', currency: 'EUR', customer: { firstName: 'Ida', birthDate: '1984-12-08' } });
    expect(question?.body).not.toMatch(/LAMP|order/i);
  });

  it('is asked once for an application, however often and in however many steps it comes', async () => {
    behave = answer({ verdict: 'clear' });
    const body = authorizeBody('DE');
    const { customer, order } = body;
    const methods = await app.ask('POST', '/api/v3/checkout/payment-methods', {
      customer,
      order: { totalGrossAmount: order.totalGrossAmount },
    });
    const checkoutId = methods.body['checkoutId'];
    const headers = { 'idempotency-key': 'once' };
    await app.ask('POST', '/api/v3/checkout/authorize', { ...body, checkoutId }, { headers });
    await app.ask('POST', '/api/v3/checkout/authorize', { ...body, checkoutId }, { headers });
    expect(asked).toHaveLength(1);
  });

  it('is asked in the money of the order, the basket, the update or the account, whatever that of the shop; its limit is in the same', async () => {
    const euros = 'EUR';
    await app.query(
      `update merchants set contract = jsonb_set(contract::jsonb, '{payee,ibans,EUR}', '"SE4550000000058398257466"')::json where country = 'SE'`,
    );
    app.deps.auth.forget();
    const currencyAsked = () => asked.map(({ body }) => (JSON.parse(body) as { currency: string }).currency);
    const limitOf = (amount: number): Behaviour => {
      return (request, response, body) =>
        answer({ verdict: 'limited', limit: { amount, currency: JSON.parse(body).currency } })(request, response, body);
    };
    behave = limitOf(500);
    const customer = buyer('SE');
    const inEuros = (cents: number) =>
      authorizeBody('SE', { customer, items: [item('SE', 'LAMP', cents)], order: { currency: euros } });
    const post = (address: string, body: unknown) => app.ask('POST', address, body, { key: keyOf('SE') });
    const dear = inEuros(90_000);
    const { number: _number, ...basket } = dear.order;
    const inCrowns = authorizeBody('SE', { customer, items: [item('SE', 'LAMP', 90_000)] });
    const over = { outcome: 'Rejected', riskCheckMessages: [{ code: '200.903' }] };
    // One person, so that an answer in the one currency must not serve in the other.
    expect((await post('/api/v3/checkout/authorize', inCrowns)).body).toMatchObject(over);
    expect((await post('/api/v3/checkout/payment-methods', { customer, order: basket })).body['outcome']).toBe('Rejected');
    expect((await post('/api/v3/checkout/authorize', dear)).body).toMatchObject(over);
    expect(currencyAsked()).toEqual(['SEK', euros]);

    asked = [];
    behave = answer({}, 503);
    const cheap = inEuros(40_000);
    cheap.customer = buyer('SE');
    expect((await post('/api/v3/checkout/authorize', cheap)).body['outcome']).toBe('Accepted');
    behave = limitOf(500);
    const items = [item('SE', 'LAMP', 50_001)];
    const updateOrderSummary = { ...summary(items), items };
    expect((await post(path(cheap.order.number, '/updateOrder'), { updateOrderSummary })).body).toMatchObject(over);
    const application = applyBody('SE', 900, { currency: euros });
    expect((await post('/api/v3/customer-account', application)).body).toMatchObject({ account: { accountLimit: 500 } });
    expect(currencyAsked()).toEqual([euros, euros, euros]);
  });

  it.each(misbehaviours)('that %s is silent, and nobody waits longer than its limit', async (_name, behaviour) => {
    behave = answer({ verdict: 'clear' });
    await authorize();
    behave = behaviour;
    const { outcome, bureau, milliseconds } = await authorize();
    expect([outcome, bureau]).toEqual(['Accepted', 'silent']);
    // What comes on top is our own work on a busy machine.
    expect(milliseconds).toBeLessThan(limitMs + 10_000);
    expect(asked.every(({ path }) => path === '/bureau')).toBe(true);
  });

  it('that fails again and again is left alone, and orders do not wait for it any more', async () => {
    behave = () => undefined;
    for (let time = 0; time < 5; time += 1) await authorize();
    asked = [];
    const { outcome, bureau } = await authorize();
    expect([outcome, bureau, asked.length]).toEqual(['Accepted', 'silent', 0]);
  }, 60_000);
});

/** A guard of a source called test, on the system's clock. */
const guardOf = () => ({
  name: 'test',
  limitMs: 1000,
  silence: 'silent',
  clock: Date.now,
  note: (): void => undefined,
  hash: (text: string): string => text,
  metrics: createMetrics(),
  traces: noTraces,
});

describe('a breaker', () => {
  afterEach(() => vi.useRealTimers());

  it('opens after failures in a row, lets one question try after a rest, and closes when that one succeeds', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    let source: () => Promise<string>;
    let calls = 0;
    const guard = { ...guardOf(), freshMs: 0, breaker: { opensAfter: 3, restMs: 1000 } };
    const ask = guarded<object, string>(() => {
      calls += 1;
      return source();
    }, guard);
    const isOpen = async (): Promise<number> =>
      totalOf(await guard.metrics.text(), 'dps_source_breaker_open', { source: 'test' });
    const speak = () => Promise.resolve('spoke');
    const fail = () => Promise.reject(new Error('down'));
    for (const behaviour of [fail, fail, speak, fail, fail]) {
      source = behaviour;
      await ask({});
    }
    expect([calls, await isOpen()]).toEqual([5, 0]);
    await ask({});
    expect([await ask({}), calls, await isOpen()]).toEqual(['silent', 6, 1]);

    vi.setSystemTime(1000);
    let answer: (text: string) => void = () => undefined;
    source = () => new Promise((resolve) => (answer = resolve));
    const first = ask({});
    expect([await ask({}), calls]).toEqual(['silent', 7]);
    source = fail;
    answer('spoke');
    expect([await first, await isOpen()]).toEqual(['spoke', 0]);

    for (let time = 0; time < 3; time += 1) await ask({});
    vi.setSystemTime(2000);
    expect([await ask({}), await ask({}), calls]).toEqual(['silent', 'silent', 11]);
    vi.setSystemTime(3000);
    source = speak;
    expect([await ask({}), await ask({})]).toEqual(['spoke', 'spoke']);
  });
});

describe('a guard', () => {
  it('says why there was silence, without a word of the question, and stops the source', async () => {
    const notes: string[] = [];
    let stopped = false;
    const ask = guarded<{ name: string }, string>(
      (_question, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped = true;
            reject(new Error('Ida Weber'));
          });
        }),
      { ...guardOf(), limitMs: 20, note: (...all) => void notes.push(all.join(': ')) },
    );
    expect(await ask({ name: 'Ida Weber' })).toBe('silent');
    expect([notes, stopped]).toEqual([['test: no answer in time'], true]);
  });

  it('asks twins once, and again after silence', async () => {
    let count = 0;
    const ask = guarded<object, string>(() => {
      count += 1;
      return count === 1 ? Promise.reject(new Error('down')) : Promise.resolve('spoke');
    }, guardOf());
    expect(await ask({})).toBe('silent');
    expect(await Promise.all([ask({}), ask({}), ask({})])).toEqual(['spoke', 'spoke', 'spoke']);
    expect(count).toBe(2);
  });
});

describe('the configuration of a source', () => {
  const ENCRYPTION_KEY = '0123456789abcdef'.repeat(4);
  const required = { ENCRYPTION_KEY, PUBLIC_URL: 'https://pay.example' };
  const live = { MODE: 'live', DATABASE_URL: 'postgres://dps@127.0.0.1/dps', ...required };
  it.each([
    [{ ...live, BUREAU_URL: 'http://bureau.example', BUREAU_KEY: key }, 'BUREAU_URL is not an address starting with https://'],
    [{ BUREAU_URL: 'https://user:secret@bureau.example', BUREAU_KEY: key }, 'without a password'],
    [{ POPULATION_REGISTER_URL: 'https://register.example' }, 'POPULATION_REGISTER_URL needs POPULATION_REGISTER_KEY'],
    [{ ADDRESS_REGISTER_URL: 'https://a.example', ADDRESS_REGISTER_KEY: 'short' }, 'ADDRESS_REGISTER_KEY is not'],
    [{ CODE_OUTLET_LIMIT_MS: 'soon' }, 'CODE_OUTLET_LIMIT_MS'],
  ])('%o is refused, and no key is shown', (env, named) => {
    expect(() => readConfig(env)).toThrow(named);
    expect(() => readConfig(env)).not.toThrow('secret');
  });

  it('waits 800 ms unless told otherwise', () => {
    expect(readConfig({ ...live, BUREAU_URL: 'https://bureau.example/v1', BUREAU_KEY: key }).bureau).toEqual({
      url: 'https://bureau.example/v1',
      key,
      limitMs: 800,
    });
  });
});
