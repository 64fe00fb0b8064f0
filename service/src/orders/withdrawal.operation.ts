// A withdrawal that reached the operator or the shop by letter, e-mail or otherwise.

import { noOrder } from '../core/order/in-hand.ts';
import type { Withdrawal } from '../core/order/rows.ts';
import { withdraw } from '../core/order/withdraw.ts';
import { Refusal } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { Amount, DayText, Reason, type Static, Type, Word } from '../wire/schema.ts';
import { withdrawalToWire } from '../wire/withdrawal.ts';
import { findAgreedOrder } from './withdrawals.sql.ts';

const Withdrawn = Type.Object(
  {
    orderNumber: Type.String(),
    noticedOn: DayText(),
    payBy: DayText('Capital and interest are due then.'),
    medium: Word(['Page', 'Letter', 'Email', 'Other']),
    principalAmount: Amount('What is to be paid back of the capital.'),
    interestAmount: Amount('Interest from the drawdown to the notice; none after it.'),
    returnedAmount: Amount('Interest and fees that were paid and are not owed: they count as paid of the capital.'),
  },
  { title: 'WithdrawnFromCredit' },
);

const withdrawnToWire = (orderNumber: string, withdrawal: Withdrawal): Static<typeof Withdrawn> => ({
  orderNumber,
  ...withdrawalToWire(withdrawal),
});

export const withdrawFromCredit = operation({
  id: 'withdrawFromCredit',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/orders/:orderNumber/withdrawal',
  summary: 'Book a consumer’s withdrawal from the credit of an order',
  about:
    'The purchase stays; what is not captured is voided, fees fall, and capital and interest are due thirty days after the notice. Sent again it is answered as before. Goods that go back are a refund.',
  scope: 'admin:money',
  refusals: [
    'merchant.not_found',
    'order.not_found',
    'order.declined',
    'order.pending',
    'withdrawal.none',
    'withdrawal.by_account',
    'withdrawal.over',
    'value.out_of_range',
  ],
  example: {
    body: { noticedOn: '2026-11-28', medium: 'Email', reason: 'E-mail of the customer' },
    answer: {
      orderNumber: 'WEB-1001',
      noticedOn: '2026-11-28',
      payBy: '2026-12-28',
      medium: 'Email',
      principalAmount: 400,
      interestAmount: 0.35,
      returnedAmount: 0,
    },
  },
  body: Type.Object(
    {
      noticedOn: DayText('The day on which the consumer sent the notice.'),
      medium: Word(['Letter', 'Email', 'Other']),
      reason: Reason(),
    },
    { title: 'WithdrawFromCredit' },
  ),
  answer: Withdrawn,
  async run({ merchant, params, body, actor, requestId }, deps) {
    const number = params['orderNumber'] ?? '';
    const [found] = await deps.db.read(findAgreedOrder, merchant.id, number.toLowerCase(), null);
    const agreedAt = (found?.['agreedAt'] ?? null) as number | null;
    const decidedAt = (found?.['decidedAt'] ?? null) as number | null;
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'withdrawFromCredit',
      requestId,
      reason: body.reason,
      needs: { order: number, with: ['captures', 'installments', 'contents', 'withdrawal'] },
      decide({ order, contents, withdrawal, declined }, setting) {
        if (!order) return noOrder(declined);
        const { noticedOn, medium } = body;
        const decided = withdraw(order, contents, withdrawal, { noticedOn, medium, agreedAt, decidedAt }, setting);
        if (decided instanceof Refusal) return decided;
        return { ...decided, answer: JSON.stringify(withdrawnToWire(order.order.number, decided.answer)) };
      },
    });
    return answer instanceof Refusal ? answer : (JSON.parse(answer.text) as Static<typeof Withdrawn>);
  },
});
