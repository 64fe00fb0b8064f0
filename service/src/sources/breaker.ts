// A circuit breaker: a source that failed several times in a row is left alone for a while; then one question tries it
// again. The clock is real time, passed in.

export interface Breaker {
  /** May the source be asked now? Says yes to one at a time while it is being tried again. */
  enter(): boolean;
  succeeded(): void;
  failed(): void;
  readonly state: () => 'closed' | 'open' | 'half-open';
}

export interface BreakerLimits {
  /** Failures in a row that open it. */
  readonly opensAfter: number;
  /** How long it stays open before one question may try. */
  readonly restMs: number;
}

export function createBreaker(clock: () => number, { opensAfter, restMs }: BreakerLimits): Breaker {
  let failures = 0;
  let openedAt: number | undefined;
  let probing = false;
  return {
    state: () => (openedAt === undefined ? 'closed' : clock() - openedAt >= restMs ? 'half-open' : 'open'),
    enter() {
      if (openedAt === undefined) return true;
      if (probing || clock() - openedAt < restMs) return false;
      probing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      openedAt = undefined;
      probing = false;
    },
    failed() {
      failures += 1;
      if (probing || failures >= opensAfter) openedAt = clock();
      probing = false;
    },
  };
}
