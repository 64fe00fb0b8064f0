// The service as a process: starting, refusing to start, stopping, and being killed at bad moments.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { runningOn } from '../../src/address-file.ts';
import { isAlive, readPidFile } from '../../src/postgres/embedded-process.ts';
import { testDatabase } from '../support/database.ts';
import {
  dataFolder,
  projectDir,
  type ServiceProcess,
  serverPid,
  startService,
  tidyUp,
  until,
} from '../support/service-process.ts';
import { smallCacheMegabytes } from '../support/throw-away.ts';
import { usedDataFolder } from '../support/used-data.ts';

afterEach(tidyUp);

async function startOn(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ service: ServiceProcess; address: string; server: number }> {
  const service = startService({ DATA_DIR: dataDir, ...env });
  const address = await service.ready();
  const server = await until('a server runs', () => serverPid(dataDir));
  return { service, address, server };
}

async function expectOneLineFailure(service: ServiceProcess): Promise<string> {
  const { code } = await service.exit();
  expect(service.stderr().trim().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
  expect(service.stdout()).not.toContain('ready');
  return service.stderr();
}

async function query(dataDir: string, sql: string): Promise<unknown[]> {
  const { socketDir = '' } = (await readPidFile(join(dataDir, 'postgres', 'postmaster.pid'))) ?? {};
  const client = new pg.Client({ host: socketDir, port: 5432, user: 'dps', database: 'dps', ssl: false });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A client that stops in the middle of its request, so that the service waits for it. */
async function unfinishedRequest(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const client = connect(Number(port), hostname);
  client.on('error', () => undefined);
  // A whole request first, so that the service surely has the connection.
  client.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => client.once('data', resolve));
  await new Promise((resolve) => client.write('GET /livez HTTP/1.1\r\nHost: x\r\n', resolve));
  return client;
}

describe('start and stop', () => {
  test('the first start makes everything, answers, and leaves nothing running after SIGTERM; the next keeps the key and makes nothing', async () => {
    const dataDir = dataFolder();
    const { service, address, server } = await startOn(dataDir, { SHIPPED_PLACES: 'on' });
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect(service.stdout()).toMatch(/Making a new database[\s\S]*Migrating/);
    expect(await query(dataDir, 'show shared_buffers')).toEqual([{ shared_buffers: `${smallCacheMegabytes}MB` }]);
    expect(service.stdout()).toContain(`curl -s -H 'X-Auth-Key: sandbox-no' ${address}/api/v3/version`);
    const key = await readFile(join(dataDir, 'encryption.key'), 'utf8');
    expect((await stat(join(dataDir, 'encryption.key'))).mode & 0o777).toBe(0o600);
    const socketDir = (await readPidFile(join(dataDir, 'postgres', 'postmaster.pid')))?.socketDir ?? '';
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    service.kill('SIGTERM');
    const { code, milliseconds } = await service.exit();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
    expect(service.stderr()).toBe('');
    expect(await isAlive(server)).toBe(false);
    expect(existsSync(socketDir)).toBe(false);
    const next = await startOn(dataDir);
    expect(next.service.stdout()).not.toMatch(/Making|Migrating/);
    expect(await readFile(join(dataDir, 'encryption.key'), 'utf8')).toBe(key);
    next.service.kill('SIGINT');
    expect((await next.service.exit()).code).toBe(0);
  });

  test('in a data folder whose name is long and means something to a shell', async () => {
    const dataDir = dataFolder(`a folder with blanks, 'quotes', "more", $HOME; and äöü ☃ ${'x'.repeat(150)}`);
    const { service, address } = await startOn(dataDir);
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    service.kill('SIGTERM');
    expect((await service.exit()).code).toBe(0);
  });

  test('a second start on the same data folder is refused, and a client that never finishes its request does not hold up the stop', async () => {
    const dataDir = await usedDataFolder();
    const { service, address, server } = await startOn(dataDir);
    // The same port, as anybody would: that it is in use is not the cause.
    const line = await expectOneLineFailure(startService({ DATA_DIR: dataDir, PORT: new URL(address).port }));
    expect(line).toContain(`already running on this data folder (process ${service.child.pid})`);
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    const client = await unfinishedRequest(address);
    service.kill('SIGTERM');
    const { code, milliseconds } = await service.exit();
    client.destroy();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(10_000);
    expect(await isAlive(server)).toBe(false);
  });

  test('kill -9 and SIGTERM in the middle of the first start end it with nothing left running, and the next makes the database', async () => {
    const dataDir = dataFolder();
    for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
      const service = startService({ DATA_DIR: dataDir });
      await service.printed('Making a new database');
      service.kill(signal);
      expect((await service.exit()).code).toBe(signal === 'SIGTERM' ? 0 : null);
      expect(await serverPid(dataDir)).toBeUndefined();
    }
    await startOn(dataDir);
  });
});

