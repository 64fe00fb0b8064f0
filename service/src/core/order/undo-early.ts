// A payment that repaid early and was taken back: the costs that fell with it are owed again. Where a refund has left too little for
// them since, they stay as they are, which is less.
import { type Change, update } from '../changes.ts';
import type { Event } from '../events.ts';
import type { Json } from '../json.ts';
import { returnedBy } from '../plan/costs.ts';
import type { Changed } from '../plan/schedule.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Capture, CaptureInstallment, CostReturn } from './rows.ts';

const partsOf = ({ principalMinor, interestMinor, feeMinor }: CaptureInstallment): string[] =>
  [principalMinor, interestMinor, feeMinor].map(String);

/** To be kept with what fell; amounts are digit strings. */
export const keptChanges = (changed: readonly Changed[]): Json =>
  changed.map(([before, after]) => ({ number: before.number, before: partsOf(before), after: partsOf(after) }));

interface Kept {
  readonly number: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Undone {
  readonly rows: readonly CaptureInstallment[];
  /** What counts as paid of the capital less than before. */
  readonly paidMinor: bigint;
  readonly changes: readonly Change[];
  readonly events: readonly Event[];
}

/** The installments of a capture after the money of a payment was taken off it and them, with the costs that it had made fall. */
export function undoEarly(
  { order, costReturns }: OrderInHand,
  capture: Capture,
  rows: readonly CaptureInstallment[],
  transactionId: string,
): Undone {
  const nothing: Undone = { rows, paidMinor: 0n, changes: [], events: [] };
  const fell = costReturns.find((each) => each.transactionId === transactionId && each.captureNumber === capture.number);
  const kept = fell?.changedRows as readonly Kept[] | null | undefined;
  if (!fell || !kept || fell.creditMinor > 0n) return nothing;
  const changed = kept.flatMap(({ number, before, after }): Changed[] => {
    const row = rows.find((each) => each.number === number);
    const again = row && withParts(row, before, after);
    // Its costs only rise; of its capital a refund may have taken what would be moved back.
    return again && again.principalMinor >= 0n ? [[row, again]] : [];
  });
  const paid = returnedBy(changed);
  if (capture.paidMinor + paid.interestMinor + paid.feeMinor < capture.creditMinor) return nothing;
  const left = { interestMinor: fell.interestMinor + paid.interestMinor, feeMinor: fell.feeMinor + paid.feeMinor };
  if (changed.length < kept.length) return nothing;
  return {
    rows: rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row),
    paidMinor: paid.interestMinor + paid.feeMinor,
    changes: [
      ...changed.map(([before, { principalMinor, interestMinor, feeMinor }]) =>
        update('captureInstallments', before, { set: { principalMinor, interestMinor, feeMinor } }),
      ),
      update('costReturns', fell, { set: { ...left, ...undone } }),
    ],
    events: [
      {
        type: 'capture.early_repayment_undone',
        orderId: order.id,
        subject: capture.number,
        currency: order.currency,
        amountMinor: 0n,
        besides: { interest: paid.interestMinor, fees: paid.feeMinor },
        details: { owedAgainAmount: fell.savedMinor ?? 0n },
      },
    ],
  };
}

const undone: Partial<CostReturn> = {
  savedMinor: 0n,
  countedOn: null,
  countedInterestMinor: null,
  countedFeeMinor: null,
  changedRows: null,
};

/** A row with what was taken off it before. */
function withParts(row: CaptureInstallment, before: readonly string[], after: readonly string[]): CaptureInstallment {
  const off = (part: number): bigint => BigInt(before[part] ?? 0) - BigInt(after[part] ?? 0);
  return {
    ...row,
    principalMinor: row.principalMinor + off(0),
    interestMinor: row.interestMinor + off(1),
    feeMinor: row.feeMinor + off(2),
  };
}
