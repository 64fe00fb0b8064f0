// A fault of ours while a webhook is delivered: the receiver did nothing wrong, and must not get the same event without end.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDeliverer } from '../../src/webhooks/deliver.ts';
import { authorized, startApp, type TestApp } from '../support/app.ts';
import { isCluster } from '../support/database.ts';
import { endpointsPath, operator, type Receiver, startReceiver } from '../support/receiver.ts';

let app: TestApp;
let shop: Receiver;
let now: number;

beforeEach(async () => {
  [app, shop, now] = [await startApp(), await startReceiver(), Date.now()];
  const made = await app.ask('POST', await endpointsPath(app), { url: shop.url }, operator);
  if (made.status !== 200) throw new Error(made.text);
});
afterEach(async () => {
  await shop.close();
  await app.stop();
});

const relay = () => createDeliverer({ ...app.deps, sender: app.deps.webhooks.sender, clock: () => now });

/** Runs that go on until they end by themselves, or are stopped where they do not. */
async function runsOf(deliverer: ReturnType<typeof relay>, after: number): Promise<number> {
  now += after * 1000;
  const [trips, before] = [app.deps.db.counts.trips, shop.got.length];
  // A run that pauses needs about ten; one that does not would go on for ever.
  await deliverer.run(() => app.deps.db.counts.trips > trips + 200);
  return shop.got.length - before;
}

/** Whatever is written to the table fails, as on a full disk. A cluster has no triggers. */
const breakTable = (table: string, event: 'insert' | 'update') =>
  app.query(`create function full_disk() returns trigger language plpgsql as
    'begin raise exception ''could not extend file'' using errcode = ''53100''; end';
    create trigger full_disk before ${event} on ${table} for each row execute function full_disk()`);
const mend = (table: string) => app.query(`drop trigger full_disk on ${table}`);

it.skipIf(isCluster())(
  'an attempt that cannot be recorded is made once, and again after 5, 10, 20 … and at most 300 seconds, until it can be',
  async () => {
    await authorized(app, 1000);
    await breakTable('webhook_attempts', 'insert');
    const deliverer = relay();
    expect(await runsOf(deliverer, 0)).toBe(1);
    for (const seconds of [5, 10, 20, 40, 80, 160, 300, 300]) {
      expect(await runsOf(deliverer, seconds - 1)).toBe(0);
      expect(await runsOf(deliverer, 1)).toBe(1);
    }
    await mend('webhook_attempts');
    expect(await runsOf(deliverer, 300)).toBe(1);
    expect(new Set(shop.got.map(({ id }) => id)).size).toBe(1);
    // What was mended is forgotten: the next event comes at once, and the next failure is a first one.
    await authorized(app, 1000);
    expect(await runsOf(deliverer, 0)).toBe(1);
    await authorized(app, 1000);
    await app.query(`create trigger full_disk before insert on webhook_attempts for each row execute function full_disk()`);
    expect(await runsOf(deliverer, 0)).toBe(1);
    expect(await runsOf(deliverer, 5)).toBe(1);
    await deliverer.close();
  },
  60_000,
);

it.skipIf(isCluster())(
  'an endpoint that cannot be claimed, or whose secret cannot be opened, is left for a while, and others get what is theirs',
  async () => {
    const other = await startReceiver();
    await authorized(app, 1000);
    const deliverer = relay();
    await breakTable('webhook_endpoints', 'update');
    expect(await runsOf(deliverer, 0)).toBe(0);
    await mend('webhook_endpoints');
    const [{ secret } = {}] = await app.query('select secret from webhook_secrets');
    await app.query(`update webhook_secrets set secret = '2.deadbeef.AAAA.BBBB'`);
    await app.ask('POST', await endpointsPath(app), { url: other.url }, operator);
    await authorized(app, 1000);
    expect(await runsOf(deliverer, 5)).toBe(0);
    expect(other.got).toHaveLength(1);
    await authorized(app, 1000);
    expect(await runsOf(deliverer, 0)).toBe(0);
    expect(other.got).toHaveLength(2);
    await app.query(`update webhook_secrets set secret = $1 where secret = '2.deadbeef.AAAA.BBBB'`, secret);
    expect(await runsOf(deliverer, 9)).toBe(0);
    expect(await runsOf(deliverer, 1)).toBe(3);
    await other.close();
    await deliverer.close();
  },
  60_000,
);
