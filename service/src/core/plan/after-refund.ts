// Installments after a refund. With what goes back of a purchase that part of its credit ends which paid for it, and so do the costs of
// that part, as if it had never been lent (Directive (EU) 2023/2225 art. 27, 2011/83/EU art. 15; § 358(4) BGB): also those that were
// paid, and of the months that have passed.

import { least, most } from '../money.ts';
import type { CaptureInstallment } from '../order/rows.ts';
import { amortise, dividedUp } from './annuity.ts';
import { type Costs, returnedBy } from './costs.ts';
import { type Changed, isOpen, type Parts } from './schedule.ts';

export interface Refunding {
  readonly refundMinor: bigint;
  /** Of the capture, what was not refunded before. */
  readonly beforeMinor: bigint;
}

export interface AfterRefund {
  readonly changed: readonly Changed[];
  /** Paid of costs that are not owed any more: it counts as paid of the capital. */
  readonly returned: Costs;
}

/**
 * The installments after a refund. Their costs fall to the share of what is kept, a part of a cent for the consumer; what was paid
 * beyond it pays what is left. That is spread anew over the open ones, at the agreed rate and on the days they had. Nothing left:
 * nothing more is owed, neither interest nor fees; an installment without principal costs no fee. What is paid stays paid.
 */
export function afterRefund(
  rows: readonly CaptureInstallment[],
  { refundMinor, beforeMinor }: Refunding,
  interestRateBps: number,
): AfterRefund {
  const leftMinor = beforeMinor - refundMinor;
  const kept = (costMinor: bigint): bigint => (costMinor * leftMinor) / beforeMinor;
  const paid = rows.map((row) => paidParts(row, kept));
  const owed = rows.reduce((sum, { principalMinor }) => sum + principalMinor, -refundMinor);
  const rest = paid.reduce((sum, { principalMinor }) => sum - principalMinor, owed);
  const parts = rest > 0n ? amortise(rest, interestRateBps, rows.filter(isOpen).length) : [];
  let next = 0;
  const changed = rows.flatMap((row, index): Changed[] => {
    const own = paid[index] ?? row;
    const part = isOpen(row) ? parts[next++] : undefined;
    const after =
      part === undefined || part.principalMinor + part.interestMinor === 0n
        ? { ...row, ...own }
        : {
            ...row,
            feeMinor: kept(row.feeMinor),
            // Cents rounded otherwise than before could make a month's interest grow; the buyer never pays for that.
            interestMinor: most(
              own.interestMinor,
              least(part.interestMinor, dividedUp(row.interestMinor * leftMinor, beforeMinor)),
            ),
            principalMinor: own.principalMinor + part.principalMinor,
          };
    return isSame(row, after) ? [] : [[row, after]];
  });
  return { changed, returned: returnedBy(changed) };
}

/** What of an installment is paid once its costs are those of what is kept: fees first, then interest, then principal. */
function paidParts({ paidMinor, ...row }: CaptureInstallment, kept: (costMinor: bigint) => bigint): Parts {
  const feeMinor = least(paidMinor, kept(row.feeMinor));
  const interestMinor = least(paidMinor - feeMinor, kept(row.interestMinor));
  return { feeMinor, interestMinor, principalMinor: paidMinor - feeMinor - interestMinor };
}

const isSame = (one: Parts, other: Parts): boolean =>
  one.feeMinor === other.feeMinor && one.interestMinor === other.interestMinor && one.principalMinor === other.principalMinor;
