// Steps 2 to 5 of the book: one transaction for a batch. The first round trip begins it, locks and loads (step 2); each write
// decides in turn (deciding.ts, step 3); the second round trip writes what was decided (writing.ts, step 4) and commits (step 5). An
// act that locked no row has a third one for its commit.
import type { Chance } from '../core/chance.ts';
import { businessTime } from '../core/merchant.ts';
import { lawful } from '../core/setting.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Traces } from '../observe/traces.ts';
import type { YoungTables } from '../postgres/young-tables.ts';
import { type Call, ConnectionLost, call, type Db, isServerError, type Row, type Session } from '../store/db.ts';
import type { Secrets } from '../store/secrets.ts';
import { arrayText, isRowCountError, opener, sqlName } from '../store/table.ts';
import { begin, commit, lockAttempt, rollback, savepoint, toSavepoint } from '../store/transaction.ts';
import { countDecided } from './count-decided.ts';
import { decideAll, type Loaded, type Outcome } from './deciding.ts';
import { findStoredAnswers, openedAnswer, type StoredAnswer } from './idempotency.sql.ts';
import { Stale } from './in-hand.ts';
import type { Needs } from './needs.ts';
import { DuplicateKey, State } from './state.ts';
import type { Storage } from './storage.ts';
import { claimsOf, type Write } from './write.ts';
import { callsOf, witnessOf, writtenRows } from './writing.ts';

export interface BatchOptions {
  readonly db: Db;
  readonly storage: Storage;
  readonly secrets: Secrets;
  readonly chance: Chance;
  readonly clock: () => number;
  readonly metrics: Metrics;
  readonly traces: Traces;
  readonly youngTables: Pick<YoungTables, 'grew'>;
  /** How long a commit whose answer was lost is asked for; a minute unless said otherwise. */
  readonly settleMs?: number | undefined;
  /** Names a batch of a lane, and no batch of any other process, as long as counters are kept. */
  readonly writerOf: (lane: string) => string;
}

/** How a transaction is run: as a batch, or alone in one of the side lanes. */
export interface Way {
  /** Sent before anything is locked. */
  readonly settings: readonly Call[];
  /** One batch in each lane of a merchant, and one write in each side lane at a time: a lane never runs twice at once. */
  readonly lane: string;
  /** Called once it has its locks and has decided: what comes for the same rows from now on waits for them in the database. */
  readonly decided?: () => void;
}

/** The connection broke, and the transaction is known to have changed nothing. */
class NotCommitted extends Error {}

/** One of several made all fail, before anything of them could be committed: which one it was shows when each is tried alone. */
class FailedTogether extends Error {}

/** The connection broke at the commit, and the server could not say whether it committed: we never run it again. */
export class OutcomeUnknown extends Error {}

/** Trying again would fail again: the decision itself threw, or what it needs cannot be read. */
export const isOwnFault = (fault: unknown): boolean => !isServerError(fault) && !mayPass(fault);

/** Nothing was changed, because the database or one of its rows was not available in time. */
export const isBusy = (fault: unknown): boolean => fault instanceof NotCommitted || isLockTimeout(fault);

export const isLockTimeout = (fault: unknown): boolean => isServerError(fault) && fault.code === '55P03';

/**
 * A key of a new row is taken. Nearly always a number that was drawn, as a reference is short enough to be typed: all are decided again
 * together, with other numbers. One by one they would hold up all others for the time of as many batches.
 */
export const isTaken = (fault: unknown): boolean => isServerError(fault) && fault.code === '23505';

/** unique violation, serialization failure, deadlock, lock timeout. */
const passingCodes = ['23505', '40001', '40P01', '55P03'];

/** May it succeed when it is tried again? Also where a row moved, or the connection broke before anything was committed. */
export function mayPass(fault: unknown): boolean {
  if (fault instanceof Stale || fault instanceof DuplicateKey) return true;
  if (fault instanceof NotCommitted || fault instanceof FailedTogether) return true;
  return isServerError(fault) && (isRowCountError(fault) || passingCodes.includes(fault.code ?? ''));
}

