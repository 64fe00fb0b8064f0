// A service of our own for a while: a process beside this one, on a port of its own, with a data folder that is thrown away.
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const projectDir = dirname(import.meta.dirname);

export interface OwnService {
  readonly url: string;
  readonly pid: number;
  /** Where its database listens: the folder of its data. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

export interface OwnServiceOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Flags of Node, such as --cpu-prof. */
  readonly nodeFlags?: readonly string[];
  readonly cwd?: string;
  /** What it logs once it is ready; thrown away where nothing is said. */
  readonly onLog?: (text: string) => void;
  /** A free one where none is said. */
  readonly port?: string;
}

const startSeconds = 60;
/** The service itself promises to be gone within ten. */
const stopSeconds = 12;

/** Nothing of the caller's configuration may point the service at data that is not thrown away. */
const configured = ['DATABASE_URL', 'ENCRYPTION_KEY', 'MODE', 'BASE_PATH', 'PUBLIC_URL', 'HOST', 'QUEUE_LIMIT', 'POOL_SIZE'];

export async function startOwnService(options: OwnServiceOptions = {}): Promise<OwnService> {
  // All at once until somebody listens for an end, so that none comes between.
  const folder = mkdtempSync(join(tmpdir(), 'dps-own-'));
  // Root's PostgreSQL runs as another user, who has to pass through.
  chmodSync(folder, 0o755);
  const dataDir = join(folder, 'data');
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !configured.includes(name)));
  const child = spawn(
    process.execPath,
    [
      '--v8-pool-size=1',
      '--max-semi-space-size=32',
      '--heap-growing-percent=30',
      '--no-allocation-site-pretenuring',
      ...(options.nodeFlags ?? []),
      join(projectDir, 'dist', 'service', 'src', 'main.js'),
    ],
    {
      cwd: options.cwd ?? projectDir,
      env: { ...inherited, LOG_LEVEL: 'warn', ...options.env, PORT: options.port ?? '0', DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // An error that nobody catches, too, must not leave it behind: it goes on for as long as nobody ends it.
  const endBehindUs = (): void => void child.kill('SIGTERM');
  process.once('exit', endBehindUs);
  const stop = once(async () => {
    await end(child);
    process.off('exit', endBehindUs);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  stopTogether(stop);
  try {
    return { url: await addressOf(child, options.onLog), pid: child.pid ?? 0, dataDir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= work();
    return done;
  };
}

/** Interrupted, we leave neither a process nor a folder behind. */
function stopTogether(stop: () => Promise<void>): void {
  for (const [signal, number] of [
    ['SIGINT', 2],
    ['SIGTERM', 15],
    ['SIGHUP', 1],
  ] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(128 + number)));
  }
  const events: NodeJS.EventEmitter = process;
  events.once('pipeClosed', () => void stop().finally(() => process.exit(0)));
}

/** What the service prints when it is ready names its address. */
function addressOf(child: ChildProcess, onLog: OwnServiceOptions['onLog']): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(
      () => reject(new Error(`The service was not ready within ${startSeconds} s:\n${output}`)),
      startSeconds * 1000,
    );
    const onData = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /ready on (\S+)/.exec(output)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      // A pipe that is not emptied would stop it.
      for (const stream of [child.stdout, child.stderr])
        stream
          ?.off('data', onData)
          .on('data', (logged: Buffer) => onLog?.(logged.toString()))
          .resume();
      resolve(address);
    };
    child.stdout?.on('data', onData);
    child.stderr?.on('data', onData);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      reject(new Error(`The service ended at its start (${code ?? signal}):\n${output.trim()}`));
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopSeconds * 1000);
  await gone;
  clearTimeout(timer);
}
