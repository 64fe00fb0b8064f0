// From the configuration to a migrated database: the operator's own by DATABASE_URL, else the embedded one.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Config } from '../runtime/config.ts';
import { connectTo } from '../store/places.ts';
import { AlreadyRunning, EmbeddedError, holdServiceLock, startEmbedded } from './embedded.ts';
import { hugePagesAdvice } from './huge-pages.ts';
import { demandMigrated, migrate } from './migrate.ts';
import { hasServiceRole, makeServiceRole, renewServiceRoles, usualServiceRole } from './service-role.ts';

export type Database = {
  connection: pg.ClientConfig;
  /** Where the service's role is a matter of its own server: the role that it is to run as. */
  serviceRole?: string;
  /** Where this service keeps its files, which root's embedded database may have had to move. */
  dataDir: string;
  close(deadline: number): Promise<void>;
};

export type OpenOptions = {
  projectDir: string;
  log: (line: string) => void;
  onLost: (reason: string) => void;
  /** Before a database is made; one that exists is opened, which finds another service on it. */
  beforeMaking: () => Promise<void>;
};

export async function openDatabase(config: Config, options: OpenOptions): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbedded(config, options);
  const connection = { connectionString: config.databaseUrl };
  return { connection, dataDir: config.dataDir, close: async () => undefined };
}

const lost =
  'The connection to the embedded PostgreSQL was lost; start again with npm start, nothing that was acknowledged is lost.';

async function openEmbedded(config: Config, { projectDir, log, onLost, beforeMaking }: OpenOptions): Promise<Database> {
  const { dataDir, dataDirChosen, workers, poolSize, databaseCacheMegabytes } = config;
  const embedded = await startEmbedded({
    dataDir,
    dataDirChosen,
    projectDir,
    log,
    beforeMaking,
    connections: workers * poolSize,
    cacheMegabytes: databaseCacheMegabytes,
  });
  try {
    const lock = await holdServiceLock(embedded.connection, () => onLost(lost));
    const close = async (deadline: number) => {
      await lock.release();
      const leftSeconds = Math.max(2, (deadline - performance.now()) / 1000);
      await embedded.stop({ untilQuitSeconds: leftSeconds - 1.5, untilKillSeconds: 1 });
    };
    return { connection: embedded.connection, serviceRole: usualServiceRole, dataDir: embedded.dataDir, close };
  } catch (error) {
    // The process that holds the lock is using the server, even if we started that server a moment ago.
    if (!(error instanceof AlreadyRunning) && !embedded.adopted) await embedded.stop();
    throw error;
  }
}

const oldestVersion = 15;

function describe(error: unknown): string {
  // A host with several addresses fails with all their errors at once and no message of its own.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  return (first instanceof Error ? first.message : String(first)).split('\n')[0] ?? '';
}

export interface Preparing {
  readonly migrationsDir: string;
  /** False: the database must be up to date already (MIGRATE=off). */
  readonly migrates: boolean;
  readonly serviceRole?: string | undefined;
  readonly log: (line: string) => void;
}

/** Checks that the database is there and new enough, and migrates it; how the service connects to it from then on. */
export async function prepareDatabase(
  connection: pg.ClientConfig,
  { migrationsDir, migrates, serviceRole, log }: Preparing,
): Promise<pg.ClientConfig> {
  const client = await connectTo(connection).catch((error: unknown) => {
    throw new EmbeddedError(`The database can't be reached: ${describe(error)}.`);
  });
  try {
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`);
    const version = Math.floor(Number(rows[0]?.version) / 10_000);
    if (version < oldestVersion) {
      throw new EmbeddedError(`The database is PostgreSQL ${version}; version ${oldestVersion} or newer is needed.`);
    }
    if (!migrates) await demandMigrated(client, migrationsDir);
    else if ((await migrate(client, migrationsDir, log)).length > 0) await renewServiceRoles(client);
    const advice = await hugePagesAdvice(client);
    if (advice !== undefined) log(advice);
    if (serviceRole === undefined) return connection;
    if (!(await hasServiceRole(client, serviceRole))) await makeServiceRole(client, serviceRole);
    return { ...connection, user: serviceRole };
  } finally {
    // A server that went away in the meantime would never confirm the end.
    await Promise.race([client.end().catch(() => undefined), pause(1000, undefined, { ref: false })]);
  }
}
