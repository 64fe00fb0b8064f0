// Void: what was authorized and will not be captured is given back (C23), by the shop or by time (C29).
import { type Decided, insert, update } from '../changes.ts';
import type { Instant } from '../dates.ts';
import type { Json } from '../json.ts';
import { minorToWire } from '../money.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Setting } from '../setting.ts';
import { type OrderInHand, otherCurrency } from './in-hand.ts';
import type { Order, Void } from './rows.ts';
import { afterStep, orderSteps, uncapturedMinor, whyNot } from './states.ts';

export interface VoidRequest {
  /** Null voids all that is open. */
  readonly amountMinor: bigint | null;
  readonly currency: string | null;
  readonly items: Json;
  readonly remarks: Json;
}

export interface Voided {
  readonly order: Order;
  readonly cancellation: Void;
}

/** Void all or a part of what is open; refused once nothing is. */
export function voidOrder(inHand: OrderInHand, request: VoidRequest, setting: Setting): Decided<Voided> | Refusal {
  const { order } = inHand;
  const refusal = whyNot(order, 'void', setting.now) ?? otherCurrency(order, request.currency, 'cancellationDetails.currency');
  if (refusal) return refusal;
  const open = uncapturedMinor(order);
  const amount = request.amountMinor ?? open;
  if (amount > open)
    return refuse('void.exceeds_open', 'cancellationDetails.totalGrossAmount', { open: minorToWire(open).toFixed(2) });
  return book(inHand, 'void', amount, request, setting);
}

/** Void what is left of an order whose time is over; nothing happens when it is not, or when nothing is left. */
export function expireOrder(inHand: OrderInHand, setting: Setting): Decided<Voided> | undefined {
  const { order } = inHand;
  const open = uncapturedMinor(order);
  if (!isDue(order, setting.now) || open === 0n) return undefined;
  return book(inHand, 'expire', open, { items: null, remarks: null }, setting);
}

function isDue(order: Order, now: Instant): boolean {
  return now >= order.expiresAt && Object.hasOwn(orderSteps.expire.from, order.state);
}

function book(
  { order, exposure }: OrderInHand,
  step: 'void' | 'expire',
  amount: bigint,
  request: Pick<VoidRequest, 'items' | 'remarks'>,
  { now, chance }: Setting,
): Decided<Voided> {
  const cancellation: Void = {
    number: chance.number(),
    orderId: order.id,
    amountMinor: amount,
    items: request.items,
    remarks: request.remarks,
    insertedAt: now,
  };
  const after = afterStep(order, step, { voidedMinor: order.voidedMinor + amount }, now);
  return {
    answer: { order: after, cancellation },
    changes: [
      update('orders', order, { add: { voidedMinor: amount }, set: { state: after.state, updatedAt: now } }),
      update('exposures', exposure, { add: { heldMinor: -amount } }),
      insert('voids', cancellation),
    ],
    events: [
      {
        type: orderSteps[step].event,
        orderId: order.id,
        subject: cancellation.number,
        currency: order.currency,
        amountMinor: amount,
      },
    ],
  };
}
