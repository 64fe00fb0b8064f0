// A payment: money of the consumer arrives for a capture. It is booked once, however often it is reported, and never beyond
// what is left to pay (ADR 9).
import { type Change, type Decided, insert, update } from '../changes.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { type Day, dayAt, later } from '../dates.ts';
import { least, minorToWire, most, sumOf } from '../money.ts';
import { allOnTime, laidOn, nextDueDay, openMinorOf, type Parts } from '../plan/schedule.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { CaptureReminder } from './collecting.ts';
import {
  type DunningEnded,
  dunningEnded,
  openLateInterestMinor,
  openReminderFeeMinor,
  overdueParts,
  principalLeftMinor,
  remindedParts,
} from './dunning.ts';
import { asEarly, type EarlyRepayment, earlyRepaymentOf, paidWith } from './early-repayment.ts';
import type { OrderInHand } from './in-hand.ts';
import { isLateInterestLast } from './late-charges.ts';
import type { Capture, CaptureInstallment, Payment } from './rows.ts';
import { lettersSince, unchargedBy } from './uncharged.ts';
import { keptChanges } from './undo-early.ts';

export interface PaymentRequest {
  readonly captureNumber: string;
  readonly amountMinor: bigint;
  /** The day on which the money arrived. */
  readonly valueOn: Day;
  /** The operator's own number of the transaction: booked once, permanently. */
  readonly transactionId: string;
  readonly reason: string | null;
  /** Was it asked that everything above what is due repays early? Without that it depends on the amount (C96). */
  readonly isEarly?: boolean;
  /** By a direct debit that was asked for once: whose account is debited late for want of a file is not late. */
  readonly isCollected?: boolean;
}

export interface Paid {
  readonly payment: Payment;
  /** Left to pay of the capture, with interest and fees that are agreed. */
  readonly openMinor: bigint;
}

/** What is left to pay of a capture: its open installments, or else what of it is neither refunded nor paid;
 * and fees of reminders. */
export function leftToPayMinor(capture: Capture, installments: readonly CaptureInstallment[]): bigint {
  const own = installments.filter((each) => each.captureNumber === capture.number);
  return (own.length > 0 ? openMinorOf(...own) : principalLeftMinor(capture)) + openReminderFeeMinor(capture);
}

/**
 * Book a payment on a capture. The same transaction again is answered as before and changes nothing; refused when it was
 * booked for something else, when it is more than is left to pay, or when its day lies in the future or before the invoice.
 */
export function pay(
  inHand: OrderInHand,
  request: PaymentRequest,
  earlier: Payment | undefined,
  setting: Setting,
): Decided<Paid> | Refusal {
  const found = inHand.captures.find((each) => each.number === request.captureNumber);
  if (!found) return refuse('capture.not_found', 'captureNumber');
  if (earlier) {
    if (!isSame(earlier, request)) return refuse('payment.transaction_used', 'transactionId');
    return { answer: { payment: earlier, openMinor: leftToPayMinor(found, inHand.installments) }, changes: [], events: [] };
  }
  const { capture, changes, events } = unchargedBy(inHand, found, request, setting);
  const open = leftToPayMinor(capture, inHand.installments);
  const today = dayAt(setting.now, setting.merchant.timeZone);
  if (request.valueOn > today || request.valueOn < capture.invoicedOn) return refuse('value.out_of_range', 'valueDate');
  if (open === 0n) {
    const { chargedAccount: account } = capture;
    return account === null
      ? refuse('payment.nothing_open', 'captureNumber')
      : refuse('payment.on_account', 'captureNumber', { account });
  }
  const early = earlyOf(inHand, capture, request);
  if (early instanceof Refusal) return early;
  const most = early?.totalMinor ?? open;
  if (request.amountMinor > most) return refuse('payment.exceeds_open', 'amount', { open: minorToWire(most).toFixed(2) });
  const paid = early ? repayEarly(inHand, capture, early, request, setting) : book(inHand, capture, request, setting);
  return { ...paid, changes: [...changes, ...paid.changes], events: [...events, ...paid.events] };
}

