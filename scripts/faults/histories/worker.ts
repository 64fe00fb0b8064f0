// One of the processes that play histories beside each other: its seeds, one after the other, and what was found.
import type pg from 'pg';
import { type HistoryOptions, playHistory } from './history.ts';
import { createPostgresGround } from './postgres-ground.ts';

/** The server that it is played on. */
export type Where = Pick<HistoryOptions, 'ground' | 'compared'>;

/** What one history came to, for the process that counts. */
export interface Report {
  readonly seed: number;
  readonly requests: number;
  readonly sendings: number;
  readonly answered: number;
  readonly wentWrong: Readonly<Record<string, number>>;
  readonly complaints: readonly string[];
}

export async function reportOf(seed: number, on: Where = {}): Promise<Report> {
  try {
    const { requests, complaints, wentWrong } = await playHistory({ seed, ...on });
    const attempts = requests.flatMap((request) => request.attempts);
    const answered = attempts.filter(({ answer }) => answer?.kind === 'answered').length;
    return { seed, requests: requests.length, sendings: attempts.length, answered, wentWrong, complaints };
  } catch (fault) {
    const complaint = fault instanceof Error ? (fault.stack ?? fault.message) : String(fault);
    return { seed, requests: 0, sendings: 0, answered: 0, wentWrong: {}, complaints: [complaint] };
  }
}

/** What a worker is sent to begin. */
export interface Task {
  readonly first: number;
  readonly last: number;
  readonly step: number;
  /** Of its own, for histories on PostgreSQL. */
  readonly database?: pg.ClientConfig | undefined;
  readonly compared: boolean;
}

async function work({ first, last, step, database, compared }: Task): Promise<void> {
  const ground = database && createPostgresGround(database);
  for (let seed = first; seed <= last; seed += step) process.send?.(await reportOf(seed, { ground, compared }));
  await ground?.close();
  process.disconnect();
}

if (process.send) process.once('message', (task) => void work(task as Task));
