// The table of the bench, on the terminal and as JSON; docs/performance.md is written from the JSON (performance.ts).
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { type Column, paint, tableLines } from '../cli/src/table.ts';
import type { Book } from './fill.ts';
import type { Database } from './ground.ts';
import type { Yardstick } from './pgbench.ts';
import { type Row, reached, valueText } from './rows.ts';

export interface NamedYardstick extends Yardstick {
  readonly name: string;
  readonly connections: number;
}

export interface Report {
  /** The day on which it was measured. */
  readonly day: string;
  readonly conditions: readonly string[];
  readonly secondsPerRow: number;
  readonly book: Pick<Book, 'orders' | 'people'>;
  readonly yardsticks: readonly NamedYardstick[];
  readonly rows: readonly Row[];
  /** Without their database, in microseconds. */
  readonly computed: readonly { readonly what: string; readonly microseconds: number }[];
  /** Authorizations in each two seconds of a fresh database. */
  readonly fresh: readonly number[];
  /** Of the ten minutes, where they were asked for. */
  readonly steady?: SteadySeries;
  /** How speed grows, where it was asked for. */
  readonly growth?: readonly GrowthSeries[];
}

/** The 99th percentile of each part of a run. */
export interface SteadySeries {
  readonly partSeconds: number;
  readonly p99Ms: readonly number[];
  /** What the host of the machine took of its processors in each part, as a share. */
  readonly stolen?: readonly number[];
}

/** Captures and authorizations a second at so many orders, merchants or cores. */
export interface GrowthSeries {
  readonly by: 'orders' | 'merchants' | 'cores';
  readonly points: readonly { readonly at: number; readonly capture: number; readonly authorize: number }[];
}

export async function conditionsOf(database: Database): Promise<string[]> {
  const names = ['server_version', 'fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'max_wal_size'];
  const columns = names.map((name) => `current_setting('${name}') as ${name}`).join(', ');
  // PostgreSQL says it from 17 on.
  const [row = {}] = await database.query(`select ${columns}, current_setting('huge_pages_status', true) as huge_pages`);
  const [version, ...settings] = names.map((name) => String(row[name]));
  const huge = row['huge_pages'] === null ? '' : `, huge pages ${row['huge_pages'] as string}`;
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return [
    `Node ${process.versions.node}, ${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gigabytes} GB, ${process.platform}`,
    `PostgreSQL ${version}, ${settings.map((setting, index) => `${names[index + 1]} ${setting}`).join(', ')}${huge}`,
    ...writeBack(),
    'PostgreSQL, service and load generator share the machine. Ledger, audit, outbox, numbering, sealing and log at info are on.',
  ];
}

/** When Linux writes to the disk what was written to files: all at once, commits wait behind it (docs/scaling.md). */
function writeBack(): string[] {
  const read = (name: string): number => Number(readFileSync(`/proc/sys/vm/${name}`, 'utf8'));
  try {
    const bytes = read('dirty_background_bytes');
    const from = bytes > 0 ? `${bytes / 2 ** 20} MB` : `${read('dirty_background_ratio')} % of memory`;
    return [`Linux writes files to the disk from ${from} on, or after ${read('dirty_expire_centisecs') / 100} s`];
  } catch {
    return [];
  }
}

const titles = ['connections', 'per second', 'p50', 'p99', 'yardstick', 'is', 'ratio', 'bar', 'moonshot', 'reached'] as const;

/** The cells of a row, the same on the terminal and on the page. */
export function cellsOf(row: Row): string[] {
  const { connections, perSecond, p50Ms, p99Ms, yardstick, yardstickValue, measure } = row;
  const ms = (value: number | undefined): string => (value === undefined ? '' : `${value.toFixed(2)} ms`);
  const yardstickText = yardstickValue === undefined ? '' : measure === 'median' ? ms(yardstickValue) : grouped(yardstickValue);
  return [
    row.what,
    connections === undefined ? '' : String(connections),
    perSecond === undefined ? '' : grouped(perSecond),
    ms(p50Ms),
    ms(p99Ms),
    yardstick === undefined ? '' : `${yardstick}${measure === 'median' ? ', median' : ''}`,
    yardstickText,
    row.missing ?? valueText(row, row.value),
    row.barPerSecond === undefined ? valueText(row, row.bar) : `${valueText(row, row.bar)} or ${grouped(row.barPerSecond)}`,
    valueText(row, row.moonshot),
    reached(row),
  ];
}

export const columnTitles: readonly string[] = ['', ...titles];

export function showRows(rows: readonly Row[]): void {
  const columns = columnTitles.map((title, index): Column => (index === 0 ? { title } : { title, align: 'right' }));
  const colour = { moonshot: paint.green, bar: paint.green, no: paint.red, '': (text: string) => text };
  const cells = rows.map((row) => {
    const texts = cellsOf(row);
    return [...texts.slice(0, -1), colour[reached(row)](texts.at(-1) ?? '')];
  });
  for (const line of tableLines(columns, cells)) console.log(line);
}

export const grouped = (value: number): string =>
  Math.round(value)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
