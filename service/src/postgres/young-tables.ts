// Statistics for tables that grow quickly from nothing: a connection keeps the plans it made (store/db.ts), PostgreSQL's own look
// comes once a minute, and until then a plan for ten rows would serve ten thousand. A table that is analyzed loses its old plans.
import type { Db } from '../store/db.ts';
import type { Statement } from '../store/table.ts';

/** Rows written by this process at which a table is looked at; beyond the last one, plans change no more. */
const looks = [32, 256, 2048, 16_384, 131_072];

/**
 * A table ($1) that was analyzed when it had less than an eighth of the rows ($2) it has by now. The service's role may analyze it
 * (service-role.ts) from PostgreSQL 17 on; before that only its owner may, and it is left to PostgreSQL.
 */
const findYoung: Statement = {
  name: 'find_young_table',
  text: `select c.relname as name from pg_class c
where c.oid = to_regclass($1) and c.reltuples < $2::int / 8 and case
  when current_setting('server_version_num')::int >= 170000 then has_table_privilege(c.oid, 'MAINTAIN')
  else pg_has_role(c.relowner, 'usage') end`,
};

export interface YoungTables {
  /** So many rows of a table (its name in the database) were written. */
  grew(table: string, rows: number): void;
}

export function createYoungTables(db: Db): YoungTables {
  const inserted = new Map<string, number>();
  const analyze = async (table: string, rows: number): Promise<void> => {
    const [found] = await db.read(findYoung, table, rows);
    if (found) await db.run({ name: `analyze_${table}`, text: `analyze ${table}`, plannedAnew: true });
  };
  return {
    grew(table, rows) {
      const before = inserted.get(table) ?? 0;
      const after = before + rows;
      inserted.set(table, after);
      // What fails here, a lock held by PostgreSQL's own look for example, is worth no more than slower plans until the next.
      if (looks.some((look) => before < look && look <= after)) analyze(table, after).catch(() => undefined);
    },
  };
}
