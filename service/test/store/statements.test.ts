// An old server knows less than the newest, and a cluster refuses what it cannot send to one node, or cannot repeat on each: every
// statement of the service is run, with values that mean nothing, as the service's role. What the values themselves break (a
// constraint, a form) is not of interest here.
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Statement } from '../../src/store/table.ts';
import { allStatements, connectAsService, runWithSamples } from '../support/all-statements.ts';

let service: Awaited<ReturnType<typeof connectAsService>>;
beforeAll(async () => {
  service = await connectAsService();
});
afterAll(() => service.close());

/** The refusal of the server, if it refuses. */
async function refusalOf(statement: Statement): Promise<string | undefined> {
  await service.client.query('begin');
  try {
    await runWithSamples(service.client, statement, 'execute');
    return undefined;
  } catch (error) {
    const { code = '', message } = error as pg.DatabaseError;
    // What a node of a cluster checks while rows are copied to it comes back without its code.
    return /^2[23]/.test(code) || / violates /.test(message) ? undefined : `${statement.name}: ${code} ${message}`;
  } finally {
    await service.client.query('rollback');
    await service.client.query('deallocate all');
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
