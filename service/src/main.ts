// config → database → migrate → listen → drain. Importing this file starts the service.
import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { leaveAddress, localAddress } from './address-file.ts';
import type { Service, ServiceInput } from './compose.ts';
import { showDefaults } from './observe/process.ts';
import { openDatabase, prepareDatabase } from './postgres/open-database.ts';
import { workerPeers } from './processes/peers.ts';
import { createWorkers, type Report, type WorkerCommand } from './processes/workers.ts';
import { type Config, readConfig } from './runtime/config.ts';
import { loadEncryptionKeys } from './secret-key.ts';
import { messageOf, plainVoice, voiceOf } from './voice.ts';

let exitWithinSeconds = 9.5;
/** For requests under way, once no new connection is taken. */
const patienceSeconds = 5;

type Closer = (deadline: number) => Promise<void>;
const closers: Closer[] = [];
let stopping: Promise<never> | undefined;
let stoppingSince = 0;
let voice = plainVoice;
let starting: Promise<void> = Promise.resolve();

/** The folder above `service/`, from the sources as well as from `dist/`. */
function findProjectDir(): string {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'service', 'package.json')) && dir !== dirname(dir)) dir = dirname(dir);
  return dir;
}

/** Closes in reverse order everything that was opened, and exits. A second signal from a person exits at once. */
function stop(code: number): void {
  if (stopping !== undefined) {
    // Ctrl-C under npm arrives twice in the same moment: from the terminal and from npm, which passes it on. A worker is
    // asked by its primary and by the command that stops the whole group.
    if (cluster.isPrimary && performance.now() - stoppingSince > 500) process.exit(130);
    return;
  }
  stoppingSince = performance.now();
  voice.stopping();
  const deadline = performance.now() + exitWithinSeconds * 1000;
  setTimeout(() => process.exit(1), exitWithinSeconds * 1000).unref();
  stopping = (async () => {
    // A start in progress ends at its next step, so that nothing is opened behind our back.
    await starting.catch(() => undefined);
    let failed = false;
    for (const close of closers.reverse()) {
      await close(deadline).catch((error: unknown) => {
        failed = true;
        voice.complain(error);
      });
    }
    return process.exit(failed ? 1 : code);
  })();
}

function fail(error: unknown): void {
  if (cluster.isWorker && !isReady) report({ kind: 'failed', reason: messageOf(error) });
  else voice.complain(error);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) console.error(error.stack);
  if (stopping === undefined) stop(1);
}

class Interrupted extends Error {}

function unlessStopping(): void {
  if (stopping !== undefined) throw new Interrupted();
}

async function drain({ app, close, deps }: Service, { drainSeconds }: Config, deadline: number): Promise<void> {
  deps.readiness.drain();
  if (drainSeconds > 0) await pause(drainSeconds * 1000);
  const patience = Math.min(patienceSeconds * 1000, deadline - performance.now());
  const timer = setTimeout(() => app.server.closeAllConnections(), patience);
  await app.close();
  clearTimeout(timer);
  await close();
}

/** Why it cannot be listened there, and which setting changes it. */
function inWords(error: unknown, { host, port }: Pick<Config, 'host' | 'port'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} on ${host} is in use; set PORT to another one. Like this: PORT=${port < 65535 ? port + 1 : 8080} npm start`,
    );
  if (code === 'EACCES') return new Error(`Port ${port} on ${host} may not be used by this user; set PORT to another one.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new Error(`HOST=${host} is no address of this machine.`);
  return error;
}

/**
 * Is the port free? Checked before a database is made or migrated for nothing. If it is taken later, before we listen, the
 * message is the same.
 */
async function lookAtPort({ host, port }: Config): Promise<void> {
  // A client that connects at once, such as a health prober, must not keep it open.
  const trial = createServer((socket) => socket.destroy()).listen({ host, port });
  await once(trial, 'listening').catch((error: unknown) => Promise.reject(inWords(error, { host, port })));
  trial.close();
  await once(trial, 'close');
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw inWords(error, { host, port });
  }
  const address = app.server.address();
  const realPort = typeof address === 'object' && address !== null ? address.port : port;
  return localAddress(host, realPort);
}

