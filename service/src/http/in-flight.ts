// Requests with one idempotency key that arrive while the first still runs in this process wait for it (C07).
import type { Answered, Claim } from '../book/write.ts';
import { type Refusal, refuse } from '../core/refusals.ts';

/** How long a repeated request waits for the first before it is refused with "try again later". */
const longestWaitMs = 3000;

interface Running {
  readonly bodyHash: string;
  readonly answer: Promise<Answered | Refusal>;
  followers: number;
}

/** `followed`: does another request wait for this one? Then the run goes on after its own client has left. */
type Run = (followed: () => boolean) => Promise<Answered | Refusal>;

export interface InFlight {
  /** Run, or wait for the end of the same request that already runs. */
  once(merchantId: string, claim: Claim | undefined, run: Run): Promise<Answered | Refusal>;
}

export function createInFlight(): InFlight {
  const running = new Map<string, Running>();
  return {
    once(merchantId, claim, run) {
      if (!claim) return run(() => false);
      const key = `${merchantId} ${claim.claim}`;
      const first = running.get(key);
      if (first) return follow(first, claim, run);
      const answer = run(() => (running.get(key)?.followers ?? 0) > 0).finally(() => running.delete(key));
      running.set(key, { bodyHash: claim.bodyHash, answer, followers: 0 });
      return answer;
    },
  };
}

/**
 * What the first was refused, this one is, too. What it was answered is stored, and read again: the first may have waited long to learn
 * that it was committed, and its person may be erased by then.
 */
async function follow(first: Running, claim: Claim, run: Run): Promise<Answered | Refusal> {
  if (first.bodyHash !== claim.bodyHash) return refuse('idempotency.key_reused', 'Idempotency-Key', { first: 'still running' });
  first.followers += 1;
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<Refusal>((resolve) => {
    timer = setTimeout(() => resolve(refuse('idempotency.in_progress')), longestWaitMs);
  });
  const answer = await Promise.race([first.answer, tooLong]).finally(() => clearTimeout(timer));
  return 'text' in answer ? run(() => false) : answer;
}