/** What it repays early, if anything. Where that was asked for, a payment that repays nothing early is refused. */
function earlyOf(
  { installments, costReturns }: OrderInHand,
  capture: Capture,
  { amountMinor, valueOn: on, isEarly }: PaymentRequest,
): EarlyRepayment | undefined | Refusal {
  if (!isEarly) return asEarly(capture, installments, costReturns, { on, amountMinor });
  const early = earlyRepaymentOf(capture, installments, costReturns, { on, amountMinor });
  if (!early) return refuse('payment.not_in_installments', 'earlyRepayment');
  const { dueMinor, totalMinor } = early;
  if (amountMinor === totalMinor || (dueMinor < amountMinor && amountMinor < totalMinor)) return early;
  const [due, open] = [dueMinor, totalMinor].map((minor) => minorToWire(minor).toFixed(2));
  return refuse('payment.early_amount', 'amount', { due: due ?? '', open: open ?? '' });
}

/** The costs that fall go first, so that the payment finds what is owed. */
function repayEarly(
  inHand: OrderInHand,
  capture: Capture,
  early: EarlyRepayment,
  request: PaymentRequest,
  setting: Setting,
): Decided<Paid> {
  const { order, exposure } = inHand;
  const { returned, creditMinor, totalMinor, savedMinor, counted } = early;
  const returnedMinor = returned.interestMinor + returned.feeMinor;
  const paid = book({ ...inHand, installments: early.rows }, paidWith(capture, early), request, setting);
  const { captureNumber, transactionId, amountMinor } = request;
  const { id: orderId, currency } = order;
  return {
    ...paid,
    changes: [
      ...early.changed.map(([before, { principalMinor, interestMinor, feeMinor }]) =>
        update('captureInstallments', before, { set: { principalMinor, interestMinor, feeMinor } }),
      ),
      update('exposures', exposure, { add: { debtMinor: creditMinor - returnedMinor } }),
      update('captures', capture, { add: { paidMinor: returnedMinor, creditMinor } }),
      insert('costReturns', {
        captureNumber,
        reason: 'EarlyRepayment',
        transactionId,
        orderId,
        ...returned,
        creditMinor,
        savedMinor,
        countedOn: counted.on,
        countedInterestMinor: counted.interestMinor,
        countedFeeMinor: counted.feeMinor,
        changedRows: keptChanges(early.changed, capture),
        insertedAt: setting.now,
      }),
      ...paid.changes,
    ],
    events: [
      {
        type: 'capture.repaid_early',
        orderId,
        subject: captureNumber,
        currency,
        amountMinor: 0n,
        besides: { interest: returned.interestMinor, fees: returned.feeMinor, credit: creditMinor },
        details: { totalAmount: totalMinor, paidAmount: amountMinor, savedAmount: savedMinor },
      },
      ...paid.events,
    ],
  };
}

/** The reason is a remark: a typing error in it makes no other transaction. */
const isSame = (earlier: Payment, request: PaymentRequest): boolean =>
  earlier.captureNumber === request.captureNumber &&
  earlier.amountMinor === request.amountMinor &&
  earlier.valueOn === request.valueOn;

/** What a payment meets. */
interface Owing {
  /** What was due by its day, or by that of the last letter after it. */
  readonly dueMinor: bigint;
  /** Is what is due paid before the interest on late payment? */
  readonly isInterestLast: boolean;
  /** Letters that were made after its day. */
  readonly since: readonly CaptureReminder[];
}

/**
 * What of a payment is for fees of reminders, for the interest that was charged with them, and for all else: in this order, save that
 * what is due may come before the interest, and comes before what was charged after the day of the money. So two payments that came before a
 * letter, and together pay what it asked for, cancel it (core/order/uncharged.ts), also where the first of them is known before the second.
 */
function divided(amountMinor: bigint, capture: Capture, { dueMinor, isInterestLast, since }: Owing) {
  const openInterest = openLateInterestMinor(capture);
  const openFee = openReminderFeeMinor(capture) - openInterest;
  const newerFee = least(
    sumOf(since, (letter) => letter.feeMinor),
    openFee,
  );
  const newerInterest = least(
    sumOf(since, (letter) => letter.interestMinor),
    openInterest,
  );
  const olderFee = least(openFee - newerFee, amountMinor);
  const beforeInterest = isInterestLast ? dueMinor : 0n;
  const olderInterest = least(openInterest - newerInterest, above(amountMinor - olderFee, beforeInterest));
  const left = above(amountMinor - olderFee - olderInterest, dueMinor);
  const plainFee = olderFee + least(newerFee, left);
  const lateInterest = olderInterest + least(newerInterest, above(left, newerFee));
  return { plainFee, lateInterest, rest: amountMinor - plainFee - lateInterest };
}

const above = (one: bigint, other: bigint): bigint => most(one - other, 0n);

