// The job runner: background work finds candidates by a plain read and submits writes to the book, which decides again
// under the lock. A lease says which process looks, and when is written down for all: several processes share the pace.
import type { Logger } from 'pino';
import type { Book } from '../book/book.ts';
import type { JobView } from '../observe/job-view.ts';
import { type Db, isServerError } from '../store/db.ts';
import type { Statement } from '../store/table.ts';
import { type Claims, createClaims } from './claims.ts';
import { endLease, listRuns, renewLease, takeLease } from './job-runs.sql.ts';
import { underLease } from './lease.ts';

export interface JobDeps {
  readonly db: Db;
  readonly book: Book;
  readonly log: Logger;
  /** Real time in milliseconds; business time is the merchant's own. */
  readonly clock: () => number;
}

/** What a run has at hand. */
export interface RunningDeps extends JobDeps {
  /** The service stops, or another process holds the lease by now: end early, between two items. */
  readonly stopping: () => boolean;
  /** Aborted at the same moment, for outgoing calls. */
  readonly signal: AbortSignal;
  /** For jobs that share their work by merchants. */
  readonly claims: Claims;
  /** Only this merchant: its test clock is being put forward. */
  readonly only?: string;
}

export interface Job {
  readonly name: string;
  readonly everySeconds: number;
  /** Do what is due; how many things were done. */
  readonly run: (deps: RunningDeps) => Promise<number>;
  /**
   * For what falls due by a merchant's business time: `at`, the earliest moment after $2 at which something falls due for
   * merchant $1, if it is not done before. A test clock that is put forward stops there and runs the job for this merchant
   * alone (`only`), so that all its jobs do their work in the order of business time.
   */
  readonly due?: Statement;
  /** Of real time alone, and perhaps long: a test clock that is put forward does not wait for it. */
  readonly apart?: true;
  /**
   * Its work is claimed piece by piece, so that every process does some of it: who finds the lease taken works beside its
   * holder, who keeps the record. When the holder dies nothing waits for its lease to end.
   */
  readonly shared?: true;
  /** Within a process it does not run beside another job that names the same. */
  readonly alone?: string;
  /** How long the oldest thing that is due has been waiting, in milliseconds; 0 when nothing waits. */
  readonly lateMs?: (deps: JobDeps) => Promise<number>;
}

/** What came of a run asked for: how many things were done, or who was at it. */
export type Ran = { readonly done: number } | { readonly heldBy: string; readonly startedAt: number };

export interface Jobs {
  readonly names: readonly string[];
  /** Shares of merchants, for work outside a run. */
  readonly claims: Claims;
  /** Begin to run jobs on their own. */
  start(): void;
  /** Run one now, even if its next run is later; while another process runs it, the answer names that process. */
  runNow(name: string): Promise<Ran>;
  /** The next moment after one at which something falls due for a merchant. */
  nextDue(merchantId: string, after: number): Promise<number | undefined>;
  /** Run for one merchant what falls due by business time, without a lease: the book decides again under the lock. */
  runDue(merchantId: string): Promise<void>;
  /** Run the others, one after the other; one that fails is logged and does not keep the next from running. */
  runOthers(): Promise<void>;
  /** How late each is; without asking merchants' rows for it where a node of a cluster is out of reach. */
  list(options?: { readonly asksRows: boolean }): Promise<JobView[]>;
  /** No further runs; resolves when the last one has ended. */
  stop(): Promise<void>;
}

/** Few enough to be done well within the server's time limit for a statement. */
const purgedAtOnce = 5000;

/** Run a statement that deletes up to so many old rows ($1) and returns their number, until there are no more. */
export function purging(statement: Statement, ...values: readonly (string | number)[]): Job['run'] {
  return async ({ db, stopping }) => {
    let purged = 0;
    for (;;) {
      const [row] = await db.run(statement, purgedAtOnce, ...values);
      const count = Number(row?.['count'] ?? 0);
      purged += count;
      if (count < purgedAtOnce || stopping()) return purged;
    }
  };
}

const leaseSeconds = 30;
/** Several processes that start together must not all ask at once, nor a start be slowed down by its jobs. */
const firstWithinMs = 5000;
const soonestMs = 500;
const jitter = 0.1;

