import { existsSync, readFileSync } from 'node:fs';
import { chown, cp, mkdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { AlreadyRunning, type Embedded, holdServiceLock, startEmbedded } from '../src/postgres/embedded.ts';
import { makePrivateFolder, settlePlace, withPlainPath } from '../src/postgres/embedded-place.ts';
import { isAlive, run } from '../src/postgres/embedded-process.ts';
import { logMegabytes, sharedMegabytes } from '../src/postgres/embedded-settings.ts';
import { dataFolder, projectDir, serverPid, tidyUp, until } from './support/service-process.ts';
import { smallCacheMegabytes } from './support/throw-away.ts';
import { usedDataFolder } from './support/used-data.ts';

afterEach(tidyUp);

const start = (dataDir: string) =>
  startEmbedded({ dataDir, projectDir, log: () => undefined, fsync: false, cacheMegabytes: smallCacheMegabytes });

async function ask(embedded: Embedded, sql: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test('knows letters of every alphabet, listens on no port, and ends', async () => {
  const dataDir = dataFolder();
  const embedded = await start(dataDir);
  expect(
    await ask(embedded, `select lower('ÅÄÖÆØÉ') as low, upper('straße') as up, current_setting('timezone') as zone`),
  ).toEqual({
    low: 'åäöæøé',
    up: 'STRAßE',
    zone: 'UTC',
  });
  expect(await ask(embedded, `select string_agg(w, '' order by w) as sorted from unnest(array['b','ä','a','B']) w`)).toEqual({
    sorted: 'Babä',
  });
  expect(await ask(embedded, `select current_setting('listen_addresses') as addresses`)).toEqual({ addresses: '' });
  const server = await until('a server runs', () => serverPid(dataDir));
  await embedded.stop();
  expect(await isAlive(server)).toBe(false);
});

test('its cache is two fifths of the memory and its log an eighth of the free disk, within bounds, in files that are not filled first', async () => {
  const gigabyte = 2 ** 30;
  expect([0.5, 1, 4, 24, 512].map((gigabytes) => sharedMegabytes(gigabytes * gigabyte))).toEqual([204, 409, 1638, 9830, 16_384]);
  expect([2, 40, 60, 512].map((gigabytes) => logMegabytes(gigabytes * gigabyte))).toEqual([1024, 5120, 7680, 16_384]);
  const embedded = await startEmbedded({ dataDir: await usedDataFolder(), projectDir, log: () => undefined, fsync: false });
  const megabytes = sharedMegabytes(Math.min(totalmem(), process.constrainedMemory() || Infinity));
  const shown = await ask(
    embedded,
    `select current_setting('wal_init_zero') = 'off' and pg_size_bytes(current_setting('shared_buffers')) = ${megabytes} * 1048576::bigint
      and pg_size_bytes(current_setting('max_wal_size')) between 1024 * 1048576::bigint and 16384 * 1048576::bigint as right`,
  );
  await embedded.stop();
  expect(shown).toEqual({ right: true });
});

test('what its cache held is read again after a start, though nobody asked for it', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  await ask(first, 'create extension pg_buffercache');
  await ask(
    first,
    'create table kept with (autovacuum_enabled = false) as select n, repeat($$x$$, 500) from generate_series(1, 2000) n',
  );
  await first.stop();
  const second = await start(dataDir);
  const cached = `select count(*)::int as pages from pg_buffercache where relfilenode = pg_relation_filenode('kept')`;
  await until('its pages are cached', async () => ((await ask(second, cached)) as { pages: number }).pages > 100);
  await second.stop();
});

test.skipIf(process.platform !== 'linux')('a connection keeps the memory of a statement for the next one', async () => {
  const embedded = await start(await usedDataFolder());
  const client = new pg.Client(embedded.connection);
  await client.connect();
  const [mine] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows;
  /** Pages that it asked the system for so far. */
  const pages = (): number => {
    const stat = readFileSync(`/proc/${mine?.pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[7]);
  };
  const lists = Array.from({ length: 13 }, () => 'array[1]').join(', ');
  const rounds = 50;
  const read = async (): Promise<void> => {
    for (let round = 0; round < rounds; round += 1) await client.query(`select * from unnest(${lists})`);
  };
  await read();
  const before = pages();
  await read();
  const asked = pages() - before;
  await client.end();
  await embedded.stop();
  expect(asked).toBeLessThan(rounds);
});

test('several starts at once share one server', async () => {
  const dataDir = dataFolder();
  const all = await Promise.all([start(dataDir), start(dataDir), start(dataDir), start(dataDir)]);
  expect(all.filter(({ adopted }) => !adopted)).toHaveLength(1);
  await all[0]?.stop();
  expect(await serverPid(dataDir)).toBeUndefined();
});

test('a socket folder that a stop takes away in between is made again', async () => {
  const dataDir = dataFolder();
  await mkdir(dataDir, { recursive: true });
  const path = join(dataDir, 'socket');
  for (let round = 0; round < 300; round += 1) {
    await makePrivateFolder(path, undefined);
    await Promise.all([makePrivateFolder(path, undefined), rmdir(path)]);
  }
});

test('a start during a stop waits for its end and starts again', async () => {
  const dataDir = await usedDataFolder();
  const first = await start(dataDir);
  const [, second] = await Promise.all([first.stop(), start(dataDir)]);
  // Whether the second came before or after the end is chance; either way one that was stopped is not handed out for long.
  const third = await start(dataDir);
  expect(await ask(third, 'select 1 as one')).toEqual({ one: 1 });
  await second.stop();
  await third.stop();
});

test('one service at a time, and it is told when the connection breaks', async () => {
  const embedded = await start(await usedDataFolder());
  let losses = 0;
  const lock = await holdServiceLock(embedded.connection, () => {
    losses += 1;
  });
  await expect(holdServiceLock(embedded.connection)).rejects.toThrow(AlreadyRunning);
  await lock.release();
  expect(losses).toBe(0);
  await holdServiceLock(embedded.connection, () => {
    losses += 1;
  });
  await embedded.stop();
  await until('the loss is told', () => losses === 1);
});

test('a folder in the place of the socket that is not private to us is refused', async () => {
  const dataDir = await usedDataFolder();
  const first = await start(dataDir);
  const socketDir = first.connection.host;
  await first.stop();
  await writeFile(socketDir, 'squatted');
  try {
    await expect(start(dataDir)).rejects.toThrow('belongs to somebody else');
  } finally {
    await rm(socketDir);
  }
});

test('an unusable data folder is told in one line', async () => {
  const dataDir = dataFolder();
  await writeFile(dataDir, 'a file');
  await expect(start(dataDir)).rejects.toThrow(/^The folder [^\n]+ can't be made[^\n]*$/);
});

test('the project may lie in a folder whose name means something to a shell', async () => {
  const dataDir = dataFolder();
  const place = await settlePlace(dataDir, true, projectDir);
  const native = join(dataDir, 'a "b" $c `d`');
  await cp(join(place.bin, '..'), native, { recursive: true, verbatimSymlinks: true });
  const target = join(dataDir, 'made');
  await mkdir(target);
  if (place.account !== undefined) await chown(target, place.account.uid, place.account.gid);
  const options = { ...place.account, cwd: '/' };
  const initialize = (bin: string) => run(join(bin, 'initdb'), ['-D', target, '--no-sync'], options);
  await expect(initialize(join(native, 'bin'))).rejects.toThrow();
  await withPlainPath(join(native, 'bin'), initialize);
  expect(existsSync(join(target, 'PG_VERSION'))).toBe(true);
});

test('what a killed start left of a half-made database is removed', async () => {
  const dataDir = dataFolder();
  const left = join(dataDir, 'postgres.new-999999999-abcdef');
  await mkdir(left, { recursive: true });
  const embedded = await start(dataDir);
  await embedded.stop();
  await expect(rm(left)).rejects.toThrow('ENOENT');
});