function book(inHand: OrderInHand, capture: Capture, request: PaymentRequest, setting: Setting): Decided<Paid> {
  const { order, exposure } = inHand;
  const { amountMinor, valueOn, isCollected = false } = request;
  const { country } = setting.merchant;
  const rows = inHand.installments.filter((each) => each.captureNumber === capture.number);
  const { now } = setting;
  const isInterestLast = isLateInterestLast(order, setting.merchant);
  const since = lettersSince(valueOn, capture, inHand.reminders);
  const dueBy = since.reduce((day, { madeOn }) => later(day, madeOn), valueOn);
  const dueMinor = rows.length > 0 ? openMinorOf(...rows.filter(({ dueOn }) => dueOn <= dueBy)) : principalLeftMinor(capture);
  const { plainFee, lateInterest, rest } = divided(amountMinor, capture, { dueMinor, isInterestLast, since });
  const { changed, parts } = laidOn(rows, rest, valueOn, isCollected);
  const laid: Parts = rows.length > 0 ? parts : { principalMinor: rest, interestMinor: 0n, feeMinor: 0n };
  const own: Parts = {
    ...laid,
    feeMinor: laid.feeMinor + plainFee,
    interestMinor: laid.interestMinor + lateInterest,
  };
  const reminderFee = plainFee + lateInterest;
  const after = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
  const onTime = rows.length > 0 ? allOnTime(after, country) : isCollected || valueOn <= lastDayInTime(country, capture.dueOn);
  const { captureNumber, transactionId, reason } = request;
  const payment: Payment = {
    captureNumber,
    transactionId,
    reason,
    amountMinor,
    valueOn,
    ...own,
    orderId: order.id,
    insertedAt: now,
  };
  const paid: Capture = {
    ...capture,
    paidMinor: capture.paidMinor + own.principalMinor,
    reminderFeePaidMinor: capture.reminderFeePaidMinor + reminderFee,
    lateInterestPaidMinor:
      lateInterest > 0n ? (capture.lateInterestPaidMinor ?? 0n) + lateInterest : capture.lateInterestPaidMinor,
  };
  const openMinor = leftToPayMinor(paid, after);
  const settled = openMinor === 0n;
  const ended = dunningAfter(paid, after, inHand, setting);
  return {
    answer: { payment, openMinor },
    changes: [
      update('exposures', exposure, {
        add: {
          debtMinor: -own.principalMinor,
          ...(settled && (onTime ? { paidOnTimeCount: 1 } : { paidLateCount: 1 })),
        },
      }),
      update('captures', capture, {
        add: { paidMinor: own.principalMinor, reminderFeePaidMinor: reminderFee },
        set: {
          updatedAt: now,
          ...(settled && { settledOn: valueOn }),
          ...(lateInterest > 0n && { lateInterestPaidMinor: paid.lateInterestPaidMinor }),
          ...dueAfter(after),
          ...ended.set,
        },
      }),
      ...changed.map(
        ([before, { paidMinor, paidOn }]): Change =>
          update('captureInstallments', before, {
            add: { paidMinor: paidMinor - before.paidMinor },
            set: paidOn === null ? {} : { paidOn },
          }),
      ),
      insert('payments', payment),
    ],
    events: [
      {
        type: 'capture.paid',
        orderId: order.id,
        subject: capture.number,
        currency: order.currency,
        amountMinor,
        shares: { interest: own.interestMinor, fees: own.feeMinor },
      },
      ...ended.events,
    ],
  };
}

/**
 * The dunning of a capture whose row and installments are these by now: over once all is paid that the last letter was about. What fell due
 * since, or came back from a bank since, has letters of its own, the first of which is free where the law says so.
 */
export function dunningAfter(
  capture: Capture,
  installments: readonly CaptureInstallment[],
  { order, reminders }: Pick<OrderInHand, 'order' | 'reminders'>,
  { now, merchant }: Pick<Setting, 'now' | 'merchant'>,
): DunningEnded {
  const today = dayAt(now, merchant.timeZone);
  const parts = overdueParts(capture, installments, merchant.country, today);
  const isOneDebt = !installments.some(({ captureNumber }) => captureNumber === capture.number);
  const reminded = isOneDebt ? parts : remindedParts(capture, parts, reminders, merchant.country);
  return reminded.length > 0 ? { set: {}, events: [] } : dunningEnded(capture, order);
}

/** A capture is due when the first of its open installments is. */
export function dueAfter(rows: readonly CaptureInstallment[]): { dueOn?: Day } {
  const dueOn = nextDueDay(rows);
  return dueOn === undefined ? {} : { dueOn };
}
