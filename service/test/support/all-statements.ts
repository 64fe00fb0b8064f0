// Every statement of the service, and how one is run with values that mean nothing.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { AnyTable, Statement } from '../../src/store/table.ts';
import { insertStatement, updateStatement } from '../../src/store/writing-statements.ts';
import { tables } from '../../src/tables.ts';
import { asService, testDatabase } from './database.ts';

const sources = join(import.meta.dirname, '../../src');

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'name' in value;

/** Statements that are exported, alone or in a list or a record. */
function statementsIn(value: unknown, depth = 0): Statement[] {
  if (isStatement(value)) return value.ofMany ? [value, value.ofMany] : [value];
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  return Object.values(value).flatMap((each) => statementsIn(each, depth + 1));
}

const changes = (table: AnyTable): boolean => (table.adds ?? table.sets ?? []).length > 0;

export async function allStatements(): Promise<Statement[]> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql.ts'));
  const found: Statement[] = [];
  for (const file of files) found.push(...statementsIn(await import(join(sources, file))));
  for (const table of Object.values(tables)) {
    if (!('shared' in table)) found.push(insertStatement(table), insertStatement(table, undefined, 1));
    if (changes(table)) found.push(updateStatement(table), updateStatement(table, undefined, 'one row'));
  }
  return [...new Map(found.map((each) => [each.text, each])).values()];
}

const values: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-7000-8000-000000004445',
  bigint: '1',
  integer: '1',
  smallint: '1',
  numeric: '1',
  'double precision': '1',
  boolean: 'true',
  date: '2026-01-01',
  'timestamp with time zone': '2026-01-01',
  interval: '1 day',
  json: '{}',
  jsonb: '{}',
  text: '1',
};
const sampleOf = (type: string): string => {
  const [, element] = /^(.*)\[\]$/.exec(type) ?? [];
  const value = values[element ?? type] ?? '1';
  return element === undefined ? value : `{${JSON.stringify(value)}}`;
};

/** A connection with the service's role to a database of its own. */
export async function connectAsService(): Promise<{ readonly client: pg.Client; readonly close: () => Promise<void> }> {
  const database = await testDatabase();
  const client = new pg.Client(asService(database.connection));
  await client.connect();
  const close = async (): Promise<void> => {
    await client.end();
    await database.drop();
  };
  return { client, close };
}

/** Run it, or show how it would be: what it returns. */
export async function runWithSamples(
  client: pg.Client,
  { text }: Statement,
  how: 'execute' | 'explain execute',
): Promise<Record<string, unknown>[]> {
  await client.query(`prepare tried as ${text}`);
  const { rows } = await client.query(`select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`);
  const given = (rows[0].types as string[]).map((type) => pg.escapeLiteral(sampleOf(type)));
  return (await client.query(`${how} tried${given.length > 0 ? ` (${given.join(', ')})` : ''}`)).rows;
}