export interface JobsOptions {
  /** Names this process to operators. */
  readonly holder: string;
  readonly leaseSeconds?: number;
}

export function createJobs(jobs: readonly Job[], deps: JobDeps, options: JobsOptions): Jobs {
  const runner = createRunner(deps, options);
  const { run, running, claims, ending } = runner;
  const schedule = createSchedule(runner, (job, error) => logFailure(job, error));
  const logFailure = (job: Job, error: unknown): void => deps.log.error({ job: job.name, err: error }, 'job failed');
  const business = jobs.filter(({ due }) => due !== undefined);
  const others = jobs.filter(({ due, apart }) => due === undefined && !apart);

  return {
    names: jobs.map((job) => job.name),
    claims,
    start() {
      for (const job of jobs) schedule.next(job, soonestMs + Math.random() * Math.min(firstWithinMs, job.everySeconds * 1000));
    },
    async runNow(name) {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`no job ${name}`);
      const ran = await run(job, true);
      if ('waitMs' in ran) throw new Error('the service stops');
      return ran;
    },
    async nextDue(merchantId, after) {
      const asked = new Date(after).toISOString();
      const due = business.flatMap((job) => job.due ?? []);
      const found = await Promise.all(due.map((statement) => deps.db.read(statement, merchantId, asked)));
      const moments = found.flatMap((rows) => rows[0]?.['at'] ?? []).map(Number);
      return moments.length > 0 ? Math.min(...moments) : undefined;
    },
    async runDue(merchantId) {
      for (const job of business) await job.run(running({ only: merchantId })).catch((error: unknown) => logFailure(job, error));
    },
    async runOthers() {
      for (const job of others) await run(job, true).catch((error: unknown) => logFailure(job, error));
    },
    async list({ asksRows } = { asksRows: true }) {
      const rows = new Map((await deps.db.read(listRuns)).map((row) => [row['name'], row]));
      return Promise.all(jobs.map((job) => viewOf(job, rows.get(job.name), asksRows ? deps : undefined)));
    },
    async stop() {
      ending.abort();
      schedule.stop();
      await runner.settled();
    },
  };
}

interface Runner {
  readonly claims: Claims;
  readonly ending: AbortController;
  readonly running: (extra: Partial<RunningDeps>) => RunningDeps;
  readonly run: (job: Job, byHand: boolean) => Promise<Ran | Waiting>;
  readonly settled: () => Promise<unknown>;
}

/** The queue of what takes and ends leases; no job has this name. */
const leases = '';

function createRunner(deps: JobDeps, { holder, leaseSeconds: seconds = leaseSeconds }: JobsOptions): Runner {
  const claims = createClaims(deps.db, holder, seconds);
  const queues = new Map<string, Promise<unknown>>();
  const ending = new AbortController();
  const { signal } = ending;
  let runs = 0;

  /** In one process the runs of a job follow one another, so that a caller who waits for one sees the effect of the next. */
  const inTurn = <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = (queues.get(name) ?? Promise.resolve()).then(work, work);
    queues.set(name, turn);
    return turn;
  };
  const running: Runner['running'] = (extra) => ({ ...deps, claims, stopping: () => signal.aborted, signal, ...extra });

  return {
    claims,
    ending,
    running,
    run: (job, byHand) =>
      inTurn(job.alone ?? job.name, () => {
        runs += 1;
        const onLeases: Run['onLeases'] = (statement, ...values) => inTurn(leases, () => deps.db.run(statement, ...values));
        const run: Run = { job, byHand, holder: `${holder}#${runs}`, seconds, stopped: signal, onLeases };
        return signal.aborted ? Promise.resolve({ waitMs: Number.POSITIVE_INFINITY }) : runUnderLease(run, running);
      }),
    settled: () => Promise.allSettled(queues.values()),
  };
}

/** Each job's next try in this process; the database knows whether it is due and whether another process runs it. */
function createSchedule({ run, ending: { signal } }: Runner, logFailure: (job: Job, error: unknown) => void) {
  const timers = new Map<string, NodeJS.Timeout>();
  const next = (job: Job, waitMs: number): void => {
    if (signal.aborted) return;
    const paceMs = job.everySeconds * 1000;
    const again = async (): Promise<void> => {
      const wait = await run(job, false)
        .then((ran) => ('waitMs' in ran ? ran.waitMs : paceMs))
        .catch((error: unknown) => {
          logFailure(job, error);
          return paceMs;
        });
      next(job, Math.max(soonestMs, Math.min(wait, paceMs)));
    };
    const timer = setTimeout(() => void again(), waitMs + jitter * Math.random() * Math.min(waitMs, paceMs));
    timers.set(job.name, timer.unref());
  };
  const stop = (): void => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  return { next, stop };
}

