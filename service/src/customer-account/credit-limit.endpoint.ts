// GET /customer-account/{accountNumber}/credit-limit: what may still be used of an account.

import { read } from '../book/endpoint.ts';
import { type Account, blockedBy, remainingMinor, totalMinor } from '../core/account/account.ts';
import { minorToWire } from '../core/money.ts';
import { refuse } from '../core/refusals.ts';
import { texts } from '../core/texts/texts.ts';
import { Type } from '../wire/schema.ts';
import { creditLimitExample } from './examples.ts';
import { accountByNumber } from './find-account.ts';

export const getCreditLimit = read({
  id: 'getCreditLimit',
  path: '/api/v3/customer-account/:accountNumber/credit-limit',
  tag: 'FastTrack',
  summary: 'Remaining account credit limit',
  scope: ['accounts', 'read'],
  refusals: ['account.not_found'],
  example: creditLimitExample,
  params: Type.Object({ accountNumber: Type.String() }),
  answer: Type.Object(
    {
      remainingCreditLimit: Type.Number({ description: 'The limit less everything owed, never below zero.' }),
      balance: Type.Number({ description: 'Without fees and interest.' }),
      isOpenForNewTransactions: Type.Boolean({ description: 'False under review, when stopped, and in dunning.' }),
      accountMessage: Type.String({ description: 'For the consumer, in the merchant’s language.' }),
      totalBalance: Type.Number({ description: 'With fees and interest.' }),
    },
    { title: 'CreditLimit' },
  ),
  find: accountByNumber,
  answerFrom([row], { merchant }) {
    if (!row) return refuse('account.not_found', 'accountNumber');
    const account = row as unknown as Account;
    const block = blockedBy(account);
    const phrase =
      block === undefined ? 'accountUsable' : block === 'account.under_review' ? 'accountUnderReview' : 'accountBlocked';
    return {
      remainingCreditLimit: minorToWire(remainingMinor(account)),
      balance: minorToWire(account.principalMinor),
      isOpenForNewTransactions: block === undefined,
      accountMessage: texts[merchant.language].refusals[phrase],
      totalBalance: minorToWire(totalMinor(account)),
    };
  },
});
