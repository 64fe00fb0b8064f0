// Several processes relay the events of one database while orders keep coming: no number twice, none missing, every event at
// every receiver, whatever it does and whoever dies.
import { afterEach, expect, it } from 'vitest';
import { numberAll } from '../../src/webhooks/number-events.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { testDatabase } from '../support/database.ts';
import { atOnce, orderBody, type Pair, startPair } from '../support/pair.ts';
import { endpointsPath, makeDue, operator, type Receiver, startReceiver, verify } from '../support/receiver.ts';
import { startService, tidyUp, until } from '../support/service-process.ts';

afterEach(tidyUp);

const operatorHeaders = { 'x-auth-key': operator.key };

/** Both services relay at once, each beside the job's lease: what is claimed has to do. */
const relayOnBoth = (pair: Pair) => Promise.all(pair.services.map(({ deps }) => deps.webhooks.deliverer.run(() => false)));

async function shopWith(pair: Pair, receiver: Receiver, more: object = {}): Promise<string> {
  const endpoints = await endpointsPath({ query: async (text, ...values) => pair.query(text, values) });
  const answer = await pair.ask('POST', endpoints, { url: receiver.url, ...more }, operatorHeaders);
  if (answer.status !== 200) throw new Error(answer.text);
  return String(answer.json['secret']);
}

/** All numbers of the merchant, as the database has them. */
async function numbersOf(query: (text: string) => Promise<Record<string, unknown>[]>): Promise<number[]> {
  const rows = await query(`select sequence_number as number from outbox o join merchants m on m.id = o.merchant_id
    where m.country = 'DE' order by sequence_number nulls first`);
  return rows.map(({ number }) => (number === null ? 0 : Number(number)));
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_each, index) => index + 1);

it('many requests at once at two services and a job number every event once: a client that polls meanwhile never sees a gap, nor one number on two events', async () => {
  const pair = await startPair();
  const shop = await startReceiver();
  await shopWith(pair, shop);
  const [{ id: merchantId } = {}] = await pair.query(`select id from merchants where country = 'DE'`);
  const holders = new Map<number, string>();
  /** Everything that was ever seen is still there under its number, and nothing between is missing. */
  const look = async (): Promise<void> => {
    const rows = await pair.query(
      'select sequence_number as number, id from outbox where merchant_id = $1 and sequence_number is not null order by 1',
      [merchantId],
    );
    expect(rows.map(({ number }) => Number(number))).toEqual(upTo(rows.length));
    for (const { number, id } of rows) {
      expect(holders.get(Number(number)) ?? id).toBe(id);
      holders.set(Number(number), String(id));
    }
  };
  let coming = true;
  const during = async (work: () => Promise<unknown>): Promise<void> => {
    while (coming) await work();
  };
  const lanes = pair.services.flatMap(({ deps: { db } }) =>
    upTo(4).map(() =>
      during(async () => {
        const failed = new Map<string, unknown>();
        await numberAll(db, () => false, failed);
        expect([...failed.values()]).toEqual([]);
      }),
    ),
  );
  // Some events are written beside the book, and numbered by the job.
  let beside = 0;
  const writeBeside = async (): Promise<void> => {
    await pair.query(
      `insert into outbox (merchant_id, id, type, subject, amount_minor, happened_at)
        values ($1, gen_random_uuid(), 'webhook_endpoint.disabled', 'x', 0, now())`,
      [merchantId],
    );
    beside += 1;
    await look();
  };
  lanes.push(during(writeBeside));
  const orders = 50;
  const writing = atOnce(orders, async (index) => {
    await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`numbered-${index}`, 50));
    await atOnce(2, () =>
      pair.ask('POST', `/api/v3/orders/numbered-${index}/captures`, { orderDetails: { totalGrossAmount: 10 } }),
    );
  }).finally(() => {
    coming = false;
  });
  await Promise.all([writing, ...lanes]);
  for (const { deps } of pair.services) await numberAll(deps.db, () => false);
  await look();
  expect(beside).toBeGreaterThan(0);
  expect(holders.size).toBe(orders * 3 + beside);
  // What was given out, what is queued and what the stream remembers are one.
  const [{ last } = {}] = await pair.query('select last_number::int as last from event_streams where merchant_id = $1', [
    merchantId,
  ]);
  const queued = await pair.query('select number, event_id from webhook_deliveries where merchant_id = $1 order by number', [
    merchantId,
  ]);
  expect(last).toBe(holders.size);
  expect(queued.map(({ number, event_id: id }) => [Number(number), id])).toEqual([...holders]);
  await shop.close();
  await pair.close();
}, 60_000);

