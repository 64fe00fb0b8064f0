// What the programs of the embedded PostgreSQL are started with.
import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { EmbeddedPlace } from './embedded-place.ts';

export const port = 5432;

/**
 * So much memory the C library of Linux (glibc) keeps for a connection's next statement. By itself it keeps 128 kB until it has once seen
 * more, and gives the rest back after each statement: such a connection asked for 62 pages anew for each capture, which took the server
 * 2.5 ms instead of 1.
 */
const keptBytes = String(16 * 1_048_576);

/** The surroundings of the server's programs: nothing of the caller's (PGDATA, locale, LD_PRELOAD …) reaches them. */
export const environment: NodeJS.ProcessEnv = {
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  MALLOC_TRIM_THRESHOLD_: keptBytes,
  MALLOC_MMAP_THRESHOLD_: keptBytes,
};

export interface Needed {
  /** False for throw-away data, which is small. */
  readonly fsync: boolean;
  readonly connections: number;
  /** The server's own cache; 0 is a share of the memory there is. */
  readonly cacheMegabytes: number;
}

/**
 * The server's own cache: two fifths of the memory there is, the most that PostgreSQL's documentation names. It holds the pages of a large
 * book that captures and authorizations touch at random; what is not used is not taken. The system's cache does not replace it: a page that
 * it gave away comes from the disk again, and one that it kept is copied.
 */
export const sharedMegabytes = (memoryBytes: number): number =>
  Math.min(16_384, Math.max(128, Math.floor((memoryBytes * 2) / 5 / 1_048_576)));

/**
 * How large the log (WAL) may become between checkpoints: an eighth of what is free on the disk. After each checkpoint the first change
 * of a page is written whole, and under full load commits wait for it. Only full load or an import makes the log that large.
 */
export const logMegabytes = (freeBytes: number): number =>
  Math.min(16_384, Math.max(1024, Math.floor(freeBytes / 8 / 1_048_576)));

/** What reads again after a start, in the background, what the cache held: else a large book is served from the disk for minutes. */
const cacheKeeper = 'pg_prewarm';

const has = (extension: string, bin: string): boolean =>
  existsSync(join(bin, '..', 'share', 'postgresql', 'extension', `${extension}.control`));

/** As parameters of `postgres`. */
export function serverSettings(
  place: EmbeddedPlace,
  { fsync, connections, cacheMegabytes }: Needed,
  freeBytes: number,
): string[] {
  const settings: Record<string, string | number> = {
    listen_addresses: '',
    unix_socket_directories: place.socketDir,
    unix_socket_permissions: '0700',
    port,
    max_connections: Math.max(60, connections + 10),
    shared_buffers: `${cacheMegabytes || sharedMegabytes(Math.min(totalmem(), process.constrainedMemory() || Infinity))}MB`,
    shared_preload_libraries: has(cacheKeeper, place.bin) ? cacheKeeper : '',
    // It notes what the cache holds: for a million pages a sixth of a second of a processor, every five minutes by itself.
    'pg_prewarm.autoprewarm_interval': '1h',
    max_wal_size: fsync ? `${logMegabytes(freeBytes)}MB` : '1GB',
    // Filled with zeros, each new file of the log held up all commits for some 50 ms while a checkpoint wrote.
    wal_init_zero: 'off',
    // A start after a crash reads no more than the log above.
    checkpoint_timeout: '15min',
    // A tenth of the pace: at its own, it takes more than half a processor for seconds, and requests wait for it.
    autovacuum_vacuum_cost_delay: '20ms',
    // This build knows only pglz, which takes longer to compress a page than the disk takes to write it.
    wal_compression: 'off',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    fsync: fsync ? 'on' : 'off',
    synchronous_commit: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    logging_collector: 'off',
    log_line_prefix: '%m [%p] ',
    // The log must not hold anything about a person: no details of a failed row, no statement with its values.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
