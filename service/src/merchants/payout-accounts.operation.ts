import { currencies } from '../core/money.ts';
import { oneOf, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { AccountBody, ChangeRecord, currencyOf, exampleChange } from './account-change-shape.ts';
import { propose } from './propose-account.ts';

export const setPayoutAccount = operation({
  id: 'setPayoutAccount',
  method: 'PUT',
  path: '/admin/v1/merchants/:merchantId/payout-accounts/:currency',
  summary: 'Propose the account that a merchant’s payouts in a currency go to',
  about:
    'A second person approves it (`approveAccountChange`), and it is in force after the waiting time; until then payouts go to the account before, and while there is none they wait. A proposal that is not approved yet is replaced. In the sandbox the first account needs no approval. Each step is an event for the merchant’s webhooks.',
  scope: 'admin:merchants',
  operatorsMoney: 'moves',
  refusals: ['merchant.not_found', 'payout.account_invalid', 'account_change.open', 'value.format', 'value.required'],
  example: {
    body: { name: 'Nordlicht GmbH', iban: 'DE89370400440532013000', reason: 'A letter of the merchant of 19 November.' },
    answer: exampleChange,
  },
  body: AccountBody,
  answer: ChangeRecord,
  async run(asked, deps) {
    const { merchant } = asked;
    const currency = currencyOf(asked.params['currency']);
    if (!currency) return refuse('value.format', 'currency', oneOf(currencies));
    const isFirst = merchant.contract.settlement?.payoutAccounts?.[currency] === undefined;
    return propose(asked, { merchant, currency, isFirst }, deps);
  },
});
