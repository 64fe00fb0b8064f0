// Several hosts in the database's address: the one that takes writes is found, whichever it is, and found anew when it moves.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../../src/postgres/embedded.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { readDatabaseAddress } from '../../src/runtime/database-address.ts';
import { call, createDb, type Db } from '../../src/store/db.ts';
import { connectTo } from '../../src/store/places.ts';
import { smallCacheMegabytes } from '../support/throw-away.ts';

const projectDir = dirname(dirname(dirname(import.meta.dirname)));

describe('an address of several hosts', () => {
  it('is one address a host, with all else the same', () => {
    expect(
      readDatabaseAddress('postgres://u:p%40,x@a:5433,[::1]:5434,c/dps?sslmode=require&target_session_attrs=primary'),
    ).toEqual({
      places: [
        'postgres://u:p%40,x@a:5433/dps?sslmode=require',
        'postgres://u:p%40,x@[::1]:5434/dps?sslmode=require',
        'postgres://u:p%40,x@c/dps?sslmode=require',
      ],
      demand: 'primary',
    });
  });

  it('asks for the one that takes writes, unless it says otherwise; one host is taken as it is', () => {
    expect(readDatabaseAddress('postgresql://a,b/dps').demand).toBe('read-write');
    expect(readDatabaseAddress('postgresql://a,b/dps?target_session_attrs=any').demand).toBe('any');
    const one = 'postgres://u@%2Ftmp%2Fsocket:5433/dps';
    expect(readDatabaseAddress(one)).toEqual({ places: [one], demand: 'any' });
  });

  it.each([
    ['mysql://a,b/dps', 'starting with postgres://'],
    ['postgres://a,,b/dps', 'list of hosts'],
    ['postgres://u:topsecret@a,b:70000/dps', 'list of hosts'],
    ['postgres://a:5432,b:x/dps', 'list of hosts'],
    ['postgres:///dps?host=a,b', 'host=…'],
    ['postgres://a,b/dps?target_session_attrs=writable', 'none of any, read-write, primary'],
    ['postgres://a,b/dps?target_session_attrs=standby', 'none of any, read-write, primary'],
  ])('%s is refused in one line that shows no password', (address, reason) => {
    expect(() => readConfig({ DATABASE_URL: address })).toThrow(reason);
    expect(() => readConfig({ DATABASE_URL: address })).not.toThrow('topsecret');
  });
});

/** A server of its own with a database that says where it is; it is the copy of the other while it is read only. */
async function startPlace(name: string): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dps-place-'));
  // Root's server runs as another user, who must pass through.
  await chmod(dataDir, 0o755);
  const server = await startEmbedded({
    dataDir,
    projectDir,
    log: () => undefined,
    fsync: false,
    cacheMegabytes: smallCacheMegabytes,
  });
  const admin = new pg.Client(server.connection);
  await admin.connect();
  await admin.query('create table place (name text)');
  await admin.query('insert into place values ($1)', [name]);
  return {
    host: `${encodeURIComponent(server.connection.host)}:${server.connection.port}`,
    async become(role) {
      await admin.query(`alter system set default_transaction_read_only = ${role === 'copy' ? 'on' : 'off'}`);
      await admin.query('select pg_reload_conf()');
      // The settings are read again by each session at its own time; ours asks until it has.
      while ((await admin.query(`show default_transaction_read_only`)).rows[0].default_transaction_read_only !== on[role]);
    },
    async stop() {
      await admin.end();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

interface Place {
  readonly host: string;
  become(role: keyof typeof on): Promise<void>;
  stop(): Promise<void>;
}
const on = { copy: 'on', leader: 'off' };
const name = { name: 'name', text: 'select name from place' };
const write = { name: 'write', text: 'update place set name = name returning name' };

describe('a database at one of several hosts', () => {
  let [one, other]: Place[] = [];
  const opened: Db[] = [];
  const addressOf = (...hosts: (string | undefined)[]): string => `postgres://dps@${hosts.join(',')}/dps`;
  const open = (connectionString: string): Db => {
    const db = createDb({ connection: { connectionString }, poolSize: 3, preparedStatements: true });
    opened.push(db);
    return db;
  };
  beforeAll(async () => {
    [one, other] = await Promise.all([startPlace('one'), startPlace('other')]);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((db) => db.close()));
    await Promise.all([one?.become('leader'), other?.become('leader')]);
  });
  afterAll(() => Promise.all([one?.stop(), other?.stop()]));

  it('is found behind a host that refuses and one that never answers', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const { port } = silent.address() as AddressInfo;
    const db = open(addressOf('127.0.0.1:1', `127.0.0.1:${port}`, one?.host));
    expect(await db.read(name)).toEqual([{ name: 'one' }]);
    silent.close();
  }, 20_000);

  it('is not the copy, which is refused', async () => {
    await one?.become('copy');
    expect(await open(addressOf(one?.host, other?.host)).read(name)).toEqual([{ name: 'other' }]);
    const client = await connectTo({ connectionString: addressOf(one?.host, other?.host) });
    expect((await client.query(write.text)).rows).toEqual([{ name: 'other' }]);
    await client.end();
    // Who takes any is given the first.
    expect(await open(`${addressOf(one?.host, other?.host)}?target_session_attrs=any`).read(name)).toEqual([{ name: 'one' }]);
  });

  it('is reported host by host where none takes writes', async () => {
    await one?.become('copy');
    const connection = { connectionString: addressOf('127.0.0.1:1', one?.host) };
    await expect(connectTo(connection)).rejects.toThrow(/127\.0\.0\.1:1: .*ECONNREFUSED.*; .*takes no writes/);
    await expect(connectTo({ connectionString: `${addressOf(one?.host)}?target_session_attrs=read-write` })).rejects.toThrow(
      'takes no writes',
    );
  });

  it('is found anew when the leader is made a copy, and no connection to that one is used any more', async () => {
    await other?.become('copy');
    const db = open(addressOf(one?.host, other?.host));
    // Three connections, all of them idle afterwards.
    await Promise.all(
      [1, 2, 3].map(() => db.using((session) => session.trip([call({ name: 'wait', text: 'select pg_sleep(0.2)' })]))),
    );
    expect(db.pool().idle).toBe(3);
    await one?.become('copy');
    await other?.become('leader');
    await expect(db.run(write)).rejects.toMatchObject({ code: '25006' });
    expect(await db.run(write)).toEqual([{ name: 'other' }]);
    for (let times = 0; times < 4; times += 1) expect(await db.read(name)).toEqual([{ name: 'other' }]);
  });
});
