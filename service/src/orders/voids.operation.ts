import { answering } from '../core/changes.ts';
import { voidOrder as decideVoid } from '../core/order/void.ts';
import { Refusal } from '../core/refusals.ts';
import { chooses, Opt, PositiveAmount, Reason, Type } from '../wire/schema.ts';
import { actedToWire, action, amountOf, noDetails } from './order-action.ts';

export const voidOrder = action({
  id: 'voidOrder',
  path: 'voids',
  scope: 'admin:money',
  summary: 'Void for a merchant',
  about: 'Without an amount all that is open.',
  refusals: ['order.nothing_open', 'void.exceeds_open', 'order.expired', 'order.pending'],
  example: {
    body: { reason: 'The shop has closed.' },
    answer: { state: 'Captured', leftToCaptureAmount: 0, voidedAmount: 44.95 },
  },
  body: Type.Object(
    { amount: Opt(PositiveAmount()), reason: Reason() },
    { title: 'VoidOrder', ...chooses({ amount: ['amount'] }) },
  ),
  decide(order, body, setting) {
    const decided = decideVoid(order, { ...noDetails, amountMinor: amountOf(body) }, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, cancellation }) => actedToWire(after, [cancellation.number]));
  },
});
