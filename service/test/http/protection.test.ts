// Protection against overload: who asks too much is told when to come back, in words that any client knows; one merchant's
// flood is not another's; and a process that stops says so before it refuses anybody.
import { afterEach, describe, expect, it } from 'vitest';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { createShedding } from '../../src/http/shedding.ts';
import { createMetrics } from '../../src/observe/metrics.ts';
import { authorizeBody, startApp, type TestApp } from '../support/app.ts';
import { atOnce } from '../support/pair.ts';
import { totalOf } from '../support/scrape.ts';

let app: TestApp | undefined;
const start = async (environment: NodeJS.ProcessEnv = {}): Promise<TestApp> => {
  app = await startApp(environment);
  return app;
};
afterEach(async () => {
  await app?.stop();
  app = undefined;
});

const problem = { headers: { accept: 'application/problem+json' } };
const ready = (on: TestApp, path = '/readyz') => on.inject({ method: 'GET', url: path });

describe('a limit of requests', () => {
  it('is a problem of a type that clients know, with the policy, never to be tried again before the quota is new', async () => {
    const on = await start({ RATE_LIMIT_PER_MINUTE: '1' });
    const answers = await atOnce(4, () => on.ask('GET', '/api/v3/version', undefined, problem));
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
      'violated-policies': ['minute'],
      code: '400.246',
      requestId: refused?.headers['x-request-id'],
    });
    const until = Number(/t=(\d+)/.exec(refused?.headers['ratelimit'] ?? '')?.[1]);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(until);
    const { text } = await on.inject({ method: 'GET', url: '/metrics' });
    expect(totalOf(text, 'dps_requests_rate_limited_total', { limit: 'requests' })).toBeGreaterThan(1);
  });

  it('is one for all processes on a port: what the others let through counts here a moment later, in its own minute', async () => {
    const heard: ((topic: string, body: unknown) => void)[] = [];
    let told = 0;
    const processes = [1, 2, 3].map((worker) =>
      createRateLimit('minute', 10, {
        worker,
        // As the primary passes it on: to all others, as a copy.
        send(topic, body) {
          told += 1;
          for (const [other, hear] of heard.entries()) if (other + 1 !== worker) hear(topic, structuredClone(body));
        },
        on: (topic, hear) => void heard.push((named, body) => named === topic && hear(body)),
      }),
    );
    const minute = 60_000;
    const ask = (worker: number, keyId: string, now = minute): string | undefined =>
      processes[worker - 1]?.(keyId, now)?.headers['ratelimit'];

    for (let asked = 0; asked < 4; asked += 1) for (const worker of [1, 2, 3]) ask(worker, `key ${Math.min(worker, 2)}`);
    await expect.poll(() => told).toBe(3);
    expect([1, 2, 3].map((worker) => ask(worker, 'key 1'))).toEqual(Array(3).fill('"minute";r=5;t=60'));
    expect(ask(1, 'key 2')).toBe('"minute";r=1;t=60');
    await expect.poll(() => told).toBe(6);
    expect([1, 2, 3].map((worker) => processes[worker - 1]?.('key 2', minute)?.allowed)).toEqual([true, true, true]);
    await expect.poll(() => told).toBe(9);
    expect([1, 2, 3].map((worker) => processes[worker - 1]?.('key 2', minute)?.allowed)).toEqual([false, false, false]);

    // What is told of a minute that is over where it is heard counts for nothing.
    expect([ask(1, 'key 1'), ask(2, 'key 3', 2 * minute)]).toEqual(['"minute";r=2;t=60', '"minute";r=9;t=60']);
    await expect.poll(() => told).toBe(12);
    expect(ask(2, 'key 1', 2 * minute)).toBe('"minute";r=9;t=60');
  });
});

