// Refund: money goes back for what was captured, capture by capture (C24).
import { type Change, type Decided, insert, update } from '../changes.ts';
import { dayAt } from '../dates.ts';
import type { Event } from '../events.ts';
import type { Json } from '../json.ts';
import { distance, minorToWire } from '../money.ts';
import { afterRefund } from '../plan/after-refund.ts';
import { agreedPlan } from '../plan/agreed.ts';
import type { Costs } from '../plan/costs.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { principalLeftMinor } from './dunning.ts';
import { type OrderInHand, otherCurrency } from './in-hand.ts';
import { type CostsBack, type LeftToPay, leftTerms, leftToPayOf } from './left-to-pay.ts';
import { dueAfter, dunningAfter } from './payment.ts';
import type { Capture, CostReturn, Order, Refund } from './rows.ts';
import { whyNot } from './states.ts';
import { grossOf, type Line } from './totals.ts';

export interface RefundRequest {
  /** Null means every capture, or the only one when an amount is given. */
  readonly captureNumber: string | null;
  /** The member of the body that holds the items: 'items' or 'orderItems'. */
  readonly path: string;
  /** Null refunds the rest. */
  readonly amountMinor: bigint | null;
  /** The currencies that the request names, with the members that name them. */
  readonly currencies?: readonly { readonly currency: string; readonly field: string }[];
  /** The shop's credit note number becomes the refund number. */
  readonly number: string | null;
  /** Where items are refunded: the lines that the total of a capture was accepted with, empty where none are known. */
  readonly linesOf?: (capture: Capture) => readonly Line[];
  readonly items: Json;
  readonly remarks: Json;
}

export interface Refunded {
  readonly order: Order;
  readonly refunds: readonly Refund[];
}

const openOf = (capture: Capture): bigint => capture.amountMinor - capture.refundedMinor;

/**
 * Refund one capture or all of them; never above captured − refunded of each capture, nor in another currency than the order's. Interest and fees of what goes back are not owed
 * (core/plan/after-refund.ts).
 */
export function refund(
  inHand: OrderInHand,
  request: RefundRequest,
  numberTaken: boolean,
  setting: Setting,
): Decided<Refunded> | Refusal {
  const { order } = inHand;
  const [other] = (request.currencies ?? []).filter(({ currency }) => currency !== order.currency);
  const refusal = whyNot(order, 'refund', setting.now) ?? (other ? otherCurrency(order, other.currency, other.field) : undefined);
  if (refusal) return refusal;
  const targets = targetsOf(inHand.captures, request);
  if (targets instanceof Refusal) return targets;
  if (request.number !== null && targets.length > 1) return refuse('refund.one_number_many_captures', 'creditNoteNumber');
  if (numberTaken) return refuse('refund.number_used', 'creditNoteNumber');
  return book(inHand, targets, request, setting);
}

/** The captures to refund, with the amount of each. */
type Target = readonly [Capture, bigint];

function targetsOf(captures: readonly Capture[], request: RefundRequest): Target[] | Refusal {
  const one = theCapture(captures, request);
  if (one === undefined) {
    const open = captures.filter((capture) => openOf(capture) > 0n).map((capture): Target => [capture, openOf(capture)]);
    return open.length > 0 ? open : refuse('refund.nothing_captured');
  }
  if (one instanceof Refusal) return one;
  if (openOf(one) === 0n) return refuse('refund.nothing_captured', request.captureNumber === null ? undefined : 'captureNumber');
  const amount = amountOf(one, request);
  if (amount > openOf(one)) return refuse('refund.exceeds_captured', request.path, { open: minorToWire(openOf(one)).toFixed(2) });
  return [[one, amount]];
}

/**
 * What is asked for of a capture. A total may differ from the sum of its items by a cent a line (C21): once all items of the capture are
 * refunded, all of its total is, so that no cent is left to be reminded of.
 */
function amountOf(capture: Capture, { amountMinor, linesOf }: RefundRequest): bigint {
  if (amountMinor === null) return openOf(capture);
  const lines = linesOf?.(capture) ?? [];
  const isAll = lines.length > 0 && capture.refundedMinor + amountMinor === grossOf(lines);
  return isAll && distance(grossOf(lines), capture.amountMinor) <= BigInt(lines.length) ? openOf(capture) : amountMinor;
}

/** The one capture the request means; nothing when it means all of them. */
function theCapture(captures: readonly Capture[], request: RefundRequest): Capture | Refusal | undefined {
  if (request.captureNumber !== null) {
    return captures.find((capture) => capture.number === request.captureNumber) ?? refuse('capture.not_found', 'captureNumber');
  }
  if (request.amountMinor === null) return undefined;
  return captures.length === 1 ? captures[0] : refuse('value.required', 'captureNumber');
}

