import { answering } from '../core/changes.ts';
import { decidePending } from '../core/order/review.ts';
import { voidOrder as decideVoid } from '../core/order/void.ts';
import { Refusal } from '../core/refusals.ts';
import { chooses, Reason, Type } from '../wire/schema.ts';
import { actedToWire, action, noDetails } from './order-action.ts';

export const releaseOrder = action({
  id: 'releaseOrder',
  path: 'release',
  scope: 'admin:money',
  summary: 'Give a customer’s limit back',
  about: 'Whatever the order still holds: a pending order is declined, of any other all that is open is voided.',
  refusals: ['order.nothing_open', 'order.expired'],
  example: {
    body: { reason: 'Ordered twice.' },
    answer: { state: 'Voided', leftToCaptureAmount: 0, capturedAmount: 0, voidedAmount: 104.95 },
  },
  body: Type.Object({ reason: Reason() }, { title: 'ReleaseOrder', ...chooses({}) }),
  decide(order, { reason }, setting) {
    if (order.order.state === 'Pending') {
      const declined = decidePending(order, 'decline', setting, { reason, decidedBy: 'operator' });
      return declined instanceof Refusal ? declined : answering(declined, (after) => actedToWire(after, []));
    }
    const decided = decideVoid(order, { ...noDetails, amountMinor: null }, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, cancellation }) => actedToWire(after, [cancellation.number]));
  },
});
