// Customer accounts as the operator sees and keeps them: lists, payments, and stopping one.

import { type Account, accountStates, accountStatuses } from '../core/account/account.ts';
import { oneOf, Refusal, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { keyParts, pageOf } from '../http/paging.ts';
import { Opt, Type } from '../wire/schema.ts';
import { listAccounts as selectAccounts } from './accounts.sql.ts';
import { AccountRecord, accountRecord, findAccountOf, missing } from './operators-account.ts';

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts',
  summary: 'The customer accounts of a merchant',
  about:
    'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before; `?state=` those ' +
    'of a state, `?status=FirstReminder` and so on the accounts in dunning.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'page.unknown', 'value.format'],
  answer: Type.Object({ accounts: Type.Array(AccountRecord), next: Opt(Type.String()) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, [keyParts.text], ['']);
    if (page instanceof Refusal) return page;
    const { state = null, status = null } = query;
    for (const [name, asked, words] of [
      ['state', state, accountStates],
      ['status', status, accountStatuses],
    ] as const)
      if (asked !== null && !words.some((word) => word === asked)) return refuse('value.format', name, oneOf(words));
    const rows = await deps.db.read(selectAccounts, merchant.id, ...page.after, state, status, page.rows);
    const { shown, next } = page.of(rows as unknown as Account[], ({ number }) => [number]);
    return { accounts: shown.map(accountRecord), ...next };
  },
});

export const getAccount = operation({
  id: 'getAccount',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/accounts/:accountNumber',
  summary: 'One customer account',
  scope: 'admin:read',
  refusals: missing,
  answer: AccountRecord,
  async run(asked, deps) {
    const found = await findAccountOf(asked, deps);
    return found instanceof Refusal ? found : accountRecord(found.account);
  },
});
