// Histories on PostgreSQL, each statement compared with what the server in memory makes of it.
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Planted, playHistory } from '../../../scripts/faults/histories/history.ts';
import {
  createPostgresGround,
  makeHistoryDatabase,
  type PostgresGround,
} from '../../../scripts/faults/histories/postgres-ground.ts';
import { onNodes } from '../support/global-setup.ts';

/** Of orders with captures, statements and bank files. */
const realSeeds = [4, 5, 8];

const name = `dps_histories_${process.pid}`;
let ground: PostgresGround;
beforeAll(async () => {
  ground = createPostgresGround(await makeHistoryDatabase(inject('testServer').nodes[0], name));
});
afterAll(async () => {
  await ground.close();
  await onNodes([inject('testServer').nodes[0]], `drop database if exists ${name} with (force)`);
});

it('histories lose nothing, and each statement returns there what it returns of the server in memory', async () => {
  for (const seed of realSeeds) {
    const { complaints } = await playHistory({ seed, ground, compared: true });
    expect(complaints, `npm run test:faults -- histories --compared --seed ${seed}`).toEqual([]);
  }
});

it('histories show where the two servers differ', async () => {
  const wrong: Planted = {
    server: (server) => ({
      ...server,
      insert: (by, table, row, onConflict) =>
        server.insert(by, table, table.name === 'captures' ? { ...row, amountMinor: 1n } : row, onConflict),
    }),
  };
  const { complaints } = await playHistory({ seed: 6, ground, compared: true, planted: wrong });
  expect(complaints).toContainEqual(expect.stringContaining('captures.amountMinor: "1" in memory'));
});
