// A pending order is decided: by the consumer who confirmed the identity, or by a person who reviewed it.
import { type Decided, insert, update } from '../changes.ts';
import type { Instant } from '../dates.ts';
import type { Contract } from '../merchant.ts';
import { Refusal, type RefusalId, refuse } from '../refusals.ts';
import type { Score } from '../risk/decide-credit.ts';
import { withoutOrder } from '../risk/history.ts';
import type { Setting } from '../setting.ts';
import type { OrderInHand } from './in-hand.ts';
import type { IdentityCheck, Order } from './rows.ts';
import { afterStep, orderSteps, whyNot } from './states.ts';

/** Why a person decided, and who it was. */
export interface Judgement {
  readonly reason: string;
  readonly decidedBy: string;
}

/**
 * Approve or decline a pending order. Declining gives the hold back and leaves the number free, as a rejection does; nor does the
 * order count in its customer's history any more, or the next one would look like that of a known buyer.
 */
export function decidePending(
  inHand: OrderInHand,
  step: 'approve' | 'decline',
  setting: Setting,
  judgement?: Judgement,
): Decided<Order> | Refusal {
  const { order, exposure } = inHand;
  const refusal = whyNot(order, step, setting.now);
  if (refusal) return refusal;
  // Late is refused at once, not only when the job has run.
  if (step === 'approve' && isOverdue(order, setting.now)) return refuse('review.over', 'orderNumber');
  const approved = step === 'approve';
  const after = afterStep(order, step, approved ? { approvedMinor: order.authorizedMinor } : {}, setting.now);
  const { state, approvedMinor, updatedAt, id: orderId, number: subject, currency, authorizedMinor: amountMinor } = after;
  const uncounted = withoutOrder(exposure, amountMinor);
  return {
    answer: after,
    changes: [
      update('orders', order, { set: { state, approvedMinor, updatedAt } }),
      ...(approved
        ? []
        : [update('exposures', exposure, { add: { ...uncounted.add, heldMinor: -amountMinor }, set: uncounted.set })]),
      ...(judgement ? [insert('orderReviews', { orderId, decision: step, ...judgement, decidedAt: setting.now })] : []),
    ],
    events: [{ type: orderSteps[step].event, orderId, subject, currency, amountMinor }],
  };
}

/** Was it not decided in time? Orders from before there was a time wait until they expire. */
const isOverdue = (order: Order, now: Instant): boolean => order.decideBy !== null && now >= order.decideBy;

/** Decline an order that was not decided in time; nothing happens to any other. */
export function declineOverdue(inHand: OrderInHand, setting: Setting): Decided<Order> | undefined {
  const { order } = inHand;
  if (order.state !== 'Pending' || !isOverdue(order, setting.now)) return undefined;
  const decided = decidePending(inHand, 'decline', setting);
  return decided instanceof Refusal ? undefined : decided;
}

/** What is known of how a pending order came to be declined. */
export interface Declined {
  readonly isReviewed: boolean;
  /** Why it was pending; nothing where that is not kept any more. */
  readonly waitedFor: readonly { readonly id: string }[] | null;
}

/** Why an order that was pending is cancelled: what a person saw in it, stays with the person. */
export function whyDeclined({ isReviewed, waitedFor }: Declined): RefusalId {
  if (isReviewed) return 'declined.reviewed';
  return waitedFor?.some(({ id }) => id === 'risk.authentication') ? 'declined.unconfirmed' : 'declined.overdue';
}

export const mostAttempts = 5;
export const mostSends = 3;

/** What an attempt to confirm the identity came to: the order as it is afterwards. */
export interface Attempted {
  readonly order: Order;
  readonly right: boolean;
}

/**
 * A code was entered: the right one approves, the last wrong one declines; six digits must not be guessable. Refused: an order that
 * does not wait for it, or no longer.
 */
export function attemptCode(
  inHand: OrderInHand,
  check: IdentityCheck | undefined,
  right: boolean,
  setting: Setting,
): Decided<Attempted> | Refusal {
  const { order } = inHand;
  const refusal = whyNot(order, 'approve', setting.now);
  if (refusal) return refusal;
  const attemptCount = (check?.attemptCount ?? 0) + 1;
  const confirmedAt = right ? setting.now : null;
  const counted = check
    ? update('identityChecks', check, { add: { attemptCount: 1 }, set: { confirmedAt } })
    : insert('identityChecks', { orderId: order.id, attemptCount: 1, sendCount: 0, sentAt: null, confirmedAt });
  if (!right && attemptCount < mostAttempts && !isOverdue(order, setting.now))
    return { answer: { order, right }, changes: [counted], events: [] };
  const step = right && !isOverdue(order, setting.now) ? 'approve' : 'decline';
  const decided = decidePending(inHand, step, setting);
  if (decided instanceof Refusal) return decided;
  return { ...decided, answer: { order: decided.answer, right }, changes: [...decided.changes, counted] };
}

/** The code is about to be sent: a few times, not faster than once a minute. Says whether it may be. */
export function countSending({ order }: OrderInHand, check: IdentityCheck | undefined, { now }: Setting): Decided<boolean> {
  if (order.state !== 'Pending' || isTooSoon(check, now) || (check?.sendCount ?? 0) >= mostSends)
    return { answer: false, changes: [], events: [] };
  const counted = check
    ? update('identityChecks', check, { add: { sendCount: 1 }, set: { sentAt: now } })
    : insert('identityChecks', { orderId: order.id, attemptCount: 0, sendCount: 1, sentAt: now, confirmedAt: null });
  return { answer: true, changes: [counted], events: [] };
}

/** Was a code asked for within the last minute, and may be again once it is over? */
export const isTooSoon = (check: IdentityCheck | undefined, now: Instant): boolean =>
  check !== undefined && check.sentAt !== null && now - check.sentAt < minuteMs;

const hourMs = 3_600_000;
const minuteMs = 60_000;

/** Until when what is pending has to be decided: a person has hours, a consumer who confirms the identity has minutes. */
export function decideBy({ reasons }: Score, now: Instant, { reviewHours = 72, confirmationMinutes = 60 }: Contract): Instant {
  const byConsumer = reasons.some((reason) => reason.id === 'risk.authentication');
  return now + (byConsumer ? confirmationMinutes * minuteMs : reviewHours * hourMs);
}
