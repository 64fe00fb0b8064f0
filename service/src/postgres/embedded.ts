// The embedded PostgreSQL: a real server of our own on a data folder, used when DATABASE_URL is not set. It is started in a
// process group of its own, so that Ctrl-C reaches only the service, which then ends it in order. A server left over by a
// killed service is adopted. The service itself holds a lock in the database, so one folder never has two services.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, open, readFile, rename, rm, rmdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import {
  EmbeddedError,
  type EmbeddedPlace,
  makePrivateFolder,
  reason,
  settlePlace,
  sweepUnfinished,
  withPlainPath,
} from './embedded-place.ts';
import {
  endServer,
  hasCode,
  isAlive,
  type Patience,
  type PidFile,
  pause,
  readPidFile,
  run,
  runningServer,
} from './embedded-process.ts';
import { environment, type Needed, port, serverSettings } from './embedded-settings.ts';

export { EmbeddedError } from './embedded-place.ts';

export type EmbeddedConnection = { host: string; port: number; user: string; database: string; ssl: false; options: string };

export type Embedded = {
  connection: EmbeddedConnection;
  /** Where the data really is: root's default folder may have had to move. */
  dataDir: string;
  /** True if the server was running already, left over by a service that was killed. */
  adopted: boolean;
  stop(patience?: Partial<Patience>): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Names the shared folder that root falls back on; see `dataDirChosen`. */
  projectDir: string;
  /** False allows root to place the data under /var/lib where the default folder can't be reached. Default true. */
  dataDirChosen?: boolean;
  log: (line: string) => void;
  /** Fails where making a new database would be in vain. */
  beforeMaking?: () => Promise<void>;
  /** What the service's pools may open together; the server allows some more. */
  connections?: number;
  /** The server's own cache; default a share of the memory there is. */
  cacheMegabytes?: number;
  /** False only for throw-away data: a crash of the machine may then lose everything. */
  fsync?: boolean;
};

const user = 'dps';
const database = 'dps';

function connectionTo(host: string): EmbeddedConnection {
  // `ssl` and `options` are named so that PGSSLMODE and PGOPTIONS of the caller's shell have no say.
  return { host, port, user, database, ssl: false, options: '-c timezone=UTC' };
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Databases this process is making at the moment. */
const unfinished = new Set<string>();

/** Makes the database beside its place and moves it there complete, so that a half-made one is never started. */
async function initializeOnce(place: EmbeddedPlace, { log, fsync = true, beforeMaking }: EmbeddedOptions): Promise<void> {
  await sweepUnfinished(place.dataDir, unfinished);
  if (existsSync(join(place.pgData, 'PG_VERSION'))) return;
  await beforeMaking?.();
  log('Making a new database …');
  const temporary = `${place.pgData}.new-${process.pid}-${randomBytes(4).toString('hex')}`;
  // The builtin provider orders by code point and knows every alphabet's case, the same on every machine, so that a data
  // folder can be moved and no update of the operating system spoils an index.
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${user}`, '--auth-local=trust', '--auth-host=reject'];
  const durability = fsync ? [] : ['--no-sync'];
  unfinished.add(temporary);
  try {
    await mkdir(temporary, { mode: 0o700 });
    if (place.account !== undefined) await chown(temporary, place.account.uid, place.account.gid);
    const parameters = ['-D', temporary, ...locale, ...access, ...durability, '--no-instructions'];
    const options = { ...place.account, env: environment, cwd: '/' };
    await withPlainPath(place.bin, (bin) => run(join(bin, 'initdb'), parameters, options));
    await rename(temporary, place.pgData);
    await syncFolder(place.dataDir);
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST') && existsSync(join(place.pgData, 'PG_VERSION'))) return;
    throw new EmbeddedError(`A new database can't be made in ${place.dataDir}: ${initdbReason(error)}.`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
    unfinished.delete(temporary);
  }
}

function initdbReason(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const line = text.split('\n').find((candidate) => /(error|fatal|denied|could not|not found)/i.test(candidate));
  return line?.replace(/^initdb: error: /, '') ?? reason(error);
}

const largestLogBytes = 10_000_000;

