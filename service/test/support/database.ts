// A database of its own for a test file, copied from the migrated template in some 30 ms where that is in memory.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { usualServiceRole } from '../../src/postgres/service-role.ts';
import { onDatabase, onNodes } from './global-setup.ts';

export type TestDatabase = { connection: pg.ClientConfig; url: string; drop(): Promise<void> };

/** The address of a connection, however it was given: by a socket's folder, or as an address. */
export function urlOf(connection: pg.ClientConfig): string {
  if (connection.connectionString !== undefined) return connection.connectionString;
  return `postgresql://${connection.user}@${encodeURIComponent(connection.host ?? '')}:${connection.port}/${connection.database}`;
}

/** As the service connects: by the role that it runs as, which may do no more than it needs. */
export function asService(connection: pg.ClientConfig): pg.ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, user: usualServiceRole };
  const url = new URL(connection.connectionString);
  url.username = usualServiceRole;
  return { ...connection, connectionString: url.href };
}

export type Row = Record<string, unknown>;
export type Query = (text: string, values?: readonly unknown[]) => Promise<Row[]>;

export const isCluster = (): boolean => inject('testServer').nodes.length > 1;

const listTables = `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;

/**
 * How a test looks into the database: at all merchants at once, by joins of any kind. A cluster takes that where the rows lie together;
 * of what it refuses, each table that the question names is read to one place first. What the service asks goes as it is.
 */
export function lookingInto(client: Pick<pg.Client, 'query'>): Query {
  let tables: Promise<readonly string[]> | undefined;
  const names = async (): Promise<readonly string[]> =>
    (await client.query<{ name: string }>(listTables)).rows.map(({ name }) => name);
  return async (text, values = []) => {
    const ask = async (asked: string): Promise<Row[]> => (await client.query<Row>(asked, [...values])).rows;
    return ask(text).catch(async (refusal: unknown) => {
      if (!isCluster() || !reads(text)) throw refusal;
      tables ??= names();
      return ask(inOnePlace(text, await tables));
    });
  };
}

const reads = (text: string): boolean => /^\s*(select|with)\s/i.test(text) && !/\sfor (update|share)\b/i.test(text);

function inOnePlace(text: string, tables: readonly string[]): string {
  const words = new Set(text.match(/\w+/g));
  const read = tables.filter((name) => words.has(name)).map((name) => `${name} as materialized (select * from public.${name})`);
  if (read.length === 0) return text;
  return `with ${read.join(', ')}${/^\s*with\s/i.test(text) ? text.replace(/^\s*with/i, ',') : ` ${text}`}`;
}

/** How many sessions wait for another's lock in statements like this; of a cluster on all nodes, as who asks for a shard waits on its node. */
export async function lockWaits(query: Query, like = ''): Promise<number> {
  const countLockWaits = `select count(*) from pg_stat_activity
where datname = current_database() and wait_event_type = 'Lock' and query ilike '%${like}%'`;
  const [row] = await query(
    isCluster() ? `select sum(result::int) as count from run_command_on_all_nodes($$${countLockWaits}$$)` : countLockWaits,
  );
  return Number(row?.['count']);
}

export async function testDatabase(): Promise<TestDatabase> {
  const { nodes, template } = inject('testServer');
  const name = `dps_${process.pid}_${randomBytes(4).toString('hex')}`;
  // Page by page through the server's cache and its log, as it would otherwise, takes twice as long.
  await onNodes(nodes, `create database ${name} template ${template} strategy file_copy`);
  const connection = onDatabase(nodes[0], name);
  return { connection, url: urlOf(connection), drop: () => onNodes(nodes, `drop database if exists ${name} with (force)`) };
}
