// The life of an order: the one table from which code, diagram, SQL check and tests derive (C30).

import type { Instant } from '../dates.ts';
import type { EventType } from '../events.ts';
import { allows, arrive, type Step } from '../machine.ts';
import { type Refusal, refuse } from '../refusals.ts';
import type { Order, OrderState } from './rows.ts';

export const orderSteps = {
  approve: { event: 'order.approved', from: { Pending: ['Authorized'] } },
  decline: { event: 'order.declined', from: { Pending: ['Rejected'] } },
  update: { event: 'order.updated', from: { Authorized: ['Authorized'] } },
  capture: {
    event: 'order.captured',
    from: { Authorized: ['PartlyCaptured', 'Captured'], PartlyCaptured: ['PartlyCaptured', 'Captured'] },
  },
  refund: {
    event: 'order.refunded',
    from: { PartlyCaptured: ['PartlyCaptured'], Captured: ['Captured'] },
  },
  void: {
    event: 'order.voided',
    from: { Authorized: ['Authorized', 'Voided'], PartlyCaptured: ['PartlyCaptured', 'Captured'] },
  },
  expire: {
    event: 'order.expired',
    from: { Pending: ['Expired'], Authorized: ['Expired'], PartlyCaptured: ['Captured'] },
  },
} as const satisfies Readonly<Record<string, Step<OrderState, EventType>>>;
export type OrderStep = keyof typeof orderSteps;

type Amounts = Pick<Order, 'authorizedMinor' | 'capturedMinor' | 'voidedMinor'>;

/** What can still be captured or voided, in minor units. */
export const uncapturedMinor = (order: Amounts): bigint => order.authorizedMinor - order.capturedMinor - order.voidedMinor;

/** The same as it is read back: nothing is held for an order that was rejected or declined. */
export const leftMinor = (order: Amounts & Pick<Order, 'state'>): bigint =>
  order.state === 'Rejected' ? 0n : uncapturedMinor(order);

/** Was it under review or to be confirmed, and then declined? Its number is free again, but it can be read (C20). */
export const wasDeclined = ({ state, decideBy }: Pick<Order, 'state' | 'decideBy'>): boolean =>
  state === 'Rejected' && decideBy !== null;

/** The order after a step that moved its amounts: the state follows from the table and from what is open. */
export function afterStep(order: Order, step: OrderStep, moved: Partial<Order>, now: Instant): Order {
  const after: Order = { ...order, ...moved, updatedAt: now };
  const row: Step<OrderState, EventType> = orderSteps[step];
  return { ...after, state: arrive(row, order.state, stateAfter(step, order.state, after)) };
}

function stateAfter(step: OrderStep, before: OrderState, after: Amounts): OrderState {
  if (step === 'approve') return 'Authorized';
  if (step === 'decline') return 'Rejected';
  if (step === 'refund' || step === 'update') return before;
  if (uncapturedMinor(after) > 0n) return step === 'capture' ? 'PartlyCaptured' : before;
  if (after.capturedMinor > 0n) return 'Captured';
  return step === 'expire' ? 'Expired' : 'Voided';
}

/** Why a step cannot be taken on this order now, or nothing. Late is refused at once, not only when the job has run (C29). */
export function whyNot(order: Order, step: OrderStep, now: Instant): Refusal | undefined {
  if (wasDeclined(order)) return refuse('order.declined', 'orderNumber');
  const decides = step === 'approve' || step === 'decline';
  if (order.state === 'Pending' && !decides) return refuse('order.pending');
  if (order.state !== 'Pending' && decides) return refuse('order.not_pending', undefined, { state: order.state });
  const takesMoney = step !== 'refund' && step !== 'expire' && step !== 'decline';
  if (takesMoney && order.state === 'Expired') return refuse('order.expired', undefined, { day: order.expiresOn });
  if (takesMoney && now >= order.expiresAt && uncapturedMinor(order) > 0n)
    return refuse('order.expired', undefined, { day: order.expiresOn });
  if (allows(orderSteps[step] as Step<OrderState, EventType>, order.state)) return undefined;
  if (step === 'refund') return refuse('refund.nothing_captured');
  return refuse(step === 'update' ? 'order.not_updatable' : 'order.nothing_open');
}

/** The public word for an order's state: the inner states may grow without breaking clients. */
export function publicStatus(order: Pick<Order, 'state' | 'expiresAt' | 'capturedMinor'>, now: Instant): string {
  // Clients know no other word for an order that was declined.
  if (order.state === 'Voided' || order.state === 'Rejected') return 'Cancelled';
  if (order.state === 'Expired') return 'Expired';
  const late = now >= order.expiresAt && order.capturedMinor === 0n;
  if (late && (order.state === 'Authorized' || order.state === 'Pending')) return 'Expired';
  return order.state === 'Pending' ? 'Pending' : 'Accepted';
}
