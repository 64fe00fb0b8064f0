// Installments of a credit that ends before its time: withdrawn from or repaid early. What it costs is what it cost until then;
// what was paid of costs beyond that counts as paid of the capital.
import type { Day } from '../dates.ts';
import { least, most, sumOf } from '../money.ts';
import type { CaptureInstallment } from '../order/rows.ts';
import { installmentMinor } from './plan.ts';
import { type Changed, openMinorOf, openPrincipalOf, type Parts } from './schedule.ts';

export type Costs = Omit<Parts, 'principalMinor'>;

export interface Recosted {
  readonly changed: readonly Changed[];
  /** Paid of costs that are not owed any more. */
  readonly returned: Costs;
  /** Of that, what is more than the capital that was left: the consumer gets it back. */
  readonly creditMinor: bigint;
}

/** What of a row was paid of which part: fees first, then interest. */
const paidCosts = ({ paidMinor, feeMinor, interestMinor }: CaptureInstallment): Costs => {
  const fee = least(paidMinor, feeMinor);
  return { feeMinor: fee, interestMinor: least(paidMinor - fee, interestMinor) };
};

/**
 * The installments of a capture once its whole credit costs this interest and no more. What is left is one payment, in the place of
 * the first installment that was open; the others hold what was paid of them.
 */
export function recosted(rows: readonly CaptureInstallment[], interestMinor: bigint, dueOn: Day): Recosted {
  const target = rows.find((row) => openMinorOf(row) > 0n) ?? rows.at(-1);
  if (!target) return { changed: [], returned: { feeMinor: 0n, interestMinor: 0n }, creditMinor: 0n };
  const paid = sumOf(rows, ({ paidMinor }) => paidMinor);
  const principal = sumOf(rows, ({ principalMinor }) => principalMinor);
  // More than everything was paid where costs were: the rest is the consumer's.
  const owed = most(principal, paid - interestMinor);
  const left = { feeMinor: 0n, interestMinor, principalMinor: owed };
  const others = rows
    .filter((row) => row !== target)
    .map((row): Changed => {
      const interest = least(row.paidMinor, left.interestMinor);
      const capital = row.paidMinor - interest;
      left.interestMinor -= interest;
      left.principalMinor -= capital;
      return [row, { ...row, feeMinor: 0n, interestMinor: interest, principalMinor: capital }];
    });
  const changed: Changed[] = [...others, [target, { ...target, ...left, dueOn }]];
  return { changed, returned: returnedBy(changed), creditMinor: owed - principal };
}

/**
 * The installments on their days, each at lower costs of its own. What was paid of costs that fall pays the capital: of an installment
 * that is paid it stays there, and the last ones owe as much less.
 */
export function reduced(
  rows: readonly CaptureInstallment[],
  costs: readonly Costs[],
): Recosted & { readonly rows: readonly CaptureInstallment[] } {
  let over = 0n;
  const held: bigint[] = [];
  const lowered = rows.map((row, index) => {
    const lower = { ...row, ...costs[index] };
    const more = most(0n, row.paidMinor - installmentMinor(lower));
    over += more;
    held.push(more);
    return { ...lower, principalMinor: lower.principalMinor + more };
  });
  const less = lowered
    .toReversed()
    .map((row) => {
      const off = least(over, openPrincipalOf(row));
      over -= off;
      return { ...row, principalMinor: row.principalMinor - off };
    })
    .toReversed();
  const { rows: after, over: creditMinor } = coveringCosts(less, held, over);
  const changed = rows.flatMap((row, index): Changed[] => {
    const now = after[index];
    return now && (Object.keys(now) as (keyof CaptureInstallment)[]).some((name) => now[name] !== row[name]) ? [[row, now]] : [];
  });
  return { rows: after, changed, returned: returnedBy(changed), creditMinor };
}

/**
 * Who paid more than all capital owes no costs at the same time: the costs that are open move to the installments that hold (`held`) what
 * is over, the fees first, as of these only the sum counts (early-repayment.ts).
 */
function coveringCosts(
  rows: readonly CaptureInstallment[],
  held: readonly bigint[],
  over: bigint,
): { readonly rows: readonly CaptureInstallment[]; readonly over: bigint } {
  if (over === 0n) return { rows, over };
  const after = rows.map((row, index) => ({ row: { ...row }, room: held[index] ?? 0n })).toReversed();
  let left = over;
  for (const part of ['feeMinor', 'interestMinor'] as const) {
    for (const { row } of after) {
      let moving = least(left, row[part] - paidCosts(row)[part]);
      row[part] -= moving;
      left -= moving;
      for (const holder of after) {
        const moved = least(moving, holder.room);
        holder.row[part] += moved;
        holder.row.principalMinor -= moved;
        holder.room -= moved;
        moving -= moved;
      }
    }
  }
  return { rows: after.toReversed().map(({ row }) => row), over: left };
}

/** What was paid of costs that are not owed any more. */
export function returnedBy(changed: readonly Changed[]): Costs {
  const less = (name: keyof Costs): bigint =>
    changed.reduce((sum, [before, after]) => sum + paidCosts(before)[name] - paidCosts(after)[name], 0n);
  return { feeMinor: less('feeMinor'), interestMinor: less('interestMinor') };
}
