// What only the database knows: queues, ages, jobs. Read at most every few seconds, however often it is asked for, and
// with a short time limit: a scrape must not hang because the database does.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Db } from '../store/db.ts';
import type { Statement } from '../store/table.ts';
import { type Cluster, lookAtCluster, noCluster } from './cluster.ts';
import type { JobView } from './job-view.ts';
import type { Metrics } from './metrics.ts';

/** What is counted over all merchants. */
export interface Counts {
  readonly outboxUnnumbered: number;
  readonly outboxOldestSeconds: number;
  readonly ordersWaiting: number;
  readonly ordersOldestSeconds: number;
  readonly accountsWaiting: number;
  readonly accountsOldestSeconds: number;
  readonly webhooksWaiting: number;
  readonly webhooksOldestSeconds: number;
  readonly webhookEndpointsDisabled: number;
}

export interface Figures {
  /** Missing while a node of a cluster is out of reach: those of the other nodes would be too low. */
  readonly counts: Counts | undefined;
  readonly oldestTransactionSeconds: number;
  readonly migrationsPending: readonly string[];
  readonly cluster: Cluster;
  readonly jobs: readonly JobView[];
}

export interface FigureReader {
  /** The figures, read anew when they are old; those of before when the database does not answer in time. */
  read(patienceMs: number): Promise<Figures | undefined>;
  /** Did the database answer the last time it was asked? */
  readonly isUp: () => boolean;
}

/** A second's worth of a small statement, four times a minute. */
const freshMs = 15_000;
/** After a failure sooner: who waits for a database to come back wants to know. */
const retryMs = 1000;
const tooOldMs = 120_000;

/** Deliveries to an endpoint that is disabled or deleted are not late. */
const called = `from webhook_deliveries d join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
    where d.state = 'Pending' and e.enabled and e.deleted_at is null`;

// Every part reads an index of what waits, and no further than the figure needs.
const readCounts: Statement = {
  name: 'read_figures',
  text: `select
  (select count(*)::int from (select 1 from outbox where sequence_number is null limit 10000) o) as "outboxUnnumbered",
  coalesce((select extract(epoch from now() - min(o.happened_at)) from
    (select happened_at from outbox where sequence_number is null limit 10000) o), 0)::float as "outboxOldestSeconds",
  (select count(*)::int from (select 1 from orders where state = 'Pending' limit 10000) o) as "ordersWaiting",
  coalesce((select extract(epoch from now() - min(o.inserted_at)) from
    (select inserted_at from orders where state = 'Pending' limit 10000) o), 0)::float as "ordersOldestSeconds",
  (select count(*)::int from (select 1 from accounts where state = 'UnderReview' limit 10000) a) as "accountsWaiting",
  coalesce((select extract(epoch from now() - min(a.inserted_at)) from
    (select inserted_at from accounts where state = 'UnderReview' limit 10000) a), 0)::float as "accountsOldestSeconds",
  (select count(*)::int from (select 1 ${called} and d.due_at <= now() limit 10000) d) as "webhooksWaiting",
  coalesce((select extract(epoch from now() - min(d.due_at)) from (select d.due_at ${called} limit 10000) d), 0)::float
    as "webhooksOldestSeconds",
  (select count(*)::int from webhook_endpoints
    where not enabled and disabled_reason in ('gone', 'failing') and deleted_at is null) as "webhookEndpointsDisabled"`,
};

/** Of every node of a cluster the coordinator has these at hand. */
const readState: Statement = {
  name: 'read_state',
  text: `select array_agg(name) as migrations, to_regclass('pg_dist_node') is not null as cluster from schema_migrations`,
};

/** By itself: a cluster takes a view apart, and then asks for what the service's role may not read. */
const findOldestTransaction: Statement = {
  name: 'find_oldest_transaction',
  text: `select coalesce(max(extract(epoch from now() - xact_start)), 0)::float as "oldestTransactionSeconds" from pg_stat_activity
where datname = current_database() and state <> 'idle' and backend_type = 'client backend'`,
};

/** The migrations of the version that runs, beside its sources as well as beside what was compiled from them. */
function ownMigrations(): readonly string[] {
  let dir = import.meta.dirname;
  while (!existsSync(join(dir, 'migrations')) && dir !== dirname(dir)) dir = dirname(dir);
  const folder = join(dir, 'migrations');
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.sql')) : [];
}

