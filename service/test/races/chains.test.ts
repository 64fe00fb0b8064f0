// The chains over the ledger and the audit: every row sealed once, without gap, however many processes seal at once; and
// whatever is changed, deleted, put in between or cut off afterwards is found and named.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealRows } from '../../src/audit/sealing.ts';
import { sealedColumns } from '../../src/audit/seals.sql.ts';
import { createHeadSigner } from '../../src/audit/signing.ts';
import { chains, rowText } from '../../src/core/seal.ts';
import { uuidv7 } from '../../src/runtime/chance.ts';
import { call, createDb, type Db } from '../../src/store/db.ts';
import { begin, commit } from '../../src/store/transaction.ts';
import { atOnce, orderBody, type Pair, startPair, summary } from '../support/pair.ts';

let pair: Pair;
let db: Db;
let merchantId: string;
const operator = { 'x-auth-key': 'sandbox-operator' };
beforeAll(async () => {
  pair = await startPair();
  db = createDb({ connection: pair.connection, poolSize: 2, preparedStatements: true });
  merchantId = String((await pair.query(`select id from merchants where country = 'DE'`))[0]?.['id']);
});
afterAll(async () => {
  await db.close();
  await pair.close();
});

const seal = () => pair.ask('POST', '/admin/v1/jobs/seal-ledger/run', undefined, operator);
const proof = async (chain: string, query = '') =>
  (await pair.ask('GET', `/admin/v1/merchants/${merchantId}/chains/${chain}/proof${query}`, undefined, operator)).json;

/** Follow a proof to its end. */
async function prove(chain: string): Promise<Record<string, unknown>> {
  const total = { checked: 0, waiting: 0, erasedWords: 0 };
  for (let next = ''; ; ) {
    const part = await proof(chain, next === '' ? '' : `?after=${next}`);
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += Number(part[name]);
    if (part['fault'] !== undefined || part['next'] === undefined)
      return { ...total, ...(part['fault'] ? { fault: part['fault'] } : {}) };
    next = part['next'] as string;
  }
}
/** What a writer leaves beside its rows, so that they are sealed. */
const unsealedOf = (chain: string, id: string) =>
  `insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
   values ('${merchantId}', '${id}', ${chain === 'ledger' ? `array['${id}'::uuid], '{}'` : `'{}', array['${id}'::uuid]`})`;
const auditRow = (id: string, operation = 'tried') =>
  `insert into audit (merchant_id, id, actor, operation, subject, request_id, reason, happened_at)
   values ('${merchantId}', '${id}', 'a key', '${operation}', 'x', 'r', 'because of Ida Weber', now())`;

/** Do something to the database that nobody may, look what is found, and undo it. */
async function tampered(chain: string, ...statements: string[]): Promise<unknown> {
  const tables = ['ledger', 'audit', 'ledger_seals', 'audit_seals', 'chain_heads'];
  for (const table of tables) await pair.query(`create table kept_${table} as select * from ${table}`);
  try {
    for (const statement of statements) await pair.query(statement);
    return (await prove(chain))['fault'];
  } finally {
    for (const table of tables) {
      await pair.query(`delete from ${table}`);
      await pair.query(`insert into ${table} select * from kept_${table}`);
      await pair.query(`drop table kept_${table}`);
    }
  }
}

it('a seal covers every column of the row it seals', async () => {
  for (const chain of chains) {
    const rows = await pair.query(`select column_name as name from information_schema.columns where table_name = $1`, [chain]);
    const apart = ['merchant_id', ...(chain === 'audit' ? ['reason', 'reason_salt'] : [])];
    expect(
      rows
        .map(({ name }) => String(name))
        .filter((name) => !apart.includes(name))
        .sort(),
    ).toEqual([...sealedColumns[chain]].sort());
  }
});

it('PostgreSQL writes the text of a row as we do', async () => {
  const sample = fc.sample(fc.string({ unit: 'binary' }), { numRuns: 2000, seed: 1 }).map((text) => text.replaceAll('\0', ''));
  const odd = ['', '"', '\\', '\n\t\r\b\f', '\u0001\u001f\u007f\u0085\u2028\u2029', '</script>', '€𝄞é', '{"a":[1]}'];
  const fields = [...odd, ...sample, null];
  const [row] = await pair.query('select to_json($1::text[])::text as text', [fields]);
  expect(row?.['text']).toBe(rowText(fields));
});

