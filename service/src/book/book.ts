// The book: the only writer (design 4). Requests that wait at one moment form a batch of one merchant. One round trip
// loads what they need, with locks; each decides in turn on the state as the ones before it left it; a second round trip
// writes all their changes and commits. What fails together is tried again one by one, so that one cannot hurt another.
import { randomBytes } from 'node:crypto';
import type { Chance } from '../core/chance.ts';
import { businessTime } from '../core/merchant.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { lawful } from '../core/setting.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Span } from '../observe/tracer.ts';
import type { Traces } from '../observe/traces.ts';
import { type Call, ConnectionLost, call, type Db, isServerError, type Session } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText, isRowCountError, openRow } from '../store/table.ts';
import { begin, commit, rollback } from '../store/transaction.ts';
import { countDecided } from './decided.ts';
import { decideAll, type Loaded, type Outcome, replay } from './deciding.ts';
import { findStoredAnswers, type StoredAnswer } from './idempotency.sql.ts';
import { Stale } from './in-hand.ts';
import { DuplicateKey, State } from './state.ts';
import type { Storage } from './storage.ts';
import type { Answered, Claim, Write } from './write.ts';
import { callsOf } from './writing.ts';

export interface Book {
  submit(write: Write): Promise<Answered | Refusal>;
  /** The answer stored under a claim, for a request that must not ask the outside twice. */
  answerTo(merchantId: string, claim: Claim): Promise<Answered | Refusal | undefined>;
  /** Waiting and running writes. */
  readonly depth: () => number;
  /** Resolves when nothing waits or runs any more. */
  drain(): Promise<void>;
}

interface Member {
  readonly write: Write;
  readonly since: number;
  /** Of the request it comes from. */
  readonly span: Span | undefined;
  readonly resolve: (answer: Answered | Refusal | Postponed) => void;
  readonly reject: (fault: unknown) => void;
}

/** Nothing was decided: another write comes first. */
interface Postponed {
  readonly first: Write;
}

interface Queue {
  readonly waiting: Member[];
  /** Waiting and running writes of the merchant. */
  depth: number;
  running: boolean;
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
}

const batchSize = 64;
const triesAlone = 4;

/**
 * What one merchant may have in the queue, as a multiple of the places that are free: one that floods takes four fifths, two
 * take four ninths each, and however many do, who comes next finds a place (dynamic thresholds, as switches share a buffer).
 */
const shareOfFree = 4;

/** A book with its mark: what tells its counters from those of every other process, as long as they are kept. */
interface MarkedOptions extends BookOptions {
  readonly mark: string;
}

export function createBook(given: BookOptions): Book {
  const options: MarkedOptions = { ...given, mark: randomBytes(6).toString('base64url') };
  const queues = new Map<string, Queue>();
  // Merchants with something to do and no batch under way, longest waiting first.
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

  /** Whatever arrives in the same turn of the event loop shares a batch; beyond that nothing waits on purpose. */
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
    const members = queue.waiting.splice(0, batchSize).filter((member) => !dropIfAbandoned(member));
    queue.running = true;
    lanesFree -= 1;
    void runBatch(options, members, sideLane).finally(() => {
      lanesFree += 1;
      queue.running = false;
      if (queue.waiting.length > 0) turn.push(queue);
      pumpSoon();
    });
  };

  const dropIfAbandoned = (member: Member): boolean => {
    if (!member.write.abandoned?.()) return false;
    metrics.count('dps_book_refused_total', { reason: 'abandoned' });
    member.resolve(refuse('service.busy'));
    return true;
  };

  const refusedFor = (reason: 'full' | 'share'): Promise<Refusal> => {
    metrics.count('dps_book_refused_total', { reason });
    return Promise.resolve(refuse('service.busy'));
  };

  const enqueue = (write: Write, queue: Queue): Promise<Answered | Refusal | Postponed> =>
    new Promise((resolve, reject) => {
      queue.waiting.push({ write, since: performance.now(), span: options.traces.current(), resolve, reject });
      if (!queue.running && queue.waiting.length === 1) turn.push(queue);
      pumpSoon();
    });

  const settled = (merchantId: string, queue: Queue): void => {
    depth -= 1;
    queue.depth -= 1;
    if (queue.depth === 0) queues.delete(merchantId);
    if (depth === 0) for (const done of idle.splice(0)) done();
  };

  return {
    depth: () => depth,
    drain: () => (depth === 0 ? Promise.resolve() : new Promise((done) => idle.push(done))),
    answerTo: (merchantId, claim) => answerTo(options, merchantId, claim),
    submit(write) {
      if (depth >= queueLimit) return refusedFor('full');
      const { merchantId } = write;
      const queue = queues.get(merchantId) ?? { waiting: [], depth: 0, running: false };
      if (queue.depth >= shareOfFree * (queueLimit - depth)) return refusedFor('share');
      queues.set(merchantId, queue);
      depth += 1;
      queue.depth += 1;
      return inTurn(write, (each) => enqueue(each, queue)).finally(() => settled(merchantId, queue));
    },
  };
}

