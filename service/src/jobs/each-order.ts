// What jobs over orders, and over what waits like them, do alike: candidates by a plain read, page by page, and one write
// each, which decides again under the lock.

import type { InHand, Needs } from '../book/needs.ts';
import type { Decided } from '../core/changes.ts';
import type { Instant } from '../core/dates.ts';
import { lowestId } from '../core/seal.ts';
import type { Setting } from '../core/setting.ts';
import { fewAtOnce } from '../runtime/few-at-once.ts';
import type { Call } from '../store/call.ts';
import type { Statement } from '../store/table.ts';
import type { Job, JobDeps, RunningDeps } from './jobs.ts';

const pageSize = 500;
const nothing: Decided<string> = { answer: '', changes: [], events: [] };
const nothingDone = { count: 0, failed: 0 };
const beginning = ['-infinity', lowestId] as const;

export interface OrderWork {
  readonly name: string;
  readonly everySeconds: number;
  /**
   * Candidates due at $1 after a place ($2, $3), at most $4, of merchant $5 or of all: merchantId, number, id, the moment
   * `at` they were due and by which they are sorted, and how long ago that is on the merchant's clock (`lateMs`).
   */
  readonly statement: Statement;
  readonly due: Statement;
  /** Where one look at all that may be due would take the server too long. `only`: the shop whose test clock was put forward. */
  readonly parts?: (now: Instant, only?: string) => readonly Part[];
  /** What a candidate is decided on; nothing said: the order with its number. */
  readonly needs?: (candidate: Candidate) => Needs;
  /** Nothing where nothing is due any more. */
  readonly decide: (inHand: InHand, setting: Setting, candidate: Candidate) => Decided<unknown> | undefined;
}

/** A part of what may be due. */
export interface Part {
  /** More values of the statement ($6 …). */
  readonly values: Call['values'];
  /** What it consists of. Each page reads all of its part, so where more than a page is due, these are looked at instead. */
  readonly smaller?: () => readonly Part[];
}

/** A row of the statement. */
export type Candidate = Readonly<Record<string, unknown>>;

const orderItself = ({ number }: Candidate): Needs => ({ order: String(number) });

/** A job that does what is due to each order. */
export function orderJob(work: OrderWork): Job {
  return {
    name: work.name,
    everySeconds: work.everySeconds,
    due: work.due,
    run: (deps) => eachOrder(deps, work),
    ...(work.parts === undefined && { lateMs: (deps) => waitingMs(deps, work) }),
  };
}

/** How long the oldest waits. Every process asks several times a minute, so it is not asked of parts, which are many statements. */
async function waitingMs({ db, clock }: JobDeps, { statement }: OrderWork): Promise<number> {
  const [oldest] = await db.read(statement, new Date(clock()).toISOString(), ...beginning, 1, null);
  return Number(oldest?.['lateMs'] ?? 0);
}

const everything: Part = { values: [] };

/** Do what is due; how many orders it was done to. */
async function eachOrder(deps: RunningDeps, work: OrderWork): Promise<number> {
  const { count, failed } = await eachOrderOf(work.parts?.(deps.clock(), deps.only) ?? [everything], deps, work);
  if (failed > 0) throw new Error(`${work.name} failed for ${failed} orders`);
  return count;
}

async function eachOrderOf(parts: readonly Part[], deps: RunningDeps, work: OrderWork): Promise<typeof nothingDone> {
  const total = { ...nothingDone };
  for (const part of parts) {
    if (deps.stopping()) break;
    const { count, failed } = await eachOrderOfPart(part, deps, work);
    total.count += count;
    total.failed += failed;
  }
  return total;
}

async function eachOrderOfPart({ values, smaller }: Part, deps: RunningDeps, work: OrderWork): Promise<typeof nothingDone> {
  let { count, failed } = nothingDone;
  let after: readonly [string, string] = beginning;
  for (;;) {
    const now = new Date(deps.clock()).toISOString();
    const candidates = await deps.db.read(work.statement, now, ...after, pageSize, deps.only ?? null, ...values);
    if (candidates.length === pageSize && smaller) return eachOrderOf(smaller(), deps, work);
    const done = await fewAtOnce(candidates, (row) => perform(deps, work, row), deps.stopping);
    // One order that fails must not keep the others from being processed; the run as a whole is recorded as failed.
    failed += done.filter((each) => each.status === 'rejected').length;
    count += done.filter((each) => each.status === 'fulfilled' && each.value).length;
    const last = candidates.at(-1);
    if (last) after = [new Date(Number(last['at'])).toISOString(), String(last['id'])];
    if (candidates.length < pageSize || deps.stopping()) return { count, failed };
  }
}

async function perform({ book }: JobDeps, work: OrderWork, candidate: Candidate): Promise<boolean> {
  const answer = await book.submit({
    merchantId: String(candidate['merchantId']),
    actor: 'job',
    operation: work.name,
    requestId: '',
    needs: (work.needs ?? orderItself)(candidate),
    decide(inHand, setting) {
      const decided = work.decide(inHand, setting, candidate);
      return decided ? { ...decided, answer: 'done' } : nothing;
    },
  });
  return 'text' in answer && answer.text === 'done';
}