/** Not run: so long until it is worth asking again. */
interface Waiting {
  readonly waitMs: number;
}

interface Run {
  readonly job: Job;
  readonly byHand: boolean;
  readonly holder: string;
  readonly seconds: number;
  readonly stopped: AbortSignal;
  /**
   * One statement after the other: a cluster holds this table on every node and writes it one transaction at a time, so that thirty jobs
   * of several processes that asked at once waited longer than a statement may.
   */
  readonly onLeases: Db['run'];
}

async function runUnderLease(
  { job, byHand, holder, seconds, stopped, onLeases }: Run,
  running: (extra: Partial<RunningDeps>) => RunningDeps,
): Promise<Ran | Waiting> {
  const { db, log } = running({});
  let found: Record<string, unknown> = {};
  const ways = {
    seconds,
    async take() {
      found = (await onLeases(takeLease, job.name, holder, seconds, byHand))[0] ?? {};
      return found['taken'] === true;
    },
    renew: async () => (await db.run(renewLease, job.name, holder, seconds)).length > 0,
  };
  const ran = await underLease(ways, async (lease) => {
    const signal = AbortSignal.any([stopped, lease.signal]);
    const deps = running({ signal, stopping: () => stopped.aborted || lease.lost() });
    let done = 0;
    let failure: string | null = null;
    try {
      done = await job.run(deps);
      return done;
    } catch (error) {
      failure = reasonOf(error);
      throw error;
    } finally {
      // What cannot be written down now is no reason to fail: the lease runs out.
      await onLeases(endLease, job.name, holder, done, failure, job.everySeconds).catch((error: unknown) =>
        log.warn({ job: job.name, err: error }, 'job not recorded'),
      );
    }
  });
  if (ran) return { done: ran.result };
  const held = found['held'] === true;
  if (held && job.shared && !byHand) return { done: await job.run(running({})) };
  if (byHand) return { heldBy: String(found['heldBy']), startedAt: Number(found['startedAt']) };
  return { waitMs: held ? job.everySeconds * 1000 : Number(found['waitSeconds'] ?? 0) * 1000 };
}

/** Never a server's detail or a value: this is shown to operators and kept. */
function reasonOf(error: unknown): string {
  if (isServerError(error)) return `PostgreSQL ${error.code ?? ''} ${error.table ?? ''} ${error.constraint ?? ''}`.trim();
  return error instanceof Error ? error.name : 'unknown';
}

const instants = ['startedAt', 'finishedAt', 'succeededAt', 'failedAt', 'nextRunAt'] as const;

async function viewOf(job: Job, row: Record<string, unknown> = {}, deps?: JobDeps): Promise<JobView> {
  const known = instants.flatMap((name) => (typeof row[name] === 'number' ? [[name, row[name]] as const] : []));
  const { nextRunAt } = Object.fromEntries(known) as Partial<JobView>;
  const heldBy = row['heldBy'];
  const overdueMs = nextRunAt === undefined || heldBy ? 0 : Math.max(0, Date.now() - nextRunAt);
  // A list that fails because one lag cannot be read would hide all the others.
  const lateMs = job.lateMs ? await (deps && job.lateMs(deps).catch(() => undefined)) : overdueMs;
  return {
    name: job.name,
    everySeconds: job.everySeconds,
    ...Object.fromEntries(known),
    ...(typeof heldBy === 'string' && { heldBy }),
    ...(lateMs !== undefined && { lagSeconds: Math.round(lateMs / 1000) }),
    doneCount: Number(row['doneCount'] ?? 0),
    failureCount: Number(row['failureCount'] ?? 0),
    failuresInRow: Number(row['failuresInRow'] ?? 0),
    ...(typeof row['lastFailure'] === 'string' && { lastFailure: row['lastFailure'] }),
  };
}
