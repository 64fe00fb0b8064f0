// What no row of a batch says is left out of the statements that write a table: what the database then fills in has to be what the
// rows say, and no row may get more than it asked for.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { audit } from '../../src/book/audit.sql.ts';
import { storedAnswers } from '../../src/book/idempotency.sql.ts';
import { ledger } from '../../src/book/ledger.sql.ts';
import { outbox } from '../../src/book/outbox.sql.ts';
import { callsOf } from '../../src/book/writing.ts';
import { captures } from '../../src/orders/captures.sql.ts';
import { orders } from '../../src/orders/orders.sql.ts';
import { createSecrets } from '../../src/store/secrets.ts';
import { type AnyTable, arrayText, type ColumnType, type PlainType, reckoned, snake, sqlName } from '../../src/store/table.ts';
import { insertOf, setMaskOf, updateOf } from '../../src/store/writing-statements.ts';
import { tables } from '../../src/tables.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const written: readonly AnyTable[] = [...(Object.values(tables) as AnyTable[]), storedAnswers, audit, ledger, outbox];

/** A default of the database as a value of ours; one that is an expression is reckoned. */
function filledBy(text: string, type: ColumnType | undefined): unknown {
  const [literal = text] = text.split('::');
  if (/^-?\d+$/.test(literal)) return type === 'bigint' ? BigInt(literal) : Number(literal);
  return /^'.*'$/.test(literal) ? literal.slice(1, -1) : reckoned;
}

it.each(written.map((table) => [table.name, table] as const))(
  'knows what the database fills in by itself: %s',
  async (_name, table) => {
    const { rows } = await client.query(
      'select column_name as name, column_default as filled from information_schema.columns where table_name = $1 and column_default is not null',
      [sqlName(table)],
    );
    const inDatabase = new Map<string, string>(rows.map(({ name, filled }) => [name, filled]));
    const expected = Object.keys(table.columns).flatMap((column) => {
      const filled = inDatabase.get(snake(column));
      return filled === undefined ? [] : [[column, filledBy(filled, table.columns[column])]];
    });
    expect(table.defaults ?? {}).toEqual(Object.fromEntries(expected));
  },
);

describe('an insert', () => {
  it('is given only what a row says', () => {
    const row = { number: '1', orderId: 'o', amountMinor: 5n, paidMinor: 0n, creditMinor: 0n, reminderLevel: 0, items: null };
    const nothing = Object.fromEntries(
      Object.keys(captures.columns).map((column) => [column, captures.defaults?.[column as never] ?? null]),
    );
    expect(insertOf(captures, [{ ...nothing, ...row }]).columns).toEqual(['number', 'orderId', 'amountMinor']);
    const paid = insertOf(captures, [
      { ...nothing, ...row },
      { ...nothing, ...row, number: '2', paidMinor: 3n },
    ]);
    expect(paid.columns).toEqual(['number', 'orderId', 'amountMinor', 'paidMinor']);
  });

  it('is given what may not be missing, so that the database can refuse it', () => {
    // Null in a column that the database would fill with a zero.
    expect(insertOf(captures, [{ number: '1', paidMinor: null }]).columns).toContain('paidMinor');
    expect(insertOf(tables.accounts, [{ number: '1', decideBy: null }]).columns).toContain('decideBy');
  });
});

