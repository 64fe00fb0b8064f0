// Where a running service can be found by the commands beside it: a small file in its data folder, for as long as it runs.
import { readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, reason } from './postgres/embedded-place.ts';
import type { Mode } from './runtime/config.ts';

export interface Running {
  readonly url: string;
  readonly pid: number;
  readonly mode: Mode;
}

const fileIn = (dataDir: string): string => join(dataDir, 'service.json');

/**
 * Leaves it there, and gives what takes it away. The folder is missing where the database is one of the operator's own. One that may not
 * be written is no reason not to run, and is said.
 */
export async function leaveAddress(dataDir: string, running: Running, say: (line: string) => void): Promise<() => Promise<void>> {
  const file = fileIn(dataDir);
  const temporary = `${file}.${running.pid}`;
  try {
    makeFolder(dataDir);
    await writeFile(temporary, `${JSON.stringify(running)}\n`);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    say(`dps will not find this service by ${file}, which cannot be written (${reason(error)}); give it DPS_URL.`);
    return () => Promise.resolve();
  }
  return async () => {
    // The next service on this folder may have left its own by now.
    const left = parsed(await readFile(file, 'utf8').catch(() => ''));
    if (left?.pid === running.pid) await rm(file, { force: true });
  };
}

/** The service that runs on a data folder; nothing where none does, as after a kill -9. */
export function runningOn(dataDir: string): Running | undefined {
  try {
    const running = parsed(readFileSync(fileIn(dataDir), 'utf8'));
    return running && isAlive(running.pid) ? running : undefined;
  } catch {
    return undefined;
  }
}

function parsed(text: string): Running | undefined {
  try {
    const { url, pid, mode } = JSON.parse(text) as Partial<Running>;
    const isWhole = typeof url === 'string' && URL.canParse(url) && Number.isSafeInteger(pid) && Number(pid) > 0;
    return isWhole && (mode === 'sandbox' || mode === 'live') ? { url, pid: Number(pid), mode } : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** How a service that listens on such a host is reached from its own machine. */
export const localAddress = (host: string, port: number): string => {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '[::1]' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};