/** Answered when whatever has to be done before was done; all of it keeps the write's one place in the queue. */
async function inTurn(write: Write, ask: (write: Write) => Promise<Answered | Refusal | Postponed>): Promise<Answered | Refusal> {
  for (;;) {
    const answer = await ask(write);
    if (!('first' in answer)) return answer;
    const before = await inTurn(answer.first, ask);
    if (!('text' in before)) return before;
  }
}

async function answerTo({ db, secrets }: BookOptions, merchantId: string, claim: Claim): ReturnType<Book['answerTo']> {
  const [row] = await db.read(findStoredAnswers, merchantId, arrayText('text', [claim.claim], secrets));
  if (!row) return undefined;
  const outcome = replay(row as unknown as StoredAnswer, claim);
  if (outcome.kind === 'fault') throw outcome.fault;
  return outcome.kind === 'refused' ? outcome.refusal : outcome;
}

/** Never rejects: every member gets its answer, its refusal or its fault, here or in the side lane. */
async function runBatch(options: MarkedOptions, members: readonly Member[], sideLane: SideLane): Promise<void> {
  if (members.length === 0) return;
  const { metrics } = options;
  const since = performance.now();
  metrics.observe('dps_book_batch_size', {}, members.length);
  for (const member of members) metrics.observe('dps_book_wait_seconds', {}, (since - member.since) / 1000);
  try {
    const writes = members.map((member) => member.write);
    const outcomes = await traced(options.traces, members, () => inOneTransaction(options, writes));
    metrics.observe('dps_book_batch_duration_seconds', {}, (performance.now() - since) / 1000);
    for (const [index, member] of members.entries()) finish(member, outcomes[index], sideLane);
  } catch (fault) {
    // The batch came to nothing: each member is tried by itself, beside the next batches, so that one cannot hurt another.
    for (const member of members) finish(member, { kind: 'fault', fault }, sideLane, fault instanceof OutcomeUnknown);
  }
}

/**
 * A batch belongs to the traces of all its members: it is a child of the first that is kept, and linked with the others both
 * ways. Traces are looked at by the hundred, so one that says "it is told over there" is enough for the rest.
 */
async function traced<Result>(traces: Traces, members: readonly Member[], work: () => Promise<Result>): Promise<Result> {
  if (!traces.enabled) return work();
  const spans = members.flatMap(({ span }) => span ?? []);
  const first = spans.find(({ place }) => place.sampled) ?? spans[0];
  const others = spans.filter((span) => span !== first);
  const how = {
    attributes: { 'dps.batch_size': members.length },
    links: others.map(({ place }) => place),
    ...(first && { parent: first.place }),
  };
  return traces.span('book batch', how, () => {
    const own = traces.current();
    if (own) for (const span of others) span.link(own.place);
    return work();
  });
}

function finish(member: Member, outcome: Outcome | undefined, sideLane: SideLane, final = false): void {
  if (outcome === undefined) member.reject(new Error('a batch without an outcome for one of its members'));
  else if (outcome.kind === 'answered') member.resolve(outcome);
  else if (outcome.kind === 'refused') member.resolve(outcome.refusal);
  else if (outcome.kind === 'postponed') member.resolve(outcome);
  else if (final || isOwnFault(outcome.fault)) member.reject(outcome.fault);
  else sideLane(member);
}

