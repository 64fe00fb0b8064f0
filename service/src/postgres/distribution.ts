// Which tables a cluster (Citus) shards by merchant and which it copies to every node, read from the database itself, so that
// no list can be forgotten. A merchant's table has a key that begins with merchant_id; all others are shared.
import type pg from 'pg';

export interface TablePlan {
  readonly table: string;
  readonly kind: 'distributed' | 'reference';
  /** The statement that makes it so. */
  readonly sql: string;
  /** Nothing is left to do. */
  readonly done: boolean;
}

export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

interface Found {
  readonly name: string;
  /** Columns of the primary key, unique indexes and foreign keys, in their order. */
  readonly keys: readonly (readonly string[])[];
  readonly hasMerchant: boolean;
  readonly refersTo: readonly string[];
}

const listTables = `select c.relname as name,
  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id' and a.attnotnull) as "hasMerchant",
  (select coalesce(json_agg(keys.columns), '[]') from (
    select json_agg(a.attname order by k.place) as columns from pg_index i
    cross join lateral unnest(i.indkey::int2[]) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where i.indrelid = c.oid and i.indisunique group by i.indexrelid
    union all
    select json_agg(a.attname order by k.place) from pg_constraint f
    cross join lateral unnest(f.conkey) with ordinality as k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
    where f.conrelid = c.oid and f.contype = 'f' group by f.oid
  ) as keys) as keys,
  (select coalesce(json_agg(distinct r.relname), '[]') from pg_constraint f join pg_class r on r.oid = f.confrelid
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`;

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** Every table with its kind, each after the tables it refers to. Tables that cannot be sharded are a fault. */
export async function planDistribution(client: pg.Client): Promise<TablePlan[]> {
  const { rows } = await client.query<Found>(listTables);
  const own = rows.filter(({ hasMerchant, keys }) => hasMerchant && keys.some(([first]) => first === 'merchant_id'));
  const names = new Set(own.map(({ name }) => name));
  const faults = [
    ...own.flatMap(({ name, keys }) =>
      keys
        .filter(([first]) => first !== 'merchant_id')
        .map((columns) => `${name} (${columns.join(', ')}) does not begin with merchant_id`),
    ),
    ...rows
      .filter(({ name }) => !names.has(name))
      .flatMap(({ name, refersTo }) =>
        refersTo.filter((to) => names.has(to)).map((to) => `${name} is shared and refers to ${to}`),
      ),
  ];
  if (faults.length > 0) throw new DistributionError(`The schema cannot be sharded: ${faults.join('; ')}.`);
  const done = await distributedAlready(client);
  const shared = inOrder(rows.filter(({ name }) => !names.has(name)));
  const sharded = inOrder(own);
  const [first] = sharded;
  return [
    ...shared.map(
      ({ name }): TablePlan => ({
        table: name,
        kind: 'reference',
        sql: `select create_reference_table(${quoted(name)})`,
        done: done.has(name),
      }),
    ),
    ...sharded.map(({ name }): TablePlan => {
      const beside = name === first?.name ? 'none' : (first?.name ?? 'none');
      const sql = `select create_distributed_table(${quoted(name)}, 'merchant_id', colocate_with => ${quoted(beside)})`;
      return { table: name, kind: 'distributed', sql, done: done.has(name) };
    }),
  ];
}

/** Each table after the tables it refers to; two that refer to each other do not occur. */
function inOrder(tables: readonly Found[]): Found[] {
  const ordered: Found[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const waiting = new Set([...left].map(({ name }) => name));
    const ready = [...left].filter(({ refersTo }) => !refersTo.some((to) => waiting.has(to)));
    if (ready.length === 0) throw new DistributionError(`The tables ${[...waiting].join(', ')} refer to each other.`);
    for (const table of ready) left.delete(table);
    ordered.push(...ready);
  }
  return ordered;
}

async function distributedAlready(client: pg.Client): Promise<Set<string>> {
  const { rows: known } = await client.query<{ there: boolean }>(`select to_regclass('pg_dist_partition') is not null as there`);
  if (known[0]?.there !== true) return new Set();
  const { rows } = await client.query<{ name: string }>(
    'select c.relname as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid',
  );
  return new Set(rows.map(({ name }) => name));
}

/** Do what is left of the plan, one table after the other, and report each. Run again, it continues where it stopped. */
export async function distribute(client: pg.Client, log: (line: string) => void): Promise<TablePlan[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_proc where proname = 'create_distributed_table') as there`,
  );
  if (rows[0]?.there !== true)
    throw new DistributionError('This database has no extension citus; run “create extension citus” on its coordinator first.');
  const plan = await planDistribution(client);
  const left = plan.filter(({ done }) => !done);
  await client.query('set statement_timeout = 0');
  for (const { sql } of left) {
    log(`${sql};`);
    await client.query(sql);
  }
  return left;
}
