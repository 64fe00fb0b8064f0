// A node that is out of reach: operators see which, its merchants are to try again, and all others are served.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { command } from '../../../cli/test/support/command.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { keyOf, path, startApp, type TestApp } from '../support/app.ts';
import { addressOf } from '../support/global-setup.ts';

const [host, port] = addressOf(inject('testServer').nodes[1] ?? {});
let app: TestApp;
let url: string;
/** A country whose shop lies on the node, and one whose shop does not. */
let there: string;
let elsewhere: string;
/** Takes connections, and says nothing. */
const heard: Socket[] = [];
const silent: Server = createServer((socket) => void heard.push(socket));

const portOf = (server: Server): number => (server.address() as AddressInfo).port;
const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

beforeAll(async () => {
  await listening(silent);
  app = await startApp({ JOBS: 'off' });
  url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const rows = await app.query(
    `select m.country, s.nodeport = $1 as there from merchants m
     cross join lateral get_shard_id_for_distribution_column('orders', m.id) as shard (id) join citus_shards s on s.shardid = shard.id`,
    port,
  );
  there = String(rows.find((row) => row['there'] === true)?.['country']);
  elsewhere = String(rows.find((row) => row['there'] === false)?.['country']);
  expect(countryCodes).toEqual(expect.arrayContaining([there, elsewhere]));
});
afterAll(async () => {
  for (const socket of heard) socket.destroy();
  silent.close();
  await app.stop();
});

/** The coordinator looks for the node there from now on. */
const moveNode = (from: number, to: number) => app.query('update pg_dist_node set nodeport = $2 where nodeport = $1', from, to);
const ready = () => app.inject({ method: 'GET', url: '/readyz' });
const ask = async (country: string) =>
  (await app.ask('GET', path('unknown'), undefined, { key: keyOf(country as CountryCode) })).status;
const soon = { timeout: 60_000, interval: 500 };

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await listening(server);
  const free = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return free;
}

it.each([
  ['is dead', closedPort],
  ['hangs', async () => portOf(silent)],
])(
  'one that %s is named by /readyz and the doctor until it is back, and only its merchants are answered 503',
  async (_how, at) => {
    const away = await at();
    const node = `${host}:${away}`;
    expect([await ask(there), await ask(elsewhere)]).toEqual([404, 404]);
    await moveNode(port, away);
    await expect.poll(async () => (await ready()).body['nodesAway'], soon).toEqual([node]);
    expect(await ready()).toMatchObject({
      status: 200,
      body: {
        status: 'ok',
        warnings: expect.arrayContaining([expect.stringContaining(`the node ${node} of the cluster is out of reach`)]),
      },
    });
    expect([await ask(there), await ask(elsewhere)]).toEqual([503, 404]);
    const doctor = await command(['doctor'], { DPS_URL: url, DPS_OPERATOR_KEY: 'sandbox-operator' });
    expect(doctor.code).toBe(1);
    expect(doctor.out).toMatch(new RegExp(`not ok +cluster +the node ${node.replaceAll('.', '\\.')} `));
    const { text } = await app.inject({ method: 'GET', url: '/metrics' });
    expect(text).toContain('dps_cluster_nodes_away 1');
    expect(text).toMatch(/^dps_job_interval_seconds/m);

    await moveNode(away, port);
    await expect.poll(async () => (await ready()).body['nodesAway'], soon).toBeUndefined();
    expect([await ask(there), await ask(elsewhere)]).toEqual([404, 404]);
  },
);
