// May this process be sent requests? If not, the reasons for the operator; they hold no secrets.
import { noCluster } from './cluster.ts';
import type { Figures } from './figures.ts';

export interface Readiness {
  /** From now on it reports itself unready, and still answers requests: a load balancer needs a moment to notice. */
  drain(): void;
  /** The reasons against sending it requests. */
  troubles(figures: Figures | undefined): string[];
  /** What an operator should know, and no reason to send requests elsewhere. */
  warnings(figures: Figures | undefined): string[];
}

export interface ReadinessOptions {
  /** The book: how many writes wait and run. */
  readonly book: { readonly depth: () => number };
  readonly queueLimit: number;
  /** Above this the process is not ready; 0: never for this reason. */
  readonly outboxLimitSeconds: number;
}

/** The book refuses at its limit; requests should go elsewhere a little before that. */
const fullAt = 0.9;
/** Events are delivered within seconds; later than this something is wrong with it. */
const outboxLateSeconds = 300;

export function createReadiness({ book, queueLimit, outboxLimitSeconds }: ReadinessOptions): Readiness {
  let draining = false;
  const outboxAge = (figures: Figures | undefined): number => figures?.counts?.outboxOldestSeconds ?? 0;
  return {
    drain() {
      draining = true;
    },
    troubles(figures) {
      const pending = figures?.migrationsPending ?? [];
      return [
        ...(draining ? ['draining: this process is being stopped'] : []),
        ...(book.depth() >= queueLimit * fullAt ? ['queue: as many writes wait as may wait'] : []),
        ...(pending.length > 0 ? [`migrations: the database lacks ${pending.join(', ')}`] : []),
        ...(outboxLimitSeconds > 0 && outboxAge(figures) > outboxLimitSeconds ? ['outbox: events wait too long'] : []),
      ];
    },
    warnings(figures) {
      const { nodesAway, faults } = figures?.cluster ?? noCluster;
      return [
        ...(outboxAge(figures) > outboxLateSeconds ? ['events wait to be delivered'] : []),
        // No reason to send requests elsewhere: every process asks the same nodes, and merchants on the others are served.
        ...nodesAway.map(
          (node) => `the node ${node} of the cluster is out of reach: requests for its merchants fail, and jobs wait`,
        ),
        // After a migration that adds tables, too: what uses none of them goes on.
        ...(faults.length > 0 ? [`the cluster is half done: ${faults.join('; ')}; run dps db distribute`] : []),
      ];
    },
  };
}
