// The ring of keys as a database knows it. A key that something still needs has to be in the ring, or the service does not start.
import type pg from 'pg';
import type { Instant } from '../core/dates.ts';
import { settleOnce } from '../merchants/settle-once.ts';
import type { Db } from '../store/db.ts';
import { createSecrets, type Secrets } from '../store/secrets.ts';
import { type AnyTable, arrayText } from '../store/table.ts';
import { listEncryptionKeys, recordRing, retireKey } from './encryption-keys.sql.ts';
import { longQueries, type Query } from './long-query.ts';
import { type KnownKey, needsOf, needText } from './needs.ts';

const knownKeys = async (db: Db): Promise<KnownKey[]> => (await db.read(listEncryptionKeys)) as unknown as KnownKey[];

/** A ring that cannot be used with this database; the message says which key is missing, and for what. */
export class WrongRing extends Error {}

export interface Surroundings {
  readonly connection: pg.ClientConfig;
  readonly tables: readonly AnyTable[];
  readonly now: Instant;
}

/** The keys of the ring for this database, recorded as its own. */
export async function openKeyRing(
  db: Db,
  masterKeys: readonly Buffer[],
  { connection, tables, now }: Surroundings,
): Promise<Secrets> {
  const mine = createSecrets(masterKeys);
  const first = await settleOnce(db, 'encryption_key', mine.keys[0]?.mark ?? '');
  const known = await knownKeys(db);
  const { keys } = createSecrets(masterKeys, { first });
  // Before keys were recorded a database had one, the one that it was made with.
  if (known.length === 0 && !keys.some(({ mark }) => mark === first))
    throw new WrongRing(
      'The database was made with another encryption key; set ENCRYPTION_KEY to that one (it was in DATA_DIR/encryption.key).',
    );
  const missing = known.filter(({ id, retiredAt }) => retiredAt === null && !keys.some((key) => key.id === id));
  if (missing.length > 0) await longQueries(connection, (query) => demandRetired(query, missing, tables, now));
  await db.run(
    recordRing,
    arrayText(
      'text',
      keys.map(({ id }) => id),
    ),
    arrayText(
      'text',
      keys.map(({ tag }) => tag),
    ),
  );
  const retired = (await knownKeys(db)).filter(({ retiredAt }) => retiredAt !== null).map(({ id }) => id);
  return createSecrets(masterKeys, { first, retired });
}

/** Keys that are in the ring no more: what needs one is opened or found by no other. */
async function demandRetired(
  query: Query,
  missing: readonly KnownKey[],
  tables: readonly AnyTable[],
  now: Instant,
): Promise<void> {
  const newest = missing.find(({ succeededAt }) => succeededAt === null);
  if (newest)
    throw new WrongRing(
      `The database was made with another encryption key, or is sealed by one since: ${newest.id} is missing; set ENCRYPTION_KEYS to the new key and that one.`,
    );
  for (const key of missing) {
    const needs = await needsOf(query, key, tables, now);
    if (needs.length > 0)
      throw new WrongRing(`ENCRYPTION_KEYS lacks the key ${key.id}, and it is still needed: ${needs.map(needText).join('; ')}.`);
    await query(retireKey.text, key.id);
  }
}

/** Every key of this database and what needs it; one that nothing needs is retired. */
export async function reviewKeys(query: Query, tables: readonly AnyTable[], now: Instant): Promise<ReviewedKey[]> {
  const reviewed: ReviewedKey[] = [];
  for (const row of await query(listEncryptionKeys.text)) {
    const key = row as unknown as KnownKey;
    const state = key.succeededAt === null ? 'newest' : key.retiredAt === null ? 'needed' : 'retired';
    const needs = state === 'needed' ? await needsOf(query, key, tables, now) : [];
    const retires = state === 'needed' && needs.length === 0;
    if (retires) await query(retireKey.text, key.id);
    reviewed.push({ id: key.id, state: retires ? 'retired' : state, needs: needs.map(needText) });
  }
  return reviewed;
}

export interface ReviewedKey {
  readonly id: string;
  readonly state: 'newest' | 'needed' | 'retired';
  readonly needs: readonly string[];
}