type Composing = Promise<typeof import('./compose.ts')>;

/** Most of the program, a second of reading: read while the database starts, and only by a process that answers requests. */
function loadService(): Composing {
  const loading = import('./compose.ts');
  // The one who waits for it reports what went wrong.
  loading.catch(() => undefined);
  return loading;
}

/** Answers requests from here on; the address. */
async function serve(input: ServiceInput, composing: Composing): Promise<string> {
  const { compose } = await composing;
  unlessStopping();
  const service = await compose(input);
  closers.push((deadline) => drain(service, input.config, deadline));
  const address = await listen(service.app, input.config);
  showDefaults(service.deps.metrics);
  if (input.config.jobs) service.deps.jobs.start();
  unlessStopping();
  return address;
}

/** Writes the address file before the log line, so that a reader of the line finds the file. */
async function beReady(config: Config, dataDir: string, address: string): Promise<void> {
  const running = { url: `${address}${config.basePath}`, pid: process.pid, mode: config.mode };
  closers.push(await leaveAddress(dataDir, running, (line) => voice.say(line)));
  voice.ready(address);
}

async function start(config: Config): Promise<void> {
  voice = voiceOf(config);
  const projectDir = findProjectDir();
  const log = (line: string): void => voice.say(line);
  const composing = config.workers === 1 ? loadService() : undefined;
  const database = await openDatabase(config, { projectDir, log, onLost: fail, beforeMaking: () => lookAtPort(config) });
  closers.push((deadline) => database.close(deadline));
  unlessStopping();
  await lookAtPort(config);
  const connection = await prepareDatabase(database.connection, {
    migrationsDir: join(projectDir, 'service', 'migrations'),
    migrates: config.migrate,
    serviceRole: database.serviceRole,
    log,
  });
  unlessStopping();
  const encryptionKeys = await loadEncryptionKeys({ ...config, dataDir: database.dataDir });
  if (composing) return beReady(config, database.dataDir, await serve({ config, connection, encryptionKeys }, composing));
  const workers = createWorkers({
    count: config.workers,
    file: fileURLToPath(import.meta.url),
    config: { connection, encryptionKeys: encryptionKeys.map((key) => key.toString('base64')) },
    say: log,
    onLost: fail,
  });
  closers.push((deadline) => workers.stop(deadline));
  const address = await workers.start();
  unlessStopping();
  await beReady(config, database.dataDir, address);
}

const report = (message: Report): void => void process.send?.(message);
let isReady = false;

/** One of WORKERS: the primary holds the database and says when it is over. */
async function startWorker(config: Config): Promise<void> {
  voice = voiceOf(config);
  process.on('disconnect', () => stop(0));
  const composing = loadService();
  const peers = workerPeers(Number(process.env.DPS_WORKER));
  const input = await new Promise<ServiceInput>((resolve) => {
    process.on('message', (command: WorkerCommand) => {
      if (command.kind === 'stop') stop(0);
      if (command.kind !== 'config') return;
      const { connection, encryptionKeys } = command.config;
      resolve({ config, connection, encryptionKeys: encryptionKeys.map((key) => Buffer.from(key, 'base64')), peers });
    });
    report({ kind: 'hello' });
  });
  const address = await serve(input, composing);
  isReady = true;
  report({ kind: 'ready', address });
}

process.on('SIGTERM', () => stop(0));
// A terminal sends it to the whole group; the primary commands the workers.
process.on('SIGINT', () => (cluster.isPrimary ? stop(0) : undefined));
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
starting = (async () => {
  const config = readConfig(process.env);
  exitWithinSeconds += config.drainSeconds;
  await (cluster.isWorker ? startWorker(config) : start(config));
})();
starting.catch((error: unknown) => {
  if (!(error instanceof Interrupted)) fail(error);
});