describe('an update', () => {
  const columnsOf = (...rows: Parameters<typeof updateOf>[1]): readonly string[] | undefined => updateOf(orders, rows).columns;

  it('is given what moves, and a mask only where rows set different columns', () => {
    const state = { add: { version: 1 }, set: { state: 'Captured' } };
    expect(columnsOf(state)).toEqual(['id', 'version', 'state']);
    expect(updateOf(orders, [state, state]).masked).toBe(false);
    expect(columnsOf(state, { add: { capturedMinor: 5n }, set: {} })).toEqual(['id', 'capturedMinor', 'version', 'state']);
    expect(updateOf(orders, [state, { add: {}, set: { updatedAt: 0 } }]).masked).toBe(true);
    expect(updateOf(orders, [{ add: { version: 0 }, set: {} }]).masked).toBe(true);
  });

  it('changes in each row what that row sets, also to null, and nothing else', async () => {
    const [one, two] = ['00000000-0000-4000-8000-000000000011', '00000000-0000-4000-8000-000000000012'];
    const merchantId = '00000000-0000-4000-8000-000000000001';
    await client.query(
      'create temporary table orders (merchant_id uuid, id uuid, captured_minor bigint, state text, updated_at timestamptz)',
    );
    await client.query(`insert into orders values ($1, $2, 1, 'a', '2026-01-01'), ($1, $3, 2, 'b', '2026-01-01')`, [
      merchantId,
      one,
      two,
    ]);
    const rows = [
      { id: one, add: { capturedMinor: 5n }, set: { state: null } },
      { id: two, add: {}, set: { updatedAt: 0 } },
    ];
    const { text, columns = [], masked } = updateOf(orders, rows);
    const values = columns.map((column) => {
      const type = (orders as AnyTable).columns[column] as PlainType;
      const of = (row: (typeof rows)[number]): unknown =>
        column === 'id'
          ? row.id
          : (orders.adds as readonly string[] | undefined)?.includes(column)
            ? ((row.add as never)[column] ?? 0)
            : (row.set as never)[column];
      return arrayText(type, rows.map(of));
    });
    expect(masked).toBe(true);
    await client.query(text, [
      merchantId,
      2,
      ...values,
      arrayText(
        'int',
        rows.map(({ set }) => setMaskOf(orders, set)),
      ),
    ]);
    const { rows: after } = await client.query(
      'select captured_minor::int as captured, state, extract(epoch from updated_at)::int as at from orders order by id',
    );
    await client.query('drop table pg_temp.orders');
    expect(after).toEqual([
      { captured: 6, state: null, at: 1_767_225_600 },
      { captured: 2, state: 'b', at: 0 },
    ]);
  });
});

describe('a row among few', () => {
  it.each([1, 2, 3, 4])('is written as it is among many: %i rows', async (count) => {
    await client.query('create temporary table ledger (like public.ledger including defaults)');
    const rows = Array.from({ length: count }, (_each, index) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      eventId: '00000000-0000-4000-8000-000000000010',
      orderId: index === 1 ? null : '00000000-0000-4000-8000-000000000011',
      debitAccount: `a "quoted", {braced} \\ text of ${index}`,
      creditAccount: '',
      amountMinor: 9_007_199_254_740_993n + BigInt(index),
      currency: 'EUR',
      bookedAt: Date.UTC(2026, 10, 22, 1, 2, 3, 4) + index,
    }));
    const secrets = createSecrets([Buffer.alloc(32, 7)]);
    const merchantId = '00000000-0000-4000-8000-000000000001';
    const [sent] = callsOf([{ table: ledger, news: rows, olds: [] }], merchantId, secrets).rows;
    await client.query(sent?.statement.text ?? '', [...(sent?.values ?? [])]);
    const { rows: found } = await client.query(
      `select id, event_id as "eventId", order_id as "orderId", debit_account as "debitAccount", credit_account as "creditAccount",
        amount_minor::text as "amountMinor", currency, booked_at as "bookedAt" from ledger where merchant_id = $1 order by id`,
      [merchantId],
    );
    await client.query('drop table pg_temp.ledger');
    expect(sent?.statement.rowCount).toBe(count > 3 ? undefined : count);
    expect(found.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor), bookedAt: row.bookedAt.getTime() }))).toEqual(
      rows,
    );
  });
});

const nineColumns = (name: string): AnyTable => ({
  name,
  columns: Object.fromEntries(Array.from({ length: 9 }, (_each, index) => [`c${index}`, 'int'])),
  key: ['c0'],
});

