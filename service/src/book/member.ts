// A write that waits for its answer, and step 6 of the book: its answer.
import { type Refusal, refuse } from '../core/refusals.ts';
import type { Span } from '../observe/tracer.ts';
import type { Traces } from '../observe/traces.ts';
import { isOwnFault, OutcomeUnknown } from './batch.ts';
import type { Outcome } from './deciding.ts';
import type { Answered, Postponed, Write } from './write.ts';

export interface Member {
  readonly write: Write;
  readonly since: number;
  /** The span of the request it comes from. */
  readonly span: Span | undefined;
  readonly resolve: (answer: Answered | Refusal | Postponed) => void;
  readonly reject: (fault: unknown) => void;
}

/**
 * A batch belongs to the traces of all its members: it is a child of the first that is kept, and linked with the others both
 * ways. One of the traces shows the batch; the others point to it.
 */
export async function traced<Result>(traces: Traces, members: readonly Member[], work: () => Promise<Result>): Promise<Result> {
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

/** Answer a member, or hand it to the side lane. */
export function finish(member: Member, outcome: Outcome | undefined, sideLane: (member: Member) => void): void {
  if (outcome === undefined) member.reject(new Error('a batch without an outcome for one of its members'));
  else if (outcome.kind === 'answered') member.resolve(outcome);
  else if (outcome.kind === 'refused') member.resolve(outcome.refusal);
  else if (outcome.kind === 'postponed') member.resolve(outcome);
  else if (outcome.fault instanceof OutcomeUnknown || isOwnFault(outcome.fault)) fail(member, outcome.fault);
  else sideLane(member);
}

/** What was perhaps committed may be asked again under its idempotency key, by which the book knows it; without one it may not. */
export function fail({ write, resolve, reject }: Member, fault: unknown): void {
  if (fault instanceof OutcomeUnknown && write.claim) resolve(refuse('service.busy'));
  else reject(fault);
}
