// What Prometheus scrapes: true numbers, to those who may read them, and never a word about a person or a shop.
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/observe/metrics.ts';
import { type Answer, authorizeBody, item, part, path, startApp, startLive, summary, type TestApp } from '../support/app.ts';
import { samplesOf, totalOf } from '../support/scrape.ts';

let app: TestApp;
let open = false;
const start: typeof startApp = async (...how) => {
  open = true;
  return startApp(...how);
};
afterEach(async () => {
  if (open) await app.stop();
  open = false;
});

const scrape = (headers: Record<string, string> = {}): Promise<Answer> => app.inject({ method: 'GET', url: '/metrics', headers });
const route = '/api/v3/checkout/authorize';

describe('a scrape', () => {
  it('counts requests by route template, method and status, and refusals by code', async () => {
    app = await start();
    await app.ask('POST', route, authorizeBody('DE'));
    await app.ask('POST', route, {});
    await app.ask('GET', '/api/v3/customer-account/19121212-1212/credit-limit');
    await app.ask('GET', '/nowhere/19121212-1212');
    const { text, headers } = await scrape();
    expect(headers['content-type']).toContain('text/plain');
    expect(totalOf(text, 'dps_http_requests_total', { route, method: 'POST', status: '200' })).toBe(1);
    expect(totalOf(text, 'dps_http_requests_total', { route, method: 'POST', status: '400' })).toBe(1);
    expect(totalOf(text, 'dps_http_request_duration_seconds_count', { route, status_class: '2xx' })).toBe(1);
    expect(totalOf(text, 'dps_refusals_total', { code: '400.002' })).toBe(1);
    expect(totalOf(text, 'dps_http_requests_total', { route: 'unknown', status: '404' })).toBe(1);
    // A duration may be any number.
    expect(text.replace(/ \S+$/gm, '')).not.toMatch(/1212|johanna|@|Demo|Shop/i);
  });

  it('of one service knows nothing of another in the same process', async () => {
    app = await start();
    const other = await startApp({}, app.connection);
    await other.ask('GET', '/api/v3/version');
    const { text } = await scrape();
    await other.stop();
    expect(totalOf(text, 'dps_http_requests_total', { route: '/api/v3/version' })).toBe(0);
  });

  it('counts what is no HTTP, and a client that left', async () => {
    app = await start();
    await app.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.app.server.address() as { port: number };
    await new Promise<void>((done) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('what is this\r\n\r\n'));
      socket.on('data', () => undefined).on('close', () => done());
    });
    expect(totalOf((await scrape()).text, 'dps_http_malformed_total')).toBe(1);
  });
});

describe('what was decided and moved', () => {
  it('is counted once it is in the database, and an answer given again counts once', async () => {
    app = await start();
    const body = authorizeBody('DE');
    const headers = { 'idempotency-key': 'one' };
    for (let round = 0; round < 3; round += 1) await app.ask('POST', route, body, { headers });
    await app.ask('POST', route, authorizeBody('DE', { customer: { firstName: 'Reject' } }));
    const { number } = body.order;
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(60) });
    await app.ask('POST', path(number, '/captures'), { orderDetails: part(6000) });
    await app.ask('POST', path(number, '/refunds'), { captureNumber: undefined });
    await app.ask('POST', path(number, '/voids'));
    const { text } = await scrape();
    expect(totalOf(text, 'dps_decisions_total', { kind: 'authorize', outcome: 'Accepted', reason: 'none' })).toBe(1);
    expect(totalOf(text, 'dps_decisions_total', { kind: 'authorize', outcome: 'Rejected' })).toBe(1);
    const money = (movement: string) => totalOf(text, 'dps_money_total', { movement, currency: 'EUR', payment_type: 'Invoice' });
    expect(['order.authorized', 'order.captured', 'order.refunded', 'order.voided'].map(money)).toEqual([104.95, 60, 60, 44.95]);
    expect(totalOf(text, 'dps_events_total', { type: 'order.captured' })).toBe(1);
    expect(totalOf(text, 'dps_book_batch_size_count')).toBeGreaterThan(5);
    expect(totalOf(text, 'dps_db_trips_total')).toBeGreaterThan(10);
    expect(totalOf(text, 'dps_build_info', { mode: 'sandbox' })).toBe(1);
  });

  it('is counted for account applications, offers and updates by their own kind', async () => {
    app = await start();
    const body = authorizeBody('DE');
    await app.ask('POST', '/api/v3/checkout/payment-methods', { customer: body.customer, order: body.order });
    await app.ask('POST', route, body);
    await app.ask('POST', path(body.order.number, '/updateOrder'), { order: { ...summary([item('DE', 'DESK', 20_000)]) } });
    const { text } = await scrape();
    const decisions = (kind: string) => totalOf(text, 'dps_decisions_total', { kind });
    expect([decisions('checkout'), decisions('authorize'), decisions('update')]).toEqual([1, 1, 1]);
    expect(totalOf(text, 'dps_money_total', { movement: 'order.updated' })).toBe(95.05);
  });
});