describe('what all rows say alike', () => {
  const merchantId = '00000000-0000-4000-8000-000000000001';
  const secrets = createSecrets([Buffer.alloc(32, 7)]);
  const idOf = (index: number): string => `00000000-0000-4000-8000-0000000000${10 + index}`;
  const eventsOf = (count: number) =>
    Array.from({ length: count }, (_each, index) => ({
      id: idOf(index),
      type: 'order.captured',
      orderId: null,
      accountNumber: index % 2 === 0 ? null : 'A "quoted", {braced} \\ text',
      subject: 'a',
      currency: 'EUR',
      amountMinor: BigInt(index),
      happenedAt: Date.UTC(2026, 10, 22, 1, 2, 3, 4),
      version: 1,
      data: { text: `"one"\n\r\n\\two ü\u2028 ${index}`, list: [null, index] },
    }));

  it.each([7, 8, 9])('is given once from eight rows on, and written to each: %i rows', async (count) => {
    await client.query('create temporary table outbox (like public.outbox including defaults)');
    await client.query(
      `create temporary table event_streams as select '${merchantId}'::uuid as merchant_id, 20::bigint as last_number`,
    );
    const rows = eventsOf(count);
    const { events } = callsOf([{ table: outbox, news: rows, olds: [] }], merchantId, secrets);
    const sent = events.find(({ statement }) => statement.name === 'insert_outbox');
    await client.query(sent?.statement.text ?? '', [...(sent?.values ?? [])]);
    const { rows: found } = await client.query(
      `select id, type, order_id as "orderId", account_number as "accountNumber", subject, currency, amount_minor::text as "amountMinor",
        happened_at as "happenedAt", version, data, sequence_number::int as "sequenceNumber" from outbox order by id`,
    );
    await client.query('drop table pg_temp.outbox, pg_temp.event_streams');
    expect(sent?.statement.alike).toEqual(count < 8 ? [] : ['type', 'subject', 'currency', 'happenedAt', 'version']);
    expect(sent?.values.filter((value) => value === 'order.captured')).toHaveLength(count < 8 ? 0 : 1);
    const told = found.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor), happenedAt: row.happenedAt.getTime() }));
    expect(told).toEqual(rows.map((row, index) => ({ ...row, sequenceNumber: 21 - count + index })));
  });

  it('is set, added and cleared in each row of an update', async () => {
    await client.query(
      'create temporary table orders_alike (merchant_id uuid, id uuid, captured_minor bigint, version int, state text, expires_at timestamptz)',
    );
    // A table of its own, as other tests of the process have used up forms of the real one.
    const table = { ...orders, name: 'ordersAlike' };
    const ids = Array.from({ length: 9 }, (_each, index) => idOf(index));
    for (const id of ids) await client.query(`insert into orders_alike values ($1, $2, 1, 1, 'a', now())`, [merchantId, id]);
    const olds = ids.map((id, index) => ({
      row: { id },
      isNew: false,
      add: { version: 1, ...(index === 4 ? {} : { capturedMinor: 5n }) },
      set: { state: 'Captured', expiresAt: null },
    }));
    const [sent] = callsOf([{ table, news: [], olds } as never], merchantId, secrets).rows;
    await client.query(sent?.statement.text ?? '', [...(sent?.values ?? [])]);
    const { rows } = await client.query(
      'select captured_minor::int as captured, version, state, expires_at as at from orders_alike order by id',
    );
    await client.query('drop table pg_temp.orders_alike');
    expect(sent?.statement.alike).toEqual(['version', 'state', 'expiresAt']);
    expect(rows).toEqual(ids.map((_id, index) => ({ captured: index === 4 ? 1 : 6, version: 2, state: 'Captured', at: null })));
  });

  it('is never what is sealed', () => {
    const rows = Array.from({ length: 9 }, (_each, index) => ({
      claim: `${index}`,
      bodyHash: 'b',
      answer: 'the same',
      requestId: 'r',
    }));
    expect(insertOf(storedAnswers as AnyTable, rows).alike).toEqual(['bodyHash', 'requestId', 'customerKey', 'checkoutId']);
  });

  it('takes no more than some forms beside those in which each row says its own', () => {
    const table = nineColumns('alike');
    const rowsOf = (bits: number) =>
      Array.from({ length: 8 }, (_each, row) =>
        Object.fromEntries(
          Object.keys(table.columns).map((column, index) => [column, index === 0 || bits & (2 ** index) ? row : 1]),
        ),
      );
    const forms = Array.from({ length: 256 }, (_each, index) => insertOf(table, rowsOf(2 * index)));
    expect(new Set(forms.map(({ form }) => form)).size).toBe(33);
    expect(forms.at(-1)?.alike).toEqual([]);
    expect(insertOf(table, rowsOf(2)).alike).toHaveLength(7);
  });
});

it('prepares no more than some forms of a statement', () => {
  const table = nineColumns('many');
  const rowOf = (bits: number) =>
    Object.fromEntries(
      Object.keys(table.columns).map((column, index) => [column, index === 0 || bits & (2 ** index) ? 1 : null]),
    );
  const forms = Array.from({ length: 256 }, (_each, index) => insertOf(table, [rowOf(2 * index)]));
  const distinct = new Map(forms.map((each) => [each.form, each.text]));
  expect(distinct.size).toBe(65);
  expect(new Set(distinct.values()).size).toBe(65);
  for (const [index, { columns = [] }] of forms.entries())
    expect(columns.length).toBeGreaterThanOrEqual(1 + index.toString(2).replaceAll('0', '').length);
});
