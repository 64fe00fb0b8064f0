// The service as an operator runs it: a process of its own on a data folder of its own.

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { endServer, isAlive, pause, readPidFile } from '../../src/postgres/embedded-process.ts';
import { keep } from './kept-logs.ts';
import { withoutPlaces } from './settings.ts';
import { smallCacheMegabytes, throwAwayFolder } from './throw-away.ts';

export const projectDir = resolve(import.meta.dirname, '../../..');

export async function until<T>(what: string, find: () => T | Promise<T>, seconds = 60): Promise<NonNullable<T>> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== null && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`Waited ${seconds} s in vain: ${what}`);
    await pause(10);
  }
}

export type Exit = { code: number | null; signal: NodeJS.Signals | null; milliseconds: number };

export type ServiceProcess = {
  child: ChildProcess;
  stdout(): string;
  stderr(): string;
  /** The address, once it takes requests; fails if the process ends instead. */
  ready(seconds?: number): Promise<string>;
  printed(text: string): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
  /** How it ended, and how long after the last signal. */
  exit(seconds?: number): Promise<Exit>;
};

const processes: ServiceProcess[] = [];
const folders: string[] = [];

/** A new folder that root's dropped user can reach as well, gone after the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(throwAwayFolder, `dps-test-${process.pid}-`));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

export const dataFolder = (name = 'data'): string => join(newFolder(), name);

/** What `npm start` gives to Node: its flags and the script. */
const asStarted = (
  JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { scripts: { start: string } }
).scripts.start
  .replace(/^exec node /, '')
  .split(' ')
  .map((word) => (word.startsWith('--') ? word : join(projectDir, word)));

export function startService(env: NodeJS.ProcessEnv): ServiceProcess {
  // Nothing of the developer's shell may decide the outcome.
  const base = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    PORT: '0',
    ...withoutPlaces,
    DATABASE_CACHE_MB: String(smallCacheMegabytes),
  };
  // Where no folder is said, its data is in the one it runs in.
  const child = spawn(process.execPath, asStarted, { cwd: newFolder(), env: { ...base, ...env }, stdio: 'pipe' });
  let out = '';
  let err = '';
  let since = performance.now();
  let exit: Exit | undefined;
  child.stdout.on('data', (chunk) => {
    out += chunk;
    keep('log', String(chunk));
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
    keep('log', String(chunk));
  });
  child.on('close', (code, signal) => {
    exit = { code, signal, milliseconds: performance.now() - since };
  });
  const started: ServiceProcess = {
    child,
    stdout: () => out,
    stderr: () => err,
    ready: (seconds) =>
      until(
        'the service is ready',
        () => {
          if (exit !== undefined) throw new Error(`The service ended with ${exit.code ?? exit.signal}: ${err}`);
          return /ready on (\S+)/.exec(out)?.[1];
        },
        seconds,
      ),
    printed: (text) => until(`it prints ${text}`, () => out.includes(text)),
    kill: (signal) => {
      since = performance.now();
      child.kill(signal);
    },
    exit: (seconds) => until('the service ends', () => exit, seconds),
  };
  processes.push(started);
  return started;
}

/** The process number of the PostgreSQL server on the data folder, if one runs. */
export async function serverPid(dataDir: string): Promise<number | undefined> {
  const pid = (await readPidFile(join(dataDir, 'postgres', 'postmaster.pid')))?.pid;
  return pid !== undefined && (await isAlive(pid)) ? pid : undefined;
}

/** Ends whatever the test started, also when it failed. */
export async function tidyUp(): Promise<void> {
  for (const started of processes.splice(0)) {
    if (started.child.exitCode === null && started.child.signalCode === null) started.kill('SIGKILL');
    await started.exit();
  }
  for (const folder of folders.splice(0)) {
    for (const name of await readdir(folder)) {
      const pgData = join(folder, name, 'postgres');
      const server = await readPidFile(join(pgData, 'postmaster.pid'));
      if (server === undefined) continue;
      await endServer(pgData, server.pid, { untilQuitSeconds: 5, untilKillSeconds: 2 });
      if (server.socketDir.startsWith('/tmp/dps-')) await rm(server.socketDir, { recursive: true, force: true });
    }
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
