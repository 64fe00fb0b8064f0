import type { Account } from '../core/account/account.ts';
import { stopAccount } from '../core/account/review.ts';
import type { Refusal } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { Flag, Opt, Reason, type Static, Type } from '../wire/schema.ts';
import { AccountRecord, accountRecord, type Decide, missing, submit } from './operators-account.ts';

export const setAccountStopped = operation({
  id: 'setAccountStopped',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber/stopped',
  summary: 'Stop an account for new purchases and withdrawals, or let it go on',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: [...missing, 'account.withdrawn_from'],
  example: { body: { stopped: true, reason: 'The holder reported a theft' } },
  body: Type.Object({ stopped: Flag(), reason: Opt(Reason()) }, { title: 'AccountStop' }),
  answer: AccountRecord,
  run(asked, deps) {
    const decide: Decide<Account> = (inHand, setting) => stopAccount(inHand, asked.body.stopped, setting);
    return submit(asked, deps, 'setAccountStopped', () => ({ with: ['open'] }), decide, accountRecord) as Promise<
      Static<typeof AccountRecord> | Refusal
    >;
  },
});
