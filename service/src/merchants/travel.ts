// Putting a sandbox merchant's test clock forward, stop by stop: at each moment at which something falls due for the merchant
// its jobs run, so that everything happens in the order of business time and is dated by it, as if the time had passed.
import { setTimeout as pause } from 'node:timers/promises';
import { type Act, audited } from '../book/auditing.ts';
import { businessTime, type MerchantOnClock } from '../core/merchant.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Lease } from '../jobs/lease.ts';
import { chance } from '../runtime/chance.ts';
import { call, type Db } from '../store/db.ts';
import { advanceClock, findMerchantOnClock, merchantOf } from './merchants.sql.ts';

export interface Travel {
  readonly merchant: MerchantOnClock;
  /** False when time was up before the goal; asked again, it goes on from there. */
  readonly reached: boolean;
  /** How often it stopped on the way; 0 when it was not to go forward. */
  readonly stops: number;
  /** The offset it shall have. */
  readonly goalMs: number;
}

export interface TravelDeps {
  readonly db: Db;
  readonly jobs: Jobs;
  readonly clock: () => number;
  /** Forget what is remembered of merchants. */
  readonly forget: () => void;
}

/** A request must not take longer than its client waits. */
const budgetMs = 8000;
const patienceMs = 3000;

/** Where it shall go, from the clock as it is under our lock; nothing when it has to stay. */
export type Goal = (merchant: MerchantOnClock) => number | undefined;

/**
 * Put the clock of the merchant of the act forward to an offset; the merchant as it is when that is not forward; undefined when another
 * process puts the same clock forward all the while.
 */
export async function travel(deps: TravelDeps, act: Act, goal: Goal): Promise<Travel | undefined> {
  const until = performance.now() + patienceMs;
  for (;;) {
    const done = await deps.jobs.claims.withMerchant('clock', act.merchantId, (lease) => go(deps, act, goal, lease));
    if (done) return done.result;
    if (performance.now() > until) return undefined;
    await pause(25);
  }
}

async function go(deps: TravelDeps, act: Act, goal: Goal, lease: Lease): Promise<Travel> {
  const { merchantId } = act;
  const { db, jobs, clock } = deps;
  const [row] = await db.read(findMerchantOnClock, merchantId);
  if (!row) throw new Error('a clock without a merchant');
  let merchant = merchantOf(row);
  const goalMs = goal(merchant) ?? -1;
  if (goalMs < merchant.clockOffsetMs) return { merchant, reached: false, stops: 0, goalMs };
  const until = performance.now() + budgetMs;
  // What waits already is dated before all that is to come.
  await jobs.runDue(merchantId);
  let at = businessTime(merchant, clock());
  for (let stops = 1; ; stops += 1) {
    const next = await jobs.nextDue(merchantId, at);
    const offsetMs = Math.min(goalMs, Math.max(merchant.clockOffsetMs, next === undefined ? goalMs : next - clock()));
    const values = [merchantId, offsetMs];
    // The act is one, in however many steps.
    const step = stops === 1 ? audited(advanceClock, values, act, chance.id()) : call(advanceClock, ...values);
    const [moved] = await db.run(step.statement, ...step.values);
    deps.forget();
    if (!moved) throw new Error('the clock was put further by somebody else');
    merchant = merchantOf(moved);
    at = Math.max(at, Math.min(next ?? Number.POSITIVE_INFINITY, businessTime(merchant, clock())));
    await jobs.runDue(merchantId);
    const reached = offsetMs === goalMs;
    if (reached) await jobs.runOthers();
    if (reached || lease.lost() || performance.now() > until) return { merchant, reached, stops, goalMs };
  }
}
