// What a request costs each node: Citus reports every command that the coordinator sends to another node, and each names the shard.
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { add, openAccount } from '../support/accounts.ts';
import {
  type Answer,
  authorizeBody,
  authorized,
  captured,
  item,
  keyOf,
  part,
  path,
  startApp,
  type TestApp,
} from '../support/app.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

interface Sent {
  readonly command: string;
  readonly node: string;
  readonly connection: string;
}
const sent: Sent[] = [];

/** Every connection, with an ear for what the server reports beside its answers. */
const connect = Reflect.get(pg.Client.prototype, 'connect') as (...parameters: unknown[]) => unknown;
function listen(this: pg.Client, ...parameters: unknown[]): unknown {
  this.on('notice', ({ message = '', detail = '' }) => {
    const [, node = '', connection = ''] = /^on server [^@]*@(\S+) connectionId: (\d+)/.exec(detail) ?? [];
    if (message.startsWith('issuing ')) sent.push({ command: message.slice('issuing '.length), node, connection });
  });
  return Reflect.apply(connect, this, parameters);
}

let database: TestDatabase;
let app: TestApp;
/** Shard → the group of shards that lie together, by the first value that it holds. */
let groups: ReadonlyMap<string, string>;
beforeAll(async () => {
  expect(inject('testServer').nodes.length).toBeGreaterThan(1);
  database = await testDatabase();
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query(
    `do $$ begin execute format('alter database %I set citus.log_remote_commands = on', current_database()); end $$`,
  );
  const { rows } = await client.query(
    `select shardid::text as shard, shardminvalue as first from pg_dist_shard where shardminvalue is not null`,
  );
  groups = new Map(rows.map(({ shard, first }) => [shard, first]));
  await client.end();
  Object.assign(pg.Client.prototype, { connect: listen });
  app = await startApp({ JOBS: 'off' }, database.connection);
});
afterAll(async () => {
  Object.assign(pg.Client.prototype, { connect });
  await app.stop();
  await database.drop();
});

const accepted = async (answer: Promise<Answer>): Promise<Answer> => {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return answer;
};
const ask = (method: 'GET' | 'POST', url: string, body?: object) => () => accepted(app.ask(method, url, body));
const returned = { productId: 'R', description: 'Back', quantity: 1, grossUnitPrice: 10, netUnitPrice: 10, vatPercent: 0 };

const operations: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  authorize: async () => ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE', { items: [item('DE', 'THING', 10_000)] })),
  capture: async () => ask('POST', path(await authorized(app), '/captures'), { orderDetails: part(60) }),
  refund: async () => {
    const { number, captureNumber } = await captured(app);
    return ask('POST', path(number, '/refunds'), { captureNumber, orderItems: [returned] });
  },
  void: async () => ask('POST', path(await authorized(app), '/voids')),
  'account event': async () => {
    const account = await openAccount(app);
    return () => accepted(add(app, account));
  },
  'GET order': async () => ask('GET', path((await captured(app)).number)),
};

const groupsOf = (command: string): string[] =>
  [...command.matchAll(/_(\d{6,})\b/g)].flatMap(([, shard = '']) => groups.get(shard) ?? []);

it.each(Object.keys(operations))('%s touches one shard of one node', async (operation) => {
  const make = operations[operation];
  if (!make) throw new Error(operation);
  // The least of several rounds: what the service looks up every few seconds beside its requests is not theirs.
  const rounds: Sent[][] = [];
  for (let round = 0; round < 4; round += 1) {
    const work = await make();
    sent.length = 0;
    await work();
    rounds.push([...sent]);
  }
  const own = rounds.reduce((least, each) => (each.length < least.length ? each : least));
  const sharded = own.filter(({ command }) => groupsOf(command).length > 0);
  if (process.env['SHOW_NODES']) console.log(operation, JSON.stringify(summaryOf(own)));
  expect(sharded.length).toBeGreaterThan(0);
  expect(new Set(sharded.flatMap(({ command }) => groupsOf(command))).size).toBe(1);
  expect(new Set(own.map(({ node }) => node)).size).toBe(1);
  // Rows that are copied make the cluster commit in two phases.
  expect(own.map(({ command }) => command).filter((command) => /^(copy|prepare)\b/i.test(command))).toEqual([]);
});

/** By node: commands, and connections that they came over. */
function summaryOf(all: readonly Sent[]): Record<string, object> {
  const nodes = [...new Set(all.map(({ node }) => node))];
  return Object.fromEntries(
    nodes.map((node) => {
      const own = all.filter((each) => each.node === node);
      const kinds: Record<string, number> = {};
      for (const { command } of own) {
        const kind = /\b(begin|commit|copy|select|insert|update|delete|set)\b/i.exec(command)?.[1]?.toLowerCase() ?? 'other';
        kinds[kind] = (kinds[kind] ?? 0) + 1;
      }
      return [node, { commands: own.length, connections: new Set(own.map(({ connection }) => connection)).size, ...kinds }];
    }),
  );
}

it('counts a statement over all shards as what it is', async () => {
  sent.length = 0;
  await app.deps.db.read({ name: 'count_orders', text: 'select count(*) from orders' });
  expect(new Set(sent.flatMap(({ command }) => groupsOf(command))).size).toBe(
    groups.size === 0 ? -1 : new Set(groups.values()).size,
  );
});

it('spreads the merchants over the nodes', async () => {
  for (const country of ['NO', 'SE', 'FI', 'DK', 'DE', 'AT', 'CH', 'NL', 'BE'] satisfies CountryCode[])
    await accepted(app.ask('POST', '/api/v3/checkout/authorize', authorizeBody(country), { key: keyOf(country) }));
  const rows = await app.query(`select count(distinct s.nodeport)::int as nodes from merchants m
    cross join lateral get_shard_id_for_distribution_column('orders', m.id) as shard (id)
    join citus_shards s on s.shardid = shard.id`);
  expect(rows).toEqual([{ nodes: inject('testServer').nodes.length - 1 }]);
});
