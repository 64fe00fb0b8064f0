import { accountStatuses, totalMinor } from '../core/account/account.ts';
import { type Paid, payAccount } from '../core/account/payment.ts';
import { minorFromWire, minorToWire } from '../core/money.ts';
import type { Refusal } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { chooses, DayText, Flag, Opt, PositiveAmount, Reason, type Static, Text, Type, Word } from '../wire/schema.ts';
import { type Decide, missing, submit } from './operators-account.ts';

const AccountPayment = Type.Object(
  {
    accountNumber: Type.String(),
    transactionId: Type.String(),
    amount: PositiveAmount(),
    valueDate: DayText(),
    feesAmount: Type.Number({ description: 'Of the amount, on fees; so with the next two.' }),
    interestAmount: Type.Number(),
    principalAmount: Type.Number({ description: 'What is over the debt is here too: the balance goes below zero.' }),
    totalBalance: Type.Number(),
    status: Word(accountStatuses),
  },
  { title: 'AccountPayment' },
);

export const bookAccountPayment = operation({
  id: 'bookAccountPayment',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/payments',
  summary: 'Book money that came in for a customer account',
  about:
    'On fees, interest and principal in the order of the merchant’s contract; it counts for interest from `valueDate` on. ' +
    'The same `transactionId` again with the same content is answered with the first booking.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: [...missing, 'account.payment_used', 'account.payment_exceeds', 'account.not_open'],
  example: { body: { amount: 120.5, valueDate: '2026-11-20', transactionId: 'bank-2026-11-20-17', reason: 'Bank transfer' } },
  body: Type.Object(
    {
      amount: PositiveAmount(),
      valueDate: DayText('The day on which the money arrived.'),
      transactionId: Text(100, 'Your own number of the transaction: booked once, however often it is sent.'),
      allowOverpayment: Opt(
        Flag('More than is owed is refused unless this is true; what is over is credit of the account holder.'),
      ),
      reason: Opt(Reason()),
    },
    { title: 'AccountPaymentRequest', ...chooses({ amount: ['amount'] }) },
  ),
  answer: AccountPayment,
  run(asked, deps) {
    const { amount, valueDate: valueOn, transactionId, allowOverpayment = false } = asked.body;
    const write = ({ account, payment }: Paid): Static<typeof AccountPayment> => ({
      accountNumber: account.number,
      transactionId,
      amount: minorToWire(payment.amountMinor),
      valueDate: payment.valueOn,
      feesAmount: minorToWire(payment.feesMinor),
      interestAmount: minorToWire(payment.interestMinor),
      principalAmount: minorToWire(payment.principalMinor),
      totalBalance: minorToWire(totalMinor(account)),
      status: account.status,
    });
    const request = { transactionId, amountMinor: minorFromWire(amount), valueOn, allowOverpayment };
    const decide: Decide<Paid> = (inHand, setting) => payAccount(inHand, request, setting);
    const need = () => ({ day: valueOn, paymentId: transactionId, with: ['owner', 'letters'] as const });
    return submit(asked, deps, 'bookAccountPayment', need, decide, write) as Promise<Static<typeof AccountPayment> | Refusal>;
  },
});
