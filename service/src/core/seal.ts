// The text that a seal is the hash of. It is written down in docs/privacy.md, so that a chain can be checked with a few
// lines of their own; what changes here is a new version, and seals of the old one stay what they are.

export const chains = ['ledger', 'audit'] as const;
export type ChainName = (typeof chains)[number];

/** The hash before the first seal. */
export const beforeFirst = '0'.repeat(64);

/** Of a seal of many rows. */
export const sealVersion = 2;

/** What a seal covers of a row, as texts of the database; null where there is nothing. */
export type SealedFields = readonly (string | null)[];

/** The text of a row whose SHA-256 is in a seal: its fields in the order of the chain's columns, as JSON without blanks. */
export const rowText = (fields: SealedFields): string => JSON.stringify(fields);

/**
 * The text whose SHA-256 is the seal of some rows: its version and chain, the seal before, and as JSON the merchant, the number of the
 * first row and the hashes of the rows, in hexadecimal one after the other.
 */
export function sealText(chain: ChainName, previous: string, merchantId: string, number: bigint, rowHashes: string): string {
  return `${chain}/${sealVersion}\n${previous}\n${JSON.stringify([merchantId, number.toString(), rowHashes])}`;
}

/** The same of a seal of version 1, which is of one row and has its fields in it. */
export function singleSealText(
  chain: ChainName,
  previous: string,
  merchantId: string,
  number: bigint,
  fields: SealedFields,
): string {
  return `${chain}/1\n${previous}\n${JSON.stringify([merchantId, number.toString(), ...fields])}`;
}

/** The last seal of a chain, as it is signed. */
export interface SignedHead {
  /** Of the last row that is sealed: how many there are. */
  readonly number: bigint;
  readonly hash: string;
  /** The first seal since which every head was signed; earlier ones were taken over as they stood. */
  readonly signedFrom: bigint;
}

/** The text that a head's signature is of (Ed25519). */
export const headText = (chain: ChainName, merchantId: string, { number, hash, signedFrom }: SignedHead): string =>
  `head/1\n${chain}\n${JSON.stringify([merchantId, signedFrom.toString(), number.toString(), hash])}`;

/** The text whose SHA-256 replaces words in the chain. */
export const digestText = (salt: string, words: string): string => `${salt}\n${words}`;

/** The milliseconds in a UUID of version 7 (RFC 9562); nothing in any other. */
export function instantInId(id: string): number | undefined {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}

/** Where a search by id begins, and an id that no row reaches. */
export const lowestId = '00000000-0000-0000-0000-000000000000';
export const highestId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The smallest UUID of version 7 that a moment can have. */
export function firstIdAt(instant: number): string {
  const hex = Math.max(0, Math.floor(instant)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
