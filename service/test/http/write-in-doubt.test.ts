// A write outside the book whose connection breaks was perhaps done: no answer invites to do it again.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const operator = { key: 'sandbox-operator' };
const makeKey = () => app.ask('POST', '/admin/v1/keys', { name: 'doubt', scopes: ['admin:read'], reason: 'Try' }, operator);

it('a key that was being stored when the connection broke is answered as perhaps made', async () => {
  await app.query(`create function break_off() returns trigger language plpgsql security definer as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  await app.query('create trigger break_off after insert on api_keys for each statement execute function break_off()');
  const broken = await makeKey();
  expect([broken.status, broken.messages[0]?.['code'], broken.headers['retry-after']]).toEqual([500, '400.374', undefined]);
  await app.query('drop trigger break_off on api_keys');
  expect((await makeKey()).status).toBe(200);
});
