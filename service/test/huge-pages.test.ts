// Whether the server that the tests run on has huge pages is the machine's matter, so what is expected follows what it says.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hugePagesAdvice } from '../src/postgres/huge-pages.ts';
import { type TestDatabase, testDatabase } from './support/database.ts';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.url);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

test('a large book on a server without huge pages gets advice how many it needs', async () => {
  const { rows } = await client.query<{ status: string | null; pages: string }>(
    `select current_setting('huge_pages_status', true) as status, current_setting('shared_memory_size_in_huge_pages') as pages`,
  );
  const [{ status, pages } = { status: null, pages: '0' }] = rows;
  const advice = await hugePagesAdvice(client, 0);
  if (status === 'off' && Number(pages) > 0) expect(advice).toContain(`vm.nr_hugepages=${pages} `);
  else expect(advice).toBeUndefined();
});

test('a small one gets no advice', async () => {
  expect(await hugePagesAdvice(client)).toBeUndefined();
});