it('every row is sealed once and without a gap, while two processes write and seal', async () => {
  await atOnce(40, async (index) => {
    const number = `seal-${index}`;
    await pair.ask('POST', '/api/v3/checkout/authorize', orderBody(number, 50));
    await pair.ask('POST', `/api/v3/orders/${number}/captures`, { orderDetails: summary(30) });
    if (index % 5 === 0) await seal();
  });
  const id = uuidv7(Date.now());
  await pair.query(auditRow(id));
  await pair.query(unsealedOf('audit', id));
  await atOnce(4, () => sealRows(db, merchantId, createHeadSigner([Buffer.alloc(32, 7)])));
  await seal();
  expect(await pair.query('select id from unsealed')).toEqual([]);
  for (const chain of chains) {
    const [counts] = await pair.query(
      `select (select count(*) from ${chain} where merchant_id = $1)::int as rows, sum(cardinality(row_ids))::int as sealed,
         max(number + cardinality(row_ids) - 1)::int as last from ${chain}_seals where merchant_id = $1`,
      [merchantId],
    );
    expect(counts?.['sealed']).toBe(counts?.['rows']);
    expect(counts?.['last']).toBe(counts?.['rows']);
    expect(await prove(chain)).toEqual({ checked: counts?.['rows'], waiting: 0, erasedWords: 0 });
  }
});

it('what commits after later rows were sealed is sealed behind them, and waits until then', async () => {
  const late = uuidv7(Date.now());
  const begun = {
    finish: (_end?: unknown): void => undefined,
    done: Promise.resolve(),
  };
  const held = new Promise((finish) => {
    begun.finish = finish;
  });
  await new Promise<void>((started, failed) => {
    begun.done = db.using(async (session) => {
      const statement = (name: string, text: string) => call({ name, text });
      await session.trip([
        begin,
        statement('late_row', auditRow(late, 'was late')),
        statement('late_word', unsealedOf('audit', late)),
      ]);
      started();
      await held;
      await session.trip([commit]);
    });
    begun.done.catch(failed);
  });
  await pair.ask('POST', '/api/v3/checkout/authorize', orderBody('while-waiting', 50));
  await seal();
  const sealed = async () => (await pair.query(`select number from audit_seals where '${late}' = any(row_ids)`)).length;
  expect(await sealed()).toBe(0);
  begun.finish();
  await begun.done;
  expect(await prove('audit')).toMatchObject({ waiting: 1 });
  await seal();
  expect(await sealed()).toBe(1);
  expect(await prove('audit')).toMatchObject({ waiting: 0 });
  expect((await prove('audit'))['fault']).toBeUndefined();
});

it('what processes of the version before write beside it is sealed as well, on the day of the change', async () => {
  const id = uuidv7(Date.now());
  await pair.query(auditRow(id, 'by an old process'));
  await seal();
  expect(await prove('audit')).toMatchObject({ fault: { rowId: id, what: expect.stringMatching(/waits for none/) } });
  const first = `where name = '0001-merchants.sql'`;
  await pair.query(
    `update schema_migrations set applied_at = (applied_at at time zone 'UTC' - interval '1 year') at time zone 'UTC' ${first}`,
  );
  await seal();
  expect((await prove('audit'))['fault']).toBeUndefined();
  expect((await pair.query(`select number from audit_seals where '${id}' = any(row_ids)`)).length).toBe(1);
  await pair.query(
    `update schema_migrations set applied_at = (applied_at at time zone 'UTC' + interval '1 year') at time zone 'UTC' ${first}`,
  );
});

