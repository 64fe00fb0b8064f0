// Who did what, and why: the operator's words stand in the row that tells of the act, and an act that changed nothing leaves
// no row.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorsOwn } from '../../src/book/audit.sql.ts';
import { audited } from '../../src/book/auditing.ts';
import { operations } from '../../src/operations.ts';
import { uuidv7 } from '../../src/runtime/chance.ts';
import { createDb, type Db } from '../../src/store/db.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { camt } from '../support/camt.ts';

let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await startApp();
  db = createDb({ connection: app.connection, poolSize: 1, preparedStatements: true });
});
const operator = { key: 'sandbox-operator' };
afterAll(async () => {
  await db.close();
  await app.stop();
});

it('a statement that goes round the book is audited in the same statement, and not when it changed nothing', async () => {
  const rename = {
    name: 'rename',
    text: `update service_settings set value = $2 where name = $1 returning name`,
  };
  const act = {
    merchantId: operatorsOwn,
    actor: 'a key',
    operation: 'renameSetting',
    subject: 'a setting',
    requestId: 'r-1',
    reason: `  ${'why '.repeat(200)}`,
    happenedAt: Date.parse('2026-03-01T12:00:00Z'),
  };
  await app.query(`insert into service_settings (name, value) values ('tried', 'before')`);
  for (const name of ['tried', 'missing']) {
    const { statement, values } = audited(rename, [name, 'after'], act, uuidv7(Date.now()));
    // What reads must change nothing.
    await expect(db.read(statement, ...values)).rejects.toThrow('rename_audited writes');
    expect(await db.run(statement, ...values)).toEqual(name === 'tried' ? [{ name }] : []);
  }
  expect(await app.query(`select merchant_id, actor, subject, reason, happened_at from audit`)).toEqual([
    {
      merchant_id: operatorsOwn,
      actor: 'a key',
      subject: 'a setting',
      reason: 'why '.repeat(200).slice(0, 500),
      happened_at: new Date('2026-03-01T12:00:00Z'),
    },
  ]);
});

it('an organisation without merchants has an audit without rows', async () => {
  const ask = (path: string, body: object) => app.ask('POST', `/admin/v1${path}`, body, operator);
  const { id } = (await ask('/organisations', { name: 'Young', reason: 'a test' })).body;
  const { key } = (await ask('/keys', { name: 'young', organisationId: id, reason: 'a test' })).body;
  const answer = await app.ask('GET', '/admin/v1/audit', undefined, { key: String(key) });
  expect([answer.status, answer.body], answer.text).toEqual([200, { audit: [] }]);
});

it('is read of more merchants than one statement takes, newest first and page by page', async () => {
  const columns = await app.query(
    `select column_name as name from information_schema.columns
      where table_name = 'merchants' and column_name not in ('id', 'name') and is_generated = 'NEVER'`,
  );
  const others = columns.map(({ name }) => String(name)).join(', ');
  await app.query(`insert into merchants (id, name, ${others}) select gen_random_uuid(), 'One of many ' || g, ${others}
    from merchants, generate_series(1, 600) g where country = 'DE'`);
  const [one, two, three] = await app.query(`(select id from merchants order by id limit 2) union all
    (select id from merchants order by id desc limit 1)`);
  for (const merchant of [three, one, two, three, one])
    await app.ask('PUT', `/admin/v1/merchants/${String(merchant?.['id'])}`, { language: 'EN', reason: 'one of many' }, operator);
  const reads: number[] = [];
  const read = app.deps.db.read.bind(app.deps.db);
  Object.assign(app.deps.db, {
    read: (statement: { name: string }, ...values: never[]) => {
      if (statement.name === 'search_audit') reads.push(values.length);
      return read(statement as never, ...values);
    },
  });
  const pages: unknown[] = [];
  let after = '';
  for (let page = 0; page < 3; page += 1) {
    const { body } = await app.ask('GET', `/admin/v1/audit?operation=setMerchant&limit=2${after}`, undefined, operator);
    pages.push((body['audit'] as { merchantId: string }[]).map(({ merchantId }) => merchantId));
    after = `&after=${String(body['next'])}`;
  }
  Object.assign(app.deps.db, { read });
  const ids = [one, two, three].map((row) => row?.['id']);
  expect(pages).toEqual([[ids[0], ids[2]], [ids[1], ids[0]], [ids[2]]]);
  expect(Math.max(...reads)).toBeLessThan(600);
});

