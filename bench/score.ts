// How long does a credit decision take, without its database? Measured on synthetic orders of every kind.
import { createOrders } from '../scripts/risk-training/orders.ts';
import { builtInScorecard } from '../service/src/core/risk/built-in-scorecard.ts';
import { score } from '../service/src/core/risk/decide-credit.ts';
import { standardPolicy } from '../service/src/core/risk/standard-policy.ts';

/** Microseconds of one decision: the middle of several rounds, after a warm-up. */
export function measureScore(rounds = 9): number {
  const orders = createOrders(7, 1500);
  const once = (): number => {
    const since = performance.now();
    for (const { application, facts } of orders) score(application, facts, standardPolicy, builtInScorecard);
    return ((performance.now() - since) * 1000) / orders.length;
  };
  for (let warm = 0; warm < 5; warm += 1) once();
  const measured = Array.from({ length: rounds }, once).sort((a, b) => a - b);
  return measured[Math.floor(rounds / 2)] ?? Number.NaN;
}
