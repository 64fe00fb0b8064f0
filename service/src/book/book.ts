// The book: the only writer (docs/adr/0002-the-book.md). Step 1 is here: writes wait in the lanes of their merchant, and those that
// wait in one at one moment form a batch. batch.ts runs it: it loads what they need with locks (step 2), lets each decide in turn on the
// state as the ones before it left it (step 3), writes all their changes (step 4) and commits (step 5). Step 6: each write gets its
// answer (member.ts), or is tried again alone when its batch failed (side-lane.ts).
import { randomBytes } from 'node:crypto';
import type { Chance } from '../core/chance.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Traces } from '../observe/traces.ts';
import type { Db } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText, opener } from '../store/table.ts';
import { type BatchOptions, inOneTransaction } from './batch.ts';
import { replay } from './deciding.ts';
import { findStoredAnswers, openedAnswer } from './idempotency.sql.ts';
import { finish, type Member, type Postponed, traced } from './member.ts';
import { fold, type Needs } from './needs.ts';
import { createSideLane, type SideLane } from './side-lane.ts';
import type { Storage } from './storage.ts';
import { type Answered, type Claim, claimsOf, type Write } from './write.ts';

export interface Book {
  submit(write: Write): Promise<Answered | Refusal>;
  /** The answer stored under a claim, for a request that must not ask the outside twice. */
  answerTo(merchantId: string, claim: Claim): Promise<Answered | Refusal | undefined>;
  /** Waiting and running writes. */
  readonly depth: () => number;
  /** Resolves when nothing waits or runs any more. */
  drain(): Promise<void>;
}

/** The writes of one merchant that have a lock key in common, and some more: never two batches of it at once. */
interface Queue {
  readonly lane: string;
  readonly waiting: Member[];
  running: boolean;
}

interface Merchant {
  readonly queues: readonly Queue[];
  /** Waiting and running writes. */
  depth: number;
}

export interface BookOptions {
  readonly db: Db;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly chance: Chance;
  readonly clock: () => number;
  /** Batches under way at once; the pool needs some connections more, for reads and the side lane. */
  readonly lanes: number;
  /** Above this many writes, further ones are refused with 503. */
  readonly queueLimit: number;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly youngTables: BatchOptions['youngTables'];
  readonly settleMs?: BatchOptions['settleMs'];
}

const batchSize = 64;

/** So many batches of one merchant at once: while one is with the database, another is decided. */
const lanesOfMerchant = 2;

const newMerchant = (): Merchant => ({
  queues: Array.from({ length: lanesOfMerchant }, (_none, index) => ({ lane: String(index), waiting: [], running: false })),
  depth: 0,
});

/**
 * Writes on one person, account or order keep their order, since they share a lane. Those that meet elsewhere wait for each other's
 * row locks, which all batches take in one order.
 */
function laneOf({ person, account, order, merge }: Needs, { queues }: Merchant): Queue {
  const key = person?.key ?? account?.number ?? (order === undefined ? undefined : fold(order)) ?? merge?.into ?? '';
  let sum = 0;
  for (let index = 0; index < key.length; index += 1) sum = (sum * 31 + key.charCodeAt(index)) | 0;
  return queues[Math.abs(sum % queues.length)] as Queue;
}

/**
 * What one merchant may have in the queue, as a multiple of the free places: one merchant that floods it takes four fifths, two take
 * four ninths each, and however many do, the next merchant finds a place (dynamic thresholds, as switches share a buffer).
 */
const shareOfFree = 4;