it('what concerns no order is told too: data of places, a bank statement, a job run by hand, a clock put forward', async () => {
  const send = async (method: 'POST' | 'PUT', path: string, body?: object | string): Promise<Record<string, unknown>> => {
    const headers = typeof body === 'string' ? { headers: { 'content-type': 'application/xml' } } : {};
    const answer = await app.ask(method, `/admin/v1${path}`, body, { ...operator, ...headers });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const [shop] = await app.query(`select id from merchants where country = 'DE' and name not like 'One of many%'`);
  const merchantId = String(shop?.['id']);
  const places = [{ country: 'NO', postalCode: '5633', place: 'Omastrand' }];
  const begin = { label: 'places.tsv', credit: 'ours', contentHash: 'c1', reason: 'the list of this year' };
  const { importId } = await send('POST', '/reference/imports', begin);
  await send('POST', `/reference/imports/${String(importId)}/places`, { places });
  const early = { placeCount: 2, reason: 'too early' };
  expect((await app.ask('POST', `/admin/v1/reference/imports/${String(importId)}/finish`, early, operator)).status).toBe(409);
  await send('POST', `/reference/imports/${String(importId)}/finish`, { placeCount: 1, reason: 'the list of this year' });
  expect(await send('POST', '/reference/imports', begin)).toEqual({ isCurrent: true });
  const file = camt([{ amount: '10.00', texts: ['of whom?'], on: '2026-03-02', bankReference: 'A-1' }]);
  const statement = await send('POST', '/bank-statements?reason=of%20March', file);
  expect(await send('POST', '/bank-statements', file)).toMatchObject({ known: true });
  await send('POST', '/jobs/purge-velocities/run');
  await send('POST', '/jobs/purge-velocities/run', { reason: 'asked by a person' });
  await send('PUT', `/merchants/${merchantId}/clock`, { advanceSeconds: 60, reason: 'to see a reminder' });
  const back = { now: '2020-01-01T00:00:00Z' };
  expect((await app.ask('PUT', `/admin/v1/merchants/${merchantId}/clock`, back, operator)).status).toBe(409);

  const [created] = await app.query(`select actor from audit where operation = 'createOrganisation'`);
  const told = await app.query(
    `select merchant_id, operation, subject, reason from audit where actor = $1 and operation = any($2) order by happened_at, id`,
    created?.['actor'],
    ['beginReferenceImport', 'addReferencePlaces', 'finishReferenceImport', 'importBankStatement', 'runJob', 'setClock'],
  );
  expect(told.map(({ merchant_id: of, ...row }) => [of, ...Object.values(row)])).toEqual([
    [operatorsOwn, 'beginReferenceImport', importId, 'the list of this year'],
    [operatorsOwn, 'addReferencePlaces', importId, null],
    [operatorsOwn, 'finishReferenceImport', importId, 'the list of this year'],
    [operatorsOwn, 'importBankStatement', statement['importId'], 'of March'],
    [operatorsOwn, 'runJob', 'purge-velocities', null],
    [operatorsOwn, 'runJob', 'purge-velocities', 'asked by a person'],
    [merchantId, 'setClock', merchantId, 'to see a reminder'],
  ]);
});

it('every operation that changes something takes a reason', () => {
  // What only reads, and the parts of an import that was begun with one.
  const without = ['searchOrdersOfPerson', 'replayPolicy', 'previewSettlement', 'addReferencePlaces'];
  const found = operations.filter(({ method, body, query = {} }) => {
    const { properties = {} } = (body ?? {}) as { properties?: object };
    return method !== 'GET' && !Object.hasOwn({ ...properties, ...query }, 'reason');
  });
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(without));
  expect(found).toHaveLength(without.length);
});
