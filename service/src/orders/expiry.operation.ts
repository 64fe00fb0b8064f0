import { answering } from '../core/changes.ts';
import { extendOrder as decideExtension } from '../core/order/extend.ts';
import { Refusal } from '../core/refusals.ts';
import { DayText, Reason, Type } from '../wire/schema.ts';
import { actedToWire, action } from './order-action.ts';

export const extendOrder = action({
  id: 'extendOrder',
  path: 'expiry',
  scope: 'admin:money',
  summary: 'Extend an authorization',
  about:
    'To a later day: at most as far from today as the contract gives a new order, and a year after it was authorized. Nothing is decided anew, and the warnings before the end come again.',
  refusals: ['order.not_extendable', 'order.nothing_open', 'order.expired', 'order.pending'],
  example: { body: { expiresOn: '2027-01-15', reason: 'Delivered late.' }, answer: { expiresOn: '2027-01-15', numbers: [] } },
  body: Type.Object({ expiresOn: DayText(), reason: Reason() }, { title: 'ExtendOrder' }),
  decide(order, { expiresOn }, setting) {
    const decided = decideExtension(order, expiresOn, setting);
    return decided instanceof Refusal ? decided : answering(decided, (after) => actedToWire(after, []));
  },
});
