// The server of one history: in memory, a real PostgreSQL, or both at once, which have to say the same.
import type { Books } from './check.ts';
import { type Comparison, createComparedLink, rowDifferences } from './compared-link.ts';
import type { Link } from './faulty-db.ts';
import { createMemoryLink, type MemoryLink } from './memory-link.ts';
import { createMemoryServer, type MemoryServer, type Row } from './memory-server.ts';
import { noting } from './moments.ts';
import type { PostgresGround } from './postgres-ground.ts';
import { createPostgresLink } from './postgres-link.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface ServerOptions {
  readonly time: VirtualTime;
  /** The database's clock. */
  readonly clock: () => number;
  readonly merchant: Row;
  /** A real server; none where the history is played in memory. */
  readonly ground?: PostgresGround | undefined;
  /** Both: what the server in memory says otherwise is a fault. */
  readonly compared?: boolean | undefined;
  readonly altered?: ((server: MemoryServer) => MemoryServer) | undefined;
}

export interface HistoryServer {
  readonly connect: () => Link;
  /** Everything stored, once the history is over. */
  books(): Promise<Books>;
  /** Where two servers did not say the same, and what the one in memory cannot do. */
  readonly differences: string[];
  /** Did the two go on otherwise, by chance? */
  readonly parted: () => boolean;
}

export function createServer({ time, clock, merchant, ground, compared, altered }: ServerOptions): HistoryServer {
  const moments = new Map<string, number>();
  const comparison: Comparison = { differences: [], parted: false };
  const { differences } = comparison;
  const plain = createMemoryServer();
  const server = altered?.(plain) ?? plain;
  const unknown = (name: string): void => {
    differences.push(`the server in memory does not know the statement ${name}`);
  };
  const inMemory = (patient: boolean): MemoryLink => createMemoryLink({ server, clock, merchant, unknown, patient });
  const onPostgres = (real: PostgresGround): Link => createPostgresLink({ ground: real, time, clock });
  const link = (): Link => {
    if (!ground) return inMemory(false);
    return compared ? createComparedLink(onPostgres(ground), inMemory(true), comparison) : onPostgres(ground);
  };
  const committedAt = (event: string): number | undefined => moments.get(event);
  return {
    connect: () => noting(link(), moments, () => time.now()),
    differences,
    parted: () => comparison.parted,
    async books() {
      if (!ground) return { rows: (table) => plain.rows(table), committedAt };
      const found = await ground.rows();
      const rows = (table: string): readonly Row[] => found.get(table) ?? [];
      if (compared && !comparison.parted)
        for (const table of found.keys()) differences.push(...rowDifferences(table, rows(table), plain.rows(table), false));
      return { rows, committedAt };
    },
  };
}
