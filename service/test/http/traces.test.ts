// Traces over real OTLP: a request, the batch it was written in and the question it asked outside belong together; nothing of
// a person is in them; and a receiver that is down or hangs costs the traces, and nothing else.
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { placeOf } from '../../src/observe/traces.ts';
import { authorizeBody, authorized, startApp, type TestApp } from '../support/app.ts';
import { atOnce } from '../support/pair.ts';
import { deliver, endpointsPath, operator, startReceiver } from '../support/receiver.ts';
import { totalOf } from '../support/scrape.ts';

interface SpanRecord {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly links?: readonly { readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
}

let app: TestApp | undefined;
const servers: Server[] = [];
afterEach(async () => {
  await app?.stop();
  app = undefined;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
});

interface Heard {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that keeps what it hears; `answer` undefined never answers. */
async function receiver(answer: string | undefined, status = 200): Promise<{ url: string; heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body });
      if (answer !== undefined) response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    });
  });
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard };
}

const spansIn = (heard: readonly Heard[]): SpanRecord[] =>
  heard.flatMap(({ body }) => {
    const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: SpanRecord[] }[] }[] };
    return sent.resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap(({ spans }) => spans));
  });

const authorize = '/api/v3/checkout/authorize';
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

describe('a trace', () => {
  it('goes on from the caller to the source that was asked, with the batch and its trips below the request', async () => {
    const collector = await receiver('{}');
    const bureau = await receiver('{"verdict":"clear"}');
    app = await startApp({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=shops,authorization=Bearer%20abc',
      BUREAU_URL: bureau.url,
      BUREAU_KEY: 'a-key-for-the-tests-0123456789',
    });
    const headers = { traceparent, tracestate: 'vendor=opaque' };
    const answer = await app.ask('POST', authorize, authorizeBody('DE'), { headers });
    expect(answer.body['outcome']).toBe('Accepted');
    await expect.poll(() => spansIn(collector.heard).map(({ name }) => name), { timeout: 30_000 }).toContain(`POST ${authorize}`);
    const spans = spansIn(collector.heard);
    const named = (name: string) => spans.find((span) => span.name === name);
    const request = named(`POST ${authorize}`);
    expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 });
    expect(named('book batch')).toMatchObject({ traceId, parentSpanId: request?.spanId });
    expect(named('trip load')).toMatchObject({ traceId, parentSpanId: named('book batch')?.spanId });
    expect(named('trip commit')).toMatchObject({ traceId, parentSpanId: named('book batch')?.spanId });
    expect(named('ask bureau')).toMatchObject({ traceId, parentSpanId: request?.spanId, kind: 3 });
    expect(bureau.heard[0]?.headers).toMatchObject({
      traceparent: `00-${traceId}-${named('ask bureau')?.spanId}-01`,
      tracestate: 'vendor=opaque',
    });
    expect(collector.heard[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'x-tenant': 'shops', authorization: 'Bearer abc' },
    });
    const said = collector.heard.map(({ body }) => body).join('');
    // Without ids and times, whose digits mean nothing.
    expect(said.replace(/[\da-f-]{16,}/g, '')).not.toMatch(/example\.com|Torstr|sandbox-de|1984|@/i);
    expect(said).not.toContain('1984-12-08');
    expect(said).toContain('"dps.outcome"');
  });

  it('of each member of a batch leads to the batch', async () => {
    const collector = await receiver('{}');
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const on = app;
    await atOnce(12, () => on.ask('POST', authorize, authorizeBody('DE')));
    const batches = () => spansIn(collector.heard).filter(({ name, links = [] }) => name === 'book batch' && links.length > 0);
    await expect.poll(() => batches().length, { timeout: 30_000 }).toBeGreaterThan(0);
    await expect.poll(() => spansIn(collector.heard).filter(({ name }) => name.startsWith('POST')).length).toBe(12);
    const requests = spansIn(collector.heard).filter(({ name }) => name.startsWith('POST'));
    const [batch] = batches();
    const linked = requests.filter(({ links = [] }) => links.some(({ spanId }) => spanId === batch?.spanId));
    expect(batch?.links?.map(({ spanId }) => spanId).sort()).toEqual(linked.map(({ spanId }) => spanId).sort());
  });

  it('is kept only in the part that is asked for, and where the caller keeps it', async () => {
    const collector = await receiver('{}');
    app = await startApp({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/in`, OTEL_TRACES_SAMPLER_ARG: '0' });
    await app.ask('GET', '/api/v3/version');
    const sampled = { headers: { traceparent } };
    const answer = await app.ask('GET', '/api/v3/status', undefined, sampled);
    expect(answer.status).toBe(200);
    await expect.poll(() => spansIn(collector.heard).length, { timeout: 30_000 }).toBe(1);
    expect([collector.heard[0]?.path, spansIn(collector.heard)[0]?.name]).toEqual(['/in', 'GET /api/v3/status']);
  });
});

describe('a webhook delivery', () => {
  it('has a span below its job; the shop is told nothing of it, and its address is not in it', async () => {
    const collector = await receiver('{}');
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const shop = await startReceiver();
    await app.ask('POST', await endpointsPath(app), { url: shop.url }, operator);
    await authorized(app);
    await deliver(app);
    await expect.poll(() => spansIn(collector.heard).map(({ name }) => name), { timeout: 30_000 }).toContain('webhook delivery');
    await shop.close();
    expect(shop.got).toHaveLength(1);
    expect(shop.got[0]?.headers).not.toHaveProperty('traceparent');
    expect(collector.heard.map(({ body }) => body).join('')).not.toContain(new URL(shop.url).host);
  });
});

describe('a receiver', () => {
  it.each([
    ['that hangs', true],
    ['that is down', false],
  ])('%s costs nobody anything, and a stop waits a second at most', async (_how, hangs) => {
    const collector = hangs ? await receiver(undefined) : { url: 'http://127.0.0.1:9', heard: [] };
    const on = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await atOnce(50, () => on.ask('GET', '/api/v3/version'));
    if (hangs) await expect.poll(() => collector.heard.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const answers = await atOnce(50, () => on.ask('GET', '/api/v3/version'));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const since = performance.now();
    await on.stop();
    expect(performance.now() - since).toBeLessThan(15_000);
  });

  it('that refuses is told of in the metrics', async () => {
    const collector = await receiver('{}', 403);
    app = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    const on = app;
    await on.ask('GET', '/api/v3/version');
    const failed = async () =>
      totalOf((await on.inject({ method: 'GET', url: '/metrics' })).text, 'dps_trace_exports_total', { outcome: 'failed' });
    await expect.poll(failed, { timeout: 30_000 }).toBeGreaterThan(0);
  });

  it('gets what was collected when the service stops', async () => {
    const collector = await receiver('{}');
    const on = await startApp({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url });
    await on.ask('GET', '/api/v3/version');
    await on.deps.jobs.runNow('purge-checkouts');
    await on.stop();
    const names = spansIn(collector.heard).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['GET /api/v3/version', 'job purge-checkouts']));
  });
});

describe('traceparent', () => {
  it('is understood as the standard has it, and otherwise a new trace begins', () => {
    expect(placeOf(traceparent)).toEqual({ traceId, spanId: '00f067aa0ba902b7', sampled: true });
    expect(placeOf(traceparent.replace('-01', '-00'))?.sampled).toBe(false);
    expect(placeOf(`01-${traceparent.slice(3)}-more`)?.traceId).toBe(traceId);
    const zeros = '0'.repeat(32);
    for (const wrong of [
      undefined,
      '',
      'x',
      `ff-${traceparent.slice(3)}`,
      `${traceparent}-more`,
      traceparent.replace(traceId, zeros),
      traceparent.replace('00f067aa0ba902b7', '0'.repeat(16)),
      traceparent.toUpperCase(),
    ])
      expect(placeOf(wrong)).toBeUndefined();
  });
});
