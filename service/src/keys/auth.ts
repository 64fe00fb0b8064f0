// Who calls? A key belongs to one merchant, or to the operator; only its SHA-256 is stored (C01).

import type { Auth, Caller } from '../http/caller.ts';
import { findKey, merchantOf } from '../merchants/merchants.sql.ts';
import type { Db } from '../store/db.ts';
import type { KeyUses } from './key-uses.ts';
import { hashOfKey, isWholeKey } from './make-key.ts';

/** A revoked key may still be accepted for this long. */
const freshMs = 5000;
const mostCached = 10_000;

interface Cached {
  readonly readAt: number;
  readonly caller: Promise<Caller | undefined>;
}

export function createAuth(db: Db, mode: 'sandbox' | 'live', uses: Pick<KeyUses, 'note'>): Auth {
  const cache = new Map<string, Cached>();
  const noting = async (asked: Promise<Caller | undefined>, now: number): Promise<Caller | undefined> => {
    const caller = await asked;
    if (caller) uses.note(caller.keyId, caller.lastUsedAt, now);
    return caller;
  };
  return {
    forget: () => cache.clear(),
    callerOf(key) {
      const mistyped = key.startsWith('dps_') && !isWholeKey(key);
      if (key === '' || key.length > 200 || mistyped || (mode === 'live' && isSandboxKey(key))) return Promise.resolve(undefined);
      const hash = hashOfKey(key);
      const now = Date.now();
      const cached = cache.get(hash);
      if (cached && now - cached.readAt < freshMs) return noting(cached.caller, now);
      if (cache.size >= mostCached) cache.clear();
      const caller = readCaller(db, hash);
      cache.set(hash, { readAt: now, caller });
      caller.catch(() => cache.delete(hash));
      return noting(caller, now);
    },
  };
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
