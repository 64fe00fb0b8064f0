// What jobs over orders do alike: candidates by a plain read, page by page, and one write each, which decides again under
// the lock.
import type { Decided } from '../core/changes.ts';
import type { Setting } from '../core/order/in-hand.ts';
import type { InHand } from '../db/needs.ts';
import type { Statement } from '../db/table.ts';
import type { RunningDeps } from './jobs.ts';

const pageSize = 500;
const nothing: Decided<string> = { answer: '', changes: [], events: [] };

export interface OrderWork {
  readonly operation: string;
  /** Candidates due at $1 after a place ($2, $3), at most $4, with merchantId, number and id. */
  readonly statement: Statement;
  /** By what the candidates are sorted. */
  readonly dueAt: (row: Record<string, unknown>) => number;
  /** Nothing where nothing is due any more. */
  readonly decide: (inHand: InHand, setting: Setting) => Decided<unknown> | undefined;
}

/** Do what is due; how many orders it was done to. */
export async function eachOrder(deps: RunningDeps, work: OrderWork): Promise<number> {
  let count = 0;
  let failed = 0;
  let after: [string, string] = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  for (;;) {
    const candidates = await deps.db.read(work.statement, new Date(deps.clock()).toISOString(), ...after, pageSize);
    const done = await Promise.allSettled(
      candidates.map((row) => perform(deps, work, String(row['merchantId']), String(row['number']))),
    );
    // One order that fails must not keep the others from being looked at; the run as a whole is told as failed.
    failed += done.filter((each) => each.status === 'rejected').length;
    count += done.filter((each) => each.status === 'fulfilled' && each.value).length;
    const last = candidates.at(-1);
    if (last) after = [new Date(work.dueAt(last)).toISOString(), String(last['id'])];
    if (candidates.length < pageSize || deps.stopping()) break;
  }
  if (failed > 0) throw new Error(`${work.operation} failed for ${failed} orders`);
  return count;
}

async function perform({ book }: RunningDeps, work: OrderWork, merchantId: string, number: string): Promise<boolean> {
  const answer = await book.submit({
    merchantId,
    actor: 'job',
    operation: work.operation,
    requestId: '',
    needs: { order: number },
    decide(inHand, setting) {
      const decided = work.decide(inHand, setting);
      return decided ? { ...decided, answer: 'done' } : nothing;
    },
  });
  return 'text' in answer && answer.text === 'done';
}
