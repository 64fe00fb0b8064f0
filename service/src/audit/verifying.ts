// Proving a chain, a page at a time, so that one of millions of rows is proved by many short statements: the seals and their
// rows from the first on, then that there is no other row, and of the ledger that every order's counters are what its
// entries add up to. The first thing that is wrong is named.
import {
  beforeFirst,
  type ChainName,
  instantInId,
  lowestId,
  rowText,
  type SealedFields,
  sealText,
  singleSealText,
} from '../core/seal.ts';
import type { Db } from '../store/db.ts';
import { mayTakeOver } from './heads.sql.ts';
import { faultOfHead, readHead } from './heads.ts';
import { digestOf, higher, sealedFields, sha256 } from './sealing.ts';
import { findUnbalancedOrder, sealStatements } from './seals.sql.ts';
import type { HeadProver } from './signing.ts';
import { lateMs, strayRows } from './strays.ts';

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

/** A row with the seal that it is in. */
interface SealRow {
  /** Of the seal: that of its first row. */
  readonly number: bigint;
  /** Of the row in its seal, from 1. */
  readonly place: number;
  readonly rowId: string;
  /** The highest id of the chain before the seal; of the row before it where that has a seal of its own. */
  readonly beforeId: string | null;
  /** With the seal. Null with one of version 1. */
  readonly highestId: string | null;
  readonly version: number;
  readonly hash: string;
  /** Of all rows of the seal, with the first of them. */
  readonly rowHashes: string | null;
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
  for (let first = 0; first < rows.length; first = Number(number - BigInt(place.after))) {
    const seal = rows.slice(first, sealEnd(rows, first));
    const fault = faultOfSeal(chain, merchantId, number, hash, seal);
    if (fault) return { checked: first, erasedWords: erasedIn(rows.slice(0, first)), waiting: 0, fault };
    number += BigInt(seal.length);
    hash = seal[0]?.hash ?? hash;
  }
  const erasedWords = erasedIn(rows);
  const part = { checked: rows.length, erasedWords, waiting: 0 };
  const further: ProofPlace = { phase: 'seals', after: number.toString(), hash };
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

const erasedIn = (rows: readonly SealRow[]): number => rows.filter(({ reasonDigest, reason }) => reasonDigest && !reason).length;

/** Behind the last row of the seal whose first row is at `first`. */
function sealEnd(rows: readonly SealRow[], first: number): number {
  const next = rows.findIndex((row, index) => index > first && row.number !== rows[first]?.number);
  return next < 0 ? rows.length : next;
}

/** What is wrong with a seal, given as its rows, behind the seal with the number and the hash. */
function faultOfSeal(
  chain: ChainName,
  merchantId: string,
  before: bigint,
  previous: string,
  rows: readonly SealRow[],
): ProofFault | undefined {
  const [seal] = rows;
  if (!seal) return undefined;
  const number = before + 1n;
  if (seal.number !== number)
    return { what: `the seal is missing; the next one there is ${seal.number}`, number: number.toString() };
  const isWhole = (last: string | null) => isSealRight({ chain, merchantId, previous, seal, highest: last });
  let highest = seal.beforeId;
  for (const [index, row] of rows.entries()) {
    const isSame = seal.version === 1 ? isWhole(null) : isHashOf(chain, row, seal, index);
    const what = faultOfRow(row, highest, isSame);
    if (what !== undefined) return { what, number: (number + BigInt(index)).toString(), rowId: row.rowId };
    highest = higher(row.rowId, highest ?? lowestId);
  }
  return seal.version === 1 || isWhole(highest) ? undefined : { what: changed, number: number.toString() };
}

const changed = 'the row or its seal was changed';
const hashLength = 64;

/** Is the row the one whose hash is in the seal? */
function isHashOf(chain: ChainName, row: SealRow, { rowHashes }: SealRow, index: number): boolean {
  const hash = rowHashes?.slice(index * hashLength, (index + 1) * hashLength);
  return sha256(rowText(sealedFields(chain, row.fields, row.reasonDigest ?? null))) === hash;
}

interface Sealed {
  readonly chain: ChainName;
  readonly merchantId: string;
  readonly previous: string;
  readonly seal: SealRow;
  readonly highest: string | null;
}

/** A seal of version 1 is of its row itself. */
function isSealRight({ chain, merchantId, previous, seal, highest }: Sealed): boolean {
  const { number, hash, version, rowHashes, highestId, fields, reasonDigest = null } = seal;
  if (version === 1)
    return sha256(singleSealText(chain, previous, merchantId, number, sealedFields(chain, fields, reasonDigest))) === hash;
  return highestId === highest && sha256(sealText(chain, previous, merchantId, number, rowHashes ?? '')) === hash;
}

function faultOfRow(row: SealRow, beforeId: string | null, isSame: boolean): string | undefined {
  if (!row.present) return 'the row of the seal was deleted';
  if (!isSame) return changed;
  if (row.reason && digestOf(row.reason, row.reasonSalt) !== (row.reasonDigest ?? null))
    return 'the words of the reason were changed';
  const made = instantInId(row.rowId);
  // Our ids contain when they were drawn; without that a row could say any day of itself.
  if (made === undefined) return 'the id of the row is none that the service draws';
  const before = beforeId === null ? undefined : instantInId(beforeId);
  if (before !== undefined && made < before - lateMs) return 'the row was put in behind later ones';
  if (row.saidMs < made - behindMs) return 'the row says it is older than it is';
  return undefined;
}

async function proveRows(db: Db, chain: ChainName, merchantId: string, place: ProofPlace): Promise<ProofPart> {
  const { count, waiting, strays, next } = await strayRows(db, chain, merchantId, place.after);
  const [first] = strays;
  if (first !== undefined) {
    return {
      checked: count,
      erasedWords: 0,
      waiting: 0,
      fault: { what: 'the row stands beside the chain: it has no seal and waits for none', rowId: first },
    };
  }
  const part = { checked: 0, erasedWords: 0, waiting };
  if (next !== undefined) return { ...part, next: { phase: 'rows', after: next, hash: '' } };
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
