// The book: the only writer (docs/adr/0002-the-book.md). Step 1 is here: the writes of a merchant wait together (queue.ts), and those
// that wait at one moment form a batch. batch.ts runs it: it loads what they need with locks (step 2), lets each decide in turn on the
// state as the ones before it left it (step 3), writes all their changes (step 4) and commits (step 5). Step 6: each write gets its
// answer (member.ts), or is tried again alone when its batch failed (side-lane.ts), or failed twice where a key was taken.
import { randomBytes } from 'node:crypto';
import type { Chance } from '../core/chance.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Traces } from '../observe/traces.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText, opener } from '../store/table.ts';
import { type BatchOptions, inOneTransaction, isTaken, type Way } from './batch.ts';
import { type Outcome, replay } from './deciding.ts';
import { findStoredAnswers, openedAnswer } from './idempotency.sql.ts';
import { finish, type Member, traced } from './member.ts';
import { createQueue, type Queue } from './queue.ts';
import { createSideLane, type SideLane } from './side-lane.ts';
import type { Storage } from './storage.ts';
import { type Answered, type Claim, claimsOf, type Postponed, type Write } from './write.ts';

export interface Book {
  submit(write: Write): Promise<Answered | Refusal>;
  /** The answer stored under a claim, for a request that must not ask the outside twice. */
  answerTo(merchantId: string, claim: Claim): Promise<Answered | Refusal | undefined>;
  /** Waiting and running writes. */
  readonly depth: () => number;
  /** Resolves when nothing waits or runs any more. */
  drain(): Promise<void>;
}

export interface BookOptions {
  readonly db: Db;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly chance: Chance;
  readonly clock: () => number;
  /** Batches under way at once; the pool needs some connections more, for reads and the side lane. */
  readonly batchesAtOnce: number;
  /** Above this many writes, further ones are refused with 503. */
  readonly queueLimit: number;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly youngTables: BatchOptions['youngTables'];
  readonly settleMs?: BatchOptions['settleMs'];
}

/**
 * What one merchant may have in the queue, as a multiple of the free places: one merchant that floods it takes four fifths, two take
 * four ninths each, and however many do, the next merchant finds a place (dynamic thresholds, as switches share a buffer).
 */
export const shareOfFree = 4;

/** Each batch comes after the ones before it, so that its counters do in their index. */
function createWriters(): BatchOptions['writerOf'] {
  const mark = randomBytes(6).toString('base64url');
  let batches = 0;
  return (lane) => {
    batches += 1;
    return `${mark}${lane}.${batches.toString(36).padStart(6, '0')}`;
  };
}

export function createBook(given: BookOptions): Book {
  const options: BookOptions & BatchOptions = { ...given, writerOf: createWriters() };
  // Kept, as a queue knows how many writes came together; it is small.
  const queues = new Map<string, Queue>();
  // Merchants that a batch can be formed of, longest waiting first.
  const turn: Queue[] = [];
  const sideLane = createSideLane(options);
  let batchesFree = options.batchesAtOnce;
  let depth = 0;
  let pumping = false;
  const idle: (() => void)[] = [];
  const { metrics, queueLimit } = options;
  metrics.onScrape(() => {
    metrics.set('dps_book_writes', {}, depth);
    metrics.set('dps_book_write_limit', {}, queueLimit);
    metrics.set('dps_book_batches', {}, options.batchesAtOnce - batchesFree);
  });

  /** What arrives in the same turn of the event loop is looked at together. */
  const pumpSoon = (): void => {
    if (pumping) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      while (batchesFree > 0) {
        const queue = turn.shift();
        if (!queue) break;
        queue.isInTurn = false;
        startNext(queue);
      }
    });
  };
  const takeTurn = (queue: Queue): void => {
    if (!queue.isInTurn) turn.push(queue);
    queue.isInTurn = true;
  };
  const pump = (queue: Queue): void => {
    takeTurn(queue);
    pumpSoon();
  };

  const startNext = (queue: Queue): void => {
    const isAlone = turn.length === 0 && options.batchesAtOnce - batchesFree === queue.running;
    const batch = queue.next(isAlone);
    if (!batch) return;
    const members = batch.members.filter((member) => !dropIfAbandoned(member, metrics));
    batchesFree -= 1;
    void runBatch(options, members, { settings: [], lane: batch.lane, decided: batch.decided }).then((outcomes) => {
      batchesFree += 1;
      batch.ended();
      return answer(members, outcomes, sideLane);
    });
    // Perhaps there are enough for another one.
    takeTurn(queue);
  };

  const enqueue = (write: Write, queue: Queue): Promise<Answered | Refusal | Postponed> =>
    new Promise((resolve, reject) => {
      queue.add({ write, since: performance.now(), span: options.traces.current(), resolve, reject });
      pump(queue);
    });

  const settled = (queue: Queue): void => {
    depth -= 1;
    queue.depth -= 1;
    if (depth === 0) for (const done of idle.splice(0)) done();
  };

  return {
    depth: () => depth,
    drain: () => (depth === 0 ? Promise.resolve() : new Promise((done) => idle.push(done))),
    answerTo: (merchantId, claim) => answerTo(options, merchantId, claim),
    submit(write) {
      if (depth >= queueLimit) return refusedFor('full', metrics);
      const { merchantId } = write;
      const queue = queues.get(merchantId) ?? createQueue(() => pump(queue));
      if (queue.depth >= shareOfFree * (queueLimit - depth)) return refusedFor('share', metrics);
      queues.set(merchantId, queue);
      depth += 1;
      queue.depth += 1;
      return inTurn(write, (each) => enqueue(each, queue)).finally(() => settled(queue));
    },
  };
}

