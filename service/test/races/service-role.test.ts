// The role that the service runs as (all tests run the service as it): what it may not do, even to somebody who can send any statement.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasServiceRole, makeServiceRole, renewServiceRoles, usualServiceRole } from '../../src/postgres/service-role.ts';
import { createYoungTables } from '../../src/postgres/young-tables.ts';
import { createDb } from '../../src/store/db.ts';
import { authorizeBody, startApp, type TestApp } from '../support/app.ts';
import { asService } from '../support/database.ts';
import { until } from '../support/service-process.ts';

let app: TestApp;
let owner: pg.Client;
let service: pg.Client;
beforeAll(async () => {
  app = await startApp();
  [owner, service] = [new pg.Client(app.connection), new pg.Client(asService(app.connection))];
  await owner.connect();
  await service.connect();
  await app.ask('POST', '/api/v3/checkout/authorize', authorizeBody('DE'));
  await app.deps.jobs.runNow('seal-ledger');
});
afterAll(async () => {
  await owner.end();
  await service.end();
  await app.stop();
});

const refused = async (text: string) =>
  expect(
    service.query(text).then(
      () => 'done',
      (error: pg.DatabaseError) => error.code,
    ),
    text,
  ).resolves.toBe('42501');

it('the service runs as it, and not as the owner', async () => {
  const [row] = await app.deps.db.read({ name: 'who', text: 'select current_user as "user", session_user as "session"' });
  expect(row).toEqual({ user: usualServiceRole, session: usualServiceRole });
});

it('changes and deletes no sealed row, forgets no head, no setting and no migration', async () => {
  for (const table of ['ledger', 'ledger_seals', 'audit', 'audit_seals']) {
    await refused(`update ${table} set merchant_id = merchant_id`);
    await refused(`delete from ${table}`);
    await refused(`truncate ${table}`);
  }
  await refused(`update audit set actor = 'nobody'`);
  await service.query('update audit set reason = null, reason_salt = null where false');
  await refused('delete from chain_heads');
  await refused('delete from service_settings');
  for (const text of [
    'insert into schema_migrations values (1)',
    'delete from schema_migrations',
    `update schema_migrations set name = ''`,
  ])
    await refused(text);
});

it('makes, alters and drops nothing, and becomes nobody else', async () => {
  for (const text of [
    'create table other (id int)',
    'alter table ledger add column other int',
    'alter table ledger disable trigger all',
    'drop table ledger',
    'create function other() returns int language sql as $$ select 1 $$',
    `set session_replication_role = replica`,
    'create role other',
    'create database other',
  ])
    await refused(text);
  // Granting without a right to is a warning, and grants nothing.
  await service.query('grant update on ledger to public');
  await refused('update ledger set merchant_id = merchant_id');
  const { rows } = await owner.query(`select current_user as name`);
  await refused(`set role ${String(rows[0].name)}`);
  await refused(`copy ledger to program 'true'`);
});

it('gets what a migration brings, with the exceptions', async () => {
  await owner.query('create table of_tomorrow (id int)');
  await refused('select * from of_tomorrow');
  expect(await hasServiceRole(owner, usualServiceRole)).toBe(false);
  await Promise.all([renewServiceRoles(owner), renewServiceRoles(owner)]);
  await service.query('delete from of_tomorrow');
  expect(await hasServiceRole(owner, usualServiceRole)).toBe(true);
  await refused('delete from ledger');
  await owner.query('drop table of_tomorrow');
});

it('is no role that owns the tables', async () => {
  const { rows } = await owner.query(`select current_user as name`);
  await expect(makeServiceRole(owner, String(rows[0].name))).rejects.toThrow(/owns the database/);
});

it('takes statistics of tables that grow quickly, as their owner', async () => {
  const db = createDb({ connection: asService(app.connection), poolSize: 1, preparedStatements: true });
  await owner.query('create table young (id int)');
  await renewServiceRoles(owner);
  await owner.query('insert into young select generate_series(1, 40)');
  const known = async () =>
    Number((await owner.query(`select reltuples from pg_class where relname = 'young'`)).rows[0].reltuples);
  createYoungTables(db).grew('young', 40);
  await until('it was analyzed', async () => (await known()) === 40);
  await db.close();
  await owner.query('drop table young');
});
