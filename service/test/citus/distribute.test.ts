// `dps db distribute` on a database that is in use: every row arrives, also when the command is killed in the middle, and what is
// half done is reported.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { command } from '../../../cli/test/support/command.ts';
import { add, openAccount } from '../support/accounts.ts';
import { authorized, captured, part, path, startApp, type TestApp } from '../support/app.ts';
import { urlOf } from '../support/database.ts';
import { makeDatabase, onNodes } from '../support/global-setup.ts';
import { projectDir } from '../support/service-process.ts';

const { nodes } = inject('testServer');
const name = `dps_filled_${process.pid}_${randomBytes(4).toString('hex')}`;
let connection: pg.ClientConfig;
let client: pg.Client;
beforeAll(async () => {
  connection = await makeDatabase(nodes, name);
  client = new pg.Client(connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await onNodes(nodes, `drop database if exists ${name} with (force)`);
});

const run = (...parameters: string[]) => command(parameters, { DATABASE_URL: urlOf(connection) });

/** Start it as a process of its own, and kill that when it begins a step. */
const killedAt = (step: RegExp): Promise<string> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [join(projectDir, 'dist/cli/src/main.js'), 'db', 'distribute'], {
      env: { ...process.env, DATABASE_URL: urlOf(connection) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let last = '';
    createInterface(child.stdout).on('line', (line) => {
      last = line;
      if (step.test(line)) child.kill('SIGKILL');
    });
    child.on('close', (_code, signal) => resolve(`${signal} ${last}`));
  });

async function foreignKeys(): Promise<unknown[]> {
  const { rows } = await client.query(`select conrelid::regclass::text as table, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conname !~ '_[0-9]{6}$' order by 1, 2`);
  return rows;
}

async function fill(app: TestApp): Promise<string> {
  for (let each = 0; each < 20; each += 1) {
    const { number, captureNumber } = await captured(app);
    const returned = { productId: 'R', description: 'Back', quantity: 1, grossUnitPrice: 10, netUnitPrice: 10, vatPercent: 0 };
    await app.ask('POST', path(number, '/refunds'), { captureNumber, orderItems: [returned] });
    await app.ask('POST', path(await authorized(app), '/voids'));
  }
  const account = await openAccount(app);
  await add(app, account);
  const open = await authorized(app);
  await app.deps.jobs.runOthers();
  return open;
}

it('moves every row in one go or several, whenever it is killed, and the service goes on', async () => {
  const keys = await foreignKeys();
  let app = await startApp({ JOBS: 'off' }, connection);
  const open = await fill(app);
  await app.stop();
  const rowCounts = async (): Promise<Record<string, number>> => {
    const { rows } = await client.query(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    );
    const counts: Record<string, number> = {};
    for (const { name: table } of rows)
      counts[table] = (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count;
    return counts;
  };
  const before = await rowCounts();
  expect(before).toMatchObject({ captures: 20, voids: 20, refunds: 20, account_events: 1 });
  expect((await run('ledger', 'verify')).code).toBe(0);

  for (const step of [/create_reference_table\('merchants'\)/, /create_distributed_table\('orders'/, /^20\/\d+ alter table/])
    expect(await killedAt(step)).toMatch(/^SIGKILL /);
  expect((await run('db', 'distribute', '--dry-run')).out).toContain('-- done: ');
  expect(await run('db', 'distribute')).toMatchObject({ code: 0 });

  expect(await rowCounts()).toEqual(before);
  expect(await foreignKeys()).toEqual(keys);
  const { rows } =
    await client.query(`select citus_table_type as kind, count(*)::int as count, count(distinct colocation_id)::int as groups
    from citus_tables group by 1 order by 1`);
  expect(rows.map(({ kind, groups }) => [kind, groups])).toEqual([
    ['distributed', 1],
    ['reference', 1],
  ]);
  expect((await run('db', 'distribute')).out).toContain('Nothing to place');

  app = await startApp({ JOBS: 'off' }, connection);
  const answer = await app.ask('POST', path(open, '/captures'), { orderDetails: part(50) });
  expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"totalCapturedAmount":50')]);
  await app.deps.jobs.runOthers();
  expect((await run('ledger', 'verify')).code).toBe(0);
  await app.stop();
});

it('is reported as half done by /readyz and the doctor after a migration that adds a table, until it is run again', async () => {
  await client.query('create table of_tomorrow (merchant_id uuid not null, id uuid, primary key (merchant_id, id))');
  const app = await startApp({ JOBS: 'off' }, connection);
  const url = await app.app.listen({ host: '127.0.0.1', port: 0 });
  const halfDone = 'the cluster is half done: 1 tables are on the coordinator alone (of_tomorrow); run dps db distribute';
  const ready = () => app.inject({ method: 'GET', url: '/readyz' });
  await expect.poll(async () => (await ready()).body['warnings']).toContain(halfDone);
  expect((await ready()).status).toBe(200);
  const { out } = await command(['doctor'], { DPS_URL: url, DPS_OPERATOR_KEY: 'sandbox-operator' });
  expect(out).toContain(halfDone);
  await app.stop();
  expect((await run('db', 'distribute')).out).toContain('1 tables placed.');
});
