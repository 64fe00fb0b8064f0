// PostgreSQL's own bench: the yardstick is its simple update (-N), and with a script of ours the floor (floor.ts).
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Database } from './ground.ts';

/** Opening many connections takes a second by itself. */
const leastSeconds = 3;

export interface Yardstick {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

interface Otherwise {
  /** Of ours, instead of the simple update. */
  readonly scriptFile?: string;
  /** Begun at this pace; times are measured from the moment when each was due. */
  readonly perSecond?: number;
}

export interface Pgbench {
  /** The tables of its simple update. */
  fill(database: Database, scale: number): Promise<void>;
  /** Its simple update as fast as it can, or otherwise. */
  measure(database: Database, clients: number, seconds: number, otherwise?: Otherwise): Promise<Yardstick>;
}

export function findPgbench(folder: string): Pgbench | undefined {
  const versions = existsSync('/usr/lib/postgresql')
    ? readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
    : [];
  const places = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((version) => `/usr/lib/postgresql/${version}/bin`),
  ];
  const program = places.map((place) => join(place, 'pgbench')).find((file) => existsSync(file));
  if (program === undefined) return undefined;
  const run = (database: Database, parameters: readonly string[]) =>
    promisify(execFile)(program, parameters, {
      env: { PATH: process.env['PATH'], LC_ALL: 'C', ...database.environment },
    });
  return {
    async fill(database, scale) {
      await run(database, ['-i', '-q', '-s', String(scale)]);
    },
    async measure(database, clients, seconds, { scriptFile, perSecond: pace } = {}) {
      mkdirSync(folder, { recursive: true });
      const logs = mkdtempSync(join(folder, 'pgbench-'));
      const jobs = Math.min(clients, availableParallelism());
      const what = scriptFile === undefined ? ['-N'] : ['-f', scriptFile];
      // A tenth of the transactions is enough for a median, and its log costs next to nothing.
      const log = ['-l', `--log-prefix=${join(logs, 'log')}`, '--sampling-rate=0.1'];
      const how = [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        String(jobs),
        '-T',
        String(Math.max(leastSeconds, Math.ceil(seconds))),
        ...(pace === undefined ? [] : ['-R', String(pace)]),
      ];
      const { stdout, stderr } = await run(database, [...how, ...what, ...log]);
      const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
      if (perSecond === undefined || /aborted/.test(stderr)) throw new Error(`pgbench failed: ${stderr.trim() || stdout.trim()}`);
      const times = readdirSync(logs).flatMap((name) => timesIn(join(logs, name)));
      rmSync(logs, { recursive: true });
      times.sort((a, b) => a - b);
      const at = (share: number): number => (times[Math.floor(times.length * share)] ?? Number.NaN) / 1000;
      return { perSecond: Number(perSecond), p50Ms: at(0.5), p99Ms: at(0.99) };
    },
  };
}

/** Microseconds of each transaction: the third word of its line. */
const timesIn = (file: string): number[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[2] ?? [])
    .map(Number);
