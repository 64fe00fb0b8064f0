// `dps db reseal`: everything sealed or hashed by an older encryption key anew by the newest one, and which keys are needed yet.
import type pg from 'pg';
import { isDistributed } from '../../service/src/postgres/distribution.ts';
import { openKeyRing, type ReviewedKey, reviewKeys, WrongRing } from '../../service/src/rotation/key-ring.ts';
import { longQueries } from '../../service/src/rotation/long-query.ts';
import { rehash } from '../../service/src/rotation/rehash.ts';
import { type Progress, reseal } from '../../service/src/rotation/reseal.ts';
import { readEncryptionKeys } from '../../service/src/runtime/config.ts';
import { createDb } from '../../service/src/store/db.ts';
import { connectTo } from '../../service/src/store/places.ts';
import { sealedTables } from '../../service/src/tables.ts';
import { exitCodes, Failure } from './failure.ts';
import { table } from './terminal.ts';

/** Every table once; the last progress of each is what was done. */
export async function resealAll(
  url: string,
  env: NodeJS.ProcessEnv,
  report: (progress: Progress) => void,
): Promise<ReviewedKey[]> {
  const masterKeys = readEncryptionKeys(env);
  if (masterKeys === undefined)
    throw new Failure(
      'ENCRYPTION_KEYS is not set.',
      'Set it as for the service: the new key, a comma, and the older ones.',
      exitCodes.usage,
    );
  const connection = { connectionString: url };
  await refuseCluster(connection);
  const db = createDb({ connection, poolSize: 1, preparedStatements: false });
  try {
    const secrets = await openKeyRing(db, masterKeys, { connection, tables: sealedTables, now: Date.now() });
    return await longQueries(connection, async (query) => {
      await reseal(query, secrets, sealedTables, report);
      await rehash(query, secrets, report);
      return reviewKeys(query, sealedTables, Date.now());
    });
  } catch (error) {
    throw error instanceof WrongRing ? new Failure(error.message) : error;
  } finally {
    await db.close();
  }
}

/** It locks and skips rows of several merchants at once, and changes them by that: a cluster refuses this, or its copies would differ. */
async function refuseCluster(connection: pg.ClientConfig): Promise<void> {
  const client = await connectTo({ application_name: 'dps', connectionTimeoutMillis: 10_000, ...connection });
  try {
    if (!(await isDistributed(client))) return;
  } finally {
    await client.end();
  }
  throw new Failure(
    'This database is distributed over a cluster (Citus), where nothing can be sealed anew; nothing was changed.',
    'Keep the older keys in ENCRYPTION_KEYS, after the new one: it seals all that is written from now on, and all of them open.',
  );
}

/** What would be left to do, and for which key; nothing is changed but that a key that nothing needs is retired. */
export const reviewAll = (url: string): Promise<ReviewedKey[]> =>
  longQueries({ connectionString: url }, (query) => reviewKeys(query, sealedTables, Date.now()));

export function keyLines(keys: readonly ReviewedKey[]): string[] {
  const standing = { newest: 'seals', needed: 'still needed', retired: 'needed no more: take it out of ENCRYPTION_KEYS' };
  const rows = keys.map(({ id, state, needs }) => [id, standing[state], needs.join('; ')]);
  return table(['key', '', 'by'], rows);
}
