// When the service itself is in trouble: a clear answer, nothing told of the inside, nothing done half (C03, C04, C07); and
// the refusals of what a merchant's contract or the mode does not have.
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import type { Answered } from '../../src/book/write.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { createInFlight } from '../../src/http/in-flight.ts';
import { advance, authorizeBody, authorized, part, path, startApp, startLive, type TestApp } from '../support/app.ts';

let app: TestApp | undefined;
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const authorize = '/api/v3/checkout/authorize';

describe('a service in trouble', () => {
  test('that fails says so in one object, and tells nothing of why (400.000)', async () => {
    app = await startApp();
    const number = await authorized(app);
    await app.query('alter table captures rename to captures_away');
    for (const answer of [await app.ask('POST', path(number, '/captures')), await app.ask('GET', path(number, '/captures'))]) {
      expect([answer.status, answer.body]).toMatchObject([
        500,
        { type: 'TechnicalError', code: '400.000', actionCode: 'Unavailable' },
      ]);
      expect(answer.text).not.toMatch(/captures|relation|select|stack/i);
      expect(answer.headers['x-request-id']).toMatch(/./);
    }
    await app.query('alter table captures_away rename to captures');
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({ capturedAmount: 100 });
  });

  test('that has too much to do asks to come back, and does the rest (400.247)', async () => {
    app = await startApp({ QUEUE_LIMIT: '2' });
    const [number, running] = [await authorized(app), app];
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => running.ask('POST', path(number, '/captures'), { orderDetails: part(1) })),
    );
    const [done, busy] = [answers.filter(({ status }) => status === 200), answers.filter(({ status }) => status === 503)];
    expect(done.length + busy.length).toBe(12);
    expect(busy.length).toBeGreaterThan(0);
    expect(busy[0]).toMatchObject({ body: { code: '400.247', type: 'TechnicalError' }, headers: { 'retry-after': '1' } });
    const { captures } = (await app.ask('GET', path(number, '/captures'))).body as { captures: unknown[] };
    expect(captures).toHaveLength(done.length);
  });

  test('whose database cannot reach the rows asks to come back (400.247)', async () => {
    app = await startApp();
    const number = await authorized(app);
    await app.query(`create function out_of_reach() returns boolean language plpgsql as
      $$ begin raise 'the node is out of reach' using errcode = '08006'; end $$`);
    await app.query('alter table captures add constraint out_of_reach check (out_of_reach())');
    const busy = await app.ask('POST', path(number, '/captures'));
    expect(busy).toMatchObject({ status: 503, body: { code: '400.247' }, headers: { 'retry-after': '1' } });
    await app.query('alter table captures drop constraint out_of_reach');
    expect((await app.ask('POST', path(number, '/captures'))).body).toMatchObject({ capturedAmount: 100 });
  });

  test('that cannot get a row somebody holds asks to come back, and nothing is lost', async () => {
    app = await startApp();
    const [number, running] = [await authorized(app), app];
    const other = new pg.Client(running.connection);
    await other.connect();
    await other.query('begin');
    const [order] = await app.query('select merchant_id from orders');
    await other.query('select 1 from orders where merchant_id = $1 for update', [order?.['merchant_id']]);
    const ask = () => running.ask('POST', path(number, '/captures'), undefined, { headers: { 'idempotency-key': 'slow' } });
    const [first, twin] = await Promise.all([ask(), ask()]);
    await other.query('rollback');
    await other.end();
    expect([first.status, first.body]).toMatchObject([503, { code: '400.247' }]);
    // Of a cluster the node's time limit ends the wait, which may be later than the twin waits for the first.
    const twinsAnswer = twin.status === 409 ? [409, [{ code: '400.231' }]] : [503, { code: '400.247' }];
    expect([twin.status, twin.body]).toMatchObject(twinsAnswer);
    expect((await ask()).body).toMatchObject({ capturedAmount: 100 });
  });

  test('whose first request takes long tells its twin to come back (400.231)', async () => {
    const inFlight = createInFlight();
    const claim = { claim: 'one', bodyHash: 'same' };
    const { promise, resolve } = deferred();
    const first = inFlight.once('shop', claim, () => promise);
    const twin = await inFlight.once('shop', claim, () => Promise.reject(new Error('run twice')));
    expect(twin instanceof Refusal && twin.notices[0].id).toBe('idempotency.in_progress');
    resolve({ text: '{}', replayed: false });
    expect(await first).toEqual({ text: '{}', replayed: false });
  });
});

function deferred(): { promise: Promise<Answered>; resolve: (answer: Answered) => void } {
  let resolve: (answer: Answered) => void = () => undefined;
  const promise = new Promise<Answered>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe('what is refused because this shop or this mode does not have it', () => {
  test('is a currency outside the contract (400.224)', async () => {
    app = await startApp();
    await app.query(`update merchants set contract = (contract::jsonb #- '{policy,limits,CHF}')::json where country = 'DE'`);
    const answer = await app.ask('POST', authorize, authorizeBody('DE', { order: { currency: 'CHF' } }));
    expect([answer.status, answer.messages]).toMatchObject([400, [{ code: '400.224', fieldReference: 'order.currency' }]]);
  });

  test('is a buyer of the Nordics without a national number (200.902)', async () => {
    app = await startApp();
    for (const country of ['NO', 'SE', 'FI', 'DK'] as const) {
      const body = authorizeBody(country, { customer: { identificationNumber: undefined } });
      const answer = await app.ask('POST', authorize, body, { key: `sandbox-${country.toLowerCase()}` });
      expect(answer.body).toMatchObject({
        outcome: 'Rejected',
        riskCheckMessages: [{ code: '200.902', actionCode: 'RequiresSsn' }],
      });
    }
  });

  test('is a job of another name (400.206)', async () => {
    app = await startApp();
    const answer = await app.ask('POST', '/admin/v1/jobs/nothing/run', undefined, { key: 'sandbox-operator' });
    expect([answer.status, answer.messages]).toMatchObject([404, [{ code: '400.206', fieldReference: 'name' }]]);
  });

  test('is, in live mode, a sandbox key, a persona and a test clock (400.226)', async () => {
    app = await startApp();
    const live = await startLive(app);
    try {
      expect((await live.ask('GET', '/api/v3/version')).status).toBe(401);
      expect((await advance(live, 'DE', { advanceSeconds: 1 })).status).toBe(401);
      await live.query(`update api_keys set hash = encode(sha256(('live-' || name)::bytea), 'hex')`);
      const answer = await live.ask('POST', authorize, authorizeBody('DE', { customer: { firstName: 'Reject' } }), {
        key: 'live-sandbox-de',
      });
      expect(answer.body['outcome']).toBe('Accepted');
      const [merchant] = await live.query(`select id from merchants where country = 'DE'`);
      const clock = await live.ask(
        'PUT',
        `/admin/v1/merchants/${String(merchant?.['id'])}/clock`,
        { advanceSeconds: 1 },
        { key: 'live-sandbox-operator' },
      );
      expect([clock.status, clock.messages]).toMatchObject([409, [{ code: '400.226' }]]);
    } finally {
      await live.stop();
    }
  });
});
