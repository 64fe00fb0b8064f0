// Sealing: rows of the ledger and of the audit get the next numbers of their merchant's chain, by whole transactions that say what
// they wrote (book/unsealed.sql.ts), so that each is read once. One seal is for all rows that are sealed together. Nothing is claimed:
// two processes that seal at the same moment make seals of the same number, and the database lets one of them. What is killed half-way
// has done whole pages or nothing of them (C90).
import { hash as hashed } from 'node:crypto';
import {
  type ChainName,
  chains,
  digestText,
  firstIdAt,
  instantInId,
  lowestId,
  type SealedFields,
  type SignedHead,
  sealText,
  sealVersion,
} from '../core/seal.ts';
import { type Db, isServerError } from '../store/db.ts';
import { listMerchantIds } from './audit-trail.sql.ts';
import { findHead } from './heads.sql.ts';
import { signedValues, type TrustedHead, trustedHead } from './heads.ts';
import { sealStatements } from './seals.sql.ts';
import type { HeadSigner } from './signing.ts';
import { lateMs, strayRows } from './strays.ts';

/** About as many rows are sealed at once: some milliseconds of the server's, so that requests beside it hardly wait. */
const pageSize = 300;

export const sha256 = (text: string): string => hashed('sha256', text, 'hex');

/** The rows of a chain that wait, as one: what PostgreSQL makes of them goes back to it as it is. */
interface Digested {
  readonly chain: ChainName;
  readonly count: number;
  /** An array as text, in its order; null for no row. */
  readonly ids: string | null;
  /** In hexadecimal. */
  readonly hashes: string | null;
  readonly digests: string | null;
}

type Heads = Readonly<Record<ChainName, TrustedHead>>;

/** Seal what is not sealed yet of one merchant; how many rows, and the heads of the chains that moved. Nothing behind a broken one. */
export async function sealRows(
  db: Db,
  merchantId: string,
  signer: HeadSigner,
  stopping: () => boolean = () => false,
): Promise<{ count: number; heads: Partial<Record<ChainName, SignedHead>> }> {
  const first: Heads = {
    ledger: await trustedHead(db, 'ledger', merchantId, signer),
    audit: await trustedHead(db, 'audit', merchantId, signer),
  };
  let heads = first;
  let count = 0;
  while (!stopping()) {
    const batches = (await db.read(sealStatements.listUnsealedBatches, merchantId, pageSize)).map(({ id }) => String(id));
    if (batches.length === 0) break;
    const digested = (await db.read(sealStatements.digestUnsealed, merchantId, listed(batches))) as unknown as Digested[];
    const moved = await sealPage(db, merchantId, heads, { batches, digested, signer });
    // Another process was there first, and goes on from where it is.
    if (!moved) break;
    heads = moved;
    for (const each of digested) count += each.count;
  }
  const moved = chains.filter((chain) => heads[chain].number > first[chain].number).map((chain) => [chain, heads[chain]]);
  return { count, heads: Object.fromEntries(moved) as Partial<Heads> };
}

const listed = (texts: readonly string[]): string => `{${texts.map((text) => `"${text}"`).join(',')}}`;

async function sealPage(
  db: Db,
  merchantId: string,
  before: Heads,
  { batches, digested, signer }: { batches: readonly string[]; digested: readonly Digested[]; signer: HeadSigner },
): Promise<Heads | undefined> {
  const rowsOf = (chain: ChainName): Digested => digested.find((each) => each.chain === chain) ?? { chain, ...nothing };
  const after = (chain: ChainName): TrustedHead => {
    const { ids, hashes, count } = rowsOf(chain);
    if (ids === null || hashes === null) return before[chain];
    const { number: last, hash, signedFrom, highestId } = before[chain];
    return {
      number: last + BigInt(count),
      hash: sha256(sealText(chain, hash, merchantId, last + 1n, hashes)),
      signedFrom,
      highestId: higher(ids.slice(-1 - lowestId.length, -1), highestId),
    };
  };
  const heads: Heads = { ledger: after('ledger'), audit: after('audit') };
  const values = (chain: ChainName): (string | null)[] => {
    const { ids, hashes } = rowsOf(chain);
    if (ids === null) return [null, null, null, null, null];
    const { hash, highestId } = heads[chain];
    return [(before[chain].number + 1n).toString(), hash, ids, hashes, highestId];
  };
  const moved = chains.filter((chain) => heads[chain].number > before[chain].number);
  const signed = signedValues(
    moved.map((chain) => ({ ...heads[chain], chain, merchantId })),
    signer,
  );
  const seals = [...values('ledger'), ...values('audit'), rowsOf('audit').digests];
  try {
    await db.run(sealStatements.sealBatches, merchantId, listed(batches), sealVersion, ...seals, ...signed);
    return heads;
  } catch (error) {
    if (isServerError(error) && error.code === '23505') return undefined;
    throw error;
  }
}

const nothing = { count: 0, ids: null, hashes: null, digests: null };

/** Of two ids, as the database orders them. */
export const higher = (one: string, other: string): string => (one > other ? one : other);

/**
 * For a day after the migration that made `unsealed`, processes of the version before may write rows beside it: those that were made
 * since the last seal, or a little earlier, are looked for.
 */
export async function queueWhatIsLeft(db: Db): Promise<void> {
  if ((await db.read(sealStatements.findNewlyMigrated)).length === 0) return;
  const merchants = (await db.read(listMerchantIds, null)).map(({ id }) => String(id));
  for (const merchantId of [...merchants, lowestId]) {
    for (const chain of chains) {
      const [last] = await db.read(findHead[chain], merchantId);
      const made = instantInId(String(last?.['highestId'])) ?? Infinity;
      let after: string | undefined = last ? firstIdAt(Math.min(Number(last['sealedAt']), made) - lateMs) : lowestId;
      while (after !== undefined) {
        const { strays, next } = await strayRows(db, chain, merchantId, after);
        if (strays.length > 0) await db.run(sealStatements.queueLeft[chain], merchantId, listed(strays));
        after = next;
      }
    }
  }
}

/** The words of an audit row as the chain knows them. */
export function digestOf(words: string | null | undefined, salt: string | null | undefined): string | null {
  return words === null || words === undefined ? null : sha256(digestText(salt ?? '', words));
}

/** The fields of a row with the digest of its words behind them, where the chain has words. */
export const sealedFields = (chain: ChainName, fields: SealedFields, digest: string | null): SealedFields =>
  chain === 'audit' ? [...fields, digest] : fields;
