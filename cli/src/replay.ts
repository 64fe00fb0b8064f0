// What another policy would have decided: asked page by page, so that neither side holds more than a page at a time.
import { demand, type Reach } from './admin-api.ts';
import type { Merchant } from './operate.ts';
import { paint } from './table.ts';
import { table } from './terminal.ts';

interface Move {
  readonly currency: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  readonly amount: number;
}
interface MoveReason {
  readonly from: string;
  readonly to: string;
  readonly rule: string;
  readonly count: number;
}
interface Page {
  readonly decisions: number;
  readonly older: number;
  readonly changed: number;
  readonly moves: readonly Move[];
  readonly reasons: readonly MoveReason[];
  readonly until?: string;
  readonly next?: string;
}

export type Replayed = Omit<Page, 'until' | 'next'>;

/** All pages in turn; `tell` hears after each how far it is. */
export async function replay(
  reach: Reach,
  merchant: Merchant,
  asked: { policy: object; since: string },
  tell: (decisions: number, until: string) => void,
): Promise<Replayed> {
  const moves = new Map<string, Move>();
  const reasons = new Map<string, MoveReason>();
  let [decisions, older, changed] = [0, 0, 0];
  for (let after: string | undefined; ; ) {
    const path = `/admin/v1/merchants/${merchant.id}/policies/replay`;
    const page: Page = await demand(reach, 'POST', path, { ...asked, ...(after !== undefined && { after }) });
    decisions += page.decisions;
    older += page.older;
    changed += page.changed;
    for (const move of page.moves) {
      const key = `${move.currency} ${move.from} ${move.to}`;
      const known = moves.get(key);
      // Cents: sums of amounts with two decimals must not gather the dust of floats.
      const cents = Math.round((known?.amount ?? 0) * 1e2) + Math.round(move.amount * 1e2);
      moves.set(key, { ...move, count: (known?.count ?? 0) + move.count, amount: cents / 1e2 });
    }
    for (const reason of page.reasons) {
      const key = `${reason.from} ${reason.to} ${reason.rule}`;
      reasons.set(key, { ...reason, count: (reasons.get(key)?.count ?? 0) + reason.count });
    }
    if (page.until !== undefined) tell(decisions, page.until);
    if (page.next === undefined) break;
    after = page.next;
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count);
  return { decisions, older, changed, moves: [...moves.values()], reasons: sorted };
}

export function replayLines(
  merchant: Merchant,
  since: string,
  { decisions, older, changed, moves, reasons }: Replayed,
): string[] {
  const right = (title: string) => ({ title, align: 'right' as const });
  const changes = moves.filter(({ from, to }) => from !== to).sort((a, b) => b.count - a.count);
  const same = moves.filter(({ from, to }) => from === to);
  const rows = (of: readonly Move[]) =>
    of.map(({ from, to, count, currency, amount }) => [`${from} → ${to}`, String(count), amount.toFixed(2), currency]);
  const columns = ['', right('decisions'), right('amount'), ''];
  return [
    paint.bold(`${merchant.name} (${merchant.country}): ${decisions} decisions since ${since}, ${changed} would be others`),
    ...(older > 0 ? [paint.yellow(`${older} were made by an earlier version of the engine and are not run again.`)] : []),
    ...(changes.length > 0 ? ['', ...table(columns, rows(changes))] : []),
    ...(same.length > 0 ? ['', 'Unchanged:', ...table(columns, rows(same))] : []),
    ...(reasons.length > 0
      ? [
          '',
          'Why (what now rejects, or no longer does):',
          ...table(
            ['', 'rule', right('decisions')],
            reasons.slice(0, 10).map(({ from, to, rule, count }) => [`${from} → ${to}`, rule, String(count)]),
          ),
        ]
      : []),
    '',
    paint.dim('Each decision is run again on the facts as they were; what would have followed from the others is not.'),
  ];
}
