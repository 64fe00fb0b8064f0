// Making keys (C01): full entropy, a prefix that says what they are for, and a checksum, so that a mistyped or cut key can be
// distinguished from one that was revoked, and scanners for leaked secrets find ours. Only the SHA-256 is ever stored.
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { operatorsOwn } from '../book/audit.sql.ts';
import { type Act, auditValues } from '../book/auditing.ts';
import { scopes as merchantScopes } from '../book/endpoint.ts';
import type { Instant } from '../core/dates.ts';
import { operatorScopes } from '../core/scopes.ts';
import { settleOnce } from '../merchants/settle-once.ts';
import { uuidv7 } from '../runtime/chance.ts';
import type { Mode } from '../runtime/config.ts';
import type { Db } from '../store/db.ts';
import { insertNewKey } from './keys.sql.ts';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretBytes = 32;
/** 62^43 is the first power above 2^256, 62^6 the first above 2^32. */
const secretLength = 43;
const checksumLength = 6;

export { merchantScopes, operatorScopes };

const prefixes: Readonly<Record<Mode, string>> = { sandbox: 'dps_test_', live: 'dps_live_' };

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; rest > 0n; rest /= 62n) text = (digits[Number(rest % 62n)] ?? '') + text;
  return text.padStart(length, '0');
}

const checksumOf = (text: string): string => base62(BigInt(crc32(text)), checksumLength);

export function makeKey(mode: Mode): string {
  const body = prefixes[mode] + base62(BigInt(`0x${randomBytes(secretBytes).toString('hex')}`), secretLength);
  return body + checksumOf(body);
}

/** Is it complete and without a typing error? Whether it is known, only the database can say. */
export function isWholeKey(key: string): boolean {
  if (!/^dps_(test|live)_[0-9A-Za-z]{49}$/.test(key)) return false;
  return checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength);
}

/** All that is stored of a key; it has full entropy, so a slow hash would add nothing. */
export const hashOfKey = (key: string): string => hash('sha256', key, 'hex');

/** Words without anything special in them as the text of a PostgreSQL array. */
export const listText = (words: readonly string[]): string => `{${words.map((word) => `"${word}"`).join(',')}}`;

export interface NewKey {
  readonly mode: Mode;
  /** Null makes a key of the operator. */
  readonly merchantId: string | null;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expiresAt: Instant | null;
  readonly reason: string | null;
}

/**
 * Make a key on the database itself, with its audit row; the key is in the answer and nowhere else. Nothing is made for another
 * mode than the database's: then the answer is that mode.
 */
export async function createKey(db: Db, asked: NewKey): Promise<{ id: string; key: string } | Mode> {
  const { mode, merchantId, name, scopes, reason } = asked;
  const made = await settleOnce(db, 'mode', mode);
  if (made !== mode) return made as Mode;
  const now = Date.now();
  const [id, key] = [uuidv7(now), makeKey(mode)];
  const expiresAt = asked.expiresAt === null ? null : new Date(asked.expiresAt).toISOString();
  const act: Act = {
    merchantId: merchantId ?? operatorsOwn,
    actor: 'database',
    operation: merchantId === null ? 'createOperatorKey' : 'createMerchantKey',
    subject: id,
    requestId: '',
    reason,
    happenedAt: now,
  };
  const values = [id, merchantId, null, hashOfKey(key), name, listText(scopes), expiresAt, null] as const;
  await db.run(insertNewKey, ...values, ...auditValues(act, uuidv7(now)));
  return { id, key };
}
