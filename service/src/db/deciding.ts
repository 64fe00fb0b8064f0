// The decisions of a batch, one after the other, each on the state as the ones before it left it. Ledger, outbox, audit
// and stored answers are made here from what was decided, so that no endpoint can forget them. The book of the database
// and the book in memory both decide with this.
import type { Decided } from '../core/changes.ts';
import { entriesOf } from '../core/ledger.ts';
import type { Setting } from '../core/order/in-hand.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import type { AuditRow } from './audit.sql.ts';
import type { StoredAnswer } from './idempotency.sql.ts';
import type { LedgerRow } from './ledger.sql.ts';
import { type InHand, inHandOf, type Needs } from './needs.ts';
import type { OutboxRow } from './outbox.sql.ts';
import type { State } from './state.ts';

/** A request that wants to change something. */
export interface Write {
  readonly merchantId: string;
  /** Who asks, by which operation, in which request: for the audit. */
  readonly actor: string;
  readonly operation: string;
  readonly requestId: string;
  /** The idempotency key's hash with the body's, where a key was sent. */
  readonly claim?: Claim;
  readonly needs: Needs;
  /** Pure; the answer is text, exactly as it will be sent and stored. */
  readonly decide: (inHand: InHand, setting: Setting) => Decided<string> | Refusal;
  /** A client that is gone before its batch is dropped; afterwards it is finished. */
  readonly abandoned?: () => boolean;
}

export interface Claim {
  readonly claim: string;
  readonly bodyHash: string;
}

export interface Answered {
  readonly text: string;
  /** Given before, under the same idempotency key. */
  readonly replayed: boolean;
}

export type Outcome =
  | ({ readonly kind: 'answered' } & Answered)
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'fault'; readonly fault: unknown };

/** What a batch finds before it decides. */
export interface Loaded {
  readonly state: State;
  readonly setting: Setting;
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

/** The rows that belong to the book itself. */
export interface Records {
  readonly storedAnswers: StoredAnswer[];
  readonly audit: AuditRow[];
  readonly outbox: OutboxRow[];
  readonly ledger: LedgerRow[];
}

export function decideAll(writes: readonly Write[], loaded: Loaded): { outcomes: Outcome[]; records: Records } {
  const records: Records = { storedAnswers: [], audit: [], outbox: [], ledger: [] };
  const answers = new Map(loaded.answers);
  const outcomes = writes.map((write): Outcome => {
    const stored = write.claim && answers.get(write.claim.claim);
    if (stored) return replay(stored, write.claim);
    const outcome = decideOne(write, loaded, records);
    if (outcome.kind !== 'answered' || !write.claim) return outcome;
    const row: StoredAnswer = {
      ...write.claim,
      answer: outcome.text,
      requestId: write.requestId,
    };
    answers.set(row.claim, row);
    records.storedAnswers.push(row);
    return outcome;
  });
  return { outcomes, records };
}

/** The same request gets the same bytes; another body under the same key is a mistake (C07). */
export function replay(stored: StoredAnswer, claim: Claim | undefined): Outcome {
  if (stored.bodyHash === claim?.bodyHash) return { kind: 'answered', text: stored.answer, replayed: true };
  return { kind: 'refused', refusal: refuse('idempotency.key_reused', 'Idempotency-Key', { first: stored.requestId }) };
}

/** A refusal changes nothing, and a decision that throws is that member's fault alone. */
function decideOne(write: Write, { state, setting }: Loaded, records: Records): Outcome {
  try {
    const decided = write.decide(inHandOf(state, write.needs), setting);
    if (decided instanceof Refusal) return { kind: 'refused', refusal: decided };
    const own = recordsOf(write, decided, setting);
    state.apply(decided.changes);
    for (const kind of ['audit', 'outbox', 'ledger'] as const) (records[kind] as unknown[]).push(...own[kind]);
    return { kind: 'answered', text: decided.answer, replayed: false };
  } catch (fault) {
    return { kind: 'fault', fault };
  }
}

function recordsOf(write: Write, { events, about }: Decided<string>, { now, chance }: Setting): Omit<Records, 'storedAnswers'> {
  const outbox = events.map((event): OutboxRow => ({ id: chance.id(), accountNumber: null, ...event, happenedAt: now }));
  const ledger = outbox.flatMap((row, index) => {
    const event = events[index];
    return (event ? entriesOf(event) : []).map(
      (entry): LedgerRow => ({ id: chance.id(), eventId: row.id, ...entry, bookedAt: now }),
    );
  });
  const first = events[0] ?? (about === undefined ? undefined : { orderId: null, accountNumber: undefined, subject: about });
  if (!first) return { audit: [], outbox, ledger };
  const { actor, operation, requestId } = write;
  const { orderId, accountNumber = null, subject } = first;
  return {
    audit: [{ id: chance.id(), actor, operation, orderId, accountNumber, subject, requestId, happenedAt: now }],
    outbox,
    ledger,
  };
}
