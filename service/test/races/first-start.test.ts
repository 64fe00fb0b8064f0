// Several services begin on one new database at the same moment; and one comes later with another encryption key, which
// would find nobody again and let limits be used twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose, type Service } from '../../src/compose.ts';
import { readConfig } from '../../src/runtime/config.ts';
import { asService, type TestDatabase, testDatabase } from '../support/database.ts';
import { withoutPlaces } from '../support/settings.ts';

let database: TestDatabase;
const running: Service[] = [];
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  for (const service of running) {
    await service.app.close();
    await service.close();
  }
  await database.drop();
});

const start = async (key: number): Promise<void> => {
  const config = readConfig({ LOG_LEVEL: 'silent', POOL_SIZE: '5', ...withoutPlaces });
  running.push(await compose({ config, connection: asService(database.connection), encryptionKeys: [Buffer.alloc(32, key)] }));
};

it('several first starts at once all succeed, and make nine shops', async () => {
  await Promise.all([start(1), start(1), start(1), start(1)]);
  expect(running).toHaveLength(4);
  const rows = await running[0]?.deps.db.read({ name: 'shops', text: 'select count(*) from merchants' });
  expect(rows).toEqual([{ count: 9n }]);
});

it('a start with another encryption key is refused in one line', async () => {
  await expect(start(2)).rejects.toThrow('The database was made with another encryption key');
  await start(1);
});