describe('what is read from the database', () => {
  it('is there, and names every job', async () => {
    app = await start();
    await app.ask('POST', route, authorizeBody('DE', { customer: { firstName: 'Pending' } }));
    await app.deps.jobs.runOthers();
    // A scrape waits a second for them, and the next one shows what was read since.
    await expect.poll(async () => (await scrape()).text).toContain('dps_migrations_pending 0');
    const { text } = await scrape();
    expect(totalOf(text, 'dps_database_up')).toBe(1);
    expect(totalOf(text, 'dps_migrations_pending')).toBe(0);
    expect(text).toContain('dps_migrations_pending 0');
    expect(text).toMatch(/^dps_outbox_unnumbered \d+$/m);
    for (const job of app.deps.jobs.names)
      expect(totalOf(text, 'dps_job_interval_seconds', { job_name: job })).toBeGreaterThan(0);
    expect(samplesOf(text).some(({ name, value }) => name === 'dps_job_last_success_seconds' && value > 1e9)).toBe(true);
  });

  it('takes no more than a statement a job, as every process asks several times a minute', async () => {
    app = await start();
    const { db, jobs } = app.deps;
    const before = db.counts.statements;
    await jobs.list();
    expect(db.counts.statements - before).toBeLessThanOrEqual(jobs.names.length);
  });

  it('never holds up a scrape: neither when the database hangs nor when it is gone', async () => {
    app = await start();
    await app.query('begin');
    await app.query('lock table schema_migrations in access exclusive mode');
    const since = performance.now();
    const hanging = await scrape();
    expect(performance.now() - since).toBeLessThan(10_000);
    await app.query('rollback');
    expect(hanging.status).toBe(200);
    expect(totalOf(hanging.text, 'dps_database_up')).toBe(0);
    expect(hanging.text).not.toMatch(/^dps_outbox_unnumbered /m);
    expect(totalOf(hanging.text, 'dps_db_pool_limit')).toBe(6);
  });
});

describe('a database that counts for long', () => {
  it('is up: only what is counted is left out', async () => {
    app = await start();
    await app.query('begin');
    await app.query('lock table accounts in access exclusive mode');
    const { text } = await scrape();
    await app.query('rollback');
    expect(totalOf(text, 'dps_database_up')).toBe(1);
    expect(text).not.toMatch(/^dps_outbox_unnumbered /m);
  });
});

describe('a scrape without a key', () => {
  it('is allowed in the sandbox, unless a key is set', async () => {
    app = await start({ METRICS_KEY: 'a-key-of-the-scraper' });
    expect((await scrape()).status).toBe(401);
    expect((await scrape({ authorization: 'Bearer another-key-of-no-use' })).status).toBe(401);
    expect((await scrape({ authorization: 'Bearer a-key-of-the-scraper' })).status).toBe(200);
    expect((await scrape({ 'x-auth-key': 'sandbox-operator' })).status).toBe(200);
    expect((await scrape({ 'x-auth-key': 'sandbox-de' })).status).toBe(401);
  });

  it('is refused to a key of the operator from an address that the key may not be used from', async () => {
    app = await start({ METRICS_KEY: 'a-key-of-the-scraper' });
    const scrapedBy = async (network: string): Promise<number> => {
      const body = { name: `from ${network}`, scopes: ['admin:read'], allowedAddresses: [network], reason: 'scrape' };
      const made = await app.ask('POST', '/admin/v1/keys', body, { key: 'sandbox-operator' });
      return (await scrape({ 'x-auth-key': String(made.body['key']) })).status;
    };
    expect([await scrapedBy('127.0.0.0/8'), await scrapedBy('203.0.113.0/24')]).toEqual([200, 401]);
  });

  it('is refused in live mode, also where the operator set no key', async () => {
    app = await start();
    const served = await startLive(app);
    const plain = await served.inject({ method: 'GET', url: '/metrics' });
    await served.query(`update api_keys set hash = encode(sha256(('live-' || name)::bytea), 'hex')`);
    const operator = await served.inject({
      method: 'GET',
      url: '/metrics',
      headers: { authorization: 'Bearer live-sandbox-operator' },
    });
    await served.stop();
    expect([plain.status, operator.status]).toEqual([401, 200]);
  });
});

describe('a label', () => {
  it('never gets a value that the table does not allow', async () => {
    const metrics = createMetrics();
    metrics.count('dps_requests_rate_limited_total', { limit: 'of Johanna' });
    metrics.count('dps_faults_total', { route: 'johanna@example.com {"x"}' });
    for (let index = 0; index < 1000; index += 1) metrics.count('dps_faults_total', { route: `/r${index}` });
    const text = await metrics.text();
    expect(text).not.toMatch(/johanna/i);
    expect(totalOf(text, 'dps_requests_rate_limited_total', { limit: 'other' })).toBe(1);
    expect(text.match(/^dps_faults_total\{/gm)?.length).toBeLessThan(500);
  });
});
