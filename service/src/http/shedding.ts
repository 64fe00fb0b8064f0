// Protection against overload: a request that would only wait is refused at once (503), so that those that were let in are
// answered in time. Health and metrics are never refused. Between the limit and twice the limit only merchants that already
// have their share of what is under way are refused; above it all are. The operator has a share of its own, so that
// it can look at what is wrong while shops are refused, and its scripts cannot use up what shops need.

import type { EventLoop } from '../observe/event-loop.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Db } from '../store/db.ts';

export interface Shedding {
  /** Is it so much that no request is let in? Checked before a key is looked up, because that would have to wait as well. */
  full(): { readonly retryAfter: number } | undefined;
  /** Let a request of a merchant in, and count it until it leaves; or say after how many seconds it may come again. */
  enter(merchantId: string): { readonly retryAfter: number } | undefined;
  leave(merchantId: string): void;
  /** The same for a request of the operator. */
  enterOperator(): { readonly retryAfter: number } | undefined;
  leaveOperator(): void;
}

export interface SheddingOptions {
  /** 0 switches it off. */
  readonly afterMs: number;
  readonly db: Pick<Db, 'pool'>;
  readonly eventLoop: Pick<EventLoop, 'lastingMs'>;
  readonly metrics: Metrics;
}

export function createShedding({ afterMs, db, eventLoop, metrics }: SheddingOptions): Shedding {
  // A merchant stays in it with none: a Map whose keys come and go is made anew again and again, and V8 links each old one to the next.
  const underWay = new Map<string, number>();
  let merchants = 0;
  let total = 0;
  let ofOperator = 0;

  const refused = (reason: 'event_loop' | 'pool' | 'share' | 'operator') => {
    metrics.count('dps_requests_shed_total', { reason });
    return { retryAfter: reason === 'share' || reason === 'operator' ? 1 : 2 };
  };
  const isLoaded = (): boolean => Math.max(eventLoop.lastingMs(), db.pool().waitMs) >= afterMs;

  return {
    full() {
      const [loopMs, poolMs] = [eventLoop.lastingMs(), db.pool().waitMs];
      if (afterMs === 0 || Math.max(loopMs, poolMs) < 2 * afterMs) return undefined;
      return refused(loopMs > poolMs ? 'event_loop' : 'pool');
    },
    enter(merchantId) {
      const own = underWay.get(merchantId) ?? 0;
      if (afterMs > 0 && own > 0 && own >= total / merchants && isLoaded()) return refused('share');
      total += 1;
      merchants += own === 0 ? 1 : 0;
      underWay.set(merchantId, own + 1);
      return undefined;
    },
    leave(merchantId) {
      const own = underWay.get(merchantId) ?? 0;
      if (own === 0) return;
      total -= 1;
      merchants -= own === 1 ? 1 : 0;
      underWay.set(merchantId, own - 1);
    },
    enterOperator() {
      const { limit } = db.pool();
      // More than there are connections would only wait, and shops behind them.
      if (afterMs > 0 && ofOperator >= (isLoaded() ? Math.max(1, Math.floor(limit / 4)) : limit)) return refused('operator');
      ofOperator += 1;
      return undefined;
    },
    leaveOperator() {
      ofOperator -= 1;
    },
  };
}
