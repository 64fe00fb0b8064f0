// `dps db reseal`: everything sealed or hashed by an older encryption key anew by the newest one, and which keys are needed yet.
import { openKeyRing, type ReviewedKey, reviewKeys, WrongRing } from '../../service/src/rotation/key-ring.ts';
import { longQueries } from '../../service/src/rotation/long-query.ts';
import { rehash } from '../../service/src/rotation/rehash.ts';
import { type Progress, reseal } from '../../service/src/rotation/reseal.ts';
import { readEncryptionKeys } from '../../service/src/runtime/config.ts';
import { createDb } from '../../service/src/store/db.ts';
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

/** What would be left to do, and for which key; nothing is changed but that a key that nothing needs is retired. */
export const reviewAll = (url: string): Promise<ReviewedKey[]> =>
  longQueries({ connectionString: url }, (query) => reviewKeys(query, sealedTables, Date.now()));

export function keyLines(keys: readonly ReviewedKey[]): string[] {
  const standing = { newest: 'seals', needed: 'still needed', retired: 'needed no more: take it out of ENCRYPTION_KEYS' };
  const rows = keys.map(({ id, state, needs }) => [id, standing[state], needs.join('; ')]);
  return table(['key', '', 'by'], rows);
}