function dropIfAbandoned({ write, resolve }: Member, metrics: Metrics): boolean {
  if (!write.abandoned?.()) return false;
  metrics.count('dps_book_refused_total', { reason: 'abandoned' });
  resolve(refuse('service.busy'));
  return true;
}

function refusedFor(reason: 'full' | 'share', metrics: Metrics): Promise<Refusal> {
  metrics.count('dps_book_refused_total', { reason });
  return Promise.resolve(refuse('service.busy'));
}

/**
 * Some writes need another write first: an account may have interest to post. Run that one, then this one; together they count as
 * one entry in the queue. Others need other rows than was thought (apart.ts): they are asked again with those.
 */
async function inTurn(write: Write, ask: (write: Write) => Promise<Answered | Refusal | Postponed>): Promise<Answered | Refusal> {
  for (let asked = write; ; ) {
    const answer = await ask(asked);
    if (!('next' in answer)) return answer;
    const before = answer.first && (await inTurn(answer.first, ask));
    if (before && !('text' in before)) return before;
    asked = answer.next;
  }
}

async function answerTo({ db, secrets }: BookOptions, merchantId: string, claim: Claim): ReturnType<Book['answerTo']> {
  const claims = claimsOf(claim);
  const texts = arrayText(
    'text',
    claims.map((each) => each.claim),
  );
  const [row] = await db.read(findStoredAnswers, merchantId, texts);
  if (!row) return undefined;
  const outcome = replay(
    openedAnswer(row, opener(merchantId, secrets)),
    claims.find((each) => each.claim === row['claim']),
  );
  if (outcome.kind === 'fault') throw outcome.fault;
  return outcome.kind === 'refused' ? outcome.refusal : outcome;
}

/** What came of each member; a fault for each where the batch came to nothing. Never rejects. */
async function runBatch(options: BatchOptions, members: readonly Member[], way: Way): Promise<readonly (Outcome | undefined)[]> {
  if (members.length === 0) return [];
  const { metrics } = options;
  const since = performance.now();
  metrics.observe('dps_book_batch_size', {}, members.length);
  for (const member of members) metrics.observe('dps_book_wait_seconds', {}, (since - member.since) / 1000);
  const writes = members.map((member) => member.write);
  const attempt = (): Promise<Outcome[]> => traced(options.traces, members, () => inOneTransaction(options, writes, way));
  try {
    const outcomes = await attempt().catch((fault: unknown) => {
      if (members.length === 1 || !isTaken(fault)) throw fault;
      return attempt();
    });
    metrics.observe('dps_book_batch_duration_seconds', {}, (performance.now() - since) / 1000);
    return outcomes;
  } catch (fault) {
    return members.map(() => ({ kind: 'fault', fault }));
  }
}

/** So many are answered in one turn of the event loop: between them the database's answer to the next batch is looked at. */
const answersAtOnce = 16;

/**
 * Each member gets its answer or its refusal; what failed is tried by itself, beside the next batches, so that one cannot hurt
 * another.
 */
async function answer(members: readonly Member[], outcomes: readonly (Outcome | undefined)[], sideLane: SideLane): Promise<void> {
  for (const [index, member] of members.entries()) {
    if (index > 0 && index % answersAtOnce === 0) await new Promise((resume) => setImmediate(resume));
    finish(member, outcomes[index], sideLane);
  }
}
