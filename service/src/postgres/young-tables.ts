// Statistics for tables that grow quickly from nothing: a connection keeps the plans it made (store/db.ts), PostgreSQL's own look
// comes once a minute, and until then a plan for ten rows would serve ten thousand. A table that is analyzed loses its old plans.
import type { Db } from '../store/db.ts';
import type { Statement } from '../store/table.ts';

/** Rows written by this process at which a table is looked at; beyond the last one, plans change no more. */
const looks = [32, 256, 2048, 16_384, 131_072];

/** Of a table ($1) that was last analyzed with less than an eighth of the rows ($2) written by now; as its owner (migration 0073). */
const takeStatistics: Statement = { name: 'take_statistics', text: 'select take_statistics($1, $2)' };

export interface YoungTables {
  /** So many rows of a table (its name in the database) were written. */
  grew(table: string, rows: number): void;
}

export function createYoungTables(db: Db): YoungTables {
  const inserted = new Map<string, number>();
  return {
    grew(table, rows) {
      const before = inserted.get(table) ?? 0;
      const after = before + rows;
      inserted.set(table, after);
      // In a trip of its own, as it acts as another role. What fails here, such as for a lock that PostgreSQL's own look holds, is worth no
      // more than slower plans until the next.
      if (looks.some((look) => before < look && look <= after)) db.run(takeStatistics, table, after).catch(() => undefined);
    },
  };
}
