// Where the bench runs: databases of its own on one server, the one of DATABASE_URL or an embedded one that writes through to disk,
// and services of its own on them.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type OwnService, projectDir, startOwnService } from '../scripts/own-service.ts';
import { startEmbedded } from '../service/src/postgres/embedded.ts';

export interface Database {
  readonly name: string;
  readonly url: string;
  /** For the programs of PostgreSQL. */
  readonly environment: NodeJS.ProcessEnv;
  query(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** A connection of its own; the caller ends it. */
  connect(): Promise<pg.Client>;
}

export interface ServiceOptions {
  readonly jobs?: 'off';
  readonly nodeFlags?: readonly string[];
  /** Processes on its port; as the environment says where nothing is said. */
  readonly workers?: number;
}

export interface Ground {
  /** A folder that is thrown away at the end. */
  readonly folder: string;
  makeDatabase(name: string): Promise<Database>;
  /** A service of our own on the database, everything switched on. */
  startService(database: Database, how?: ServiceOptions): Promise<OwnService>;
  stop(): Promise<void>;
}

/** The key of every database of the bench: what fills them has to know it. */
export const encryptionKey = Buffer.alloc(32, 7);

/** As many clients as pgbench is run with, and the pools of two services. */
const connections = 128 + 40;

export async function openGround(given = process.env['DATABASE_URL']): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'dps-bench-'));
  // Root's PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o755);
  const embedded = given
    ? undefined
    : await startEmbedded({ dataDir: join(folder, 'data'), projectDir, log: () => {}, connections });
  const endBehindUs = (): void => {
    if (embedded) quit(embedded.dataDir);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  process.once('exit', endBehindUs);
  const serverUrl = given ?? urlOfSocket(embedded?.connection.host ?? '');
  const made: string[] = [];
  const services: OwnService[] = [];
  return {
    folder,
    async makeDatabase(purpose) {
      const name = `dps_bench_${process.pid}_${purpose}`;
      await onServer(serverUrl, `create database ${name}`);
      made.push(name);
      return databaseOf(serverUrl, name);
    },
    async startService(database, { jobs, nodeFlags = [], workers } = {}) {
      const key = encryptionKey.toString('hex');
      const chosen = { ...(jobs && { JOBS: jobs }), ...(workers !== undefined && { WORKERS: String(workers) }) };
      const env = { DATABASE_URL: database.url, ENCRYPTION_KEY: key, LOG_LEVEL: 'info', ...chosen };
      const service = await startOwnService({ env, nodeFlags });
      services.push(service);
      return service;
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      if (!embedded) for (const name of made) await onServer(serverUrl, `drop database if exists ${name} with (force)`);
      await embedded?.stop();
      process.off('exit', endBehindUs);
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Interrupted, the bench has no time for more; nothing of the data is needed again. */
function quit(dataDir: string): void {
  try {
    process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
  } catch {
    // It has ended already.
  }
}

const urlOfSocket = (socketDir: string): string => `postgresql://dps@${encodeURIComponent(socketDir)}:5432/dps`;

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function databaseOf(serverUrl: string, name: string): Database {
  const address = new URL(serverUrl);
  address.pathname = `/${name}`;
  const { host, port, user, password } = new pg.Client({ connectionString: address.href });
  const secret = typeof password === 'string' ? { PGPASSWORD: password } : {};
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: address.href });
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return {
    name,
    url: address.href,
    environment: { PGHOST: host, PGPORT: String(port), PGUSER: user ?? '', PGDATABASE: name, ...secret },
    connect,
    async query(text, ...values) {
      const client = await connect();
      try {
        return (await client.query<Record<string, unknown>>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}
