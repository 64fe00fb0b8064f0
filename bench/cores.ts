// All that is measured held to some of the machine's cores, as taskset (util-linux) does it: PostgreSQL's processes, the service and
// the load generator. What these start later is held with them.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Database } from './ground.ts';

export interface Cores {
  /** How many there are for us. */
  readonly count: number;
  /** Everything to the first so many of them. */
  hold(count: number): void;
  /** Everything back to where it might run before. */
  release(): void;
}

const mostCores = 8;

/** How many cores are tried of so many: doubled each time, and at the end all, but at most eight. */
export function coreCounts(available: number): number[] {
  const most = Math.min(mostCores, available);
  return [...[1, 2, 4].filter((count) => count < most), most];
}

/** Processes of the service on so many cores, as docs/scaling.md advises: one, and from four cores on half of them. */
export const workersOn = (cores: number): number => (cores < 4 ? 1 : Math.floor(cores / 2));

/** The numbers in a list of the kernel's: 0-3,8. */
export function coresIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = Number.NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_none, index) => first + index);
  });
}

/** Nothing where there is no such process, or no /proc. */
function statusOf(pid: number, name: 'PPid' | 'Cpus_allowed_list'): string | undefined {
  try {
    return new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

/** A process with all below it, itself first, so that what it starts meanwhile is held already. */
function withAllBelow(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(statusOf(Number(name), 'PPid'))] as const);
  const below = (pid: number): number[] => [pid, ...parents.flatMap(([child, parent]) => (parent === pid ? below(child) : []))];
  return below(root);
}

/** The server's first process, if it is on this machine: its process for our connection has the name of our database in its title. */
async function serverOf(database: Database): Promise<number | undefined> {
  const client = await database.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const pid = rows[0]?.pid ?? 0;
    const title = existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, 'utf8') : '';
    const parent = Number(statusOf(pid, 'PPid'));
    return title.includes(database.name) && parent > 1 ? parent : undefined;
  } finally {
    await client.end();
  }
}

function allow(root: number, cores: string): void {
  for (const pid of withAllBelow(root)) {
    try {
      execFileSync('taskset', ['-a', '-c', '-p', cores, String(pid)], { stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      // Connections end at any time.
      if (existsSync(`/proc/${pid}`)) throw error;
    }
  }
}

/** Or why nothing can be held here. */
export async function openCores(database: Database): Promise<Cores | string> {
  const server = await serverOf(database);
  const [ours, servers] = [process.pid, server ?? 0].map((pid) => statusOf(pid, 'Cpus_allowed_list'));
  if (server === undefined || ours === undefined || servers === undefined) return 'the server is not on this machine';
  const release = (): void => {
    allow(process.pid, ours);
    // Also where it is below us: a server that was there before may have had cores of its own.
    allow(server, servers);
  };
  try {
    release();
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    return isMissing ? 'taskset (util-linux) is not on this machine' : reasonOf(error);
  }
  // Ended in the middle, we leave no server of others on a part of its cores.
  process.once('exit', release);
  return {
    count: coresIn(ours).length,
    hold(count) {
      const cores = coresIn(ours).slice(0, count).join(',');
      allow(process.pid, cores);
      allow(server, cores);
    },
    release() {
      release();
      process.off('exit', release);
    },
  };
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.replace(/\s+/g, ' ').trim() : String(error));
