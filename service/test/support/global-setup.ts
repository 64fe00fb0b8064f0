// One PostgreSQL for the whole run, and in it a migrated template from which every test file copies its own database. At the
// coordinator of a cluster (Citus) the template is distributed and lies on every node, and each node copies its part.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../../src/postgres/distribution.ts';
import { startEmbedded } from '../../src/postgres/embedded.ts';
import { endServer, isAlive, readPidFile } from '../../src/postgres/embedded-process.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { makeServiceRole, usualServiceRole } from '../../src/postgres/service-role.ts';
import { smallCacheMegabytes, throwAwayFolder, throwAwayFolders } from './throw-away.ts';

/** Of a cluster all nodes, the coordinator first. */
export type TestServer = { nodes: readonly [pg.ClientConfig, ...pg.ClientConfig[]]; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
    /** A folder that is taken away at the end of the run. */
    scratch: string;
  }
}

const projectDir = resolve(import.meta.dirname, '../../..');
const prefix = 'dps-test-';

/** Ends the servers of runs that were killed before they could tidy up. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await isAlive(Number(pid)))) continue;
    const pgData = join(folder, name, 'postgres');
    try {
      const server = await readPidFile(join(pgData, 'postmaster.pid'));
      if (server !== undefined) await endServer(pgData, server.pid, { untilQuitSeconds: 5, untilKillSeconds: 2 });
      await rm(join(folder, name), { recursive: true, force: true });
    } catch {
      // Another user's, who will sweep it.
    }
  }
}

export type Server = { admin: pg.ClientConfig; stop: () => Promise<void> };

async function throwAway(): Promise<string> {
  const folder = await mkdtemp(join(throwAwayFolder, `${prefix}${process.pid}-`));
  // Root's server runs as another user, who must pass through.
  await chmod(folder, 0o755);
  return folder;
}

export async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { admin: { connectionString: given }, stop: async () => undefined };
  for (const folder of throwAwayFolders) await sweep(folder);
  const dataDir = await throwAway();
  const embedded = await startEmbedded({
    dataDir,
    projectDir,
    log: () => undefined,
    fsync: false,
    cacheMegabytes: smallCacheMegabytes,
  });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { admin: embedded.connection, stop };
}

async function connected<Result>(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** One statement on every node: databases are made and dropped by each server for itself. */
export async function onNodes(nodes: readonly pg.ClientConfig[], statement: string): Promise<void> {
  for (const node of nodes) await connected(node, (client) => client.query(statement));
}

/** A server that was given with a password wants one of the service's role, too. */
export const passwordOf = ({ connectionString }: pg.ClientConfig): string | undefined =>
  connectionString === undefined ? undefined : decodeURIComponent(new URL(connectionString).password) || undefined;

/** The same connection to another database of the server. */
export function onDatabase(admin: pg.ClientConfig, database: string): pg.ClientConfig {
  if (admin.connectionString === undefined) return { ...admin, database };
  const url = new URL(admin.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

/** The server that was given; of a cluster the other nodes too, as its coordinator knows them. */
export async function nodesOf(admin: pg.ClientConfig): Promise<TestServer['nodes']> {
  const rows = await connected(admin, async (client) => {
    const { rows: known } = await client.query(`select to_regclass('pg_dist_node') is not null as cluster`);
    if (known[0]?.cluster !== true) return [];
    return (
      await client.query(
        `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 and citus_is_coordinator() order by 1, 2`,
      )
    ).rows;
  });
  const workers = rows.map(({ host, port }): pg.ClientConfig => {
    const url = new URL(admin.connectionString ?? '');
    url.hostname = host;
    url.port = String(port);
    return { connectionString: url.href };
  });
  return [admin, ...workers];
}

/** Fewer shards than usual, so that a copy is quick; more than nodes, so that merchants lie on each. */
const testShards = 8;

/** A migrated database of the service; on a cluster it is there on each of the nodes, which know each other, and nothing is placed yet. */
export async function makeDatabase(nodes: TestServer['nodes'], name: string): Promise<pg.ClientConfig> {
  await onNodes(nodes, `create database ${name}`);
  const [first, ...others] = nodes;
  const own = onDatabase(first, name);
  const workers = others.map((node) => onDatabase(node, name));
  if (workers.length > 0) await onNodes([own, ...workers], 'create extension citus');
  await connected(own, async (client) => {
    if (workers.length > 0) await addNodes(client, own, workers);
    await migrate(client, join(projectDir, 'service', 'migrations'));
    await makeServiceRole(client, usualServiceRole, passwordOf(own));
    if (workers.length > 0) await client.query(`alter role ${usualServiceRole} set lock_timeout = '2s'`);
  });
  return own;
}

/** Place its tables. */
export const distributeOver = (database: pg.ClientConfig): Promise<unknown> =>
  connected(database, async (client) => {
    await client.query(`set citus.shard_count = ${testShards}`);
    await distribute(client, () => undefined);
  });

async function makeTemplate({ nodes, template }: TestServer): Promise<void> {
  const own = await makeDatabase(nodes, template);
  if (nodes.length === 1) return;
  await distributeOver(own);
  // Citus keeps a process in each of its databases, and a template is copied only where none is connected.
  await onNodes(nodes, `alter database ${template} allow_connections false`);
  await onNodes(nodes, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${template}'`);
}

/** As nodes know each other. */
export function addressOf({ connectionString = '' }: pg.ClientConfig): [string, number] {
  const { hostname, port } = new URL(connectionString);
  return [hostname, Number(port || 5432)];
}

async function addNodes(client: pg.Client, own: pg.ClientConfig, workers: readonly pg.ClientConfig[]): Promise<void> {
  await client.query('select citus_set_coordinator_host($1, $2)', addressOf(own));
  for (const worker of workers) await client.query('select citus_add_node($1, $2)', addressOf(worker));
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Journeys start the compiled service; were it stale, each of them would wait for one and the same build.
  await promisify(execFile)(process.execPath, [join(projectDir, 'setup', 'build.mjs')]);
  const server = await startServer();
  const scratch = await throwAway();
  project.provide('scratch', scratch);
  const template = `dps_template_${process.pid}_${Date.now().toString(36)}`;
  let nodes: TestServer['nodes'] = [server.admin];
  const teardown = async () => {
    await onNodes(nodes, `drop database if exists ${template} with (force)`).catch(() => undefined);
    await server.stop();
    await rm(scratch, { recursive: true, force: true });
  };
  try {
    nodes = await nodesOf(server.admin);
    await makeTemplate({ nodes, template });
    project.provide('testServer', { nodes, template });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
