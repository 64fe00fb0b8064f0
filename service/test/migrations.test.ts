import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demandMigrated, migrate } from '../src/postgres/migrate.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';

let database: TestDatabase;
let folder: string;
const clients: pg.Client[] = [];

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  // The project's own migrations are none of this test's business.
  await client.query('create schema if not exists trial; set search_path = trial');
  return client;
}

beforeEach(async () => {
  database = await testDatabase();
  folder = await mkdtemp(join(tmpdir(), 'dps-migrations-'));
});

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFile(join(folder, name), text);

test('the mode of a database from before it was recorded is that of its first key', async () => {
  const text = await readFile(join(import.meta.dirname, '../migrations/0050-the-mode-of-a-database.sql'), 'utf8');
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  const [sandbox, own] = ['00000000-0000-7000-8000-000000000000', '0199f0aa-93b1-7c54-a1d0-6a3f3c1e7b20'];
  const modeOf = async (...keys: [id: string, day: string][]): Promise<unknown> => {
    await client.query('delete from api_keys');
    await client.query(`delete from service_settings where name = 'mode'`);
    for (const [id, day] of keys)
      await client.query(`insert into api_keys (id, hash, name, scopes, inserted_at) values ($1, $2, 'x', '{admin:write}', $3)`, [
        id,
        id,
        day,
      ]);
    await client.query(text);
    return (await client.query(`select value from service_settings where name = 'mode'`)).rows[0]?.value;
  };
  expect(await modeOf()).toBeUndefined();
  expect(await modeOf([sandbox ?? '', '2026-01-01'], [own ?? '', '2026-01-02'])).toBe('sandbox');
  // It was opened as a sandbox once, by mistake.
  expect(await modeOf([own ?? '', '2026-01-01'], [sandbox ?? '', '2026-01-02'])).toBe('live');
});

test('no statistics are taken of the lists in seals, which take seconds for nothing', async () => {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relname in ('ledger_seals', 'audit_seals', 'unsealed')
        and format_type(a.atttypid, null) in ('uuid[]', 'text[]', 'bytea') and a.attstattarget is distinct from 0`,
  );
  expect(rows).toEqual([]);
});

test('statistics of a merchant’s table are taken anew when it has grown by half, so that requests wait less for them', async () => {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'merchant_id'
        and not coalesce(c.reloptions, '{}') @> '{autovacuum_analyze_scale_factor=0.5}'`,
  );
  expect(rows).toEqual([]);
});

