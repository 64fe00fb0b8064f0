// Events polled instead of posted: page by page by the operator, and by a merchant with its own key.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorizeBody, authorized, captured, keyOf, startApp, type TestApp } from '../support/app.ts';
import { deliver, endpointsPath, operator, startReceiver } from '../support/receiver.ts';
import { until } from '../support/service-process.ts';

let app: TestApp;
let endpoints: string;

beforeAll(async () => {
  app = await startApp();
  endpoints = await endpointsPath(app);
});
afterAll(() => app.stop());

const read = async (at: string) => (await app.ask('GET', at, undefined, operator)).body;

describe('a client that polls', () => {
  it('finds every event in its order, page by page, as it would be delivered', async () => {
    const shop = await startReceiver();
    expect((await app.ask('POST', endpoints, { url: shop.url }, operator)).status).toBe(200);
    for (let count = 0; count < 8; count += 1) await authorized(app, 1000);
    await captured(app);
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
    const typesOf = async (filter: string) => {
      const page = (await read(`${base}&types=${filter}`)) as { events: { type: string }[]; next: number; last: number };
      expect(page.next).toBe(page.last);
      return page.events.map(({ type }) => type);
    };
    expect(await typesOf('order.captured')).toEqual(['order.captured']);
    expect((await typesOf('order.*')).filter((type) => type === 'order.authorized')).toHaveLength(9);
    expect(await typesOf('capture.*')).toEqual([]);
    // Numbers that were given before a back-up was restored are given again: who is beyond the end hears of it.
    const end = events.at(-1)?.data['sequence'];
    expect(await read(`${base}&after=9999`)).toMatchObject({ events: [], next: end, last: end });
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

describe('events that are old', () => {
  const own = () => endpoints.split('/')[4] ?? '';
  const poll = (rest: string) => app.ask('GET', `/admin/v1/events?merchant=${own()}${rest}`, undefined, operator);
  const purge = () => app.deps.jobs.runNow('purge-events');
  const age = (from: number, to: number, days = 401) =>
    app.query(
      `update outbox set happened_at = now() - $4 * interval '1 day' where merchant_id = $1 and sequence_number between $2 and $3`,
      own(),
      from,
      to,
      days,
    );

  it('go from the oldest on, and whoever polls from before them is told what is the oldest', async () => {
    for (let count = 0; count < 9; count += 1) await authorized(app, 1000);
    await app.deps.jobs.runNow('deliver-webhooks');
    const last = Number((await poll('')).body['last']);
    // The fourth is a day too young: what comes behind it stays, however old.
    await age(1, 3);
    await age(4, 4, 399);
    await age(5, 6);
    await purge();
    for (const after of [0, 3])
      expect((await poll(`&after=${after}&limit=1`)).body).toMatchObject({
        oldest: 4,
        last,
        events: [{ data: { sequence: 4 } }],
      });
    for (const after of [1, 2]) {
      const refused = await poll(`&after=${after}&types=order.captured`);
      expect([refused.status, refused.messages]).toMatchObject([410, [{ code: '400.370', fieldReference: 'after' }]]);
      expect(refused.messages[0]?.['message']).toContain('after=3');
    }
    await age(4, 4);
    await purge();
    expect((await poll('')).body).toMatchObject({ oldest: 7, last });
    // Numbers go on where they were.
    await authorized(app, 1000);
    await app.deps.jobs.runNow('deliver-webhooks');
    expect((await poll('')).body).toMatchObject({ oldest: 7, last: last + 1 });
  });

  it('stay while an enabled endpoint has not taken them, or while no statement tells of their money', async () => {
    const shop = await startReceiver();
    const made = await app.ask('POST', endpoints, { url: shop.url, events: ['order.authorized'] }, operator);
    await shop.close();
    await authorized(app, 1000);
    await app.deps.jobs.runNow('deliver-webhooks');
    const { last } = (await poll('')).body as { last: number };
    await app.query(`update webhook_endpoints set enabled = false where merchant_id = $1 and id <> $2`, own(), made.body['id']);
    await app.query(`update webhook_deliveries set state = 'Pending' where merchant_id = $1 and number = $2`, own(), last);
    await age(1, last);
    await purge();
    expect((await poll('')).body).toMatchObject({ oldest: last });
    await app.ask('PATCH', `${endpoints}/${String(made.body['id'])}`, { enabled: false }, operator);
    await purge();
    expect((await poll('')).body).toMatchObject({ oldest: last + 1, events: [] });
    expect(await app.query(`select 1 from webhook_deliveries where merchant_id = $1 and state = 'Pending'`, own())).toEqual([]);
    const order = await authorized(app, 1000);
    await app.ask('POST', `/api/v3/orders/${order}/captures`);
    await app.deps.jobs.runNow('deliver-webhooks');
    const captured = Number((await poll('')).body['last']);
    await age(1, captured);
    await app.query(`update ledger set booked_at = now() - interval '401 days' where merchant_id = $1`, own());
    await purge();
    const kept = await poll('');
    expect(Number(kept.body['oldest'])).toBeLessThanOrEqual(captured);
    expect(await app.query(`select 1 from outbox where merchant_id = $1 and type = 'order.captured'`, own())).toHaveLength(1);
    // Settled: now it may go.
    const closed = await app.ask('POST', `/admin/v1/merchants/${own()}/settlements`, { reason: 'now' }, operator);
    expect(closed.status, closed.text).toBe(200);
    await purge();
    expect((await poll('')).body).toMatchObject({ oldest: captured + 1 });
  });

  it('are not queued again while they go, nor go while they are queued: no delivery is left without its event', async () => {
    const shop = await startReceiver();
    const made = await app.ask('POST', endpoints, { url: shop.url }, operator);
    await shop.close();
    const id = String(made.body['id']);
    const replay = () => app.ask('POST', `${endpoints}/${id}/replays`, { since: 0 }, operator);
    const gate = new pg.Client(app.connection);
    await gate.connect();
    // Whoever comes first is held in the middle, at a row that it needs, while the other comes.
    for (const [row, first, second] of [
      [`outbox where merchant_id = '${own()}'`, purge, replay],
      [`webhook_endpoints where merchant_id = '${own()}' and id = '${id}'`, replay, purge],
    ] as const) {
      await authorized(app, 1000);
      await app.deps.jobs.runNow('deliver-webhooks');
      await app.query(`update webhook_deliveries set state = 'Delivered' where merchant_id = $1`, own());
      await age(1, Number((await poll('')).body['last']));
      await gate.query('begin');
      await gate.query(`select 1 from ${row} for update`);
      let ended = 0;
      const both: Promise<unknown>[] = [];
      for (const begin of [first, second]) {
        // Either may end with a lock time-out, at any moment: its fault is looked at as soon as it is there.
        both.push(Promise.allSettled([begin()]).finally(() => (ended += 1)));
        await until('it waits, or is done', async () => {
          const [found] = await app.query(`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`);
          return Number(found?.['count']) + ended >= both.length;
        });
      }
      await gate.query('rollback');
      await Promise.all(both);
      const [left] = await app.query(
        `select count(*)::int as queued, count(o.id)::int as there from webhook_deliveries d
        left join outbox o on o.merchant_id = d.merchant_id and o.id = d.event_id where d.merchant_id = $1 and d.state = 'Pending'`,
        own(),
      );
      expect(left?.['there']).toBe(left?.['queued']);
    }
    await gate.end();
  });

  it('go although those of another merchant are held', async () => {
    await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('AT'), { key: keyOf('AT') });
    await app.query('update webhook_endpoints set enabled = false where merchant_id = $1', own());
    await authorized(app, 1000);
    await app.deps.jobs.runNow('deliver-webhooks');
    const last = Number((await poll('')).body['last']);
    await age(1, last);
    const [first] = await app.query('select id, country from merchants order by name limit 1');
    const holder = new pg.Client(app.connection);
    await holder.connect();
    await holder.query('begin');
    const held = await holder.query('select 1 from event_streams where merchant_id = $1 for update', [first?.['id']]);
    expect([first?.['country'], held.rowCount]).toEqual(['AT', 1]);
    await expect(purge()).rejects.toThrow('lock timeout');
    await holder.end();
    expect((await poll('')).body).toMatchObject({ oldest: last + 1 });
  });
});
