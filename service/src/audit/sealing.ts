// Sealing: rows of the ledger and of the audit get the next numbers of their merchant's chain. Nothing is claimed: two
// processes that seal the same rows write the same numbers, and the database lets one of them. What is killed half-way has
// done whole pages or nothing of them (C90).
import { createHash } from 'node:crypto';
import {
  beforeFirst,
  type ChainName,
  digestText,
  firstIdAt,
  instantInId,
  type SealedFields,
  sealText,
  sealVersion,
} from '../core/seal.ts';
import { type Db, isServerError } from '../store/db.ts';
import { sealStatements } from './seals.sql.ts';

export interface Head {
  readonly number: bigint;
  readonly hash: string;
}

/**
 * For so long a row may become visible after a later one was sealed: a transaction that waited, a process whose clock is
 * behind. What comes in later than that has no place in the chain any more, and `verify` names it.
 */
export const lateMs = 5 * 60_000;

/** Rows looked at by one statement: well within the server's time limit, and one message on the wire. */
const pageSize = 1000;

const lowestId = '00000000-0000-0000-0000-000000000000';
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface UnsealedRow {
  readonly id: string;
  readonly fields: SealedFields;
  readonly reason?: string | null;
  readonly reasonSalt?: string | null;
  readonly unsealed: boolean;
  readonly count: number;
}

/** Seal what is not sealed yet of one merchant; how many rows, and the chain's head where it moved. */
export async function sealRows(
  db: Db,
  chain: ChainName,
  merchantId: string,
  stopping: () => boolean = () => false,
): Promise<{ count: number; head?: Head }> {
  const [last] = await db.read(sealStatements.findHead[chain], merchantId);
  let head: Head = {
    number: (last?.['number'] as bigint | undefined) ?? 0n,
    hash: (last?.['hash'] as string | undefined) ?? beforeFirst,
  };
  let after = last
    ? firstIdAt(Math.min(Number(last['sealedAt']), instantInId(String(last['rowId'])) ?? Infinity) - lateMs)
    : lowestId;
  let count = 0;
  for (;;) {
    const rows = (await db.read(sealStatements.listUnsealed[chain], merchantId, after, pageSize)) as unknown as UnsealedRow[];
    const unsealed = rows.filter((row) => row.unsealed);
    const moved = unsealed.length === 0 ? head : await sealPage(db, chain, merchantId, head, unsealed);
    // Another process was there first, and goes on from where it is.
    if (!moved) break;
    head = moved;
    count += unsealed.length;
    after = rows.at(-1)?.id ?? after;
    if ((rows[0]?.count ?? 0) < pageSize || stopping()) break;
  }
  return { count, ...(count > 0 && { head }) };
}

async function sealPage(
  db: Db,
  chain: ChainName,
  merchantId: string,
  before: Head,
  rows: readonly UnsealedRow[],
): Promise<Head | undefined> {
  let { number, hash } = before;
  const digests = rows.map(({ reason, reasonSalt }) => digestOf(reason, reasonSalt));
  const hashes = rows.map((row, index) => {
    number += 1n;
    hash = sha256(sealText(chain, hash, merchantId, number, sealedFields(chain, row.fields, digests[index] ?? null)));
    return hash;
  });
  const listed = (texts: readonly string[]): string => `{${texts.map((text) => `"${text}"`).join(',')}}`;
  const values = [merchantId, String(before.number + 1n), sealVersion, listed(rows.map(({ id }) => id)), listed(hashes)];
  try {
    const own = chain === 'audit' ? [listed(digests.map((digest) => digest ?? ''))] : [];
    await db.run(sealStatements.insertSeals[chain], ...values, ...own);
    return { number, hash };
  } catch (error) {
    if (isServerError(error) && error.code === '23505') return undefined;
    throw error;
  }
}

/** The words of an audit row as the chain knows them. */
export function digestOf(words: string | null | undefined, salt: string | null | undefined): string | null {
  return words === null || words === undefined ? null : sha256(digestText(salt ?? '', words));
}

/** The fields of a row with the digest of its words behind them, where the chain has words. */
export const sealedFields = (chain: ChainName, fields: SealedFields, digest: string | null): SealedFields =>
  chain === 'audit' ? [...fields, digest] : fields;
