// What every source is wrapped in: a time limit that holds even if the source hangs, a breaker, and each question asked once
// while its answer is fresh. It never throws: a missing answer is a fact that the decision weighs.
import { BrokenCircuitError, CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from 'cockatiel';
import type { sourceOutcomes } from '../observe/catalogue.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Traces } from '../observe/traces.ts';

export type Ask<Question, Answer> = (question: Question, signal: AbortSignal) => Promise<Answer>;

export interface Guard<Answer> {
  readonly name: string;
  readonly limitMs: number;
  readonly silence: Answer;
  readonly clock: () => number;
  /** Why there was silence; never anything of the question. */
  readonly note: (source: string, why: string) => void;
  /** A keyed hash: what is remembered of a question. */
  readonly hash: (text: string) => string;
  readonly metrics: Metrics;
  readonly traces: Traces;
  /** How many failures in a row open the breaker, and how long it stays open before one question may try. */
  readonly breaker?: { readonly opensAfter: number; readonly restMs: number };
  /** How long an answer counts for the same question: an application asks twice, in its two steps. At 0 none is kept. */
  readonly freshMs?: number;
}

const usualBreaker = { opensAfter: 5, restMs: 30_000 };
const usualFreshMs = 15 * 60_000;
const mostRemembered = 10_000;

/** A source did not answer as it should; the message says why, without anything personal. */
export class SourceFault extends Error {}

class Late extends SourceFault {}

export function guarded<Question extends object, Answer>(
  ask: Ask<Question, Answer>,
  guard: Guard<Answer>,
): (question: Question) => Promise<Answer> {
  const { name, silence, clock, note, hash, metrics, traces } = guard;
  const { opensAfter, restMs } = guard.breaker ?? usualBreaker;
  const breaker = circuitBreaker(handleAll, { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(opensAfter) });
  const freshMs = guard.freshMs ?? usualFreshMs;
  metrics.onScrape(() => metrics.set('dps_source_breaker_open', { source: name }, breaker.state === CircuitState.Open ? 1 : 0));
  const count = (outcome: (typeof sourceOutcomes)[number]): void =>
    metrics.count('dps_source_calls_total', { source: name, outcome });
  const remembered = new Map<string, { readonly askedAt: number; readonly answer: Promise<Answer> }>();

  const askInTime = async (question: Question): Promise<Answer> => {
    const since = performance.now();
    try {
      return await traces.span(`ask ${name}`, { kind: 'client' }, () => inTime((signal) => ask(question, signal), guard.limitMs));
    } finally {
      metrics.observe('dps_source_duration_seconds', { source: name }, (performance.now() - since) / 1000);
    }
  };

  const heardOf = async (question: Question): Promise<Answer | undefined> => {
    try {
      // The breaker would have others wait for the one question that tries the source again.
      if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
      const answer = await breaker.execute(() => askInTime(question));
      count('answered');
      return answer;
    } catch (error) {
      const isOpen = error instanceof BrokenCircuitError;
      count(isOpen ? 'skipped' : error instanceof Late ? 'late' : 'failed');
      note(name, isOpen ? 'open' : error instanceof SourceFault ? error.message : 'unreachable');
      return undefined;
    }
  };

  return (question) => {
    if (freshMs === 0) return heardOf(question).then((heard) => heard ?? silence);
    const key = hash(JSON.stringify([name, question]));
    const known = remembered.get(key);
    if (known && clock() - known.askedAt < freshMs) {
      count('remembered');
      return known.answer;
    }
    if (remembered.size >= mostRemembered) remembered.clear();
    const answer = heardOf(question).then((heard) => {
      // Silence is not remembered: next time the source may speak.
      if (heard === undefined) remembered.delete(key);
      return heard ?? silence;
    });
    remembered.set(key, { askedAt: clock(), answer });
    return answer;
  };
}

/** The answer, or a fault when the time is over; then the source is aborted, and the result does not depend on it. */
async function inTime<Answer>(ask: (signal: AbortSignal) => Promise<Answer>, limitMs: number): Promise<Answer> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new Late('no answer in time'));
      controller.abort();
    }, limitMs);
  });
  const answer = ask(controller.signal);
  // An answer or error that comes after the limit is dropped.
  answer.catch(() => undefined);
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
