// What `updateStatement` promises the book, tried on the real tables, with values of one row and with arrays of many: a set column takes
// the value it is given, null too; others keep theirs; and a row that is not there makes the statement fail with an error of its own.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCommonContent } from '../../src/book/common-contents.sql.ts';
import { documents } from '../../src/documents/documents.sql.ts';
import { contentOf } from '../../src/store/common-json.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import {
  type AnyRow,
  type AnyTable,
  arrayText,
  type ColumnType,
  columnText,
  isRowCountError,
  opener,
  selectList,
  sqlName,
  valueText,
} from '../../src/store/table.ts';
import { insertStatement, setMaskOf, updateOf, updateStatement } from '../../src/store/writing-statements.ts';
import { tables } from '../../src/tables.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { ofAllMerchants } from '../support/merchant.ts';

const secrets = createSecrets([Buffer.alloc(32, 7)]);
const merchantId = '00000000-0000-4000-8000-000000000001';
const values: Readonly<Record<ColumnType, unknown>> = {
  uuid: '00000000-0000-4000-8000-000000000002',
  text: 'text',
  sealed: 'sealed text',
  bigint: 5n,
  int: 5,
  bool: true,
  date: '2026-11-22',
  timestamptz: Date.UTC(2026, 10, 22),
  json: { member: 'value' },
  common: { member: 'said alike' },
};

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  await client.query('create temporary table common_contents (like public.common_contents)');
  const content = contentOf(values.common);
  await client.query(insertCommonContent.text, [merchantId, content?.mark, content?.text]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rowOf = (table: AnyTable): AnyRow =>
  Object.fromEntries(Object.entries(table.columns).map(([column, type]) => [column, values[type]]));

type Given = 'one row' | 'many rows';

/** A value as a statement for so many rows takes it. */
function given(of: Given, table: AnyTable, column: string, value: unknown, row: AnyRow): string | null {
  return of === 'one row'
    ? valueText(table, column, value, row, merchantId, secrets)
    : columnText(table, column, [value], () => row, merchantId, secrets);
}

/** A copy of the table without its keys and checks, in the way of the real one for this connection. */
async function copyWithRow(of: Given, table: AnyTable): Promise<void> {
  const name = sqlName(table);
  await client.query(`drop table if exists pg_temp.${name}`);
  await client.query(`create temporary table ${name} (like public.${name} including defaults)`);
  const row = rowOf(table);
  const columns = Object.keys(table.columns).map((column) => given(of, table, column, row[column], row));
  await client.query(insertStatement(table, undefined, of === 'one row' ? 1 : undefined).text, [merchantId, ...columns]);
}

async function update(of: Given, table: AnyTable, set: AnyRow, row = rowOf(table)): Promise<void> {
  const before = { ...row, ...Object.fromEntries((table.adds ?? []).map((column) => [column, 0])) };
  const statement = of === 'one row' ? updateOf(table, [{ add: {}, set }]) : updateStatement(table);
  const form = statement.rowCount === 1 ? 'one row' : 'many rows';
  const values = (statement.columns ?? []).map((column) => {
    const value = table.sets?.includes(column) ? set[column] : before[column];
    return given(form, table, column, value, row);
  });
  const masks = statement.masked ? [arrayText('int', [setMaskOf(table, set)])] : [];
  await client.query(statement.text, [merchantId, 1, ...values, ...masks]);
}

async function stored(table: AnyTable): Promise<AnyRow> {
  const { rows } = await client.query<AnyRow>(`select ${ofAllMerchants(selectList(table, 't'), 't')} from ${sqlName(table)} t`);
  return opener(merchantId, secrets)(table, rows[0] ?? {});
}

async function nullableOf(table: AnyTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_nullable = 'YES'`,
    [sqlName(table)],
  );
  const names = rows.map(({ name }) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return (table.sets ?? []).filter((column) => names.includes(column));
}

const settable = Object.values(tables).filter((table: AnyTable) => (table.sets ?? []).length > 0) as AnyTable[];

describe.each(['one row', 'many rows'] as const)('an update statement of %s', (of) => {
  it.each(settable.map((table) => [table.name, table] as const))(
    'clears every nullable set column of %s',
    async (_name, table) => {
      const nullable = await nullableOf(table);
      await copyWithRow(of, table);
      const before = await stored(table);
      await update(of, table, Object.fromEntries(nullable.map((column) => [column, null])));
      const cleared = Object.fromEntries(nullable.map((column) => [column, null]));
      expect(await stored(table)).toEqual({ ...before, ...cleared });
      expect(table.sets?.length).toBeLessThanOrEqual(31);
    },
  );

  it('keeps columns that are not set, and writes those that are', async () => {
    await copyWithRow(of, tables.captures);
    await update(of, tables.captures, { settledOn: '2027-01-31', dueOn: undefined });
    const { rows } = await client.query('select settled_on::text as "settledOn", due_on::text as "dueOn" from captures');
    expect(rows).toEqual([{ settledOn: '2027-01-31', dueOn: values.date }]);
  });

  it('fails with an error of its own if a row is missing', async () => {
    await copyWithRow(of, tables.captures);
    const missing = update(of, tables.captures, { settledOn: null }, { ...rowOf(tables.captures), number: 'missing' });
    const error = await missing.then(
      () => undefined,
      (fault: Error) => fault,
    );
    expect(error?.message).toContain('captures: 0 of 1 rows touched');
    expect(error && isRowCountError(error)).toBe(true);
  });
});

describe('the text of an array', () => {
  it('is read by PostgreSQL as what was written, whatever stands in texts and JSON', async () => {
    const texts = ['', 'NULL', '{"a": "b"}', 'a"b\\c', '\\', '"', 'a,b}', 'ü\n\t\u2028', '\ud83d\ude00'];
    const json = [{ 'a"\\b': texts }, { 'a"\\b': texts }, texts, 'a"\\\n', { deep: [{ member: null }, -0.5, true] }, {}];
    const read = async (type: 'text' | 'jsonb', given: unknown[]): Promise<unknown> => {
      const array = arrayText(type === 'text' ? 'text' : 'json', given);
      const { rows } = await client.query(`select coalesce(jsonb_agg(to_jsonb(v)), '[]') as read from unnest($1::${type}[]) v`, [
        array,
      ]);
      return (rows[0] as { read: unknown }).read;
    };
    expect(await read('text', [...texts, null, 'same', 'same'])).toEqual([...texts, null, 'same', 'same']);
    expect(await read('jsonb', json)).toEqual(json);
  });

  it('shows of sealed values not even that two are equal', () => {
    const [one, other] = columnText(documents, 'content', ['a number', 'a number'], () => ({ id: 'one' }), merchantId, secrets)
      .slice(1, -1)
      .split(',');
    expect(one).not.toBe(other);
  });
});
