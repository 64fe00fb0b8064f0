// The node of a merchant breaks at the commit of a write: the cluster cannot say whether it was done, and the service finds out.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { TLSSocket, connect as tlsConnect } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { authorizeBody, item, keyOf, part, path, startApp, type TestApp } from '../support/app.ts';
import { addressOf } from '../support/global-setup.ts';

const connection = inject('testServer').nodes[1] ?? {};
const [host, port] = addressOf(connection);
let app: TestApp;
/** Of a shop that lies on the node. */
let country: CountryCode;

/** The connection breaks before the next commit is with the node, or before its answer is back. */
let lost: 'commit' | 'answer' | undefined;
let losses = 0;
/** The node's own: it asks for encryption. */
let certificate: { readonly cert: string; readonly key: string };
const open = new Set<Socket>();

/** What a client of PostgreSQL asks first: shall all be encrypted? */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** Stands between the coordinator and the node. */
const between = createServer((coordinator) => {
  const node = connect(Number(port), String(host));
  const end = (): void => {
    coordinator.destroy();
    node.destroy();
  };
  for (const socket of [coordinator, node]) {
    open.add(socket);
    socket.on('error', end).on('close', end);
  }
  coordinator.once('data', () => {
    node.write(sslRequest);
    node.once('data', (answer) => {
      coordinator.write(answer);
      if (answer.toString() === 'N') return listenTo(coordinator, node, end);
      listenTo(
        new TLSSocket(coordinator, { isServer: true, ...certificate }),
        tlsConnect({ socket: node, rejectUnauthorized: false }),
        end,
      );
    });
  });
});

function listenTo(coordinator: Socket, node: Socket, end: () => void): void {
  for (const socket of [coordinator, node]) socket.on('error', end);
  let what: typeof lost;
  coordinator.on('data', (sent) => {
    if (lost === undefined || !/^Q....COMMIT/s.test(sent.toString('latin1'))) return void node.write(sent);
    what = lost;
    lost = undefined;
    losses += 1;
    return what === 'commit' ? end() : void node.write(sent);
  });
  node.on('data', (answer) => {
    if (what === undefined) coordinator.write(answer);
    if (what === 'answer') end();
  });
}

const moveNode = (from: unknown, to: unknown) =>
  app.query('update pg_dist_node set nodeport = $2 where nodeport = $1', Number(from), Number(to));

beforeAll(async () => {
  const client = new pg.Client(connection);
  await client.connect();
  [certificate] = (
    await client.query(
      `select pg_read_file(current_setting('ssl_cert_file')) as cert, pg_read_file(current_setting('ssl_key_file')) as key`,
    )
  ).rows;
  await client.end();
  await once(between.listen(0, '127.0.0.1'), 'listening');
  app = await startApp({ JOBS: 'off' });
  const [row] = await app.query(
    `select m.country from merchants m
     cross join lateral get_shard_id_for_distribution_column('orders', m.id) as shard (id) join citus_shards s on s.shardid = shard.id
     where s.nodeport = $1`,
    port,
  );
  country = String(row?.['country']) as CountryCode;
  await moveNode(port, (between.address() as AddressInfo).port);
});
afterAll(async () => {
  await app.stop();
  for (const socket of open) socket.destroy();
  between.close();
});

it.each(['commit', 'answer'] as const)('captures once when the %s is lost', async (what) => {
  const key = keyOf(country);
  const number = `lost-${what}`;
  const body = authorizeBody(country, { order: { number }, items: [item(country, 'THING', 10_000)] });
  expect((await app.ask('POST', '/api/v3/checkout/authorize', body, { key })).status).toBe(200);
  const before = losses;
  lost = what;
  const answer = await app.ask('POST', path(number, '/captures'), { orderDetails: part(60) }, { key });
  expect(losses).toBe(before + 1);
  expect(answer).toMatchObject({ status: 200 });
  const rows = await app.query(
    `select captured_minor::int as captured, (select count(*)::int from captures c where c.merchant_id = o.merchant_id and c.order_id = o.id)
       as captures, (select count(*)::int from outbox e where e.merchant_id = o.merchant_id and e.order_id = o.id
       and e.type = 'order.captured') as events from orders o where o.number = $1`,
    number,
  );
  expect(rows).toEqual([{ captured: 6000, captures: 1, events: 1 }]);
});
