// What jobs over orders, and over what waits like them, do alike: candidates by a plain read, page by page, and one write
// each, which decides again under the lock.

import { setTimeout as pause } from 'node:timers/promises';
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
  /** Nothing said: real time alone, and a test clock that is put forward does not wait for it. */
  readonly due?: Statement;
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
  /** What it consists of. Each page reads all of its part, so where more than a page is due or a part takes long, these are looked at. */
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
    ...(work.due === undefined ? { apart: true } : { due: work.due }),
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
  const look: Look = { ...deps, work, isLong: false };
  const { count, failed } = await eachOrderOf(work.parts?.(deps.clock(), deps.only) ?? [everything], look);
  if (failed > 0) throw new Error(`${work.name} failed for ${failed} orders`);
  return count;
}

/** One look at all that may be due. */
interface Look extends RunningDeps {
  readonly work: OrderWork;
  /** A part of it took long to read, and so will those like it. */
  isLong: boolean;
}

async function eachOrderOf(parts: readonly Part[], look: Look): Promise<typeof nothingDone> {
  const total = { ...nothingDone };
  for (const part of parts) {
    if (look.stopping()) break;
    const { count, failed } = await (look.isLong && part.smaller
      ? eachOrderOf(part.smaller(), look)
      : eachOrderOfPart(part, look));
    total.count += count;
    total.failed += failed;
  }
  return total;
}

async function eachOrderOfPart({ values, smaller }: Part, look: Look): Promise<typeof nothingDone> {
  const { db, clock, only, stopping, work } = look;
  let { count, failed } = nothingDone;
  let after: readonly [string, string] = beginning;
  for (;;) {
    const began = performance.now();
    const now = new Date(clock()).toISOString();
    const candidates = await db.read(work.statement, now, ...after, pageSize, only ?? null, ...values);
    const readMs = performance.now() - began;
    if (readMs > longMs) look.isLong = true;
    if (work.parts && look.isLong) await pause(readMs * restTimes, undefined, { signal: look.signal }).catch(() => undefined);
    if (candidates.length === pageSize && smaller) return eachOrderOf(smaller(), look);
    const done = await fewAtOnce(candidates, (row) => perform(look, work, row), stopping);
    // One order that fails must not keep the others from being processed; the run as a whole is recorded as failed.
    failed += done.filter((each) => each.status === 'rejected').length;
    count += done.filter((each) => each.status === 'fulfilled' && each.value).length;
    const last = candidates.at(-1);
    if (last) after = [new Date(Number(last['at'])).toISOString(), String(last['id'])];
    if (candidates.length < pageSize || stopping()) return { count, failed };
  }
}

/** A part that took so long to read is a large one. Not less: on a cluster each read asks all nodes, however little there is. */
const longMs = 250;

/** A look at many orders keeps a processor of the server busy for a fifth of its time, so that requests beside it find room. */
const restTimes = 4;

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
