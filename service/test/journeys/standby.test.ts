// A leader that commits what its standby does not have yet: nothing of it is acknowledged, also when the connection broke, since a
// standby that takes over would not know it.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Embedded, startEmbedded } from '../../src/postgres/embedded.ts';
import { urlOf } from '../support/database.ts';
import { orderBody } from '../support/pair.ts';
import { dataFolder, projectDir, startService, tidyUp, until } from '../support/service-process.ts';
import { smallCacheMegabytes } from '../support/throw-away.ts';

let server: Embedded;
let admin: pg.Client;
let address: string;

beforeAll(async () => {
  server = await startEmbedded({
    dataDir: dataFolder(),
    projectDir,
    log: () => undefined,
    cacheMegabytes: smallCacheMegabytes,
  });
  admin = new pg.Client(server.connection);
  await admin.connect();
  const env = { DATABASE_URL: urlOf(server.connection), ENCRYPTION_KEY: '07'.repeat(32), JOBS: 'off' };
  address = await startService(env).ready(60);
}, 90_000);
afterAll(async () => {
  await admin.end();
  await server.stop();
  await tidyUp();
});

/** Which standby commits wait for: one that is not there, or none. */
async function waitFor(standby: 'missing' | ''): Promise<void> {
  await admin.query(`alter system set synchronous_standby_names = '${standby}'`);
  await admin.query('select pg_reload_conf()');
}
/** The sessions whose commit waits for the standby. */
async function waiting(): Promise<number[]> {
  const { rows } = await admin.query<{ pid: number }>(`select pid from pg_stat_activity where wait_event = 'SyncRep'`);
  return rows.map(({ pid }) => pid);
}
const captures = async (): Promise<number> => (await admin.query('select from captures')).rows.length;

/** The request, and whether it is answered by now. */
function ask(path: string, body: object, key: string) {
  const asked = { answered: false, answer: Promise.resolve(new Response()) };
  const headers = { 'x-auth-key': 'sandbox-de', 'content-type': 'application/json', 'idempotency-key': key };
  asked.answer = fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) }).finally(() => {
    asked.answered = true;
  });
  return asked;
}

const ready = (): Promise<Response> => fetch(`${address}/readyz`);

it('a commit that the leader alone has is not acknowledged, nor is its answer repeated', async () => {
  expect((await ask('/api/v3/checkout/authorize', orderBody('alone', 100), 'authorize').answer).status).toBe(200);
  await waitFor('missing');
  const half = { orderDetails: { totalGrossAmount: 50 } };
  const capture = ask('/api/v3/orders/alone/captures', half, 'capture');
  await until('the commit waits', async () => (await waiting()).length === 1, 15);
  const [first] = await waiting();
  await admin.query('select pg_terminate_backend($1)', [first]);
  await until('what became of it is asked', async () => (await waiting()).some((pid) => pid !== first), 15);
  expect([await captures(), capture.answered]).toEqual([1, false]);
  await until('it is not ready while writes wait', async () => (await ready()).status === 503, 15);
  expect(await (await ready()).json()).toMatchObject({ troubles: ['database: writes wait for its synchronous copy'] });
  await waitFor('');
  const answer = await capture.answer;
  expect([answer.status, await captures(), (await ready()).status]).toEqual([200, 1, 200]);

  await waitFor('missing');
  const again = ask('/api/v3/orders/alone/captures', half, 'capture');
  await until('the repeated answer waits', async () => (await waiting()).length === 1, 15);
  expect(again.answered).toBe(false);
  await waitFor('');
  expect(await (await again.answer).text()).toBe(await answer.text());
  expect((await again.answer).headers.get('idempotent-replayed')).toBe('true');
}, 60_000);
