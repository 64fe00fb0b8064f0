// A merchant's share of a job, claimed by a conditional update, so that several processes work at once and each merchant has
// one of them at a time.
import { randomUUID } from 'node:crypto';
import type { Db } from '../store/db.ts';
import { endClaim, renewClaim, takeClaim } from './job-runs.sql.ts';
import { type Lease, underLease } from './lease.ts';

export interface Claims {
  /** Do the work as the only one for this merchant; nothing when another process is at it. */
  withMerchant<Result>(
    name: string,
    merchantId: string,
    work: (lease: Lease) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined>;
  /**
   * Works for each merchant that no other process works for, so many at once, and returns the sum of what was done. One that
   * fails does not stop the others; the first failure is thrown in the end.
   */
  eachMerchant<Merchant extends { readonly id: string }>(
    name: string,
    merchants: readonly Merchant[],
    work: (merchant: Merchant, lease: Lease) => Promise<number>,
    options?: { readonly atOnce?: number; readonly stopping?: () => boolean },
  ): Promise<number>;
}

const claimSeconds = 30;
/** Few enough to leave connections to requests. */
const usuallyAtOnce = 4;

/**
 * Works for each, one after the other, and returns the sum of what was done. One that fails does not stop the others; the first
 * failure is thrown in the end.
 */
export async function oneByOne<Each>(
  all: readonly Each[],
  work: (each: Each) => Promise<number>,
  stopping: () => boolean = () => false,
): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (const each of all) {
    if (stopping()) break;
    try {
      done += await work(each);
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
  return done;
}

export function createClaims(db: Db, holder: string, seconds = claimSeconds): Claims {
  const withMerchant: Claims['withMerchant'] = async (name, merchantId, work) => {
    // A claim is one's own even against another of this process.
    const mine = `${holder}/${randomUUID().slice(0, 8)}`;
    const held = async (statement: typeof takeClaim): Promise<boolean> =>
      (await db.run(statement, merchantId, name, mine, seconds)).length > 0;
    return underLease({ seconds, take: () => held(takeClaim), renew: () => held(renewClaim) }, async (lease) => {
      try {
        return await work(lease);
      } finally {
        // What cannot be ended now runs out.
        await db.run(endClaim, merchantId, name, mine).catch(() => undefined);
      }
    });
  };
  return {
    withMerchant,
    async eachMerchant(name, merchants, work, { atOnce = usuallyAtOnce, stopping = () => false } = {}) {
      const waiting = [...merchants];
      const failures: unknown[] = [];
      let done = 0;
      const lane = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined && !stopping(); next = waiting.shift()) {
          const merchant = next;
          await withMerchant(name, merchant.id, (lease) => work(merchant, lease))
            .then((worked) => {
              done += worked?.result ?? 0;
            })
            .catch((failure: unknown) => failures.push(failure));
        }
      };
      await Promise.all(Array.from({ length: Math.max(1, atOnce) }, lane));
      if (failures.length > 0) throw failures[0];
      return done;
    },
  };
}
