// A withdrawal from the credit of an account that reached the operator or the shop by letter, e-mail or otherwise.
import type { AccountWithdrawal } from '../core/account/account.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { withdrawFromAccount as withdraw } from '../core/account/withdraw.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { Amount, DayText, Opt, Reason, type Static, Type, Word } from '../wire/schema.ts';
import { withdrawalToWire } from '../wire/withdrawal.ts';
import { findGrantedAccount } from './accounts.sql.ts';
import { type Decide, missing, submit } from './operators-account.ts';

const Withdrawn = Type.Object(
  {
    accountNumber: Type.String(),
    noticedOn: DayText(),
    payBy: DayText('Capital and interest are due then.'),
    medium: Word(['Page', 'Letter', 'Email', 'Other']),
    principalAmount: Type.Number({
      description: 'What is to be paid back of the capital; below zero what the holder gets back.',
    }),
    interestAmount: Amount('Interest of the days before the notice; none after it.'),
    returnedAmount: Amount('Fees that were paid and are not owed: they count as paid of the capital.'),
  },
  { title: 'WithdrawnFromAccount' },
);

const toWire = (withdrawal: AccountWithdrawal): Static<typeof Withdrawn> => ({
  accountNumber: withdrawal.accountNumber,
  ...withdrawalToWire(withdrawal),
});

/** What of an account a withdrawal needs. */
export const toWithdraw = { with: ['whole', 'owner', 'letters'] } as const;

export const withdrawFromAccount = operation({
  id: 'withdrawFromAccount',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/withdrawal',
  summary: 'Book a holder’s withdrawal from the credit of a customer account',
  about:
    'Nothing more is bought on the account. Fees fall, and capital and the interest of the days before the notice are due thirty days after it, with a last statement that says so. Sent again it is answered as before.',
  scope: 'admin:money',
  refusals: [...missing, 'account.not_open', 'withdrawal.none', 'withdrawal.over', 'value.out_of_range'],
  example: {
    body: { noticedOn: '2026-11-28', medium: 'Email', reason: 'E-mail of the holder' },
    answer: {
      accountNumber: '0100.0000008',
      noticedOn: '2026-11-28',
      payBy: '2026-12-28',
      medium: 'Email',
      principalAmount: 300,
      interestAmount: 0.49,
      returnedAmount: 0,
    },
  },
  body: Type.Object(
    {
      noticedOn: DayText('The day on which the holder sent the notice.'),
      medium: Word(['Letter', 'Email', 'Other']),
      termsReceivedOn: Opt(
        DayText('When the holder got the terms, where that was after the account was granted: the period begins then.'),
      ),
      reason: Reason(),
    },
    { title: 'WithdrawFromAccount' },
  ),
  answer: Withdrawn,
  async run(asked, deps) {
    const number = readAccountNumber(asked.params['accountNumber'] ?? '') ?? '';
    const [found] = await deps.db.read(findGrantedAccount, asked.merchant.id, number, null);
    if (!found) return refuse('account.not_found', 'accountNumber');
    const { noticedOn, medium, termsReceivedOn = null } = asked.body;
    const request = {
      noticedOn,
      medium,
      termsReceivedOn,
      grantedAt: Number(found['grantedAt']),
      agreedAts: found['agreedAts'] as number[],
      isCompany: found['isCompany'] === true,
    };
    const decide: Decide<AccountWithdrawal> = (inHand, setting) => withdraw(inHand, request, setting);
    return submit(asked, deps, 'withdrawFromAccount', () => toWithdraw, decide, toWire) as Promise<
      Static<typeof Withdrawn> | Refusal
    >;
  },
});
