// Ten minutes at 70 % of the most: does anything grow, wait or pile up?
import { readFileSync } from 'node:fs';
import { captureOfACent } from './bodies.ts';
import type { Database } from './ground.ts';
import type { Measured } from './load.ts';
import type { SteadySeries } from './report.ts';
import type { Plan } from './requests.ts';
import { type Row, valueRow } from './rows.ts';
import { spreadOf } from './stolen.ts';

export interface SteadyOptions {
  readonly database: Database;
  readonly url: string;
  readonly pid: number;
  readonly capturePaths: readonly string[];
  /** The most captures per second that were measured. */
  readonly most: number;
  readonly seconds: number;
  readonly load: (plan: Plan) => Promise<Measured>;
}

const sampleMs = 5000;
const partSeconds = 5;

/**
 * Age in seconds of the oldest event without a number, and of the oldest batch that waits for its seals, by the time in its id (UUID
 * version 7). Both are small where nothing is late: a look that scans would slow down what is measured.
 */
const backlogs = `select
  (select extract(epoch from now() - min(happened_at)) from outbox where sequence_number is null)::float8 as numbering,
  (select extract(epoch from now()) - min(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint) / 1000.0 from unsealed)::float8 as sealing`;

export async function measureSteady(options: SteadyOptions): Promise<{ rows: Row[]; series: SteadySeries }> {
  const { database, url, pid, capturePaths, most, seconds, load } = options;
  let numbering = 0;
  let sealing = 0;
  const client = await database.connect();
  const sample = async (): Promise<void> => {
    const [row] = (await client.query<{ numbering: number | null; sealing: number | null }>(backlogs)).rows;
    numbering = Math.max(numbering, row?.numbering ?? 0);
    sealing = Math.max(sealing, row?.sealing ?? 0);
  };
  let sampling: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    sampling = sampling.then(sample, () => undefined);
  }, sampleMs);
  const perSecond = most * 0.7;
  const measured = await load({
    url,
    connections: 128,
    warmUpSeconds: 5,
    seconds,
    perSecond,
    seriesSeconds: partSeconds,
    work: { kind: 'send', method: 'POST', paths: capturePaths, body: captureOfACent },
  }).finally(() => clearInterval(timer));
  await sampling;
  await sample();
  await client.end();
  const shown = { connections: 128, perSecond: measured.good / measured.seconds, p50Ms: measured.p50Ms, p99Ms: measured.p99Ms };
  const spread = spreadOf(measured.busySeries, 60 / partSeconds);
  const rows = [
    valueRow('ten minutes at 70 %: p99', measured.p99Ms, { ...shown, bad: measured.bad }),
    valueRow('ten minutes at 70 %: p99 of stretches without steal', measured.p99MsUndisturbed),
    valueRow('ten minutes at 70 %: processor time of a capture, the dearest minute against the cheapest', spread),
    valueRow('ten minutes at 70 %: backlog of numbering', numbering),
    valueRow('ten minutes at 70 %: backlog of sealing', sealing),
    valueRow('ten minutes at 70 %: memory of the process', megabytesOf(pid)),
  ];
  return { rows, series: { partSeconds, p99Ms: measured.p99MsSeries, stolen: measured.stolenSeries } };
}

/** What the process holds in memory; nothing where the system does not say so. */
function megabytesOf(pid: number): number | undefined {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
