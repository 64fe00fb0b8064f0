import { accountStatuses, totalMinor } from '../core/account/account.ts';
import type { Paid } from '../core/account/payment.ts';
import { takePaymentBack } from '../core/account/payment-return.ts';
import { minorToWire } from '../core/money.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { DayText, PositiveAmount, type Static, Text, Type, Word } from '../wire/schema.ts';
import { type Decide, missing, submit } from './operators-account.ts';

const AccountPaymentReturn = Type.Object(
  {
    accountNumber: Type.String(),
    transactionId: Type.String(),
    amount: PositiveAmount(),
    returnedOn: DayText(),
    feesAmount: Type.Number({ description: 'Of the amount, owed as fees again; so with the next two.' }),
    interestAmount: Type.Number(),
    principalAmount: Type.Number({ description: 'With what had been paid of fees that fell since.' }),
    totalBalance: Type.Number(),
    status: Word(accountStatuses),
  },
  { title: 'AccountPaymentReturn' },
);

const toWire = ({ account, payment }: Paid): Static<typeof AccountPaymentReturn> => {
  const { transactionId, amountMinor, returnedOn, returnedFeesMinor, feesMinor, interestMinor, principalMinor } = payment;
  const feesAgainMinor = returnedFeesMinor ?? 0n;
  return {
    accountNumber: account.number,
    transactionId,
    amount: minorToWire(amountMinor),
    returnedOn: returnedOn ?? '',
    feesAmount: minorToWire(feesAgainMinor),
    interestAmount: minorToWire(interestMinor),
    principalAmount: minorToWire(principalMinor + feesMinor - feesAgainMinor),
    totalBalance: minorToWire(totalMinor(account)),
    status: account.status,
  };
};

/** What of an account the return of a payment needs. */
export const toTakeBack = (transactionId: string, returnedOn: string) =>
  ({ day: returnedOn, paymentId: transactionId, with: ['whole', 'owner'] }) as const;

export const returnAccountPayment = operation({
  id: 'returnAccountPayment',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/payments/:transactionId/return',
  summary: 'Take a payment of a customer account back',
  about:
    'One that the bank took back, or that was booked by mistake: fees, interest and principal that it paid are owed again, bear interest ' +
    'from `returnedOn` on and are demanded by the next statement. Once: with the same day again it is answered as before, with another ' +
    'one refused.',
  scope: 'admin:money',
  operatorsMoney: 'moves',
  refusals: [...missing, 'payment.not_found', 'account.payment_returned', 'value.out_of_range'],
  example: { body: { returnedOn: '2026-11-24', reason: 'Recalled by the payer' } },
  body: Type.Object(
    { returnedOn: DayText('Not before the day on which it counts as paid, nor after today.'), reason: Text(255) },
    { title: 'ReturnAccountPayment' },
  ),
  answer: AccountPaymentReturn,
  async run(asked, deps) {
    const { returnedOn, reason } = asked.body;
    if (reason.trim() === '') return refuse('value.required', 'reason');
    const transactionId = asked.params['transactionId'] ?? '';
    const request = { transactionId, returnedOn, reference: '' };
    const decide: Decide<Paid> = (inHand, setting) => takePaymentBack(inHand, request, setting);
    const need = () => toTakeBack(transactionId, returnedOn);
    return submit(asked, deps, 'returnAccountPayment', need, decide, toWire) as Promise<
      Static<typeof AccountPaymentReturn> | Refusal
    >;
  },
});
