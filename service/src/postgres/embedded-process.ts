// What the operating system knows about a PostgreSQL server: its lock files and its processes. No SQL here.
import { execFile } from 'node:child_process';
import { chown, link, readFile, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

export type PidFile = { text: string; pid: number; port: number; socketDir: string; status: string };

/** The lock file of a server (`postmaster.pid`); undefined if it is missing or only half written. */
export async function readPidFile(file: string): Promise<PidFile | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  return { text, pid, port: Number(lines[3]), socketDir: lines[4] ?? '', status: lines[7] ?? '' };
}

/** Whether a process exists that we could signal. Another user's process cannot be our server, and counts as absent. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// A container whose first process never collects its children keeps ended servers as zombies, which still take signal 0.
async function isZombie(pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
  } catch {
    return false;
  }
}

export async function isAlive(pid: number): Promise<boolean> {
  return exists(pid) && !(await isZombie(pid));
}

/** Whether the process is a server on this data folder, and not a stranger that was given the number of one. */
async function servesFolder(pid: number, pgData: string): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.includes('postgres') && stdout.includes(pgData);
  }
  const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  // A server's working directory is its data folder, also after the folder was moved while it ran.
  const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
  if (workingDir === undefined) return command.includes(pgData);
  const folder = await realpath(pgData).catch(() => pgData);
  return workingDir.replace(/ \(deleted\)$/, '') === folder && /postgres/.test(command[0] ?? '');
}

/** The lock file's server if it runs. Otherwise a left-over lock file is made harmless, so that it can't stop a start. */
export async function runningServer(pgData: string): Promise<PidFile | undefined> {
  const file = join(pgData, 'postmaster.pid');
  const found = await readPidFile(file);
  if (found === undefined) return undefined;
  if ((await isAlive(found.pid)) && (await servesFolder(found.pid, pgData))) return found;
  await disarm(file, found);
  await disarmSocketLock(found, pgData);
  return undefined;
}

async function disarmSocketLock(found: PidFile, pgData: string): Promise<void> {
  if (!found.socketDir.startsWith('/')) return;
  const file = join(found.socketDir, `.s.PGSQL.${found.port}.lock`);
  const lock = await readPidFile(file).catch(() => undefined);
  if (lock !== undefined && !((await isAlive(lock.pid)) && (await servesFolder(lock.pid, pgData)))) await disarm(file, lock);
}

/**
 * PostgreSQL refuses a lock file whose process number is in use, by whomever. It does not refuse its own parent's number, so
 * the file is given ours; deleting it instead would lose the line by which the server finds left-over processes of a crashed
 * one. The file is moved aside first and compared, since another start may have put its own in place a moment ago.
 */
async function disarm(file: string, found: PidFile): Promise<void> {
  if (!exists(found.pid)) return;
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
    const moved = await readFile(aside, 'utf8');
    const harmless = moved === found.text ? found.text.replace(/^\s*\d+/, String(process.pid)) : moved;
    await writeFile(`${aside}.new`, harmless, { mode: 0o600 });
    const owner = await stat(aside);
    if (process.getuid?.() === 0) await chown(`${aside}.new`, owner.uid, owner.gid);
    if (moved !== found.text) await link(aside, file);
    else await link(`${aside}.new`, file);
  } catch (error) {
    if (!hasCode(error, 'ENOENT', 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
    await rm(`${aside}.new`, { force: true });
  }
}

export type Patience = { untilQuitSeconds: number; untilKillSeconds: number };

/** Ends a server: fast shutdown first (clients are cut off, everything is written), then harder. */
export async function endServer(pgData: string, pid: number, patience: Patience): Promise<void> {
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', patience.untilQuitSeconds],
    ['SIGQUIT', patience.untilKillSeconds],
    ['SIGKILL', 2],
  ];
  for (const [signal, seconds] of steps) {
    if (!(await isAlive(pid)) || !(await servesFolder(pid, pgData))) return;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (hasCode(error, 'ESRCH')) return;
      throw error;
    }
    const deadline = performance.now() + seconds * 1000;
    while (performance.now() < deadline) {
      if (!(await isAlive(pid))) return;
      await pause(10);
    }
  }
}
