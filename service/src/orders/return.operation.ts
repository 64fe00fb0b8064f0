import { minorToWire } from '../core/money.ts';
import { returnByHand } from '../core/order/return-by-hand.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { DayText, Text, Type } from '../wire/schema.ts';
import { findPaymentOrder } from './collections.sql.ts';

export const returnPayment = operation({
  id: 'returnPayment',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/payments/:transactionId/return',
  summary: 'Say that the bank took a payment of a capture back',
  about: 'What it paid is owed again. Once: the same again is answered as before.',
  scope: 'admin:write',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'payment.not_found', 'value.out_of_range'],
  example: { body: { returnedOn: '2026-11-24', reason: 'Recalled by the payer' } },
  body: Type.Object(
    { returnedOn: DayText('Not before the day on which it counts as paid, nor after today.'), reason: Text(255) },
    { title: 'ReturnPayment' },
  ),
  answer: Type.Object({
    transactionId: Type.String(),
    captureNumber: Type.String(),
    amount: Type.Number(),
    principalAmount: Type.Number(),
    interestAmount: Type.Number(),
    feeAmount: Type.Number(),
    returnedOn: DayText(),
  }),
  async run({ merchant, params, body, actor, requestId }, deps) {
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const transactionId = params['transactionId'] ?? '';
    const [found] = await deps.db.read(findPaymentOrder, merchant.id, transactionId);
    if (!found) return refuse('payment.not_found', 'transactionId');
    const { returnedOn, reason } = body;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'returnPayment',
      requestId,
      reason,
      needs: {
        order: String(found['orderNumber']),
        with: ['captures', 'installments', 'collections', 'contents', 'costReturns'],
        payment: transactionId,
        paymentReturn: transactionId,
      },
      decide({ order, contents, payment, paymentReturn, collections }, setting) {
        if (!order) return refuse('payment.not_found', 'transactionId');
        const isDirectDebit = Boolean(contents?.bankAccount);
        const booked = { payment, paymentReturn, collections };
        const decided = returnByHand(order, booked, { returnedOn, reason, isDirectDebit }, setting);
        if (decided instanceof Refusal) return decided;
        const { captureNumber, amountMinor, principalMinor, interestMinor, feeMinor, returnedOn: on } = decided.answer;
        const shown = {
          transactionId,
          captureNumber,
          amount: minorToWire(amountMinor),
          principalAmount: minorToWire(principalMinor),
          interestAmount: minorToWire(interestMinor),
          feeAmount: minorToWire(feeMinor),
          returnedOn: on,
        };
        return { ...decided, answer: JSON.stringify(shown) };
      },
    });
    return answer instanceof Refusal ? answer : JSON.parse(answer.text);
  },
});
