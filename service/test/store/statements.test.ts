// An old server knows less than the newest, and a cluster refuses what it cannot send to one node, or cannot repeat on each: every
// statement of the service is run, with values that mean nothing, as the service's role. What the values themselves break (a
// constraint, a form) is not of interest here.
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Statement } from '../../src/store/table.ts';
import { allStatements, runWithSamples } from '../support/all-statements.ts';
import { asService, type TestDatabase, testDatabase } from '../support/database.ts';

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

/** The refusal of the server, if it refuses. */
async function refusalOf(statement: Statement): Promise<string | undefined> {
  await client.query('begin');
  try {
    await runWithSamples(client, statement, 'execute');
    return undefined;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    // What a node of a cluster checks while rows are copied to it comes back without its code.
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
