// The job runner: background work finds candidates by a plain read and submits writes to the book, which decides again
// under the lock. A lease says which process looks; it protects effort, not correctness.
import type { Logger } from 'pino';
import type { Book } from '../db/book.ts';
import { type Db, isServerError } from '../db/db.ts';
import type { Statement } from '../db/table.ts';

export interface JobDeps {
  readonly db: Db;
  readonly book: Book;
  readonly log: Logger;
  /** Real time in milliseconds; business time is the merchant's own. */
  readonly clock: () => number;
}

/** What a run has at hand; it ends early when the service stops. */
export interface RunningDeps extends JobDeps {
  readonly stopping: () => boolean;
}

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** Do what is due; how many things were done. */
  readonly run: (deps: RunningDeps) => Promise<number>;
}

/** A job as the operator sees it. */
export interface JobView {
  readonly name: string;
  readonly everySeconds: number;
  readonly startedAt?: number;
  readonly finishedAt?: number;
  readonly doneCount: string;
  readonly failureCount: string;
  readonly lastFailure?: string;
}

export interface Jobs {
  readonly names: readonly string[];
  /** Begin to run jobs on their own. */
  start(): void;
  /** Run one now; nothing when another process runs it at this moment. */
  runNow(name: string): Promise<number | undefined>;
  /** Run all, one after the other; one that fails is logged and does not keep the next from running. */
  runAll(): Promise<void>;
  list(): Promise<JobView[]>;
  /** No further runs; resolves when the last one has ended. */
  stop(): Promise<void>;
}

/** Few enough to be done well within the server's time limit for a statement. */
const purgedAtOnce = 5000;

/** Run a statement that deletes up to so many old rows ($1) and tells how many, until there are no more. */
export function purging(statement: Statement): Job['run'] {
  return async ({ db, stopping }) => {
    let purged = 0;
    for (;;) {
      const [row] = await db.read(statement, purgedAtOnce);
      const count = Number(row?.['count'] ?? 0);
      purged += count;
      if (count < purgedAtOnce || stopping()) return purged;
    }
  };
}

const leaseSeconds = 60;

const takeLease: Statement = {
  name: 'take_lease',
  text: `insert into job_runs as j (name, lease_holder, lease_until, started_at)
values ($1, $2, now() + $3::int * interval '1 second', now())
on conflict (name) do update set lease_holder = $2, lease_until = now() + $3::int * interval '1 second', started_at = now()
where j.lease_until < now() or j.lease_holder = $2
returning name`,
};
const endLease: Statement = {
  name: 'end_lease',
  text: `update job_runs set lease_until = '-infinity', finished_at = now(), done_count = done_count + $3::bigint,
  failure_count = failure_count + case when $4::text is null then 0 else 1 end, last_failure = coalesce($4, last_failure)
where name = $1 and lease_holder = $2`,
};
const listRuns: Statement = {
  name: 'list_job_runs',
  text: `select name, started_at as "startedAt", finished_at as "finishedAt", done_count as "doneCount",
  failure_count as "failureCount", last_failure as "lastFailure" from job_runs`,
};

export function createJobs(jobs: readonly Job[], deps: JobDeps, holder: string): Jobs {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<number | undefined>>();
  let stopped = false;

  /** Who asks while a run goes on waits for a run of its own, so that it sees its effect. */
  const run = async (job: Job): Promise<number | undefined> => {
    await running.get(job.name)?.catch(() => {});
    if (stopped) return undefined;
    const current = underLease(job, { ...deps, stopping: () => stopped }, holder);
    running.set(job.name, current);
    return current;
  };

  const tell = (job: Job, error: unknown): void => deps.log.error({ job: job.name, err: error }, 'job failed');

  const schedule = (job: Job): void => {
    if (stopped) return;
    const timer = setTimeout(() => {
      run(job)
        .catch((error: unknown) => tell(job, error))
        .finally(() => schedule(job));
    }, job.everySeconds * 1000);
    timers.set(job.name, timer.unref());
  };

  return {
    names: jobs.map((job) => job.name),
    start: () => jobs.forEach(schedule),
    async runNow(name) {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`no job ${name}`);
      return run(job);
    },
    async runAll() {
      for (const job of jobs) await run(job).catch((error: unknown) => tell(job, error));
    },
    async list() {
      const runs = new Map((await deps.db.read(listRuns)).map((row) => [row['name'], row]));
      return jobs.map((job) => viewOf(job, runs.get(job.name)));
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}

async function underLease(job: Job, deps: RunningDeps, holder: string): Promise<number | undefined> {
  const lease = await deps.db.read(takeLease, job.name, holder, leaseSeconds);
  if (lease.length === 0) return undefined;
  let done = 0;
  let failure: string | null = null;
  try {
    done = await job.run(deps);
    return done;
  } catch (error) {
    failure = reasonOf(error);
    throw error;
  } finally {
    await deps.db.read(endLease, job.name, holder, done, failure);
  }
}

/** Never a server's detail or a value: this is shown to operators and kept. */
function reasonOf(error: unknown): string {
  if (isServerError(error)) return `PostgreSQL ${error.code ?? ''} ${error.table ?? ''} ${error.constraint ?? ''}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}

function viewOf(job: Job, row: Record<string, unknown> | undefined): JobView {
  const { startedAt, finishedAt, lastFailure } = (row ?? {}) as Partial<JobView>;
  return {
    name: job.name,
    everySeconds: job.everySeconds,
    ...(startedAt && { startedAt }),
    ...(finishedAt && { finishedAt }),
    doneCount: String((row?.['doneCount'] as bigint | undefined) ?? 0),
    failureCount: String((row?.['failureCount'] as bigint | undefined) ?? 0),
    ...(lastFailure && { lastFailure }),
  };
}
