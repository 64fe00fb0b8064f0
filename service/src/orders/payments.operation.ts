// Money that came in from consumers, as on the operator's bank statement: booked on a capture, once (ADR 9).

import { minorFromWire, minorToWire } from '../core/money.ts';
import { type Paid, pay } from '../core/order/payment.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { CutText, chooses, DayText, Opt, PositiveAmount, type Static, Text, Type } from '../wire/schema.ts';
import { findPaidCapture } from './payments.sql.ts';

const PaymentBody = Type.Object(
  {
    captureNumber: Opt(Text(50, 'What is paid; or by its paymentReference.')),
    paymentReference: Opt(
      Text(
        50,
        'As the consumer named it; blanks, small letters and the marks of a Belgian one (+++123/4567/89002+++) do not matter.',
      ),
    ),
    amount: PositiveAmount(),
    valueDate: DayText('The day on which the money arrived.'),
    transactionId: Text(100, 'Your own number of the transaction: booked once, however often it is sent.'),
    earlyRepayment: Opt(
      Type.Boolean({
        description:
          'Everything above what is due repays early, a part or all. Without it a payment does that if it is just what everything costs on its day, or more than what is due and the next installment.',
      }),
    ),
    reason: Opt(CutText(255)),
  },
  { title: 'ConsumerPayment', ...chooses({ amount: ['amount'], of: ['captureNumber', 'paymentReference'] }) },
);

const PaymentAnswer = Type.Object(
  {
    captureNumber: Type.String(),
    orderNumber: Type.String(),
    transactionId: Type.String(),
    amount: PositiveAmount(),
    principalAmount: Type.Number({ description: 'Of the amount.' }),
    interestAmount: Type.Number(),
    feeAmount: Type.Number(),
    remainingAmount: Type.Number({ description: 'Left to pay of the capture.' }),
  },
  { title: 'BookedPayment' },
);

export const bookPayment = operation({
  id: 'bookPayment',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/payments',
  summary: 'Book money that a consumer paid',
  about:
    'On a capture, oldest installment first; within one fees, then interest, then principal. The same `transactionId` again is answered as before and books nothing. More than is left to pay is refused: book what is owed, and send the rest back. What is repaid early reduces all costs by what falls on the time that remains.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: [
    'merchant.not_found',
    'capture.not_found',
    'payment.exceeds_open',
    'payment.nothing_open',
    'payment.on_account',
    'payment.transaction_used',
    'payment.early_amount',
    'payment.not_in_installments',
  ],
  example: {
    body: { captureNumber: 'R-2026-1001', amount: 104.95, valueDate: '2026-11-20', transactionId: 'bank-2026-11-20-18' },
  },
  body: PaymentBody,
  answer: PaymentAnswer,
  async run({ merchant, body, actor, requestId }, deps) {
    if (body.transactionId === '') return refuse('value.required', 'transactionId');
    const named = body.captureNumber ?? body.paymentReference;
    if (named === undefined) return refuse('value.required', 'captureNumber');
    const field = body.captureNumber === undefined ? 'paymentReference' : 'captureNumber';
    const reference =
      body.captureNumber === undefined ? (body.paymentReference ?? '').replace(/[\s+*/]/g, '').toUpperCase() : null;
    const [found, another] = await deps.db.read(findPaidCapture, merchant.id, body.captureNumber ?? null, reference);
    if (!found || another) return refuse('capture.not_found', field);
    const [captureNumber, orderNumber] = [String(found['captureNumber']), String(found['orderNumber'])];
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'bookPayment',
      requestId,
      reason: body.reason ?? null,
      needs: { order: orderNumber, with: ['captures', 'installments', 'costReturns', 'reminders'], payment: body.transactionId },
      decide({ order, payment }, setting) {
        if (!order) return refuse('capture.not_found', field);
        const request = {
          captureNumber,
          amountMinor: minorFromWire(body.amount),
          valueOn: body.valueDate,
          transactionId: body.transactionId,
          reason: body.reason ?? null,
          isEarly: body.earlyRepayment ?? false,
        };
        const decided = pay(order, request, payment, setting);
        return decided instanceof Refusal
          ? decided
          : { ...decided, answer: JSON.stringify(paidToWire(decided.answer, orderNumber)) };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof PaymentAnswer>);
  },
});

function paidToWire({ payment, openMinor }: Paid, orderNumber: string): Static<typeof PaymentAnswer> {
  return {
    captureNumber: payment.captureNumber,
    orderNumber,
    transactionId: payment.transactionId,
    amount: minorToWire(payment.amountMinor),
    principalAmount: minorToWire(payment.principalMinor),
    interestAmount: minorToWire(payment.interestMinor),
    feeAmount: minorToWire(payment.feeMinor),
    remainingAmount: minorToWire(openMinor),
  };
}
