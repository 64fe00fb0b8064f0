// The last seal of a chain, and whether it is the one that was signed. Nothing is sealed behind one that is not: a signature would make
// a forged chain look right.
import { operatorsOwn } from '../book/audit.sql.ts';
import type { Instant } from '../core/dates.ts';
import { beforeFirst, type ChainName, headText, lowestId, type SignedHead } from '../core/seal.ts';
import { oneByOne } from '../jobs/claims.ts';
import type { Db } from '../store/db.ts';
import { instantToWire } from '../wire/instants.ts';
import { listMerchantIds } from './audit-trail.sql.ts';
import { findHead, listHeadsOfOtherKeys, listSignedHeads, listUnsignedHeads, mayTakeOver, signHeads } from './heads.sql.ts';
import type { HeadProver, HeadSigner } from './signing.ts';

export interface Head {
  readonly number: bigint;
  readonly hash: string;
  /** The highest id of a row in the chain. */
  readonly highestId: string;
}
export type TrustedHead = SignedHead & Head;

/** A chain whose head is not the one that was signed. */
export class BrokenChain extends Error {
  override readonly name = 'BrokenChain';
}

interface HeadRow {
  readonly number: bigint | null;
  readonly hash: string | null;
  readonly highestId: string | null;
  readonly signedNumber: bigint | null;
  readonly signedHash: string;
  readonly signedFrom: bigint;
  readonly keyId: string;
  readonly signature: string;
}

export interface HeadFound {
  readonly head: Head;
  /** Nothing where none was signed. */
  readonly signed?: SignedHead;
  /** Nothing where the key is not known here. */
  readonly isOwn?: boolean | undefined;
}

export async function readHead(db: Db, chain: ChainName, merchantId: string, prover: HeadProver): Promise<HeadFound> {
  const [row] = (await db.read(findHead[chain], merchantId)) as unknown as HeadRow[];
  const head = { number: row?.number ?? 0n, hash: row?.hash ?? beforeFirst, highestId: row?.highestId ?? lowestId };
  if (!row || row.signedNumber === null) return { head };
  const signed = { number: row.signedNumber, hash: row.signedHash, signedFrom: row.signedFrom };
  return { head, signed, isOwn: prover.isOwn(row.keyId, headText(chain, merchantId, signed), row.signature) };
}

/** What is wrong with what was signed, in words; nothing when it is the head, or no key is known to prove it by. */
export function faultOfHead({ head, signed, isOwn }: HeadFound, demandsKey: boolean): string | undefined {
  if (!signed) return head.number === 0n ? undefined : 'the head of the chain was never signed';
  if (isOwn === false) return 'the signature of the head is none of the service’s';
  if (isOwn === undefined && demandsKey) return 'the head was signed with a key that is not configured';
  if (signed.number > head.number) return `the chain was cut: ${signed.number} seals were signed`;
  if (signed.number < head.number) return 'seals were put behind the head that was signed';
  return signed.hash === head.hash ? undefined : 'the last seal is another than the one that was signed';
}

/** Where sealing goes on, and from which seal on heads have been signed. */
export async function trustedHead(db: Db, chain: ChainName, merchantId: string, signer: HeadSigner): Promise<TrustedHead> {
  const found = await readHead(db, chain, merchantId, signer);
  const fault = faultOfHead(found, true);
  if (fault !== undefined) throw new BrokenChain(`${chain} of ${merchantId}: ${fault}`);
  return { ...found.head, signedFrom: found.signed?.signedFrom ?? 1n };
}

/** The parameters of `signingHeads`. */
export function signedValues(
  heads: readonly (SignedHead & { chain: ChainName; merchantId: string })[],
  signer: HeadSigner,
): string[] {
  const array = (of: (head: (typeof heads)[number]) => string): string => `{${heads.map(of).join(',')}}`;
  return [
    array(({ merchantId }) => merchantId),
    array(({ chain }) => chain),
    array(({ number }) => number.toString()),
    array(({ hash }) => hash),
    array(({ signedFrom }) => signedFrom.toString()),
    array(() => signer.keyId),
    array((head) => signer.sign(headText(head.chain, head.merchantId, head))),
  ];
}

/**
 * Sign the chains of a database from before heads were signed, as they are; and on the day of that change what processes of the
 * version before seal. Later a head without a signature is not the service’s work. How many were signed.
 */
export async function takeOverChains(db: Db, signer: HeadSigner): Promise<number> {
  if ((await db.read(mayTakeOver)).length === 0) return 0;
  const owners = [...(await db.read(listMerchantIds, null)).map(({ id }) => String(id)), operatorsOwn];
  return oneByOne(owners, async (merchantId) => {
    const rows = await db.read(listUnsignedHeads, merchantId);
    const unsigned = rows as unknown as (Pick<Head, 'number' | 'hash'> & { chain: ChainName; merchantId: string })[];
    const heads = unsigned.map((row) => ({ ...row, signedFrom: row.number }));
    if (heads.length > 0) await db.run(signHeads, ...signedValues(heads, signer));
    return heads.length;
  });
}

/** Sign with the newest key what another one of the service’s signed, so that no chain needs the old key. How many were signed. */
export async function signAnew(db: Db, signer: HeadSigner): Promise<number> {
  const rows = (await db.read(listHeadsOfOtherKeys, signer.keyId)) as unknown as { chain: ChainName; merchantId: string }[];
  return oneByOne(rows, async ({ chain, merchantId }) => {
    const found = await readHead(db, chain, merchantId, signer);
    if (!found.signed || faultOfHead(found, true) !== undefined) return 0;
    await db.run(signHeads, ...signedValues([{ ...found.signed, chain, merchantId }], signer));
    return 1;
  });
}

/** Every head with its signature and what proves it, as it is listed and kept elsewhere. */
export async function keptHeads(db: Db, { publicKeys }: Pick<HeadSigner, 'publicKeys'>, now: Instant) {
  const rows = await db.read(listSignedHeads);
  return {
    at: instantToWire(now),
    heads: rows.map((row) => ({
      merchantId: String(row['merchantId']),
      chain: row['chain'] as ChainName,
      number: String(row['number']),
      hash: String(row['hash']),
      signedFrom: String(row['signedFrom']),
      keyId: String(row['keyId']),
      signature: String(row['signature']),
    })),
    keys: Object.entries(publicKeys).map(([keyId, publicKey]) => ({ keyId, publicKey })),
  };
}