describe('refusals are one line', () => {
  test('for one of two first starts at once, while the other runs', async () => {
    const dataDir = dataFolder();
    const both = [startService({ DATA_DIR: dataDir }), startService({ DATA_DIR: dataDir })];
    const loser = await until('one of them ends', () => both.find(({ child }) => child.exitCode !== null));
    expect(await expectOneLineFailure(loser)).toContain('already running');
    const winner = both.find((one) => one !== loser);
    const address = await winner?.ready();
    expect((await fetch(`${address}/livez`)).status).toBe(200);
  });

  test('for a port in use, before a database is made for nothing', async () => {
    const dataDir = dataFolder();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const service = startService({ DATA_DIR: dataDir, PORT: port });
    const line = await expectOneLineFailure(service);
    taken.close();
    expect(line).toContain(`Port ${port} on 127.0.0.1 is in use; set PORT to another one.`);
    expect([service.stdout(), existsSync(join(dataDir, 'postgres'))]).toEqual(['', false]);
  });

  test('for wrong values, with all of them at once', async () => {
    const line = await expectOneLineFailure(startService({ PORT: 'eighty', MODE: 'life', LOG_LEVEL: 'loud' }));
    for (const name of ['PORT', 'MODE', 'LOG_LEVEL']) expect(line).toContain(name);
  });

  test('for live mode, with the settings it lacks', async () => {
    const line = await expectOneLineFailure(startService({ MODE: 'live' }));
    expect(line).toContain('DATABASE_URL and ENCRYPTION_KEY and PUBLIC_URL');
  });

  test('for a database that was made in the other mode, before any of its keys is changed', async () => {
    const database = await testDatabase();
    const client = new pg.Client(database.connection);
    await client.connect();
    try {
      await client.query(`insert into service_settings values ('mode', 'live')`);
      const before = await client.query('select count(*)::int as count from api_keys');
      for (const WORKERS of ['1', '2']) {
        const line = await expectOneLineFailure(startService({ DATABASE_URL: database.url, WORKERS }));
        expect(line).toContain('The database was made in live mode; set MODE=live');
      }
      expect((await client.query('select count(*)::int as count from api_keys')).rows).toEqual(before.rows);
      await client.query(`update service_settings set value = 'sandbox' where name = 'mode'`);
      const ENCRYPTION_KEY = '07'.repeat(32);
      const live = { MODE: 'live', ENCRYPTION_KEY, DATABASE_URL: database.url, PUBLIC_URL: 'https://pay.example' };
      // A live service says it in its log, as JSON.
      const service = startService(live);
      expect((await service.exit()).code).toBe(1);
      expect(service.stdout()).toContain('made in sandbox mode; set MODE=sandbox');
    } finally {
      await client.end();
      await database.drop();
    }
  });

  test('for a database that cannot be reached', async () => {
    const line = await expectOneLineFailure(startService({ DATABASE_URL: 'postgres://nobody:secret@127.0.0.1:1/none' }));
    expect(line).toContain('ECONNREFUSED');
    expect(line).not.toContain('secret');
  });
});