function book(inHand: OrderInHand, targets: readonly Target[], request: RefundRequest, setting: Setting): Decided<Refunded> {
  const { order, exposure } = inHand;
  const { now, chance } = setting;
  const refunded = targets.map(([capture, amountMinor]) => {
    const number = request.number ?? chance.number();
    const after = ofCapture(inHand, capture, { number, amountMinor }, setting);
    const row: Refund = {
      number,
      orderId: order.id,
      captureNumber: capture.number,
      amountMinor,
      documentId: chance.id(),
      // What was put on a customer account is asked for by the account's statements.
      noteTerms: order.paymentType === 'Account' ? null : leftTerms(after.left, after.creditMinor, after.costs),
      items: request.items,
      remarks: request.remarks,
      insertedAt: now,
    };
    return { row, amountMinor, ...after };
  });
  const total = sumOf(refunded, 'amountMinor');
  return {
    answer: {
      order: { ...order, refundedMinor: order.refundedMinor + total, updatedAt: now },
      refunds: refunded.map(({ row }) => row),
    },
    changes: [
      update('orders', order, { add: { refundedMinor: total }, set: { updatedAt: now } }),
      update('exposures', exposure, { add: { debtMinor: -sumOf(refunded, 'fellMinor') } }),
      ...refunded.flatMap(({ changes }) => changes),
      ...refunded.map(({ row }): Change => insert('refunds', row)),
    ],
    events: [
      ...refunded.map(
        ({ row, creditMinor, costs }): Event => ({
          type: 'order.refunded',
          orderId: order.id,
          subject: row.number,
          currency: order.currency,
          amountMinor: row.amountMinor,
          shares: { credit: creditMinor },
          besides: { interest: costs.interestMinor, fees: costs.feeMinor, credit: costs.creditMinor },
        }),
      ),
      ...refunded.flatMap(({ events }) => events),
    ],
  };
}

const sumOf = <Name extends string>(rows: readonly { readonly [Member in Name]: bigint }[], name: Name): bigint =>
  rows.reduce((sum, row) => sum + row[name], 0n);

interface OfCapture {
  readonly changes: Change[];
  readonly events: readonly Event[];
  readonly left: LeftToPay;
  /** Of the refund, what was paid already: it cannot lower a debt any more and is owed back. */
  readonly creditMinor: bigint;
  readonly costs: CostsBack;
  /** By how much the debt falls. */
  readonly fellMinor: bigint;
}

/** The capture and its installments as they are after the refund, with what is left to pay then. */
function ofCapture(
  inHand: OrderInHand,
  capture: Capture,
  { number, amountMinor }: Pick<Refund, 'number' | 'amountMinor'>,
  setting: Setting,
): OfCapture {
  const { order, installments } = inHand;
  const rows = installments.filter((each) => each.captureNumber === capture.number);
  const refunding = { refundMinor: amountMinor, beforeMinor: openOf(capture) };
  const { changed, returned } = afterRefund(rows, refunding, agreedPlan(order)?.interestRateBps ?? 0);
  const after = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
  const owedMinor = principalLeftMinor(capture);
  const creditMinor = above(amountMinor, owedMinor);
  const returnedMinor = returned.interestMinor + returned.feeMinor;
  const costs = { ...returned, creditMinor: above(amountMinor + returnedMinor, owedMinor) - creditMinor };
  const added = {
    refundedMinor: amountMinor,
    creditMinor: creditMinor + costs.creditMinor,
    ...(returnedMinor > 0n && { paidMinor: returnedMinor }),
  };
  const refunded: Capture = {
    ...capture,
    refundedMinor: capture.refundedMinor + added.refundedMinor,
    creditMinor: capture.creditMinor + added.creditMinor,
    paidMinor: capture.paidMinor + returnedMinor,
    ...dueAfter(after),
  };
  const ended = dunningAfter(refunded, after, inHand, setting);
  const changes = [
    update('captures', capture, { add: added, set: { updatedAt: setting.now, ...dueAfter(after), ...ended.set } }),
    ...changed.map(([before, { principalMinor, interestMinor, feeMinor }]) =>
      update('captureInstallments', before, { set: { principalMinor, interestMinor, feeMinor } }),
    ),
    ...(isAny(returned) ? [insert('costReturns', costReturn(capture, number, costs, setting))] : []),
  ];
  const left = leftToPayOf(refunded, after, dayAt(setting.now, setting.merchant.timeZone));
  return { changes, events: ended.events, left, creditMinor, costs, fellMinor: owedMinor - principalLeftMinor(refunded) };
}

/** What was paid of one cost may pay another. */
const isAny = ({ interestMinor, feeMinor }: Costs): boolean => interestMinor !== 0n || feeMinor !== 0n;

const above = (one: bigint, other: bigint): bigint => (one > other ? one - other : 0n);

/** As where the consumer withdrew from the credit: with the purchase its costs fall. */
const costReturn = (
  { number: captureNumber, orderId }: Capture,
  refundNumber: string,
  costs: CostsBack,
  { now }: Setting,
): CostReturn => ({
  captureNumber,
  reason: 'Withdrawal',
  transactionId: refundNumber,
  orderId,
  ...costs,
  savedMinor: null,
  countedOn: null,
  countedInterestMinor: null,
  countedFeeMinor: null,
  changedRows: null,
  insertedAt: now,
});