export function createFigureReader(db: Db, jobs: { list(options: { asksRows: boolean }): Promise<JobView[]> }): FigureReader {
  const migrations = ownMigrations();
  let known: { readonly figures: Figures; readonly at: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let up = true;
  /** In the look under way: counting takes longer than it takes to know that the database is there. */
  let answered = true;
  let asking: Promise<void> | undefined;

  const ask = async (): Promise<void> => {
    triedAt = performance.now();
    answered = false;
    try {
      const [[state], [oldest]] = await Promise.all([db.read(readState), db.read(findOldestTransaction)]);
      answered = true;
      const cluster = state?.['cluster'] === true ? await lookAtCluster(db) : noCluster;
      const asksRows = cluster.nodesAway.length === 0;
      const [[counts], jobViews] = await Promise.all([asksRows ? db.read(readCounts) : [], jobs.list({ asksRows })]);
      const applied = new Set(state?.['migrations'] as string[] | null);
      const figures = {
        counts: counts as unknown as Counts | undefined,
        oldestTransactionSeconds: Number(oldest?.['oldestTransactionSeconds']),
        migrationsPending: migrations.filter((name) => !applied.has(name)),
        cluster,
        jobs: jobViews,
      };
      known = { figures, at: performance.now() };
      up = true;
    } catch {
      up = false;
    }
  };

  return {
    isUp: () => up,
    async read(patienceMs) {
      const age = performance.now() - triedAt;
      if (age >= (up ? freshMs : retryMs)) {
        asking ??= ask().finally(() => {
          asking = undefined;
        });
      }
      if (asking && !(await inTime(asking, patienceMs))) up = answered;
      return known && performance.now() - known.at < tooOldMs ? known.figures : undefined;
    },
  };
}

async function inTime(work: Promise<void>, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs);
  });
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

const scrapePatienceMs = 1000;

/** Put the figures into the metrics whenever they are scraped. Figures that are too old are not shown at all. */
export function showFigures(metrics: Metrics, reader: FigureReader): void {
  metrics.onScrape(async () => {
    const figures = await reader.read(scrapePatienceMs);
    metrics.set('dps_database_up', {}, reader.isUp() ? 1 : 0);
    for (const name of fromDatabase) metrics.clear(name);
    if (!figures) return;
    if (figures.counts) showCounts(metrics, figures.counts);
    metrics.set('dps_database_oldest_transaction_seconds', {}, figures.oldestTransactionSeconds);
    metrics.set('dps_migrations_pending', {}, figures.migrationsPending.length);
    metrics.set('dps_cluster_nodes_away', {}, figures.cluster.nodesAway.length);
    for (const job of figures.jobs) showJob(metrics, job);
  });
}

function showCounts(metrics: Metrics, counts: Counts): void {
  metrics.set('dps_outbox_unnumbered', {}, counts.outboxUnnumbered);
  metrics.set('dps_outbox_oldest_seconds', {}, Math.max(0, counts.outboxOldestSeconds));
  metrics.set('dps_reviews_waiting', { of: 'orders' }, counts.ordersWaiting);
  metrics.set('dps_reviews_waiting', { of: 'accounts' }, counts.accountsWaiting);
  metrics.set('dps_reviews_oldest_seconds', { of: 'orders' }, Math.max(0, counts.ordersOldestSeconds));
  metrics.set('dps_reviews_oldest_seconds', { of: 'accounts' }, Math.max(0, counts.accountsOldestSeconds));
  metrics.set('dps_webhook_deliveries_waiting', {}, counts.webhooksWaiting);
  metrics.set('dps_webhook_oldest_seconds', {}, Math.max(0, counts.webhooksOldestSeconds));
  metrics.set('dps_webhook_endpoints_disabled', {}, counts.webhookEndpointsDisabled);
}

const fromDatabase = [
  'dps_outbox_unnumbered',
  'dps_outbox_oldest_seconds',
  'dps_reviews_waiting',
  'dps_reviews_oldest_seconds',
  'dps_webhook_deliveries_waiting',
  'dps_webhook_oldest_seconds',
  'dps_webhook_endpoints_disabled',
  'dps_database_oldest_transaction_seconds',
  'dps_migrations_pending',
  'dps_cluster_nodes_away',
  'dps_job_interval_seconds',
  'dps_job_last_success_seconds',
  'dps_job_done',
  'dps_job_failures',
  'dps_job_failures_in_row',
  'dps_job_lag_seconds',
] as const;

function showJob(metrics: Metrics, view: JobView): void {
  const job = { job_name: view.name };
  metrics.set('dps_job_interval_seconds', job, view.everySeconds);
  metrics.set('dps_job_done', job, view.doneCount);
  metrics.set('dps_job_failures', job, view.failureCount);
  metrics.set('dps_job_failures_in_row', job, view.failuresInRow);
  if (view.lagSeconds !== undefined) metrics.set('dps_job_lag_seconds', job, view.lagSeconds);
  if (view.succeededAt !== undefined) metrics.set('dps_job_last_success_seconds', job, view.succeededAt / 1000);
}