/** What is known of a transaction while it runs, for when the connection breaks. */
interface Attempt {
  /** The first trip after its begin, which takes the locks. */
  locking?: readonly Call[];
  /** Set just before the second trip is sent. */
  outcomes?: Outcome[];
  /** Writes a row of it again (writing.ts), to learn whether it is there. */
  witness?: () => Call | undefined;
  /** Count what was decided, once it is known to be committed. */
  count?: () => void;
}

/**
 * Run these writes of one merchant in one transaction. Throws what the server reported, NotCommitted, OutcomeUnknown, or a fault of ours: of
 * several FailedTogether, unless the commit was on its way, as what may be committed is never run again.
 */
export async function inOneTransaction(options: BatchOptions, writes: readonly Write[], way: Way): Promise<Outcome[]> {
  const attempt: Attempt = {};
  try {
    return await options.db.using((session) => inSession(options, session, writes, attempt, way));
  } catch (fault) {
    if (!(fault instanceof ConnectionLost)) {
      if (writes.length === 1 || attempt.outcomes || !isOwnFault(fault)) throw fault;
      throw new FailedTogether('one of several writes made all of them fail', { cause: fault });
    }
    if (!attempt.outcomes) throw new NotCommitted('the connection broke before the commit', { cause: fault });
    const committed = await isCommitted(options, attempt);
    if (committed === true) {
      attempt.count?.();
      return attempt.outcomes;
    }
    if (committed === false) throw new NotCommitted('the connection broke and the transaction was aborted', { cause: fault });
    throw new OutcomeUnknown('the connection broke while committing', { cause: fault });
  }
}

async function inSession(
  options: BatchOptions,
  session: Session,
  writes: readonly Write[],
  attempt: Attempt,
  way: Way,
): Promise<Outcome[]> {
  const { traces } = options;
  const { isHeld, ...loaded } = await traces.span('trip load', {}, () => load(options, session, writes, attempt, way));
  const { outcomes, records } = decideAll(writes, loaded);
  way.decided?.();
  const written = writtenRows(records, loaded);
  const merchantId = loaded.setting.merchant.id;
  const { rows, events } = callsOf(written, merchantId, options.secrets);
  const isChange = rows.length + events.length > 0;
  // Who asks for a lost commit waits for a row of its transaction: where an act locked none, it has written one before its commit is sent.
  const [before, together] = isHeld || records.audit.length === 0 ? [[], [...rows, ...events]] : [rows, events];
  if (before.length > 0)
    await traces.span('trip write', { attributes: { 'dps.statements': before.length } }, () => session.trip(before));
  if (isChange) {
    const witness = (): Call | undefined => witnessOf(written, merchantId, options.secrets);
    const count = (): void => {
      countDecided(options.metrics, records, written, loaded.state);
      for (const { table, news, olds } of written) options.youngTables.grew(sqlName(table), news.length + olds.length);
    };
    attempt.outcomes = outcomes;
    // Never a function written straight into a property: V8 makes it in the old space, where it keeps the whole batch until the next full
    // collection.
    attempt.witness = witness;
    attempt.count = count;
  }
  // An answer that is repeated commits as well (findStoredAnswers).
  const answers = outcomes.some(({ kind }) => kind === 'answered');
  await traces.span('trip commit', { attributes: { 'dps.statements': together.length } }, () =>
    session.trip([...together, isChange || answers ? commit : rollback]),
  );
  attempt.count?.();
  return outcomes;
}

/** One statement of the first trip, and the use of its rows. */
interface Step {
  readonly call: Call;
  readonly take?: (rows: readonly Row[]) => void;
}