export function createBook(given: BookOptions): Book {
  const options: BookOptions & BatchOptions = { ...given, mark: randomBytes(6).toString('base64url') };
  const merchants = new Map<string, Merchant>();
  // Lanes with something to do and no batch under way, longest waiting first.
  const turn: Queue[] = [];
  const sideLane = createSideLane(options);
  let lanesFree = options.lanes;
  let depth = 0;
  let pumping = false;
  const idle: (() => void)[] = [];
  const { metrics, queueLimit } = options;
  metrics.onScrape(() => {
    metrics.set('dps_book_writes', {}, depth);
    metrics.set('dps_book_write_limit', {}, queueLimit);
    metrics.set('dps_book_batches', {}, options.lanes - lanesFree);
  });

  /** What arrives in the same turn of the event loop shares a batch; beyond that no write waits on purpose. */
  const pumpSoon = (): void => {
    if (pumping) return;
    pumping = true;
    setImmediate(() => {
      pumping = false;
      while (lanesFree > 0 && turn.length > 0) startNext();
    });
  };

  const startNext = (): void => {
    const queue = turn.shift();
    if (!queue) return;
    const members = queue.waiting.splice(0, batchSize).filter((member) => !dropIfAbandoned(member, metrics));
    queue.running = true;
    lanesFree -= 1;
    void runBatch(options, members, queue.lane, sideLane).finally(() => {
      lanesFree += 1;
      queue.running = false;
      if (queue.waiting.length > 0) turn.push(queue);
      pumpSoon();
    });
  };

  const enqueue = (write: Write, merchant: Merchant): Promise<Answered | Refusal | Postponed> =>
    new Promise((resolve, reject) => {
      const queue = laneOf(write.needs, merchant);
      queue.waiting.push({ write, since: performance.now(), span: options.traces.current(), resolve, reject });
      if (!queue.running && queue.waiting.length === 1) turn.push(queue);
      pumpSoon();
    });

  const settled = (merchantId: string, merchant: Merchant): void => {
    depth -= 1;
    merchant.depth -= 1;
    if (merchant.depth === 0) merchants.delete(merchantId);
    if (depth === 0) for (const done of idle.splice(0)) done();
  };

  return {
    depth: () => depth,
    drain: () => (depth === 0 ? Promise.resolve() : new Promise((done) => idle.push(done))),
    answerTo: (merchantId, claim) => answerTo(options, merchantId, claim),
    submit(write) {
      if (depth >= queueLimit) return refusedFor('full', metrics);
      const { merchantId } = write;
      const merchant = merchants.get(merchantId) ?? newMerchant();
      if (merchant.depth >= shareOfFree * (queueLimit - depth)) return refusedFor('share', metrics);
      merchants.set(merchantId, merchant);
      depth += 1;
      merchant.depth += 1;
      return inTurn(write, (each) => enqueue(each, merchant)).finally(() => settled(merchantId, merchant));
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
 * one entry in the queue.
 */
async function inTurn(write: Write, ask: (write: Write) => Promise<Answered | Refusal | Postponed>): Promise<Answered | Refusal> {
  for (;;) {
    const answer = await ask(write);
    if (!('first' in answer)) return answer;
    const before = await inTurn(answer.first, ask);
    if (!('text' in before)) return before;
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

/** Never rejects: every member gets its answer, its refusal or its fault, here or in the side lane. */
async function runBatch(options: BatchOptions, members: readonly Member[], lane: string, sideLane: SideLane): Promise<void> {
  if (members.length === 0) return;
  const { metrics } = options;
  const since = performance.now();
  metrics.observe('dps_book_batch_size', {}, members.length);
  for (const member of members) metrics.observe('dps_book_wait_seconds', {}, (since - member.since) / 1000);
  try {
    const writes = members.map((member) => member.write);
    const outcomes = await traced(options.traces, members, () => inOneTransaction(options, writes, { settings: [], lane }));
    metrics.observe('dps_book_batch_duration_seconds', {}, (performance.now() - since) / 1000);
    for (const [index, member] of members.entries()) finish(member, outcomes[index], sideLane);
  } catch (fault) {
    // The batch came to nothing: each member is tried by itself, beside the next batches, so that one cannot hurt another.
    for (const member of members) finish(member, { kind: 'fault', fault }, sideLane);
  }
}