test('plans are told that all rows of a merchant’s table may be of one merchant', async () => {
  const client = new pg.Client(database.url);
  clients.push(client);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attname = 'merchant_id'
        and not coalesce(a.attoptions, '{}') @> '{n_distinct=1}'`,
  );
  expect(rows).toEqual([]);
});

test('applies in order, once, and records name, hash and whether it breaks', async () => {
  await write('0002-add.sql', '--! breaking\nalter table a add column m int;');
  await write('0001-make.sql', 'create table a (n int); insert into a values (1);');
  await write('notes.txt', 'no migration');
  const client = await connect();
  expect(await migrate(client, folder)).toEqual(['0001-make.sql', '0002-add.sql']);
  expect(await migrate(client, folder)).toEqual([]);
  const { rows } = await client.query('select name, length(sha256) as length, breaking from schema_migrations order by name');
  expect(rows).toEqual([
    { name: '0001-make.sql', length: 64, breaking: false },
    { name: '0002-add.sql', length: 64, breaking: true },
  ]);
});

test('an empty and a missing folder are no fault', async () => {
  const client = await connect();
  expect(await migrate(client, folder)).toEqual([]);
  expect(await migrate(client, join(folder, 'none'))).toEqual([]);
});

test('a file changed after it was applied is refused in one line, and nothing new is applied', async () => {
  await write('0001-make.sql', 'create table a (n int);');
  const client = await connect();
  await migrate(client, folder);
  await write('0001-make.sql', 'create table a (n bigint);');
  await write('0002-more.sql', 'create table b (n int);');
  await expect(migrate(client, folder)).rejects.toThrow(/^0001-make\.sql was changed after it was applied[^\n]*$/);
  expect((await client.query(`select to_regclass('b') as b`)).rows).toEqual([{ b: null }]);
});

test('a file that fails leaves nothing of itself, and those before it stay', async () => {
  await write('0001-make.sql', 'create table a (n int);');
  await write('0002-fail.sql', 'create table b (n int); select 1/0;');
  const client = await connect();
  await expect(migrate(client, folder)).rejects.toThrow('0002-fail.sql failed and was undone: division by zero');
  const { rows } = await client.query(`select to_regclass('a') is not null as a, to_regclass('b') is not null as b`);
  expect(rows).toEqual([{ a: true, b: false }]);
  await write('0002-fail.sql', 'create table b (n int);');
  expect(await migrate(client, folder)).toEqual(['0002-fail.sql']);
});

test('of two at once one applies and the other waits and says so', async () => {
  await write('0001-slow.sql', 'select pg_sleep(0.3); create table a (n int);');
  const lines: string[] = [];
  const three = [await connect(), await connect(), await connect()];
  const results = await Promise.all(three.map((client) => migrate(client, folder, (line) => lines.push(line))));
  expect(results.flat()).toEqual(['0001-slow.sql']);
  expect(lines.filter((line) => line.startsWith('Waiting'))).toHaveLength(2);
});

test('of several at once those that wait keep no index from being made beside the running service', async () => {
  await write('0001-make.sql', 'select pg_sleep(0.3); create table a (n int);');
  await write('0002-index.sql', '--! concurrently\ncreate index concurrently if not exists a_n on a (n);');
  const three = [await connect(), await connect(), await connect()];
  const results = await Promise.all(three.map((client) => migrate(client, folder)));
  expect(results.flat()).toEqual(['0001-make.sql', '0002-index.sql']);
});

test('a migration gives up waiting for a lock, so that requests behind it do not pile up', async () => {
  await write('0001-make.sql', 'create table a (n int);');
  const [client, other] = [await connect(), await connect()];
  await migrate(client, folder);
  await write('0002-add.sql', 'alter table a add column m int;');
  await other.query('begin; lock table a');
  await expect(migrate(client, folder)).rejects.toThrow(/lock timeout\. A session holds .*: end it, and run this again$/);
  await other.query('rollback');
  expect(await migrate(client, folder)).toEqual(['0002-add.sql']);
});

test.each([['1-make.sql'], ['0001_make.sql'], ['0001-Make.sql']])('the name %s is refused', async (name) => {
  await write(name, 'select 1;');
  await expect(migrate(await connect(), folder)).rejects.toThrow(`${name} is not named like`);
});

test('two files with one number are refused', async () => {
  await write('0001-a.sql', 'select 1;');
  await write('0001-b.sql', 'select 1;');
  await expect(migrate(await connect(), folder)).rejects.toThrow('0001-a.sql and 0001-b.sql have the same number');
});

test('indexes are made beside the running service, outside a transaction; one left unfinished is made anew', async () => {
  await write('0001-make.sql', 'create table a (n int); insert into a values (1), (1);');
  await write(
    '0002-index.sql',
    '--! concurrently\n-- Found by n.\ncreate unique index concurrently if not exists a_n on a (n);\n',
  );
  const client = await connect();
  await expect(migrate(client, folder)).rejects.toThrow('0002-index.sql failed; run it again');
  const index = async () => (await client.query(`select indisvalid from pg_index where indexrelid = to_regclass('a_n')`)).rows;
  expect(await index()).toEqual([{ indisvalid: false }]);
  await client.query('delete from a where ctid = (select min(ctid) from a)');
  expect(await migrate(client, folder)).toEqual(['0002-index.sql']);
  expect(await index()).toEqual([{ indisvalid: true }]);
  await write('0003-more.sql', '--! concurrently\nalter table a add column m int;');
  await expect(migrate(client, folder)).rejects.toThrow('may only say create index concurrently');
});

test('a start that must not migrate says what is missing, and nothing where nothing is', async () => {
  await write('0001-make.sql', 'create table a (n int);');
  const client = await connect();
  await expect(demandMigrated(client, folder)).rejects.toThrow('lacks 0001-make.sql, and MIGRATE is off');
  await migrate(client, folder);
  await demandMigrated(client, folder);
});