/** Step 2: begin, lock and read what all writes need, their stored answers and the merchant, in one round trip. */
async function load(
  { storage, secrets, clock, chance, writerOf }: BatchOptions,
  session: Session,
  writes: readonly Write[],
  attempt: Attempt,
  { settings, lane }: Way,
): Promise<Loaded & { readonly isHeld: boolean }> {
  const merchantId = writes[0]?.merchantId ?? '';
  const state = new State(storage);
  const answers = new Map<string, StoredAnswer>();
  const merchantLoad = storage.loadMerchant(merchantId);
  let merchantRow: Row | undefined;
  // A person not seen yet has no row that could be locked.
  const mayBeNew = writes.some(({ needs: { person } }) => person && !person.known);
  const claims = writes.flatMap((write) => claimsOf(write.claim).map(({ claim }) => claim));
  const steps: Step[] = [
    { call: begin },
    ...settings.map((each) => ({ call: each })),
    ...(mayBeNew ? [{ call: lockAttempt(chance.id()) }] : []),
    ...loadSteps(writes, merchantId, state, { storage, secrets }),
    ...(claims.length === 0
      ? []
      : [
          {
            call: call(findStoredAnswers, merchantId, arrayText('text', claims)),
            take: (rows: readonly Row[]) => {
              for (const row of rows) {
                const stored = openedAnswer(row, opener(merchantId, secrets));
                answers.set(stored.claim, stored);
              }
            },
          },
        ]),
    {
      call: merchantLoad.call,
      take: ([row]) => {
        merchantRow = row;
      },
    },
  ];
  const calls = steps.map((step) => step.call);
  attempt.locking = calls.slice(1);
  const results = await session.trip(calls);
  for (const [index, { take }] of steps.entries()) take?.(results[index]?.rows ?? []);
  if (!merchantRow) throw new Error('a write for a merchant that does not exist');
  const merchant = merchantLoad.merchantOf(merchantRow);
  return {
    state,
    setting: lawful({ now: businessTime(merchant, clock()), merchant, chance, writer: writerOf(lane) }),
    answers,
    isHeld: mayBeNew || steps.some((step, index) => locksRows(step.call) && (results[index]?.rows.length ?? 0) > 0),
  };
}

const locksRows = ({ statement }: Call): boolean => statement.text.includes(' for no key update');

/** Each load that at least one of the writes needs; its rows go into the state. */
function loadSteps(
  writes: readonly Write[],
  merchantId: string,
  state: State,
  { storage, secrets }: Pick<BatchOptions, 'storage' | 'secrets'>,
): Step[] {
  const needs = writes.map((write) => write.needs);
  const open = opener(merchantId, secrets);
  const asked = askedBy(needs);
  return storage.loads.flatMap(({ statement, table, asks, parameters }): Step[] => {
    const lists = asks.some((member) => asked.has(member)) ? parameters(needs) : undefined;
    if (!lists) return [];
    const texts = lists.map((values) => arrayText('text', values));
    const take = (rows: readonly Row[]): void => {
      if (table === undefined) return;
      for (const row of rows) state.load(table, open(storage.tables[table], row) as never);
    };
    return [{ call: call(statement, merchantId, ...texts), take }];
  });
}

/** What at least one of the requests asks for. */
function askedBy(needs: readonly Needs[]): ReadonlySet<keyof Needs> {
  const asked = new Set<keyof Needs>();
  for (const need of needs) {
    for (const member in need) if ((need[member as keyof Needs] ?? null) !== null) asked.add(member as keyof Needs);
  }
  return asked;
}

/** Longer than a failover takes, in which no server can be asked. */
const settleSeconds = 60;

/** What cannot be asked is asked again, until it is unknown. */
async function isCommitted({ db, settleMs }: BatchOptions, { locking = [], witness }: Attempt): Promise<boolean | undefined> {
  const until = performance.now() + (settleMs ?? settleSeconds * 1000);
  const written = witness?.();
  while (written && performance.now() < until) {
    try {
      return await db.using((session) => isThere(session, locking, written));
    } catch {
      await new Promise((resume) => setTimeout(resume, 250));
    }
  }
  return undefined;
}

/**
 * Was the transaction committed whose row this writes again? A unique violation says yes. That it could be written says no: the
 * server may go on with what a broken connection had sent, so the transaction's locks are taken first, which waits for its end; an
 * act that locked none has written its row by then. Numbers of transactions cannot be asked: a leader that took over may give one
 * again, and in a cluster each node counts by itself. Either counts once a commit after it went through: a leader that was killed
 * at the commit may be back with what its standby lacks, and one that another took over from does not know what that one did.
 */
async function isThere(session: Session, locking: readonly Call[], witness: Call): Promise<boolean> {
  const there = await session.trip([begin, savepoint, ...locking, witness]).then(
    () => false,
    (fault: unknown) => {
      if (isServerError(fault) && fault.code === '23505') return true;
      throw fault;
    },
  );
  await session.trip([toSavepoint, commit]);
  return there;
}
