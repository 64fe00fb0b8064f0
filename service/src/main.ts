// config → database → migrate → listen → drain. Importing this file starts the service.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { greeting } from './banner.ts';
import { compose, type Service } from './compose.ts';
import { type Config, readConfig } from './config.ts';
import { openDatabase, prepareDatabase } from './db/open-database.ts';
import { loadEncryptionKey } from './secret-key.ts';

const exitWithinSeconds = 9.5;
const drainSeconds = 5;

type Closer = (deadline: number) => Promise<void>;
const closers: Closer[] = [];
let stopping: Promise<never> | undefined;
let stoppingSince = 0;
let starting: Promise<void> = Promise.resolve();

/** The folder above `service/`, from the sources as well as from `dist/`. */
function findProjectDir(): string {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'service', 'package.json')) && dir !== dirname(dir)) dir = dirname(dir);
  return dir;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message || error.name : String(error);
  return text.replace(/\s*\n\s*/g, ' ');
}

/** Undoes in reverse order whatever had been reached, and exits. Asked again by a person, it exits at once. */
function stop(code: number): void {
  if (stopping !== undefined) {
    // Ctrl-C under npm arrives twice in the same moment: from the terminal and from npm, which passes it on.
    if (performance.now() - stoppingSince > 500) process.exit(130);
    return;
  }
  stoppingSince = performance.now();
  const deadline = performance.now() + exitWithinSeconds * 1000;
  setTimeout(() => process.exit(1), exitWithinSeconds * 1000).unref();
  stopping = (async () => {
    // A start in progress ends at its next step, so that nothing is opened behind our back.
    await starting.catch(() => undefined);
    let failed = false;
    for (const close of closers.reverse()) {
      await close(deadline).catch((error: unknown) => {
        failed = true;
        console.error(messageOf(error));
      });
    }
    return process.exit(failed ? 1 : code);
  })();
}

function fail(error: unknown): void {
  console.error(messageOf(error));
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) console.error(error.stack);
  if (stopping === undefined) stop(1);
}

class Interrupted extends Error {}

function unlessStopping(): void {
  if (stopping !== undefined) throw new Interrupted();
}

async function drain({ app, close }: Service, deadline: number): Promise<void> {
  const patience = Math.min(drainSeconds * 1000, deadline - performance.now());
  const timer = setTimeout(() => app.server.closeAllConnections(), patience);
  await app.close();
  clearTimeout(timer);
  await close();
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') throw new Error(`Port ${port} on ${host} is in use; set PORT to another one.`);
    if (code === 'EACCES') throw new Error(`Port ${port} on ${host} may not be used by this user; set PORT to another one.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Error(`HOST=${host} is no address of this machine.`);
    throw error;
  }
  const address = app.server.address();
  const realPort = typeof address === 'object' && address !== null ? address.port : port;
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${reachable}:${realPort}`;
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  const projectDir = findProjectDir();
  const log = (line: string) => console.log(line);
  const database = await openDatabase(config, { projectDir, log, onLost: fail });
  closers.push((deadline) => database.close(deadline));
  unlessStopping();
  await prepareDatabase(database.connection, join(projectDir, 'service', 'migrations'), log);
  unlessStopping();
  const encryptionKey = await loadEncryptionKey({ ...config, dataDir: database.dataDir });
  const service = await compose({ config, connection: database.connection, encryptionKey });
  closers.push((deadline) => drain(service, deadline));
  const address = await listen(service.app, config);
  service.deps.jobs.start();
  unlessStopping();
  console.log(greeting(config, address));
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(0));
process.on('unhandledRejection', fail);
process.on('uncaughtException', fail);
starting = start();
starting.catch((error: unknown) => {
  if (!(error instanceof Interrupted)) fail(error);
});
