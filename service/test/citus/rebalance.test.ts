// A node is added and shards move to it while shops go on: what was acknowledged is there exactly once.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { command } from '../../../cli/test/support/command.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { authorizeBody, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { urlOf } from '../support/database.ts';
import { addressOf, distributeOver, makeDatabase, onDatabase, onNodes } from '../support/global-setup.ts';

const { nodes } = inject('testServer');
const name = `dps_moved_${process.pid}_${randomBytes(4).toString('hex')}`;
const [coordinator, first, second] = nodes;
let connection: pg.ClientConfig;
let admin: pg.Client;
beforeAll(async () => {
  if (!first || !second) throw new Error('two workers are needed');
  connection = await makeDatabase([coordinator, first], name);
  await distributeOver(connection);
  await onNodes([second], `create database ${name}`);
  await onNodes([onDatabase(second, name)], 'create extension citus');
  admin = new pg.Client(connection);
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await onNodes(nodes, `drop database if exists ${name} with (force)`);
});

interface Acknowledged {
  readonly captureNumber: string;
  readonly milliseconds: number;
}

/** One shop: orders and captures, each asked again with its key until it is acknowledged. */
async function shop(
  app: TestApp,
  country: CountryCode,
  isOver: () => boolean,
  done: Acknowledged[],
  faults: number[],
): Promise<void> {
  const insist = async (url: string, body: object): Promise<Record<string, unknown>> => {
    const key = randomUUID();
    for (;;) {
      const answer = await app.ask('POST', url, body, { key: keyOf(country), headers: { 'idempotency-key': key } });
      if (answer.status === 200) return answer.body;
      if (answer.status < 500) throw new Error(`${answer.status} ${answer.text}`);
      faults.push(answer.status);
    }
  };
  while (!isOver()) {
    const body = authorizeBody(country, { order: { number: randomUUID() } });
    await insist('/api/v3/checkout/authorize', body);
    for (const amount of [10, 20, 30]) {
      const since = performance.now();
      const { captureNumber } = await insist(path(body.order.number, '/captures'), { orderDetails: part(amount) });
      done.push({ captureNumber: String(captureNumber), milliseconds: performance.now() - since });
    }
  }
}

it('loses nothing that was acknowledged, and does nothing twice', async () => {
  const apps = [await startApp({}, connection), await startApp({}, connection)] as const;
  const done: Acknowledged[] = [];
  const faults: number[] = [];
  let isOver = false;
  const shops = Promise.all(
    countryCodes.map((country, index) => shop(apps[index % 2 === 0 ? 0 : 1], country, () => isOver, done, faults)),
  );
  const shardsByNode = async (): Promise<unknown[]> =>
    (
      await admin.query(
        `select nodeport, count(*)::int as count from citus_shards where citus_table_type = 'distributed' group by 1 order by 1`,
      )
    ).rows;
  expect(await shardsByNode()).toHaveLength(1);
  await expect.poll(() => done.length).toBeGreaterThan(20);

  await admin.query('select citus_add_node($1, $2)', addressOf(second ?? {}));
  const since = performance.now();
  await admin.query(`select rebalance_table_shards(shard_transfer_mode => 'auto')`);
  const seconds = (performance.now() - since) / 1000;
  const meanwhile = done.length;
  isOver = true;
  await shops;

  expect(await shardsByNode()).toHaveLength(2);
  expect(meanwhile).toBeGreaterThan(20);
  const { rows } = await admin.query('select number from captures');
  const kept = rows.map((row) => String(row.number)).sort();
  expect(kept).toEqual(done.map(({ captureNumber }) => captureNumber).sort());
  expect(new Set(kept).size).toBe(kept.length);
  for (const app of apps) await app.stop();
  expect((await command(['ledger', 'verify'], { DATABASE_URL: urlOf(connection) })).code).toBe(0);
  const slowest = Math.max(...done.map(({ milliseconds }) => milliseconds));
  console.log(
    `${done.length} captures, ${faults.length} faults, slowest ${slowest.toFixed(0)} ms, shards moved in ${seconds.toFixed(1)} s`,
  );
});