describe('the queue of the book', () => {
  it('keeps places for the others when one merchant floods it', async () => {
    const on = await start({ QUEUE_LIMIT: '20' });
    const authorize = '/api/v3/checkout/authorize';
    const body = () => authorizeBody('SE');
    const flood = atOnce(200, () => on.ask('POST', authorize, authorizeBody('DE'), problem));
    const other = atOnce(3, () => on.ask('POST', authorize, body(), { key: 'sandbox-se' }));
    const [refused] = (await flood).filter(({ status }) => status === 503);
    expect(refused?.body).toMatchObject({ type: 'https://iana.org/assignments/http-problem-types#temporary-reduced-capacity' });
    expect((await other).map(({ status }) => status)).toEqual([200, 200, 200]);
    const { text } = await on.inject({ method: 'GET', url: '/metrics' });
    expect(totalOf(text, 'dps_book_refused_total', { reason: 'share' })).toBeGreaterThan(0);
    expect(totalOf(text, 'dps_book_refused_total', { reason: 'full' })).toBe(0);
  });
});

describe('shedding', () => {
  const pool = { limit: 10, total: 10, idle: 0, waiting: 50, waitMs: 0 };
  const at = (waitMs: number, delayMs = 0, afterMs = 100) =>
    createShedding({
      afterMs,
      db: { pool: () => ({ ...pool, waitMs }) },
      eventLoop: { lastingMs: () => delayMs },
      metrics: createMetrics(),
    });

  it('first refuses who has most under way, and everybody only when nothing else helps', () => {
    const busy = at(150);
    for (let count = 0; count < 5; count += 1) busy.enter('small');
    expect(busy.enter('flood')).toBeUndefined();
    // One of six: the small one has more than its share by now.
    expect(busy.enter('small')).toEqual({ retryAfter: 1 });
    expect(busy.enter('third')).toBeUndefined();
    busy.leave('flood');
    expect(at(250).full()).toEqual({ retryAfter: 2 });
    expect(at(0, 250).full()).toEqual({ retryAfter: 2 });
    expect(at(150).full()).toBeUndefined();
    expect(at(99).enter('anybody')).toBeUndefined();
    expect(at(9999, 9999, 0).full()).toBeUndefined();
  });

  it('tells shops and the operator when to come back, each by their own share, and never refuses health or metrics', async () => {
    const on = await start({ SHED_AFTER_MS: '200', POOL_SIZE: '5' });
    const askBySocket = await listening(on);
    // Their keys are known, as they are of those who asked a moment ago.
    await Promise.all([askBySocket('/admin/v1/jobs', 'sandbox-operator'), askBySocket('/api/v3/version', 'sandbox-de')]);
    // Every connection is held, and somebody waits for one: the state that shedding is for.
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const holders = atOnce(6, () => on.deps.db.using(() => held));
    await expect.poll(() => on.deps.db.pool().waitMs).toBeGreaterThan(400);
    const refused = await askBySocket('/api/v3/version', 'sandbox-de');
    const first = askBySocket('/admin/v1/jobs', 'sandbox-operator');
    const next = await Promise.race([askBySocket('/admin/v1/jobs', 'sandbox-operator'), first]);
    const shopThere = await askBySocket('/admin/v1/events?after=0', 'sandbox-de');
    const metrics = await on.inject({ method: 'GET', url: '/metrics' });
    const live = await on.inject({ method: 'GET', url: '/livez' });
    release();
    await holders;
    expect([refused.status, refused.retryAfter]).toEqual([503, '2']);
    // Of five connections one is the operator's: it gets an answer when there is one, and only the next is refused.
    expect([(await first).status, next.status, next.retryAfter]).toEqual([200, 503, '1']);
    expect([shopThere.status, shopThere.retryAfter]).toEqual([503, '2']);
    expect([metrics.status, live.status]).toEqual([200, 200]);
    expect(totalOf(metrics.text, 'dps_requests_shed_total', { reason: 'pool' })).toBe(2);
    expect(totalOf(metrics.text, 'dps_requests_shed_total', { reason: 'operator' })).toBe(1);
    expect((await askBySocket('/admin/v1/jobs', 'sandbox-operator')).status).toBe(200);
    expect((await askBySocket('/api/v3/version', 'sandbox-de')).status).toBe(200);
  });

  it('lets no flood of the operator stand before shops: what is above its share is refused, the share is answered', async () => {
    const on = await start({ SHED_AFTER_MS: '200', POOL_SIZE: '5' });
    const askBySocket = await listening(on);
    await askBySocket('/admin/v1/jobs', 'sandbox-operator');
    // What the operator asks for is held, so that all of the flood is there at once, however slow this machine is.
    await on.query('begin');
    await on.query('lock table job_runs in access exclusive mode');
    const flood = Array.from({ length: 100 }, () => askBySocket('/admin/v1/jobs', 'sandbox-operator'));
    const asked = atOnce(5, () => askBySocket('/api/v3/orders/none', 'sandbox-de'));
    await Promise.any(flood.map(async (each) => ((await each).status === 503 ? each : Promise.reject(new Error('not refused')))));
    await on.query('commit');
    const [shops, answers] = [await asked, await Promise.all(flood)];
    expect(shops.map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(5);
    expect(answers.some(({ status, retryAfter }) => status === 503 && retryAfter === '1')).toBe(true);
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true);
    // Every place was given back, those of files too.
    const file = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: 'x' };
    for (let count = 0; count < 12; count += 1)
      expect((await askBySocket('/admin/v1/bank-statements', 'sandbox-operator', file)).status).toBe(400);
    expect((await atOnce(5, () => askBySocket('/admin/v1/jobs', 'sandbox-operator'))).map(({ status }) => status)).toEqual(
      Array(5).fill(200),
    );
  });
});

interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Asks the application over sockets of its own. */
async function listening(on: TestApp) {
  const address = await on.app.listen({ port: 0, host: '127.0.0.1' });
  return async (path: string, key: string, more: Sending = {}) => {
    const answer = await fetch(address + path, { ...more, headers: { 'x-auth-key': key, ...more.headers } });
    await answer.text();
    return { status: answer.status, retryAfter: answer.headers.get('retry-after') };
  };
}

describe('readiness', () => {
  it('says no while it drains and answers all the same', async () => {
    const on = await start();
    expect(await ready(on)).toMatchObject({ status: 200, body: { status: 'ok' } });
    on.deps.readiness.drain();
    const answer = await ready(on);
    expect([answer.status, answer.body]).toMatchObject([503, { status: 'unavailable' }]);
    expect(JSON.stringify(answer.body)).toContain('draining');
    expect((await ready(on, '/healthz')).status).toBe(503);
    expect((await ready(on, '/livez')).status).toBe(200);
    expect((await on.ask('GET', '/api/v3/version')).status).toBe(200);
  });

  it('says so where the database takes no writes: those are to come again, and reads go on', async () => {
    const on = await start();
    await on.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
    const [{ name } = {}] = await on.query('select current_database() as name');
    await on.query(`alter database "${String(name)}" set default_transaction_read_only = on`);
    await on.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'deferred-payment-service'`);
    await expect.poll(async () => (await ready(on)).text).toContain('takes no writes');
    const read = await on.ask('GET', '/api/v3/version');
    const write = await on.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
    expect([(await ready(on)).status, read.status, write.status, write.headers['retry-after']]).toEqual([503, 200, 503, '1']);
  });

  it('names a migration that the database lacks', async () => {
    const on = await start();
    await on.query(`delete from schema_migrations where name like '0004%'`);
    // Who asks waits a second for what is read of the database, and sees it the next time.
    await expect.poll(async () => (await ready(on)).text).toContain('0004-book.sql');
    expect((await ready(on)).status).toBe(503);
  });

  it('goes by the outbox only where that is asked for, and otherwise warns', async () => {
    const on = await start({ READY_OUTBOX_SECONDS: '3600' });
    await on.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
    await on.query(`update outbox set happened_at = now() - interval '2 hours', sequence_number = null`);
    await expect.poll(async () => (await ready(on)).status).toBe(503);
    const lenient = await startApp({}, on.connection);
    // Others may stand beside it: a directory that ran out, say.
    await expect.poll(async () => (await ready(lenient)).body['warnings']).toContain('events wait to be delivered');
    const answer = await ready(lenient);
    await lenient.stop();
    expect([answer.status, answer.body['status']]).toEqual([200, 'ok']);
  });
});