describe('a proof', () => {
  /** The id of a row of a chain, in quotation marks. */
  async function nth(chain: string, number: number): Promise<string> {
    const [row] = await pair.query(
      `select m.id from ${chain}_seals s cross join lateral unnest(s.row_ids) with ordinality as m(id, place)
       where s.merchant_id = $1 and s.number + m.place - 1 = $2`,
      [merchantId, number],
    );
    return `'${String(row?.['id'])}'`;
  }

  it('names the row whose amount, actor or moment was changed', async () => {
    for (const [chain, change] of [
      ['ledger', 'amount_minor = amount_minor + 1'],
      // In a time zone that is named, as a cluster takes no statement that depends on the session's.
      ['ledger', `booked_at = (booked_at at time zone 'UTC' + interval '1 microsecond') at time zone 'UTC'`],
      ['audit', `actor = 'somebody else'`],
    ] as const) {
      const fault = await tampered(chain, `update ${chain} set ${change} where id = ${await nth(chain, 7)}`);
      expect(fault).toMatchObject({ number: '7', what: expect.stringMatching(/changed/) });
    }
  });

  it('names a deleted row, a deleted seal, and both', async () => {
    expect(await tampered('ledger', `delete from ledger where id = ${await nth('ledger', 5)}`)).toMatchObject({
      number: '5',
      what: expect.stringMatching(/deleted/),
    });
    expect(
      await tampered(
        'ledger',
        `delete from ledger where id = ${await nth('ledger', 1)}`,
        `delete from ledger_seals where '${merchantId}' = merchant_id and ${await nth('ledger', 1)} = any(row_ids)`,
      ),
    ).toMatchObject({ number: '1', what: expect.stringMatching(/missing/) });
  });

  it('names a row that was inserted behind the seals, and one that is dated back', async () => {
    const backThen = uuidv7(Date.now() - 3_600_000);
    const third = await nth('ledger', 3);
    const copy = (id: string, bookedAt: string) =>
      `insert into ledger select merchant_id, '${id}', event_id, order_id, debit_account, credit_account, amount_minor, currency, ${bookedAt}
       from ledger where id = ${third}`;
    expect(await tampered('ledger', copy(backThen, `now() - interval '1 hour'`))).toMatchObject({ rowId: backThen });
    // Even sealed it comes behind rows that were made long after it.
    await pair.query('create table kept_heads as select * from chain_heads');
    const heads = () =>
      pair.query('delete from chain_heads').then(() => pair.query('insert into chain_heads select * from kept_heads'));
    await pair.query(copy(backThen, `now() - interval '1 hour'`));
    await pair.query(unsealedOf('ledger', backThen));
    await seal();
    expect((await prove('ledger'))['fault']).toMatchObject({ rowId: backThen, what: expect.stringMatching(/behind later/) });
    await pair.query(`delete from ledger where id = '${backThen}'`);
    await pair.query(`delete from ledger_seals where '${backThen}' = any(row_ids)`);
    await heads();
    const fresh = uuidv7(Date.now());
    await pair.query(`create table kept_all as select * from ledger`);
    await pair.query(copy(fresh, `now() - interval '30 days'`));
    await pair.query(unsealedOf('ledger', fresh));
    await seal();
    expect((await prove('ledger'))['fault']).toMatchObject({ rowId: fresh, what: expect.stringMatching(/older/) });
    await pair.query(`delete from ledger where id = '${fresh}'`);
    await pair.query(`delete from ledger_seals where '${fresh}' = any(row_ids)`);
    await heads();
    await pair.query('drop table kept_all, kept_heads');
  });

  it('names a row that was inserted under an id without a time, even if it is sealed', async () => {
    const timeless = `f${randomUUID().slice(1)}`;
    await pair.query(
      `insert into ledger (merchant_id, id, event_id, debit_account, credit_account, amount_minor, currency, booked_at)
       select merchant_id, $1::uuid, event_id, debit_account, credit_account, 999, currency, now() - interval '40 days'
       from ledger where id = ${await nth('ledger', 3)}`,
      [timeless],
    );
    await pair.query(unsealedOf('ledger', timeless));
    await pair.query('create table kept_heads as select * from chain_heads');
    await seal();
    expect((await prove('ledger'))['fault']).toMatchObject({ rowId: timeless, what: expect.stringMatching(/id of the row/) });
    await pair.query('delete from ledger where id = $1', [timeless]);
    await pair.query('delete from ledger_seals where $1 = any(row_ids)', [timeless]);
    await pair.query('delete from chain_heads');
    await pair.query('insert into chain_heads select * from kept_heads');
    await pair.query('drop table kept_heads');
  });

  it('names an order whose counters differ from the ledger', async () => {
    await pair.query(`update orders set voided_minor = voided_minor + 1 where number = 'seal-3'`);
    expect((await prove('ledger'))['fault']).toMatchObject({ orderNumber: 'seal-3' });
    await pair.query(`update orders set voided_minor = voided_minor - 1 where number = 'seal-3'`);
    expect((await prove('ledger'))['fault']).toBeUndefined();
  });

  it('finds a chain that was cut at its end by a head that was kept', async () => {
    const heads = (await pair.ask('GET', '/admin/v1/chains', undefined, operator)).json['heads'] as Record<string, string>[];
    const head = heads.find((each) => each['merchantId'] === merchantId && each['chain'] === 'ledger');
    const expecting = `?number=${head?.['number']}&hash=${head?.['hash']}`;
    expect((await proof('ledger', expecting))['fault']).toBeUndefined();
    const cut = `from ledger_seals where merchant_id = '${merchantId}' and number + cardinality(row_ids) - 1 = ${head?.['number']}`;
    await pair.query(`create table kept_seal as select * ${cut}`);
    await pair.query(`delete ${cut}`);
    expect((await proof('ledger', expecting))['fault']).toMatchObject({ what: expect.stringMatching(/cut/) });
    await pair.query('insert into ledger_seals select * from kept_seal');
    await pair.query('drop table kept_seal');
  });

  it('holds when the words of a reason were erased, and breaks when they were replaced', async () => {
    const words = (text: string) => `update audit set reason = ${text} where operation = 'tried'`;
    expect(await tampered('audit', words(`'because of nothing'`))).toMatchObject({ what: expect.stringMatching(/words/) });
    await pair.query(`update audit set reason = null, reason_salt = null where operation = 'tried'`);
    expect(await prove('audit')).toMatchObject({ erasedWords: 1 });
    expect((await prove('audit'))['fault']).toBeUndefined();
  });
});
