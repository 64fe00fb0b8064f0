// Events polled instead of posted: page by page by the operator, and by a merchant with its own key.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorized, startApp, type TestApp } from '../support/app.ts';
import { deliver, endpointsPath, operator, startReceiver } from '../support/receiver.ts';

let app: TestApp;
let endpoints: string;

beforeAll(async () => {
  app = await startApp();
  endpoints = await endpointsPath(app);
});
afterAll(() => app.stop());

const read = async (at: string) => (await app.ask('GET', at, undefined, operator)).body;

describe('who polls', () => {
  it('finds every event in its order, page by page, as it would be delivered', async () => {
    const shop = await startReceiver();
    expect((await app.ask('POST', endpoints, { url: shop.url }, operator)).status).toBe(200);
    for (let count = 0; count < 9; count += 1) await authorized(app, 1000);
    await deliver(app);
    await shop.close();
    const events: { id: string; data: { sequence: number } }[] = [];
    const base = `/admin/v1/events?merchant=${endpoints.split('/')[4]}`;
    for (let after = 0; ; ) {
      const page = (await read(`${base}&limit=7&after=${after}`)) as { events: typeof events; next: number; last: number };
      events.push(...page.events);
      if (page.events.length === 0) break;
      after = page.next;
    }
    expect(events.map(({ data }) => data.sequence)).toEqual(events.map((_each, index) => index + 1));
    expect(events.length).toBeGreaterThan(8);
    const got = shop.got.at(-1);
    expect(events.at(-1)).toEqual({ id: got?.id, ...got?.event });
    const captured = await read(`${base}&types=order.captured`);
    expect((captured['events'] as { type: string }[]).every(({ type }) => type === 'order.captured')).toBe(true);
    expect(captured['next']).toBe(captured['last']);
    expect((await app.ask('GET', '/admin/v1/events', undefined, operator)).messages[0]?.['code']).toBe('400.002');
    expect((await app.ask('GET', `${base}&after=x`, undefined, operator)).messages[0]?.['code']).toBe('400.274');
  });
});

describe('a merchant’s own key', () => {
  it('polls its own events and nobody else’s, and opens nothing else of the administration', async () => {
    const own = endpoints.split('/')[4] ?? '';
    const foreign = (await endpointsPath(app, 'SE')).split('/')[4] ?? '';
    const mine = await app.ask('GET', '/admin/v1/events');
    expect(mine.body).toEqual(await read(`/admin/v1/events?merchant=${own}`));
    expect((await app.ask('GET', `/admin/v1/events?merchant=${own}`)).status).toBe(200);
    const others = await app.ask('GET', `/admin/v1/events?merchant=${foreign}`);
    expect([others.status, others.messages[0]?.['code']]).toEqual([404, '400.205']);
    await app.query(`update api_keys set scopes = array_remove(scopes, 'read') where merchant_id = $1`, foreign);
    expect((await app.ask('GET', '/admin/v1/events', undefined, { key: 'sandbox-se' })).status).toBe(403);
    for (const closed of ['/admin/v1/merchants', `/admin/v1/merchants/${own}/events`, endpoints, '/admin/v1/jobs'])
      expect([closed, (await app.ask('GET', closed)).status]).toEqual([closed, 401]);
    expect((await app.ask('GET', '/admin/v1/events', undefined, { key: 'wrong' })).status).toBe(401);
  });
});
