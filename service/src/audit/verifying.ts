// Proving a chain, a page at a time, so that one of millions of rows is proved by many short statements: the seals and their
// rows from the first on, then that there is no other row, and of the ledger that every order's counters are what its
// entries add up to. The first thing that is wrong is named.
import { beforeFirst, type ChainName, instantInId, lowestId, type SealedFields, sealText } from '../core/seal.ts';
import type { Db } from '../store/db.ts';
import { mayTakeOver } from './heads.sql.ts';
import { faultOfHead, readHead } from './heads.ts';
import { digestOf, lateMs, sealedFields, sha256 } from './sealing.ts';
import { findUnbalancedOrder, sealStatements } from './seals.sql.ts';
import type { HeadProver } from './signing.ts';

export type Phase = 'seals' | 'rows' | 'orders';

/** How far a proof has got. */
export interface ProofPlace {
  readonly phase: Phase;
  /** The number of the last seal, or the id of the last row or order. */
  readonly after: string;
  /** The hash of the last seal. */
  readonly hash: string;
}

export const proofBegins: ProofPlace = { phase: 'seals', after: '0', hash: beforeFirst };

export interface ProofFault {
  /** In words, for the operator. */
  readonly what: string;
  readonly number?: string;
  readonly rowId?: string;
  readonly orderNumber?: string;
}

export interface ProofPart {
  readonly checked: number;
  /** Reasons whose words were erased. */
  readonly erasedWords: number;
  /** Rows that are not sealed yet. */
  readonly waiting: number;
  /** The first seal since which every head was signed, with the page that reaches the head; and whether a key was there to prove it. */
  readonly signedFrom?: string;
  readonly isSignatureProved?: boolean;
  /** Nothing when all is proved, or a fault was found. */
  readonly next?: ProofPlace;
  readonly fault?: ProofFault;
}

/** A business clock may be ahead of real time (the sandbox's), never behind it by more than this. */
const behindMs = 15 * 60_000;

/** A page of so many seals, rows or orders. */
const pageSize = 2000;

export async function provePart(
  db: Db,
  chain: ChainName,
  merchantId: string,
  place: ProofPlace,
  prover: HeadProver,
): Promise<ProofPart> {
  if (place.phase === 'seals') return proveSeals(db, chain, merchantId, place, prover);
  if (place.phase === 'rows') return proveRows(db, chain, merchantId, place);
  return proveOrders(db, merchantId, place);
}

/** A head that was kept elsewhere: it has to be in the chain still. */
export async function proveHead(
  db: Db,
  chain: ChainName,
  merchantId: string,
  number: bigint,
  hash: string,
): Promise<ProofFault | undefined> {
  const [seal] = await db.read(sealStatements.findSeal[chain], merchantId, number.toString());
  if (!seal) return { what: 'the chain was cut: it does not reach the head that was kept', number: number.toString() };
  if (seal['hash'] !== hash) return { what: 'the seal is another than the head that was kept', number: number.toString() };
  return undefined;
}

interface SealRow {
  readonly number: bigint;
  readonly rowId: string;
  /** Of the row that was sealed before. */
  readonly beforeId: string | null;
  readonly version: number;
  readonly hash: string;
  readonly reasonDigest?: string | null;
  readonly present: boolean;
  readonly fields: SealedFields;
  readonly saidMs: number;
  readonly reason?: string | null;
  readonly reasonSalt?: string | null;
}

async function proveSeals(
  db: Db,
  chain: ChainName,
  merchantId: string,
  place: ProofPlace,
  prover: HeadProver,
): Promise<ProofPart> {
  const rows = (await db.read(sealStatements.listSealed[chain], merchantId, place.after, pageSize)) as unknown as SealRow[];
  let number = BigInt(place.after);
  let hash = place.hash;
  let erasedWords = 0;
  for (const [index, row] of rows.entries()) {
    number += 1n;
    const fault = faultOfSeal(chain, merchantId, number, hash, row);
    if (fault)
      return { checked: index, erasedWords, waiting: 0, fault: { number: number.toString(), rowId: row.rowId, ...fault } };
    if (row.reasonDigest && !row.reason) erasedWords += 1;
    hash = row.hash;
  }
  const part = { checked: rows.length, erasedWords, waiting: 0 };
  const further: ProofPlace = { phase: 'seals', after: number.toString(), hash };
  if (rows.length === pageSize) return { ...part, next: further };
  const found = await readHead(db, chain, merchantId, prover);
  const { head, signed, isOwn } = found;
  // Sealed since the page was read.
  if (head.number > number) return { ...part, next: further };
  const isTakenOver = !signed && (await db.read(mayTakeOver)).length > 0;
  const fault = isTakenOver ? undefined : faultOfHead(found, false);
  if (fault !== undefined) return { ...part, fault: { what: fault, number: (signed?.number ?? number).toString() } };
  return {
    ...part,
    ...(signed && { signedFrom: signed.signedFrom.toString(), isSignatureProved: isOwn === true }),
    next: { phase: 'rows', after: lowestId, hash: '' },
  };
}

function faultOfSeal(
  chain: ChainName,
  merchantId: string,
  number: bigint,
  previous: string,
  row: SealRow,
): ProofFault | undefined {
  if (row.number !== number) return { what: `the seal is missing; the next one there is ${row.number}` };
  if (!row.present) return { what: 'the row of the seal was deleted' };
  const digest = row.reasonDigest ?? null;
  const text = sealText(chain, previous, merchantId, number, sealedFields(chain, row.fields, digest), row.version);
  if (sha256(text) !== row.hash) return { what: 'the row or its seal was changed' };
  if (row.reason && digestOf(row.reason, row.reasonSalt) !== digest) return { what: 'the words of the reason were changed' };
  const made = instantInId(row.rowId);
  // Our ids contain when they were drawn; without that a row could say any day of itself.
  if (made === undefined) return { what: 'the id of the row is none that the service draws' };
  const before = row.beforeId === null ? undefined : instantInId(row.beforeId);
  if (before !== undefined && made < before - lateMs) return { what: 'the row was put in behind later ones' };
  if (row.saidMs < made - behindMs) return { what: 'the row says it is older than it is' };
  return undefined;
}

async function proveRows(db: Db, chain: ChainName, merchantId: string, place: ProofPlace): Promise<ProofPart> {
  const [page] = await db.read(sealStatements.findStray[chain], merchantId, place.after, pageSize);
  const { count, last, waiting, first } = page as { count: number; last: string; waiting: number; first: string | null };
  if (first !== null) {
    return {
      checked: count,
      erasedWords: 0,
      waiting: 0,
      fault: { what: 'the row stands beside the chain: it has no seal and waits for none', rowId: first },
    };
  }
  const part = { checked: 0, erasedWords: 0, waiting };
  if (count === pageSize) return { ...part, next: { phase: 'rows', after: last, hash: '' } };
  return chain === 'ledger' ? { ...part, next: { phase: 'orders', after: lowestId, hash: '' } } : part;
}

async function proveOrders(db: Db, merchantId: string, place: ProofPlace): Promise<ProofPart> {
  const [page] = await db.read(findUnbalancedOrder, merchantId, place.after, pageSize);
  const { count, last, number } = page as { count: number; last: string; number: string | null };
  const part = { checked: 0, erasedWords: 0, waiting: 0 };
  if (number !== null) {
    return {
      ...part,
      fault: { what: 'the counters of the order are not what its entries and captures come to', orderNumber: number },
    };
  }
  return count === pageSize ? { ...part, next: { phase: 'orders', after: last, hash: '' } } : part;
}
