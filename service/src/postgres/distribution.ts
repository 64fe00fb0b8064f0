// Which tables a cluster (Citus) shards by merchant and which it copies to every node, read from the database itself, so that
// no list can be forgotten. A merchant's table has a key that begins with merchant_id; all others are shared.
import pg from 'pg';
import { serviceName } from '../store/planning.ts';
import type { Statement } from '../store/table.ts';
import { holdSchemaLock } from './migrate.ts';

export interface TablePlan {
  readonly table: string;
  readonly kind: 'distributed' | 'reference';
  /** The statement that makes it so; of one that is placed, the statement that removes what it left on the coordinator. */
  readonly sql: string;
  /** Nothing is left to do. */
  readonly done: boolean;
  /** What is on the coordinator, and has to be moved or removed. */
  readonly bytes: number;
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
  readonly bytes: number;
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
    where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo", pg_relation_size(c.oid)::float8 as bytes
from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`;

const quoted = (name: string): string => `'${name.replaceAll("'", "''")}'`;

/** Every table with its kind, each after the tables it refers to. Tables that cannot be sharded are a fault. */
export async function planDistribution(client: pg.Client): Promise<TablePlan[]> {
  const { rows } = await client.query<Found>(listTables);
  if (rows.length === 0) throw new DistributionError('This database has no tables yet; run “dps db migrate” first.');
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
  const placed = await placedAlready(client);
  const stepOf = ({ name: table, bytes }: Found, kind: TablePlan['kind'], place: string): TablePlan =>
    placed.get(table) === kind
      ? { table, kind, sql: truncation(table), done: bytes === 0, bytes }
      : { table, kind, sql: place, done: false, bytes };
  const sharded = inOrder(own);
  const beside = (name: string): string => (name === sharded[0]?.name ? 'none' : (sharded[0]?.name ?? 'none'));
  return [
    ...inOrder(rows.filter(({ name }) => !names.has(name))).map((each) =>
      stepOf(each, 'reference', `select create_reference_table(${quoted(each.name)})`),
    ),
    ...sharded.map((each) => {
      const parameters = `${quoted(each.name)}, 'merchant_id', colocate_with => ${quoted(beside(each.name))}`;
      return stepOf(each, 'distributed', `select create_distributed_table(${parameters})`);
    }),
  ];
}

/** Rows of a table that was placed stay on the coordinator too, hidden; nothing reads them any more. */
const truncation = (table: string): string => `select truncate_local_data_after_distributing_table(${quoted(table)})`;

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

/** How Citus holds a table. One that it only knows (it takes up what has foreign keys to a placed one) is not placed. */
const kindOfTable = `case when p.partmethod = 'h' then 'distributed' when p.partmethod = 'n' and p.repmodel = 't' then 'reference' end`;

const listPlaced = `select c.relname as name, ${kindOfTable} as kind from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
  where c.relnamespace = current_schema()::regnamespace`;

const asideSchema = 'distribution';
const asideTable = `${asideSchema}.foreign_keys`;

async function placedAlready(client: pg.Client): Promise<ReadonlyMap<string, string | null>> {
  const { rows: known } = await client.query<{ there: boolean }>(`select to_regclass('pg_dist_partition') is not null as there`);
  if (known[0]?.there !== true) return new Map();
  const { rows } = await client.query<{ name: string; kind: string | null }>(listPlaced);
  return new Map(rows.map(({ name, kind }) => [name, kind]));
}

/** Does a cluster hold any table of this database? */
export const isDistributed = async (client: pg.Client): Promise<boolean> =>
  [...(await placedAlready(client)).values()].some((kind) => kind !== null);

/**
 * Do what is left of the plan, one table after the other, and report each. Run again, it continues where it stopped. No service may
 * write meanwhile: for a while, foreign keys are not checked.
 */
export async function distribute(client: pg.Client, log: (line: string) => void): Promise<TablePlan[]> {
  const { rows } = await client.query<{ there: boolean }>(
    `select exists (select from pg_proc where proname = 'create_distributed_table') as there`,
  );
  if (rows[0]?.there !== true)
    throw new DistributionError('This database has no extension citus; run “create extension citus” on its coordinator first.');
  const release = await holdSchemaLock(client, log);
  try {
    const left = (await planDistribution(client)).filter(({ done }) => !done);
    await client.query('set statement_timeout = 0');
    if (left.length > 0) {
      await refuseBesideService(client);
      await putAside(client, left);
    }
    for (const [index, { table, sql, bytes }] of left.entries()) {
      log(`${index + 1}/${left.length} ${sql}; -- ${Math.ceil(bytes / 1024)} kB`);
      await client.query(sql);
      if (sql !== truncation(table)) await client.query(truncation(table));
    }
    await restoreForeignKeys(client, log);
    await passColumnRights(client);
    const faults = faultsOfPlacements((await client.query(listPlacements.text)).rows);
    if (faults.length > 0) throw new DistributionError(`The cluster is half done: ${faults.join('; ')}.`);
    return left;
  } finally {
    await release();
  }
}

/** Processes of the service would fail at tables that are half placed, and write what no foreign key looks at. */
async function refuseBesideService(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and application_name = $1`,
    [serviceName],
  );
  const count = rows[0]?.count ?? 0;
  if (count > 0)
    throw new DistributionError(`The service runs: ${count} connections of it to this database. Stop every process of it first.`);
}

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

const listForeignKeys = `select c.relname as table, f.conname as name, pg_get_constraintdef(f.oid) as definition
  from pg_constraint f join pg_class c on c.oid = f.conrelid
  where f.contype = 'f' and c.relnamespace = current_schema()::regnamespace and c.relname = any ($1)`;

/**
 * Citus takes no foreign key from a table that is not placed to one that is. So those of the tables that are left are dropped, and
 * kept in a table of their own until both ends are placed: an interruption leaves that list behind.
 */
async function putAside(client: pg.Client, left: readonly TablePlan[]): Promise<void> {
  const { rows } = await client.query<ForeignKey>(listForeignKeys, [left.map(({ table }) => table)]);
  await inTransaction(client, async () => {
    await client.query(`create schema if not exists ${asideSchema}`);
    await client.query(
      `create table if not exists ${asideTable} (table_name text, name text, definition text not null, primary key (table_name, name))`,
    );
    for (const { table, name, definition } of rows) {
      await client.query(`insert into ${asideTable} values ($1, $2, $3) on conflict do nothing`, [table, name, definition]);
      await client.query(`alter table ${pg.escapeIdentifier(table)} drop constraint ${pg.escapeIdentifier(name)}`);
    }
  });
}

async function restoreForeignKeys(client: pg.Client, log: (line: string) => void): Promise<void> {
  const keys = await foreignKeysAside(client);
  for (const [index, { table, name, definition }] of keys.entries()) {
    const sql = `alter table ${pg.escapeIdentifier(table)} add constraint ${pg.escapeIdentifier(name)} ${definition}`;
    log(`${index + 1}/${keys.length} ${sql};`);
    await client.query(sql);
    await client.query(`delete from ${asideTable} where table_name = $1 and name = $2`, [table, name]);
  }
  await client.query(`drop schema if exists ${asideSchema} cascade`);
}

/** Those that are there again already, because an interruption came before they left the list, are left out. */
async function foreignKeysAside(client: pg.Client): Promise<ForeignKey[]> {
  const { rows: known } = await client.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [asideTable]);
  if (known[0]?.there !== true) return [];
  const { rows } = await client.query<ForeignKey>(`select table_name as table, name, definition from ${asideTable} a
    where not exists (select from pg_constraint f where f.conrelid = to_regclass(quote_ident(a.table_name)) and f.conname = a.name)
    order by table_name, name`);
  return rows;
}

/**
 * How every table lies, on a database with Citus: its kind, null for one that Citus does not hold; the group of tables whose shards
 * lie together; and whether rows are on the coordinator that no request sees. The view citus_tables says the same, and measures every shard.
 */
export const listPlacements: Statement = {
  name: 'list_placements',
  text: `select c.relname as name, ${kindOfTable} as kind, p.colocationid as together,
  p.partmethod = 'h' and column_to_column_name(p.logicalrelid, p.partkey) <> 'merchant_id' as elsewhere,
  p.logicalrelid is not null and pg_relation_size(c.oid) > 0 as left_behind,
  exists (select from pg_namespace where nspname = '${asideSchema}') as aside
from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' order by c.relname`,
};

/** What a cluster that was begun lacks, in words; nothing before it was begun. */
export function faultsOfPlacements(tables: readonly Readonly<Record<string, unknown>>[], nodesWithoutRights = 0): string[] {
  if (tables.every(({ kind }) => kind === null)) return [];
  const named = (what: string, found: readonly Readonly<Record<string, unknown>>[]): string[] =>
    found.length === 0 ? [] : [`${found.length} tables ${what} (${found.map(({ name }) => String(name)).join(', ')})`];
  const [first, ...others] = tables.filter(({ kind }) => kind === 'distributed');
  return [
    ...named(
      'are on the coordinator alone',
      tables.filter(({ kind }) => kind === null),
    ),
    ...named(
      'are not sharded beside the others',
      others.filter(({ together }) => together !== first?.['together']),
    ),
    ...named(
      'are not sharded by merchant_id',
      tables.filter(({ elsewhere }) => elsewhere === true),
    ),
    ...named(
      'left their rows on the coordinator',
      tables.filter(({ left_behind: leftBehind }) => leftBehind === true),
    ),
    ...(nodesWithoutRights > 0 ? [`the service may not erase reasons of the audit on ${nodesWithoutRights} nodes`] : []),
    ...(tables[0]?.['aside'] === true ? ['foreign keys were put aside and not made again'] : []),
  ];
}

const listColumnRights = `select c.relname as table, format('grant %s (%I) on %%s to %I', x.privilege_type, a.attname, r.rolname) as sql
from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attacl is not null
cross join lateral aclexplode(a.attacl) x join pg_roles r on r.oid = x.grantee
where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'`;

/** A cluster passes rights to a table on to its shards, also to those that it moves, but not rights to columns. */
export async function passColumnRights(client: pg.Client): Promise<void> {
  const placed = await placedAlready(client);
  const { rows } = await client.query<{ table: string; sql: string }>(listColumnRights);
  for (const { table, sql } of rows) {
    if (placed.get(table) !== 'distributed') continue;
    const granted = await client.query(`select result from run_command_on_shards($1::regclass, $2) where not success`, [
      table,
      sql,
    ]);
    if (granted.rows.length > 0)
      throw new DistributionError(`Rights to columns of ${table} were not passed on: ${String(granted.rows[0].result)}`);
  }
}

/** Nodes with a shard whose reasons the role that asks may not erase. */
export const countNodesWithoutRights: Statement = {
  name: 'count_nodes_without_rights',
  text: `select count(*)::int as count from run_command_on_workers($$select not exists (select from pg_class c
  where c.relkind = 'r' and c.relname ~ '^audit_[0-9]+$' and not has_column_privilege(c.oid, 'reason', 'UPDATE'))$$) where result <> 't'`,
};

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
