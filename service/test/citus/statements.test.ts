// A cluster finds the shard of a statement by the merchant that it names.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loads } from '../../src/loads.ts';
import { allStatements, connectAsService, runWithSamples } from '../support/all-statements.ts';

let service: Awaited<ReturnType<typeof connectAsService>>;
beforeAll(async () => {
  service = await connectAsService();
});
afterAll(() => service.close());

/** Lists and reports of operators whose sub-selects name the merchant by the outer row, so that every shard is asked. */
const overAllShards = ['find_open_business', 'list_collection_files', 'list_waiting', 'list_webhook_endpoints'];

it('finds what a statement of one merchant reads and changes in one shard, whatever the batch', async () => {
  const all = [...loads.map(({ statement }) => statement), ...(await allStatements())];
  // How rows are inserted is not shown before it is done; service/test/citus/hot-path.test.ts looks at it.
  const ofOne = all.filter(({ text }) => /merchant_id = \$\d/.test(text) && !/^insert|with recursive/.test(text));
  const elsewhere: string[] = [];
  for (const each of ofOne) {
    const plan = await runWithSamples(service.client, each, 'explain execute').then(
      (rows) => rows.map((row) => String(row['QUERY PLAN'])).join('\n'),
      String,
    );
    await service.client.query('deallocate all');
    if ([...plan.matchAll(/Task Count: (\w+)/g)].some(([, count]) => count !== '1')) elsewhere.push(each.name);
  }
  expect(ofOne.length).toBeGreaterThan(100);
  expect(elsewhere.sort()).toEqual(overAllShards);
});
