// What watches the rest, put together: figures, readiness and shedding look at the same database, book and event loop.

import type { Book } from './book/book.ts';
import type { Deps } from './http/deps.ts';
import { createShedding } from './http/shedding.ts';
import type { Job, Jobs } from './jobs/jobs.ts';
import { watchEventLoop } from './observe/event-loop.ts';
import { createFigureReader, showFigures } from './observe/figures.ts';
import type { Metrics } from './observe/metrics.ts';
import { showProcess } from './observe/process.ts';
import { createReadiness } from './observe/readiness.ts';
import type { Traces } from './observe/traces.ts';
import type { Config } from './runtime/config.ts';
import type { Db } from './store/db.ts';
import type { Sender } from './webhooks/sender.ts';

export interface Observed {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly db: Db;
  readonly book: Book;
  readonly jobs: Jobs;
}

type Watching = Pick<Deps, 'metrics' | 'traces' | 'processes' | 'figures' | 'readiness' | 'shedding' | 'metricsKey'>;

/** The last traces, when the service stops. */
const flushMs = 1000;

export function observe({ config, metrics, traces, db, book, jobs }: Observed): {
  readonly watching: Watching;
  readonly close: () => Promise<void>;
} {
  const { mode, queueLimit, readyOutboxSeconds, shedAfterMs, metricsKey } = config;
  const eventLoop = watchEventLoop();
  showProcess(metrics, { mode, db, eventLoop });
  const figures = createFigureReader(db, jobs);
  showFigures(metrics, figures);
  return {
    watching: {
      metrics,
      traces,
      processes: config.workers,
      figures,
      readiness: createReadiness({ book, queueLimit, outboxLimitSeconds: readyOutboxSeconds }),
      shedding: createShedding({ afterMs: shedAfterMs, db, eventLoop, metrics }),
      ...(metricsKey !== undefined && { metricsKey }),
    },
    async close() {
      eventLoop.close();
      await traces.close(flushMs);
    },
  };
}

/** Webhook deliveries have spans; a shop's receiver gets no header of our traces, and its address is not in them. */
export const tracedSender = (traces: Traces, sender: Sender): Sender => ({
  ...sender,
  post: (...sent) => traces.span('webhook delivery', { kind: 'client' }, () => sender.post(...sent)),
});

/** A job whose runs have spans. */
export const traced =
  (traces: Traces) =>
  (job: Job): Job => ({ ...job, run: (running) => traces.span(`job ${job.name}`, {}, () => job.run(running)) });
