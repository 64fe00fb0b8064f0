// Idempotency keys (C07): the header, and the claim that a key makes.

import type { Claim } from '../book/write.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Secrets } from '../store/secrets.ts';
import { canonicalJson } from '../wire/json.ts';

const limits = { 'idempotency-key': 255, 'x-idempotency-key': 50 } as const;

/** The idempotency key of a request, from its headers as name, value, name, value …; sent twice it has to be the same. */
export function idempotencyKey(rawHeaders: readonly string[]): string | undefined | Refusal {
  const keys = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase();
    if (name !== 'idempotency-key' && name !== 'x-idempotency-key') continue;
    const key = (rawHeaders[at + 1] ?? '').trim().replace(/^"(.*)"$/, '$1');
    if (!/^[\x21-\x7e]+( [\x21-\x7e]+)*$/.test(key) || key.length > limits[name]) return invalid(name, limits[name]);
    keys.add(key);
  }
  if (keys.size > 1) return invalid('idempotency-key', limits['idempotency-key']);
  return [...keys][0];
}

const invalid = (name: string, limit: number): Refusal =>
  refuse('idempotency.key_invalid', name === 'idempotency-key' ? 'Idempotency-Key' : 'X-Idempotency-Key', {
    limit: String(limit),
  });

/** What a key claims: this method on this path with this body. Clients use one bare key for several operations. */
export function claimOf(key: string, method: string, path: string, body: unknown, hashes: Secrets['hashes']): Claim {
  const bodies = hashes(canonicalJson(body ?? {}) || '{}');
  const made = hashes(`${method} ${path} ${key}`).map((claim, at) => ({ claim, bodyHash: bodies[at] ?? '' }));
  const [{ claim, bodyHash } = { claim: '', bodyHash: '' }, ...older] = made;
  return older.length === 0 ? { claim, bodyHash } : { claim, bodyHash, older };
}
