// A cluster refuses what it cannot send to one node, or cannot repeat on each: every statement of the service is run there, with
// values that mean nothing, as the service's role. What the values themselves break (a constraint, a form) is not of interest here.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loads } from '../../src/loads.ts';
import type { AnyTable, Statement } from '../../src/store/table.ts';
import { insertStatement, updateStatement } from '../../src/store/writing-statements.ts';
import { tables } from '../../src/tables.ts';
import { asService, type TestDatabase, testDatabase } from '../support/database.ts';

const sources = join(import.meta.dirname, '../../src');

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(asService(database.connection));
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const isStatement = (value: unknown): value is Statement =>
  typeof value === 'object' && value !== null && 'text' in value && 'name' in value;

/** Statements that are exported, alone or in a list or a record. */
function statementsIn(value: unknown, depth = 0): Statement[] {
  if (isStatement(value)) return [value];
  if (typeof value !== 'object' || value === null || depth > 2) return [];
  return Object.values(value).flatMap((each) => statementsIn(each, depth + 1));
}

const changes = (table: AnyTable): boolean => (table.adds ?? table.sets ?? []).length > 0;

async function allStatements(): Promise<Statement[]> {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql.ts'));
  const found: Statement[] = [];
  for (const file of files) found.push(...statementsIn(await import(join(sources, file))));
  for (const table of Object.values(tables)) {
    if (!('shared' in table)) found.push(insertStatement(table));
    if (changes(table)) found.push(updateStatement(table));
  }
  return [...new Map(found.map((each) => [each.name, each])).values()];
}

const id = '00000000-0000-7000-8000-000000004445';
const values: Readonly<Record<string, string>> = {
  uuid: id,
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

/** Run it, or show how it would be: what it returns. */
async function executed({ text }: Statement, how: 'execute' | 'explain execute'): Promise<Record<string, unknown>[]> {
  await client.query(`prepare tried as ${text}`);
  const { rows } = await client.query(`select parameter_types::text[] as types from pg_prepared_statements where name = 'tried'`);
  const given = (rows[0].types as string[]).map((type) => pg.escapeLiteral(sampleOf(type)));
  return (await client.query(`${how} tried${given.length > 0 ? ` (${given.join(', ')})` : ''}`)).rows;
}

/** The refusal of the cluster, if it refuses. */
async function refusalOf(statement: Statement): Promise<string | undefined> {
  await client.query('begin');
  try {
    await executed(statement, 'execute');
    return undefined;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    // What a node checks while rows are copied to it comes back without its code.
    return /^2[23]/.test(code) || / violates /.test(message) ? undefined : `${statement.name}: ${code} ${message}`;
  } finally {
    await client.query('rollback');
    await client.query('deallocate all');
  }
}

it('takes every statement of the service', async () => {
  const all = await allStatements();
  expect(all.length).toBeGreaterThan(200);
  const refused: string[] = [];
  for (const each of all) {
    const refusal = await refusalOf(each);
    if (refusal !== undefined) refused.push(refusal);
  }
  expect(refused).toEqual([]);
});

/** Lists and reports of operators whose sub-selects name the merchant by the outer row, so that every shard is asked. */
const overAllShards = [
  'find_open_business',
  'list_collectable',
  'list_collection_files',
  'list_waiting',
  'list_webhook_endpoints',
];

it('finds what a statement of one merchant reads and changes in one shard, whatever the batch', async () => {
  const all = [...loads.map(({ statement }) => statement), ...(await allStatements())];
  // How rows are inserted is not shown before it is done; service/test/citus/hot-path.test.ts looks at it.
  const ofOne = all.filter(({ text }) => /merchant_id = \$\d/.test(text) && !/^insert|with recursive/.test(text));
  const elsewhere: string[] = [];
  for (const each of ofOne) {
    const plan = await executed(each, 'explain execute').then(
      (rows) => rows.map((row) => String(row['QUERY PLAN'])).join('\n'),
      String,
    );
    await client.query('deallocate all');
    if ([...plan.matchAll(/Task Count: (\w+)/g)].some(([, count]) => count !== '1')) elsewhere.push(each.name);
  }
  expect(ofOne.length).toBeGreaterThan(100);
  expect(elsewhere.sort()).toEqual(overAllShards);
});