type SideLane = (member: Member) => void;

/**
 * Members that are tried alone, two at a time and with little patience for locks: a row that somebody holds must not take
 * the connections that everybody else needs.
 */
function createSideLane(options: MarkedOptions): SideLane {
  const waiting: Member[] = [];
  const free = ['a', 'b'];
  const next = (): void => {
    const member = free.length > 0 ? waiting.shift() : undefined;
    const lane = member && free.pop();
    if (!member || lane === undefined) return;
    void alone(options, member, lane).finally(() => {
      free.push(lane);
      next();
    });
  };
  return (member) => {
    waiting.push(member);
    next();
  };
}

async function alone(options: MarkedOptions, member: Member, lane: string): Promise<void> {
  const ended = (outcome: 'settled' | 'busy' | 'fault'): void => options.metrics.count('dps_book_retries_total', { outcome });
  const busy = (): void => {
    ended('busy');
    member.resolve(refuse('service.busy'));
  };
  for (let tried = 1; ; tried += 1) {
    if (member.write.abandoned?.()) return busy();
    const attempt = traced(options.traces, [member], () => inOneTransaction(options, [member.write], impatient, lane));
    const outcome = await attempt.then(
      ([only]) => only,
      (fault: unknown): Outcome => ({ kind: 'fault', fault }),
    );
    if (outcome && outcome.kind !== 'fault') ended('settled');
    if (outcome?.kind === 'answered') return member.resolve(outcome);
    if (outcome?.kind === 'refused') return member.resolve(outcome.refusal);
    if (outcome?.kind === 'postponed') return member.resolve(outcome);
    const fault = outcome?.fault;
    const last = !mayPass(fault) || isLockTimeout(fault) || tried >= triesAlone;
    if (last && isBusy(fault)) return busy();
    if (last) {
      ended('fault');
      return member.reject(fault);
    }
    await new Promise((resume) => setTimeout(resume, 50 * 2 ** tried));
  }
}

/** A decision that threw: trying again would only throw again. */
const isOwnFault = (fault: unknown): boolean => !isServerError(fault) && !mayPass(fault);

/** Nothing was done, because the database or one of its rows could not be had in time. */
const isBusy = (fault: unknown): boolean => fault instanceof NotCommitted || isLockTimeout(fault);

/** unique, serialization, deadlock, lock time-out, a row that moved, a broken connection before anything was committed. */
function mayPass(fault: unknown): boolean {
  if (fault instanceof Stale || fault instanceof DuplicateKey || fault instanceof NotCommitted) return true;
  return isServerError(fault) && (isRowCountError(fault) || ['23505', '40001', '40P01', '55P03'].includes(fault.code ?? ''));
}

const isLockTimeout = (fault: unknown): boolean => isServerError(fault) && fault.code === '55P03';

/** The transaction is known to have come to nothing, although its connection broke. */
class NotCommitted extends Error {}

/** The connection broke at the commit and nobody could say what became of it: never run again blindly. */
class OutcomeUnknown extends Error {}

/** What is known of a transaction while it runs: needed when the connection breaks under it. */
interface Attempt {
  transactionId: string;
  /** Set just before the second trip is sent. */
  outcomes?: Outcome[];
  /** Count what was decided, once it is known to be committed. */
  count?: () => void;
}

async function inOneTransaction(
  options: MarkedOptions,
  writes: readonly Write[],
  settings: readonly Call[] = [],
  lane = '',
): Promise<Outcome[]> {
  const attempt: Attempt = { transactionId: '' };
  try {
    return await options.db.using((session) => inSession(options, session, writes, attempt, { settings, lane }));
  } catch (fault) {
    if (!(fault instanceof ConnectionLost)) throw fault;
    if (!attempt.outcomes) throw new NotCommitted('the connection broke before the commit', { cause: fault });
    // The server is asked what became of the transaction.
    const status = await transactionStatus(options.db, attempt.transactionId);
    if (status === 'committed') {
      attempt.count?.();
      return attempt.outcomes;
    }
    if (status === 'aborted') throw new NotCommitted('the connection broke and the transaction was aborted', { cause: fault });
    throw new OutcomeUnknown('the connection broke while committing', { cause: fault });
  }
}