it('an event has its number and its deliveries as soon as the request is answered', async () => {
  const pair = await startPair();
  const shop = await startReceiver();
  await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('before-any', 50));
  await shopWith(pair, shop);
  for (const number of ['at-once', 'once-more']) await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, 50));
  const [{ id: merchant } = {}] = await pair.query(`select id from merchants where country = 'DE'`);
  const polled = await pair.ask('GET', `/admin/v1/events?merchant=${String(merchant)}&after=0`, undefined, operatorHeaders);
  const { events } = polled.json as { events: { data: { sequence: number; resource: { number: string } } }[] };
  expect(events.map(({ data }) => [data.sequence, data.resource.number])).toEqual([
    [1, 'before-any'],
    [2, 'at-once'],
    [3, 'once-more'],
  ]);
  expect(await pair.query('select number::int from webhook_deliveries order by number')).toEqual([{ number: 2 }, { number: 3 }]);
  await shop.close();
  await pair.close();
}, 60_000);

it('two relays under load give every event one number, and every receiver every event at least once', async () => {
  const pair = await startPair();
  const query = async (text: string) => pair.query(text);
  // Retries and pauses are over at once; leases stay, because both processes live.
  const makeAllDue = async () => {
    await query(`update webhook_deliveries set due_at = now() where state = 'Pending' and due_at > now()`);
    await query(`update webhook_endpoints set paused_until = '-infinity' where paused_until > now()`);
  };
  // Each in its own way: fine; several at once; failing and breaking off; redirecting for a while; hanging once.
  const fine = await startReceiver();
  const quick = await startReceiver();
  const flaky = await startReceiver((_got, response, count) => {
    if (count % 7 !== 0) return undefined;
    if (count % 2 === 0) response.socket?.destroy();
    else response.writeHead(500).end();
    return 'answered';
  });
  const moving = await startReceiver((_got, response, count) => {
    if (count > 5) return undefined;
    response.writeHead(307, { location: fine.url }).end();
    return 'answered';
  });
  const hanging = await startReceiver((_got, _response, count) => (count === 1 ? 'answered' : undefined));
  const receivers = [fine, quick, flaky, moving, hanging];
  const secrets = [];
  for (const [index, each] of receivers.entries()) secrets.push(await shopWith(pair, each, { concurrency: index === 1 ? 8 : 1 }));

  const orders = 60;
  let coming = true;
  const relaying = (async () => {
    while (coming) {
      await relayOnBoth(pair);
      await makeAllDue();
    }
  })();
  await atOnce(orders, async (index) => {
    await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(`relay-${index}`, 50));
    await atOnce(2, () => pair.ask('POST', `/api/v3/orders/relay-${index}/captures`, { orderDetails: { totalGrossAmount: 10 } }));
  });
  coming = false;
  await relaying;
  const waits = async () => (await query(`select 1 from webhook_deliveries where state <> 'Delivered' limit 1`)).length;
  await relayOnBoth(pair);
  for (let round = 0; round < 100 && (await waits()) > 0; round += 1) {
    await makeAllDue();
    await relayOnBoth(pair);
  }

  const all = upTo(orders * 3);
  expect(await numbersOf(query)).toEqual(all);
  for (const [index, receiver] of receivers.entries()) {
    const { got } = receiver;
    expect(receiver.numbers()).toEqual(all);
    for (const each of got) verify(secrets[index] ?? '', each);
    // One event has one id, however often it came.
    expect(new Set(got.map(({ id }) => id)).size).toBe(all.length);
  }
  // Who takes one at a time and never fails gets them in their order.
  expect(fine.got.map(({ event }) => event.data['sequence'])).toEqual(all);
  // Of each order the versions grow with the numbers.
  const versions = new Map<string, number>();
  for (const { event } of fine.got) {
    const { number, version } = event.data['resource'] as { number: string; version: number };
    expect(version).toBe((versions.get(number) ?? 0) + 1);
    versions.set(number, version);
  }
  for (const each of receivers) await each.close();
  await pair.close();
}, 120_000);

