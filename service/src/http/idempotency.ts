// Idempotency keys (C07): the header, the claim it stands for, and twins that run at the same moment in this process.

import type { Answered, Claim } from '../book/write.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
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

/** What a key stands for: this method on this path with this body. Clients use one bare key for several operations. */
export function claimOf(key: string, method: string, path: string, body: unknown, hash: (text: string) => string): Claim {
  return { claim: hash(`${method} ${path} ${key}`), bodyHash: hash(canonicalJson(body ?? {}) || '{}') };
}

/** How long a twin waits for the first before it is told to come back. */
const twinWaitMs = 3000;

interface Running {
  readonly bodyHash: string;
  readonly answer: Promise<Answered | Refusal>;
  followers: number;
}

/** `followed` tells a run whether somebody else waits for its answer, so that it goes on when its own client has left. */
type Run = (followed: () => boolean) => Promise<Answered | Refusal>;

export interface Twins {
  /** Run, or wait for the same request that runs already. */
  once(merchantId: string, claim: Claim | undefined, run: Run): Promise<Answered | Refusal>;
}

export function createTwins(): Twins {
  const running = new Map<string, Running>();
  return {
    once(merchantId, claim, run) {
      if (!claim) return run(() => false);
      const key = `${merchantId} ${claim.claim}`;
      const first = running.get(key);
      if (first) return follow(first, claim);
      const answer = run(() => (running.get(key)?.followers ?? 0) > 0).finally(() => running.delete(key));
      running.set(key, { bodyHash: claim.bodyHash, answer, followers: 0 });
      return answer;
    },
  };
}

async function follow(first: Running, claim: Claim): Promise<Answered | Refusal> {
  if (first.bodyHash !== claim.bodyHash) return refuse('idempotency.key_reused', 'Idempotency-Key', { first: 'still running' });
  first.followers += 1;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => resolve(refuse('idempotency.in_progress')), twinWaitMs);
  });
  const answer = await Promise.race([first.answer, tooLong]).finally(() => clearTimeout(timer));
  return 'text' in answer ? { ...answer, replayed: true } : answer;
}