async function inSession(
  options: MarkedOptions,
  session: Session,
  writes: readonly Write[],
  attempt: Attempt,
  way: Way,
): Promise<Outcome[]> {
  try {
    const { traces } = options;
    const loaded = await traces.span('trip load', {}, () => load(options, session, writes, way));
    attempt.transactionId = loaded.transactionId;
    const { outcomes, records } = decideAll(writes, loaded);
    const calls = callsOf(records, loaded, options.secrets);
    if (calls.length > 0) {
      attempt.outcomes = outcomes;
      attempt.count = () => countDecided(options.metrics, records, loaded.state);
    }
    await traces.span('trip commit', { attributes: { 'dps.statements': calls.length } }, () => commitAll(session, calls));
    attempt.count?.();
    return outcomes;
  } catch (fault) {
    if (!(fault instanceof ConnectionLost)) await session.trip([rollback]);
    throw fault;
  }
}

const impatient = [call({ name: 'impatient', text: `set local lock_timeout = '250ms'` })];

/** How a transaction is run: as a batch, or alone in one of the side lanes. */
interface Way {
  readonly settings: readonly Call[];
  /** Of a merchant's batches one runs at a time, in each side lane one member: so a lane never meets itself. */
  readonly lane: string;
}

interface LoadedInTransaction extends Loaded {
  readonly transactionId: string;
}

/** The first trip. */
async function load(
  options: MarkedOptions,
  session: Session,
  writes: readonly Write[],
  { settings, lane }: Way,
): Promise<LoadedInTransaction> {
  const merchantId = writes[0]?.merchantId ?? '';
  const needs = writes.map((write) => write.needs);
  const { storage } = options;
  const wanted = storage.loads.flatMap((each) => {
    const parameters = each.parameters(needs)?.map((values) => arrayText('text', values, options.secrets));
    return parameters ? [{ ...each, call: call(each.statement, merchantId, ...parameters) }] : [];
  });
  const claims = writes.flatMap((write) => write.claim?.claim ?? []);
  const results = await session.trip([
    begin,
    ...settings,
    ...wanted.map((each) => each.call),
    ...(claims.length > 0 ? [call(findStoredAnswers, merchantId, arrayText('text', claims, options.secrets))] : []),
    call(storage.readMerchant, merchantId),
  ]);
  const state = new State(storage);
  wanted.forEach(({ table }, index) => {
    if (table === undefined) return;
    for (const row of results[index + 1 + settings.length]?.rows ?? [])
      state.load(table, openRow(storage.tables[table], row, options.secrets) as never);
  });
  const merchantRow = results.at(-1)?.rows[0];
  if (!merchantRow) throw new Error('a write for a merchant that does not exist');
  const merchant = storage.merchantOf(merchantRow);
  const answers = claims.length > 0 ? (results.at(-2)?.rows as unknown as StoredAnswer[]) : [];
  return {
    state,
    setting: lawful({
      now: businessTime(merchant, options.clock()),
      merchant,
      chance: options.chance,
      writer: options.mark + lane,
    }),
    answers: new Map(answers.map((answer) => [answer.claim, answer])),
    transactionId: String(merchantRow['transactionId']),
  };
}

/** The second trip. A statement that fails turns the commit behind it into a rollback, so its tag is checked too. */
async function commitAll(session: Session, calls: readonly Call[]): Promise<void> {
  const results = await session.trip([...calls, calls.length > 0 ? commit : rollback]);
  if (calls.length > 0 && results.at(-1)?.command !== 'COMMIT') throw new Error('the commit came to a rollback');
}

const statusOf = { name: 'transaction_status', text: 'select pg_xact_status($1::xid8) as status' };

/** Asked for longer than the server lets a transaction idle: a session it still believes in has ended by then. */
async function transactionStatus(db: Db, transactionId: string): Promise<string> {
  for (let tried = 0; tried < 50; tried += 1) {
    const rows = await db.read(statusOf, transactionId).catch(() => []);
    const status = rows[0]?.['status'];
    if (status === 'committed' || status === 'aborted') return status;
    await new Promise((resume) => setTimeout(resume, 250));
  }
  return 'unknown';
}
