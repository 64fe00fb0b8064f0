import { answering } from '../core/changes.ts';
import { capture } from '../core/order/capture.ts';
import { Refusal } from '../core/refusals.ts';
import { chooses, InvoiceNumber, Opt, PositiveAmount, Reason, Type } from '../wire/schema.ts';
import { actedToWire, action, amountOf, noDetails } from './order-action.ts';

export const captureOrder = action({
  id: 'captureOrder',
  path: 'captures',
  scope: 'admin:money',
  summary: 'Capture for a merchant',
  about: 'Without an amount all that remains.',
  refusals: ['order.nothing_open', 'capture.exceeds_open', 'order.expired', 'order.pending', 'capture.number_used'],
  example: { body: { amount: 60, reason: 'The shop’s system is down.' } },
  body: Type.Object(
    { amount: Opt(PositiveAmount()), invoiceNumber: Opt(InvoiceNumber()), reason: Reason() },
    { title: 'CaptureOrder', ...chooses({ amount: ['amount'] }) },
  ),
  needs: ({ invoiceNumber }) => ({ captureNumber: invoiceNumber ?? null }),
  decide(order, body, setting, { captureNumberTaken }) {
    const request = {
      ...noDetails,
      amountMinor: amountOf(body),
      number: body.invoiceNumber ?? null,
      shipping: [],
    };
    const decided = capture(order, request, captureNumberTaken, setting);
    return decided instanceof Refusal
      ? decided
      : answering(decided, ({ order: after, capture: made }) => actedToWire(after, [made.number]));
  },
});
