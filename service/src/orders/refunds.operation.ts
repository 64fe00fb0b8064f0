import { answering } from '../core/changes.ts';
import { refund } from '../core/order/refund.ts';
import { Refusal } from '../core/refusals.ts';
import { CreditNoteNumber, chooses, Opt, PositiveAmount, Reason, Text, Type } from '../wire/schema.ts';
import { actedToWire, action, amountOf } from './order-action.ts';

export const refundOrder = action({
  id: 'refundOrder',
  path: 'refunds',
  scope: 'admin:money',
  summary: 'Refund for a merchant',
  about:
    'Without an amount all that was captured, or the rest of the capture that is named; an amount needs a capture where there are several. Goodwill is a refund with its reason: never more than what was captured.',
  refusals: [
    'capture.not_found',
    'refund.nothing_captured',
    'refund.exceeds_captured',
    'order.pending',
    'refund.number_used',
    'refund.one_number_many_captures',
    'value.required',
  ],
  example: {
    body: { captureNumber: '1795167000234567890', amount: 10, reason: 'Goodwill: late delivery.' },
    answer: { refundedAmount: 10, numbers: ['1795167000345678901'] },
  },
  body: Type.Object(
    { captureNumber: Opt(Text(50)), amount: Opt(PositiveAmount()), creditNoteNumber: Opt(CreditNoteNumber()), reason: Reason() },
    { title: 'RefundOrder', ...chooses({ amount: ['amount'], of: ['captureNumber'] }) },
  ),
  needs: ({ creditNoteNumber }) => ({ with: ['captures', 'installments'], refundNumber: creditNoteNumber ?? null }),
  decide(order, body, setting, { refundNumberTaken }) {
    const { captureNumber = null, creditNoteNumber: number = null } = body;
    const request = { captureNumber, path: 'items', amountMinor: amountOf(body), number, items: null, remarks: null };
    const decided = refund(order, request, refundNumberTaken, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, refunds }) =>
          actedToWire(
            after,
            refunds.map((each) => each.number),
          ),
        );
  },
});