async function openLog(place: EmbeddedPlace) {
  const file = join(place.dataDir, 'postgres.log');
  if (((await stat(file).catch(() => undefined))?.size ?? 0) > largestLogBytes) await rename(file, `${file}.1`);
  const handle = await open(file, 'a', 0o600);
  if (place.account !== undefined) await handle.chown(place.account.uid, place.account.gid);
  return { handle, file, startedAt: (await handle.stat()).size };
}

async function failureIn(file: string, startedAt: number): Promise<string> {
  const text = (await readFile(file)).subarray(startedAt).toString('utf8').trim();
  const lines = text.split('\n');
  const reason = lines.find((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '';
  return reason.replace(/^.*?(FATAL|PANIC):\s*/, '') || 'it said nothing';
}

/** Opens a connection; makes the database on the way if this server has none yet. */
async function connect(connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client(connection);
  // Without a listener a connection that breaks between two statements would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (!hasCode(error, '3D000') || connection.database === 'postgres') throw error;
  }
  const admin = await connect({ ...connection, database: 'postgres' });
  try {
    await admin.query(`create database ${database}`);
  } catch (error) {
    // Another start made it at the same moment.
    if (!hasCode(error, '42P04', '23505')) throw error;
  } finally {
    await admin.end();
  }
  return connect(connection);
}

/** Whether the server behind the socket is the one that the lock file names; the database exists afterwards. */
async function answers(connection: EmbeddedConnection, pid: number): Promise<boolean> {
  const client = await connect(connection);
  try {
    const { rows } = await client.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`);
    return Number(rows[0]?.pid) === pid;
  } finally {
    await client.end();
  }
}

const silenceSeconds = 15;

/** Waits for a server that another process started: true when it answers, false when it ended instead. */
async function awaitForeign(place: EmbeddedPlace, found: PidFile, log: (line: string) => void): Promise<boolean> {
  let deadline = performance.now() + silenceSeconds * 1000;
  let isLogged = false;
  for (;;) {
    const now = await readPidFile(join(place.pgData, 'postmaster.pid'));
    if (now?.pid !== found.pid || !(await isAlive(found.pid))) return false;
    try {
      if (now.status === 'ready' && (await answers(connectionTo(now.socketDir), found.pid))) return true;
    } catch (error) {
      // 57P03: starting or stopping, which is only a matter of time.
      if (!hasCode(error, 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03', '57P01') && !/terminated/.test(reason(error)))
        throw error;
    }
    if (now.status === 'starting') deadline = performance.now() + silenceSeconds * 1000;
    if (!isLogged) log(`Waiting for PostgreSQL, which is ${now.status} (process ${found.pid}) …`);
    isLogged = true;
    if (performance.now() > deadline) {
      const hint = `end it with kill -INT ${found.pid}.`;
      throw new EmbeddedError(`PostgreSQL (process ${found.pid}) runs on ${place.pgData} but does not answer; ${hint}`);
    }
    await pause(25);
  }
}

/** Starts a server, waits until it takes connections and gives its number; nothing if another start or stop got between. */
async function launch(place: EmbeddedPlace, needed: Needed, log: (line: string) => void): Promise<number | undefined> {
  await makePrivateFolder(place.socketDir, place.account);
  const { handle, file, startedAt } = await openLog(place);
  let child: ChildProcess;
  let spawnError: unknown;
  try {
    const { bavail, bsize } = await statfs(place.pgData);
    const parameters = ['-D', place.pgData, ...serverSettings(place, needed, bavail * bsize)];
    const stdio: ['ignore', number, number] = ['ignore', handle.fd, handle.fd];
    const options = { ...place.account, stdio, detached: true, env: environment, cwd: '/' };
    child = spawn(join(place.bin, 'postgres'), parameters, options);
    child.on('error', (error) => {
      spawnError = error;
    });
    child.unref();
  } finally {
    await handle.close();
  }
  const pidFile = join(place.pgData, 'postmaster.pid');
  const slowFrom = performance.now() + 2000;
  for (let isLogged = false; ; ) {
    if (!isLogged && performance.now() > slowFrom) {
      log('PostgreSQL is still starting: after a crash it reads its log again, which may take minutes (see postgres.log) …');
      isLogged = true;
    }
    if (spawnError !== undefined) throw new EmbeddedError(`PostgreSQL can't be run: ${reason(spawnError)}.`);
    const now = await readPidFile(pidFile);
    if (now !== undefined && now.pid === child.pid && now.status === 'ready') return now.pid;
    if (child.exitCode !== null || child.signalCode !== null) {
      if ((await runningServer(place.pgData)) !== undefined) return undefined;
      // A stop that was just finishing took its socket folder away.
      if (!existsSync(place.socketDir)) return undefined;
      throw new EmbeddedError(`PostgreSQL did not start: ${await failureIn(file, startedAt)} (see ${file}).`);
    }
    await pause(5);
  }
}

/** Finds or starts the server of a data folder; makes folder and database when they are missing. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log, fsync = true, connections = 0, cacheMegabytes = 0 } = options;
  const place = await settlePlace(options.dataDir, options.dataDirChosen ?? true, options.projectDir);
  await initializeOnce(place, options);
  const handOver = (pid: number, socketDir: string, adopted: boolean): Embedded => ({
    connection: connectionTo(socketDir),
    dataDir: place.dataDir,
    adopted,
    stop: async (patience) => {
      await endServer(place.pgData, pid, { untilQuitSeconds: 8, untilKillSeconds: 3, ...patience });
      // Left behind when something else is in it, which then is not ours to remove.
      await rmdir(socketDir).catch(() => undefined);
    },
  });
  for (let attempt = 1; attempt <= 10; attempt++) {
    const found = await runningServer(place.pgData);
    if (found !== undefined) {
      if (await awaitForeign(place, found, log)) {
        const { socketDir = place.socketDir } = (await readPidFile(join(place.pgData, 'postmaster.pid'))) ?? {};
        return handOver(found.pid, socketDir, true);
      }
      continue;
    }
    const pid = await launch(place, { fsync, connections, cacheMegabytes }, log);
    if (pid === undefined) continue;
    const started = handOver(pid, place.socketDir, false);
    try {
      const client = await connect(started.connection);
      await client.end();
      return started;
    } catch (error) {
      await started.stop();
      throw error;
    }
  }
  throw new EmbeddedError(
    `PostgreSQL on ${place.pgData} starts and ends again and again; see ${join(place.dataDir, 'postgres.log')}.`,
  );
}

export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
}

export type ServiceLock = { release(): Promise<void> };

// Any constant will do, as long as nothing else in this database uses it.
const serviceLockKey = 4_702_111_801;
const lockPatienceSeconds = 1.5;

/**
 * Makes this process the only service on the database for as long as the connection lives. The lock of a killed service is
 * free as soon as the server has noticed, hence the short patience. `onLost` is called once if the connection breaks.
 */
export async function holdServiceLock(
  connection: EmbeddedConnection,
  onLost: () => void = () => undefined,
): Promise<ServiceLock> {
  const client = new pg.Client({ ...connection, application_name: `deferred-payment-service ${process.pid}` });
  let released = false;
  let held = false;
  const lost = () => {
    if (released || !held) return;
    released = true;
    onLost();
  };
  client.on('error', lost);
  client.on('end', lost);
  try {
    await client.connect();
    await client.query('set statement_timeout = 0; set idle_session_timeout = 0');
    const deadline = performance.now() + lockPatienceSeconds * 1000;
    for (;;) {
      const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [serviceLockKey]);
      if (rows[0]?.free === true) break;
      if (performance.now() > deadline) throw new AlreadyRunning(await refusal(client));
      await pause(50);
    }
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  held = true;
  return {
    release: async () => {
      released = true;
      await client.end().catch(() => undefined);
    },
  };
}

async function refusal(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and ((l.classid::bigint << 32) | l.objid::bigint) = $1`,
    [serviceLockKey],
  );
  const holder = rows[0]?.name.split(/\D/).at(-1) || undefined;
  const who = holder === undefined ? '' : ` (process ${holder})`;
  return `The service is already running on this data folder${who}; stop it first, or set DATA_DIR to another folder.`;
}