it('a process that is killed between a POST and the record of it loses nothing: the event comes again under its id', async () => {
  const database = await testDatabase();
  const app: TestApp = await startApp({}, database.connection);
  let kill: () => void = () => undefined;
  const shop = await startReceiver((_got, _response, count) => {
    // The event is here; whoever sent it will never hear so.
    if (count > 1) return undefined;
    kill();
    return 'answered';
  });
  const endpoints = await endpointsPath(app);
  const made = await app.ask('POST', endpoints, { url: shop.url }, operator);
  const secret = String(made.body['secret']);
  for (let index = 0; index < 5; index += 1)
    await app.ask('POST', '/api/v3/checkout/authorize', orderBody(`killed-${index}`, 20), { key: 'sandbox-de' });
  const relay = startService({ DATABASE_URL: database.url, ENCRYPTION_KEY: '07'.repeat(32), LOG_LEVEL: 'error' });
  kill = () => relay.kill('SIGKILL');
  // Changed sources are built before the process starts.
  await until('the first event comes', () => shop.got.length > 0, 90);
  await relay.exit();
  expect(shop.got).toHaveLength(1);

  await makeDue(app);
  await until('the rest came', async () => {
    await app.deps.webhooks.deliverer.run(() => false);
    return shop.got.length >= 6;
  });
  expect(shop.numbers()).toEqual(upTo(5));
  const [first, second] = shop.got;
  expect(second?.id).toBe(first?.id);
  for (const each of shop.got) verify(secret, each);
  expect(await app.query(`select 1 from webhook_deliveries where state <> 'Delivered'`)).toEqual([]);
  await shop.close();
  await app.stop();
  await database.drop();
}, 150_000);

it('deliveries do not wait for the lease of a process that died, nor for a merchant whose events cannot be numbered', async () => {
  const pair = await startPair();
  const shop = await startReceiver();
  await shopWith(pair, shop);
  await pair.query(`insert into job_runs (name, lease_holder, lease_until, started_at)
    values ('deliver-webhooks', 'dead', now() + interval '1 hour', now())`);
  // Of another merchant, the first to be numbered: its number is taken already.
  await pair.query(`insert into event_streams (merchant_id) select min(id::text)::uuid from merchants where country <> 'DE'`);
  await pair.query(`insert into outbox (merchant_id, id, type, subject, amount_minor, happened_at, sequence_number)
    select merchant_id, gen_random_uuid(), 'order.voided', 'x', 0, now(), number from event_streams, (values (1), (null)) as n (number)`);
  for (const { deps } of pair.services) deps.jobs.start();
  await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('prompt', 20));
  await until('it comes', () => shop.got.length > 0);
  expect(shop.got[0]?.event.data['resource']).toMatchObject({ number: 'prompt' });
  const [run] = await pair.query(`select lease_holder, done_count::int from job_runs where name = 'deliver-webhooks'`);
  expect(run).toEqual({ lease_holder: 'dead', done_count: 0 });
  await shop.close();
  await pair.close();
}, 60_000);
