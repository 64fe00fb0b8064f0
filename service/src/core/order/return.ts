// Return notification: goods are on their way back, so the buyer gets more time to pay all that is open; no money moves (C27).
import { type Change, type Decided, insert, update } from '../changes.ts';
import { lastDayInTime } from '../countries/holidays.ts';
import { addDays, dayAt } from '../dates.ts';
import type { Json } from '../json.ts';
import { minorToWire } from '../money.ts';
import { postponed } from '../plan/schedule.ts';
import { Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import type { OrderInHand } from './in-hand.ts';
import { leftToPayMinor } from './payment.ts';
import type { Capture } from './rows.ts';

export interface ReturnRequest {
  /** May be left out when the order has one capture. */
  readonly captureNumber: string | null;
  readonly amountMinor: bigint | null;
  readonly items: Json;
  readonly remarks: Json;
}

/**
 * Goods are on their way back: the due day of their capture is put off, once (C27). Refused: an order under review, a capture that is
 * not there, one that was notified of already, is past due, or of which nothing is left to pay; more than what was
 * captured and not refunded.
 */
export function notifyReturn(inHand: OrderInHand, request: ReturnRequest, setting: Setting): Decided<undefined> | Refusal {
  const { order } = inHand;
  const { now, merchant } = setting;
  const { amountMinor, items, remarks } = request;
  if (order.state === 'Pending') return refuse('order.pending');
  const capture = captureOf(inHand.captures, request.captureNumber);
  if (capture instanceof Refusal) return capture;
  if (capture.returnNotifiedAt !== null) return refuse('return.already_notified', 'captureNumber');
  // Of what a customer account asks for there is no day to put off: it is noted.
  const isCharged = capture.onAccount === true;
  if (!isCharged && dayAt(now, merchant.timeZone) > lastDayInTime(merchant.country, capture.dueOn))
    return refuse('return.past_due', 'captureNumber', { day: capture.dueOn });
  if (!isCharged && leftToPayMinor(capture, inHand.installments) === 0n) return refuse('payment.nothing_open', 'captureNumber');
  const openMinor = capture.amountMinor - capture.refundedMinor;
  if (amountMinor !== null && amountMinor > openMinor)
    return refuse('refund.exceeds_captured', 'totalGrossAmount', { open: minorToWire(openMinor).toFixed(2) });
  const { returnPauseDays } = merchant.contract;
  const rows = inHand.installments.filter((each) => each.captureNumber === capture.number);
  const moved = postponed(rows, returnPauseDays, merchant.country);
  const dueOn = isCharged ? capture.dueOn : (moved[0]?.[1].dueOn ?? addDays(capture.dueOn, returnPauseDays));
  return {
    answer: undefined,
    changes: [
      update('captures', capture, { set: { dueOn, returnNotifiedAt: now, updatedAt: now } }),
      ...moved.map(([before, after]): Change => update('captureInstallments', before, { set: { dueOn: after.dueOn } })),
      insert('returnNotifications', {
        captureNumber: capture.number,
        orderId: order.id,
        amountMinor,
        items,
        remarks,
        insertedAt: now,
      }),
    ],
    events: [
      { type: 'capture.return_notified', orderId: order.id, subject: capture.number, currency: order.currency, amountMinor: 0n },
    ],
  };
}

function captureOf(captures: readonly Capture[], number: string | null): Capture | Refusal {
  if (number !== null)
    return captures.find((capture) => capture.number === number) ?? refuse('capture.not_found', 'captureNumber');
  if (captures.length > 1) return refuse('value.required', 'captureNumber');
  return captures[0] ?? refuse('capture.not_found', 'captureNumber');
}
