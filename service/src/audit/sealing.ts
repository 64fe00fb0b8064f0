// Sealing: rows of the ledger and of the audit get the next numbers of their merchant's chain, by whole transactions that say what
// they wrote (book/unsealed.sql.ts), so that each is read once. Nothing is claimed: two processes that seal the same rows write the
// same numbers, and the database lets one of them. What is killed half-way has done whole pages or nothing of them (C90).
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
import { signedValues, trustedHead } from './heads.ts';
import { sealStatements } from './seals.sql.ts';
import type { HeadSigner } from './signing.ts';

/**
 * So much older than the row before it a row of a chain may be: its transaction waited, or the clock of its process is behind. One
 * that is older was put in later, and `verify` names it.
 */
export const lateMs = 5 * 60_000;

/** About as many rows are sealed by one statement: well within the server's time limit, and one message on the wire. */
const pageSize = 1000;

export const sha256 = (text: string): string => hashed('sha256', text, 'hex');

interface UnsealedRow {
  readonly chain: ChainName;
  readonly id: string;
  readonly fields: SealedFields;
  readonly reason: string | null;
  readonly reasonSalt: string | null;
}

type Heads = Readonly<Record<ChainName, SignedHead>>;

/** Seal what is not sealed yet of one merchant; how many rows, and the heads of the chains that moved. Nothing behind a broken one. */
export async function sealRows(
  db: Db,
  merchantId: string,
  signer: HeadSigner,
  stopping: () => boolean = () => false,
): Promise<{ count: number; heads: Partial<Heads> }> {
  const first: Heads = {
    ledger: await trustedHead(db, 'ledger', merchantId, signer),
    audit: await trustedHead(db, 'audit', merchantId, signer),
  };
  let heads = first;
  let count = 0;
  while (!stopping()) {
    const batches = (await db.read(sealStatements.listUnsealedBatches, merchantId, pageSize)).map(({ id }) => String(id));
    if (batches.length === 0) break;
    const rows = (await db.read(sealStatements.listUnsealed, merchantId, listed(batches))) as unknown as UnsealedRow[];
    const moved = await sealPage(db, merchantId, heads, { batches, rows, signer });
    // Another process was there first, and goes on from where it is.
    if (!moved) break;
    heads = moved;
    count += rows.length;
  }
  const moved = chains.filter((chain) => heads[chain].number > first[chain].number).map((chain) => [chain, heads[chain]]);
  return { count, heads: Object.fromEntries(moved) as Partial<Heads> };
}

const listed = (texts: readonly string[]): string => `{${texts.map((text) => `"${text}"`).join(',')}}`;

async function sealPage(
  db: Db,
  merchantId: string,
  before: Heads,
  { batches, rows, signer }: { batches: readonly string[]; rows: readonly UnsealedRow[]; signer: HeadSigner },
): Promise<Heads | undefined> {
  const sealsOf = (chain: ChainName) => {
    const { signedFrom } = before[chain];
    let { number, hash } = before[chain];
    const own = rows.filter((row) => row.chain === chain);
    const digests = own.map(({ reason, reasonSalt }) => digestOf(reason, reasonSalt));
    const hashes = own.map((row, index) => {
      number += 1n;
      hash = sha256(sealText(chain, hash, merchantId, number, sealedFields(chain, row.fields, digests[index] ?? null)));
      return hash;
    });
    return {
      head: { number, hash, signedFrom },
      ids: own.map(({ id }) => id),
      hashes,
      digests: digests.map((digest) => digest ?? ''),
    };
  };
  const [ledger, audit] = [sealsOf('ledger'), sealsOf('audit')];
  const ledgerValues = [String(before.ledger.number), listed(ledger.ids), listed(ledger.hashes)];
  const auditValues = [String(before.audit.number), listed(audit.ids), listed(audit.hashes), listed(audit.digests)];
  const heads: Heads = { ledger: ledger.head, audit: audit.head };
  const moved = chains.filter((chain) => heads[chain].number > before[chain].number);
  const signed = signedValues(
    moved.map((chain) => ({ ...heads[chain], chain, merchantId })),
    signer,
  );
  try {
    await db.run(
      sealStatements.sealBatches,
      merchantId,
      listed(batches),
      sealVersion,
      ...ledgerValues,
      ...auditValues,
      ...signed,
    );
    return heads;
  } catch (error) {
    if (isServerError(error) && error.code === '23505') return undefined;
    throw error;
  }
}

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
      const made = instantInId(String(last?.['rowId'])) ?? Infinity;
      const after = last ? firstIdAt(Math.min(Number(last['sealedAt']), made) - lateMs) : lowestId;
      await db.run(sealStatements.queueLeft[chain], merchantId, after);
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
