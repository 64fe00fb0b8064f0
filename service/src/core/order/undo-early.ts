// A payment that repaid early and was taken back: the costs that fell with it are owed again. Where a refund has left too little for
// them since, they stay as they are, which is less.
import { type Change, update } from '../changes.ts';
import type { Event } from '../events.ts';
import type { Json } from '../json.ts';
import { least } from '../money.ts';
import { returnedBy } from '../plan/costs.ts';
import { type Changed, openPrincipalOf } from '../plan/schedule.ts';
import type { OrderInHand } from './in-hand.ts';
import type { Capture, CaptureInstallment, CostReturn } from './rows.ts';

const partsOf = ({ principalMinor, interestMinor, feeMinor }: CaptureInstallment): string[] =>
  [principalMinor, interestMinor, feeMinor].map(String);

const goodsOf = ({ amountMinor, refundedMinor }: Capture): bigint => amountMinor - refundedMinor;

/** To be kept with what fell; amounts are digit strings. */
export const keptChanges = (changed: readonly Changed[], capture: Capture): Json =>
  changed.map(([before, after]) => ({
    number: before.number,
    before: partsOf(before),
    after: partsOf(after),
    of: String(goodsOf(capture)),
  }));

interface Kept {
  readonly number: number;
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Of the capture, what was not refunded then; missing in what was kept before it was. */
  readonly of?: string;
}

const keptOf = ({ changedRows }: CostReturn): readonly Kept[] => (changedRows ?? []) as unknown as readonly Kept[];

/** Of costs as they were when a part was repaid, the share of the goods that were not refunded since: with these went theirs. */
export function shareSince(fell: CostReturn, capture: Capture): (costMinor: bigint) => bigint {
  const [left, of] = [goodsOf(capture), BigInt(keptOf(fell)[0]?.of ?? goodsOf(capture))];
  return (costMinor) => (left === of ? costMinor : (costMinor * left) / of);
}

export interface Undone {
  readonly rows: readonly CaptureInstallment[];
  /** What counts as paid of the capital less than before. */
  readonly paidMinor: bigint;
  /** What is owed back to the consumer less than before: it pays the costs that are owed again. */
  readonly creditMinor: bigint;
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
  const nothing: Undone = { rows, paidMinor: 0n, creditMinor: 0n, changes: [], events: [] };
  const fell = costReturns.find(
    (each) => each.reason === 'EarlyRepayment' && each.transactionId === transactionId && each.captureNumber === capture.number,
  );
  if (!fell?.changedRows || fell.creditMinor > 0n) return nothing;
  const kept = keptOf(fell);
  const changed = kept.flatMap((each): Changed[] => {
    const row = rows.find(({ number }) => number === each.number);
    const again = row && owedAgain(row, each, capture, shareSince(fell, capture));
    // Its costs only rise; of its capital a refund may have taken what would be moved back.
    return again && again.principalMinor >= 0n ? [[row, again]] : [];
  });
  const paid = returnedBy(changed);
  if (capture.paidMinor + paid.interestMinor + paid.feeMinor < capture.creditMinor) return nothing;
  const left = { interestMinor: fell.interestMinor + paid.interestMinor, feeMinor: fell.feeMinor + paid.feeMinor };
  if (changed.length < kept.length) return nothing;
  const paidMinor = paid.interestMinor + paid.feeMinor;
  const creditMinor = least(capture.creditMinor, -paidMinor);
  const after = withoutCredit(
    rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row),
    creditMinor,
  );
  return {
    rows: after,
    paidMinor,
    creditMinor,
    changes: [
      ...rows.flatMap((before, index) => {
        const row = after[index];
        if (!row || row === before) return [];
        const { principalMinor, interestMinor, feeMinor } = row;
        return [update('captureInstallments', before, { set: { principalMinor, interestMinor, feeMinor } })];
      }),
      update('costReturns', fell, { set: { ...left, ...undone } }),
    ],
    events: [
      {
        type: 'capture.early_repayment_undone',
        orderId: order.id,
        subject: capture.number,
        currency: order.currency,
        amountMinor: 0n,
        besides: { interest: paid.interestMinor, fees: paid.feeMinor, ...(creditMinor > 0n && { credit: -creditMinor }) },
        details: { owedAgainAmount: fell.savedMinor ?? 0n },
      },
    ],
  };
}

/** What was owed back is no part of the debt: taken off the latest principal that is open again. */
function withoutCredit(rows: readonly CaptureInstallment[], creditMinor: bigint): readonly CaptureInstallment[] {
  let left = creditMinor;
  return rows
    .toReversed()
    .map((row) => {
      const off = left > 0n ? least(left, openPrincipalOf(row)) : 0n;
      left -= off;
      return off === 0n ? row : { ...row, principalMinor: row.principalMinor - off };
    })
    .toReversed();
}

const undone: Partial<CostReturn> = {
  savedMinor: 0n,
  countedOn: null,
  countedInterestMinor: null,
  countedFeeMinor: null,
  changedRows: null,
};

/**
 * A row with what was taken off it before. Of goods that were refunded since, it is the share of its costs alone: what they had left of
 * the capital was spread anew. Nothing where they had moved to it.
 */
function owedAgain(
  row: CaptureInstallment,
  { before, after, of }: Kept,
  capture: Capture,
  share: (costMinor: bigint) => bigint,
): CaptureInstallment | undefined {
  const off = (part: number): bigint => BigInt(before[part] ?? 0) - BigInt(after[part] ?? 0);
  const isRefunded = of !== undefined && BigInt(of) !== goodsOf(capture);
  if (isRefunded && (off(1) < 0n || off(2) < 0n)) return undefined;
  return {
    ...row,
    principalMinor: row.principalMinor + (isRefunded ? 0n : off(0)),
    interestMinor: row.interestMinor + share(off(1)),
    feeMinor: row.feeMinor + share(off(2)),
  };
}
