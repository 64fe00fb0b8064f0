// A payment that the bank took back: a direct debit that was returned, a transfer that was recalled. What it paid is owed again, as
// if it had not come; the latest of what was paid is taken back first.
import { type Change, type Decided, insert, update } from '../changes.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import type { Day } from '../dates.ts';
import { least } from '../money.ts';
import { allOnTime, takenBack } from '../plan/schedule.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Exposure } from '../rows.ts';
import type { Setting } from '../setting.ts';
import type { PaymentReturn } from './collecting.ts';
import type { OrderInHand } from './in-hand.ts';
import { isLateInterestLast } from './late-charges.ts';
import { dueAfter } from './payment.ts';
import type { Capture, CaptureInstallment, Payment } from './rows.ts';
import { undoEarly } from './undo-early.ts';

export interface ReturnedPayment {
  readonly returnedOn: Day;
  readonly reason: string | null;
  /** It was a direct debit: from now on the consumer is reminded like all others. */
  readonly isDirectDebit: boolean;
}

/**
 * Take a payment back, once: again it is answered as before. What a refund had made owed to the consumer is owed no longer, as far
 * as the money is gone. Refused: a payment that is not there.
 */
export function returnPayment(
  inHand: OrderInHand,
  payment: Payment | undefined,
  earlier: PaymentReturn | undefined,
  request: ReturnedPayment,
  setting: Setting,
): Decided<PaymentReturn> | Refusal {
  const capture = inHand.captures.find(({ number }) => number === payment?.captureNumber);
  if (!payment || !capture) return refuse('payment.not_found', 'transactionId');
  if (earlier) return { answer: earlier, changes: [], events: [] };
  const { now } = setting;
  const rows = inHand.installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const { amountMinor } = payment;
  const paidByRows = rows.reduce((sum, row) => sum + row.paidMinor, 0n);
  const paidInterest = capture.lateInterestPaidMinor ?? 0n;
  const isLast = isLateInterestLast(inHand.order, setting.merchant);
  const interestFirst = isLast ? least(amountMinor, paidInterest) : 0n;
  const ofRows = least(amountMinor - interestFirst, rows.length > 0 ? paidByRows : capture.paidMinor);
  // Fees of reminders were paid first, so they come back last, after the interest that was charged with them.
  const reminderFee = amountMinor - ofRows;
  const lateInterest = least(reminderFee, paidInterest);
  const taken = takenBack(rows, ofRows);
  const own = rows.length > 0 ? taken.parts : { principalMinor: ofRows, interestMinor: 0n, feeMinor: 0n };
  const creditMinor = least(capture.creditMinor, own.principalMinor);
  const changed = withoutCredit(rows, taken.changed, creditMinor);
  const without = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
  const left = { paidMinor: capture.paidMinor - own.principalMinor, creditMinor: capture.creditMinor - creditMinor };
  const undone = undoEarly(inHand, { ...capture, ...left }, without, payment.transactionId);
  const after = undone.rows;
  const row: PaymentReturn = {
    transactionId: payment.transactionId,
    orderId: inHand.order.id,
    captureNumber: capture.number,
    amountMinor: payment.amountMinor,
    principalMinor: own.principalMinor,
    interestMinor: own.interestMinor + lateInterest,
    feeMinor: own.feeMinor + reminderFee - lateInterest,
    creditMinor,
    returnedOn: request.returnedOn,
    reason: request.reason,
    insertedAt: now,
  };
  return {
    answer: row,
    changes: [
      update('exposures', inHand.exposure, {
        add: {
          debtMinor: own.principalMinor - creditMinor - undone.paidMinor - undone.creditMinor,
          ...uncounted(inHand, capture, request, setting),
        },
      }),
      update('captures', capture, {
        add: {
          paidMinor: undone.paidMinor - own.principalMinor,
          creditMinor: -creditMinor - undone.creditMinor,
          reminderFeePaidMinor: -reminderFee,
        },
        set: {
          updatedAt: now,
          ...(lateInterest > 0n && { lateInterestPaidMinor: (capture.lateInterestPaidMinor ?? 0n) - lateInterest }),
          ...(capture.settledOn !== null && { settledOn: null }),
          ...dueAfter(after),
          ...(request.isDirectDebit && { debitReturnedOn: capture.debitReturnedOn ?? request.returnedOn }),
        },
      }),
      ...changed.map(
        ([before, { paidMinor, principalMinor }]): Change =>
          update('captureInstallments', before, {
            add: { paidMinor: paidMinor - before.paidMinor },
            set: principalMinor === before.principalMinor ? {} : { principalMinor },
          }),
      ),
      ...undone.changes,
      insert('paymentReturns', row),
    ],
    events: [
      {
        type: 'capture.payment_returned',
        orderId: inHand.order.id,
        subject: capture.number,
        currency: inHand.order.currency,
        amountMinor: payment.amountMinor,
        shares: { interest: row.interestMinor, fees: row.feeMinor, credit: creditMinor },
      },
      ...undone.events,
    ],
  };
}

/** What counted as paid on time or late counts no longer. The first return clears the day, so it is taken off once. */
function uncounted(
  { installments, exposure }: OrderInHand,
  capture: Capture,
  { isDirectDebit }: ReturnedPayment,
  { merchant: { country } }: Setting,
): Partial<Pick<Exposure, 'paidOnTimeCount' | 'paidLateCount'>> {
  if (capture.settledOn === null) return {};
  const rows = installments.filter(({ captureNumber }) => captureNumber === capture.number);
  const isCollected = isDirectDebit && capture.debitReturnedOn === null;
  const inTime = isCollected || capture.settledOn <= lastDayInTime(country, capture.dueOn);
  const onTime = rows.length > 0 ? allOnTime(rows, country) : inTime;
  // It was counted by what a day in time was then: neither count may fall below zero.
  const { paidOnTimeCount, paidLateCount } = exposure;
  const wasOnTime = onTime ? paidOnTimeCount > 0 || paidLateCount === 0 : paidLateCount === 0 && paidOnTimeCount > 0;
  return wasOnTime ? { paidOnTimeCount: -1 } : { paidLateCount: -1 };
}

type Changed = readonly [before: CaptureInstallment, after: CaptureInstallment];

/** What was refunded after it had been paid is no longer part of the debt: taken off the latest principal that is open again. */
function withoutCredit(rows: readonly CaptureInstallment[], changed: readonly Changed[], creditMinor: bigint): Changed[] {
  let left = rows.length > 0 ? creditMinor : 0n;
  return changed.map(([before, after]): Changed => {
    const off = least(left, after.principalMinor);
    left -= off;
    return [before, { ...after, principalMinor: after.principalMinor - off }];
  });
}
