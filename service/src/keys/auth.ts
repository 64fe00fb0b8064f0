// Who calls? A key belongs to one merchant, or to the operator; only its SHA-256 is stored (C01).

import type { Auth, Caller, Found } from '../http/caller.ts';
import { findKey, merchantOf } from '../merchants/merchants.sql.ts';
import { holderOf } from '../runtime/networks.ts';
import type { Db } from '../store/db.ts';
import type { KeyUses } from './key-uses.ts';
import { listKeyHashes } from './keys.sql.ts';
import { hashOfKey, isWholeKey } from './make-key.ts';

/** A revoked key may still be accepted for this long. */
const freshMs = 5000;
/** An unknown key is not looked up again for so long; it would have to be guessed to become known meanwhile. */
const unknownMs = 60_000;
/** So many unknown keys from one address are looked up in a minute. */
const unknownPerMinute = 100;
const mostCached = 10_000;

interface Cached {
  readonly readAt: number;
  readonly caller: Promise<Caller | undefined>;
  /** Once it is read; null for an unknown key. */
  found?: Caller | null;
}

const isFresh = ({ readAt, found }: Cached, now: number): boolean => now - readAt < (found === null ? unknownMs : freshMs);

export function createAuth(db: Db, mode: 'sandbox' | 'live', uses: Pick<KeyUses, 'note'>): Auth {
  const cache = new Map<string, Cached>();
  const unknownFrom = new Map<string, number>();
  let minute = 0;
  let valid: { readonly readAt: number; readonly hashes: Promise<ReadonlySet<string>> } | undefined;
  const validAt = (now: number): Promise<ReadonlySet<string>> => {
    if (valid === undefined || now - valid.readAt >= freshMs) {
      const hashes = readValid(db);
      valid = { readAt: now, hashes };
      hashes.catch(() => {
        if (valid?.hashes === hashes) valid = undefined;
      });
    }
    return valid.hashes;
  };
  const isLimited = (address: string, now: number): boolean => {
    const current = Math.floor(now / unknownMs);
    if (current !== minute) unknownFrom.clear();
    minute = current;
    return (unknownFrom.get(address) ?? 0) >= unknownPerMinute;
  };
  const noted = (caller: Caller, now: number): Caller => {
    uses.note(caller.keyId, caller.lastUsedAt, now);
    return caller;
  };
  const noting = async (asked: Promise<Caller | undefined>, now: number): Promise<Caller | undefined> => {
    const caller = await asked;
    return caller && noted(caller, now);
  };
  const lookUp = (hash: string, address: string, now: number): Promise<Caller | undefined> => {
    const cached = cache.get(hash);
    if (cached && isFresh(cached, now)) return noting(cached.caller, now);
    if (cache.size >= mostCached) cache.clear();
    const caller = readCaller(db, hash);
    const entry: Cached = { readAt: now, caller };
    cache.set(hash, entry);
    const count = (change: 1 | -1): void => {
      if (!cached?.found) unknownFrom.set(address, Math.max(0, (unknownFrom.get(address) ?? 0) + change));
    };
    count(1);
    caller.then(
      (found) => {
        entry.found = found ?? null;
        if (found) count(-1);
      },
      () => {
        // What the database could not answer is no guess of the caller's.
        count(-1);
        cache.delete(hash);
      },
    );
    return noting(caller, now);
  };
  const find = async (hash: string, holder: string, now: number): Promise<Found> => {
    const cached = cache.get(hash);
    // An address may be a proxy's, with all clients behind it: guesses that come from there keep no valid key out, not even one
    // that was not asked with since this process began. Whose key is in no list is not looked up.
    const isGuess = cached === undefined || (!cached.found && !isFresh(cached, now));
    if (isGuess && isLimited(holder, now) && !(await validAt(now)).has(hash)) return 'limited';
    return lookUp(hash, holder, now);
  };
  return {
    forget() {
      cache.clear();
      valid = undefined;
    },
    callerOf(key, address) {
      const mistyped = key.startsWith('dps_') && !isWholeKey(key);
      if (key === '' || key.length > 200 || mistyped || (mode === 'live' && isSandboxKey(key))) return undefined;
      const hash = hashOfKey(key);
      const now = Date.now();
      const cached = cache.get(hash);
      return cached?.found && isFresh(cached, now) ? noted(cached.found, now) : find(hash, holderOf(address), now);
    },
  };
}

async function readValid(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.read(listKeyHashes, mostCached);
  return new Set(rows.map((row) => String(row['hash'])));
}

/** Live mode knows no sandbox key, even on a database that once was a sandbox (C82). */
const isSandboxKey = (key: string): boolean => key.startsWith('sandbox-') || key.startsWith('dps_test_');

async function readCaller(db: Db, hash: string): Promise<Caller | undefined> {
  const [row] = await db.read(findKey, hash);
  if (!row) return undefined;
  const expiresAt = row['expiresAt'];
  if (typeof expiresAt === 'number' && expiresAt <= Date.now()) return undefined;
  const merchant = row['id'] === null ? {} : { merchant: merchantOf(row) };
  const organisationId = row['keyOrganisationId'];
  return {
    keyId: String(row['keyId']),
    scopes: row['scopes'] as string[],
    ...merchant,
    ...(typeof organisationId === 'string' && { organisationId }),
    ...(Array.isArray(row['allowedAddresses']) && { allowedAddresses: row['allowedAddresses'] as string[] }),
    expiresAt: expiresAt as number | null,
    lastUsedAt: row['lastUsedAt'] as number | null,
  };
}
