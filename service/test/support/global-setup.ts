// One PostgreSQL for the whole run, and in it a migrated template from which every test file copies its own database.
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../../src/postgres/embedded.ts';
import { endServer, isAlive, readPidFile } from '../../src/postgres/embedded-process.ts';
import { migrate } from '../../src/postgres/migrate.ts';
import { makeServiceRole, usualServiceRole } from '../../src/postgres/service-role.ts';

export type TestServer = { admin: pg.ClientConfig; template: string };

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer;
  }
}

const projectDir = resolve(import.meta.dirname, '../../..');
const prefix = 'dps-test-';

/** Ends the servers of runs that were killed before they could tidy up. */
async function sweep(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await isAlive(Number(pid)))) continue;
    const pgData = join(tmpdir(), name, 'postgres');
    try {
      const server = await readPidFile(join(pgData, 'postmaster.pid'));
      if (server !== undefined) await endServer(pgData, server.pid, { untilQuitSeconds: 5, untilKillSeconds: 2 });
      await rm(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // Another user's, who will sweep it.
    }
  }
}

type Server = { admin: pg.ClientConfig; stop: () => Promise<void> };

async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined && given !== '') return { admin: { connectionString: given }, stop: async () => undefined };
  await sweep();
  const dataDir = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // Root's server runs as another user, who must pass through.
  await chmod(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, projectDir, log: () => undefined, fsync: false });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { admin: embedded.connection, stop };
}

async function withAdmin(admin: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A server that was given with a password wants one of the service's role, too. */
const passwordOf = ({ connectionString }: pg.ClientConfig): string | undefined =>
  connectionString === undefined ? undefined : decodeURIComponent(new URL(connectionString).password) || undefined;

/** The same connection to another database of the server. */
export function onDatabase(admin: pg.ClientConfig, database: string): pg.ClientConfig {
  if (admin.connectionString === undefined) return { ...admin, database };
  const url = new URL(admin.connectionString);
  url.pathname = `/${database}`;
  return { connectionString: url.href };
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Journeys start the compiled service; were it stale, each of them would wait for one and the same build.
  await promisify(execFile)(process.execPath, [join(projectDir, 'scripts', 'build.mjs')]);
  const server = await startServer();
  const template = `dps_template_${process.pid}_${Date.now().toString(36)}`;
  const teardown = async () => {
    await withAdmin(server.admin, (client) => client.query(`drop database if exists ${template} with (force)`)).catch(
      () => undefined,
    );
    await server.stop();
  };
  try {
    await withAdmin(server.admin, (client) => client.query(`create database ${template}`));
    const client = new pg.Client(onDatabase(server.admin, template));
    await client.connect();
    try {
      await migrate(client, join(projectDir, 'service', 'migrations'));
      await makeServiceRole(client, usualServiceRole, passwordOf(server.admin));
    } finally {
      await client.end();
    }
    project.provide('testServer', { admin: server.admin, template });
    return teardown;
  } catch (error) {
    await teardown();
    throw error;
  }
}