describe('a service on a database of the operator’s own', () => {
  test('says where it is in a data folder that it makes, or says that it cannot', async () => {
    const database = await testDatabase();
    try {
      const dataDir = join(dataFolder(), 'below');
      const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: '07'.repeat(32) };
      const service = startService({ ...env, DATA_DIR: dataDir });
      const address = await service.ready();
      expect(runningOn(dataDir)).toEqual({ url: address, pid: service.child.pid, mode: 'sandbox' });
      service.kill('SIGTERM');
      expect((await service.exit()).code).toBe(0);
      expect(runningOn(dataDir)).toBe(undefined);
      const file = join(dataDir, 'file');
      await writeFile(file, '');
      const without = startService({ ...env, DATA_DIR: file });
      await without.ready();
      expect(without.stdout()).toContain(`dps will not find this service by ${join(file, 'service.json')}`);
    } finally {
      await tidyUp();
      await database.drop();
    }
  });
});

describe('a service that is killed', () => {
  test('with kill -9 leaves a server that the next start adopts, and nothing written is lost', async () => {
    const dataDir = await usedDataFolder();
    const first = await startOn(dataDir);
    await query(dataDir, 'create table kept (n int); insert into kept values (42)');
    first.service.kill('SIGKILL');
    await first.service.exit();
    expect(await isAlive(first.server)).toBe(true);
    const second = await startOn(dataDir);
    expect(second.server).toBe(first.server);
    expect(await query(dataDir, 'select n from kept')).toEqual([{ n: 42 }]);
    second.service.kill('SIGTERM');
    expect((await second.service.exit()).code).toBe(0);
    expect(await isAlive(first.server)).toBe(false);
  });

  test('through kill -9 of PostgreSQL stops with one line, and the next start recovers', async () => {
    const dataDir = await usedDataFolder();
    const { service, server } = await startOn(dataDir);
    await query(dataDir, 'create table kept (n int); insert into kept values (42)');
    process.kill(server, 'SIGKILL');
    await service.exit();
    expect(service.stderr().trim()).toMatch(/^The connection to the embedded PostgreSQL was lost; .*$/);
    expect((await service.exit()).code).toBe(1);
    await startOn(dataDir);
    expect(await query(dataDir, 'select n from kept')).toEqual([{ n: 42 }]);
  });

  test('with kill -9 of both starts again although another process has the dead server’s number by now', async () => {
    const dataDir = await usedDataFolder();
    const { service, server } = await startOn(dataDir);
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
    process.kill(server, 'SIGKILL');
    service.kill('SIGKILL');
    await service.exit();
    const { uid, gid } = await stat(join(dataDir, 'postgres'));
    const account = process.getuid?.() === 0 ? { uid, gid } : {};
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { ...account, cwd: '/' });
    const text = await readFile(pidFile, 'utf8');
    const lines = text.split('\n');
    lines[0] = String(stranger.pid);
    await writeFile(`${pidFile}.test`, lines.join('\n'));
    await chown(`${pidFile}.test`, uid, gid);
    await rename(`${pidFile}.test`, pidFile);
    const again = await startOn(dataDir).finally(() => stranger.kill());
    expect(again.server).not.toBe(stranger.pid);
  });

  test('by a second signal ends at once', async () => {
    const { service, address } = await startOn(await usedDataFolder());
    const client = await unfinishedRequest(address);
    service.kill('SIGINT');
    // The same keystroke, passed on by npm, is no second wish.
    service.kill('SIGINT');
    const since = performance.now();
    await until('enough time for a second wish has passed', () => performance.now() - since > 2000);
    expect(service.child.exitCode).toBeNull();
    service.kill('SIGINT');
    const { code, milliseconds } = await service.exit();
    client.destroy();
    expect(code).toBe(130);
    // Far from the ten seconds an unfinished request is waited for.
    expect(milliseconds).toBeLessThan(5000);
  });
});

test('npm passes signals and the exit code on', async () => {
  const dataDir = await usedDataFolder();
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: dataDir };
  const npm = spawn('npm', ['start', '--silent'], { cwd: projectDir, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  npm.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const ended = new Promise<number | null>((resolve) => npm.on('close', resolve));
  await until('the service is ready', () => out.includes('ready on')).catch((error) => {
    npm.kill();
    throw error;
  });
  const server = await until('a server runs', () => serverPid(dataDir));
  npm.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await isAlive(server)).toBe(false);
});
