// What the process says of itself: what runs, its event loop, its connections.
import { collectDefaultMetrics } from 'prom-client';
import { version } from '../core/version.ts';
import type { Config } from '../runtime/config.ts';
import type { Db } from '../store/db.ts';
import type { EventLoop } from './event-loop.ts';
import type { Metrics } from './metrics.ts';

export interface Shown {
  readonly mode: Config['mode'];
  readonly db: Db;
  readonly eventLoop: EventLoop;
}

export function showProcess(metrics: Metrics, { mode, db, eventLoop }: Shown): void {
  metrics.set('dps_build_info', { version, node: process.versions.node, mode }, 1);
  const counted = { trips: 0, statements: 0 };
  metrics.onScrape(() => {
    const { limit, total, idle, waiting } = db.pool();
    metrics.set('dps_db_pool_limit', {}, limit);
    metrics.set('dps_db_pool_connections', { state: 'busy' }, total - idle);
    metrics.set('dps_db_pool_connections', { state: 'idle' }, idle);
    metrics.set('dps_db_pool_waiting', {}, waiting);
    metrics.count('dps_db_trips_total', {}, db.counts.trips - counted.trips);
    metrics.count('dps_db_statements_total', {}, db.counts.statements - counted.statements);
    Object.assign(counted, db.counts);
    metrics.set('dps_event_loop_delay_seconds', {}, eventLoop.delayMs() / 1000);
  });
}

/** Memory, processor time, collections of garbage: once a process, because it watches the process and not the service. */
export function showDefaults(metrics: Metrics): void {
  collectDefaultMetrics({ register: metrics.registry });
}
