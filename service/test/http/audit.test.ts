// Who did what, and why: the operator's words stand in the row that tells of the act, and an act that changed nothing leaves
// no row.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { operatorsOwn } from '../../src/book/audit.sql.ts';
import { audited } from '../../src/book/auditing.ts';
import { uuidv7 } from '../../src/runtime/chance.ts';
import { createDb, type Db } from '../../src/store/db.ts';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let db: Db;
beforeAll(async () => {
  app = await startApp();
  db = createDb({ connection: app.connection, poolSize: 1, preparedStatements: true });
});
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
