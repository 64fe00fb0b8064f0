import type { BankAccount } from '../core/bank-file/pain-001.ts';
import { type Currency, currencies } from '../core/money.ts';
import { oneOf, refuse } from '../core/refusals.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { operation } from '../http/operation.ts';
import { AccountBody, ChangeRecord, currencyOf, exampleChange } from '../merchants/account-change-shape.ts';
import { propose } from '../merchants/propose-account.ts';
import { Opt, type Static, Type, Word } from '../wire/schema.ts';
import { houseAccounts } from './house-account.ts';

const HouseAccount = Type.Object(
  {
    currency: Word(currencies),
    name: Type.String(),
    iban: Type.String(),
    bic: Opt(Type.String()),
  },
  { title: 'HouseAccount' },
);

const { merchantId: _of, merchantName: _named, ...exampleHouseChange } = exampleChange;

const accountToWire = (currency: string, { name, iban, bic }: BankAccount): Static<typeof HouseAccount> => ({
  currency: currency as Currency,
  name,
  iban,
  ...(bic && { bic }),
});

export const listHouseAccounts = operation({
  id: 'listHouseAccounts',
  method: 'GET',
  path: '/admin/v1/house-accounts',
  summary: 'The accounts that payouts are made from',
  scope: 'admin:read',
  query: unmaskQuery,
  answer: Type.Object({ accounts: Type.Array(HouseAccount) }),
  async run(_asked, deps) {
    return { accounts: Array.from(await houseAccounts(deps), ([currency, account]) => accountToWire(currency, account)) };
  },
});

export const setHouseAccount = operation({
  id: 'setHouseAccount',
  method: 'PUT',
  path: '/admin/v1/house-accounts/:currency',
  summary: 'Propose the account that payouts in a currency are made from',
  about:
    'A second person approves it (`approveAccountChange`), and it is in force after the waiting time; files until then are paid from the account before. In the sandbox the first account needs no approval.',
  scope: 'admin:write',
  refusals: ['payout.account_invalid', 'account_change.open', 'value.format', 'value.required'],
  example: {
    body: { name: 'Deferred Payments GmbH', iban: 'DE89370400440532013000', reason: 'Our account.' },
    answer: exampleHouseChange,
  },
  body: AccountBody,
  answer: ChangeRecord,
  async run(asked, deps) {
    const currency = currencyOf(asked.params['currency']);
    if (!currency) return refuse('value.format', 'currency', oneOf(currencies));
    const isFirst = !(await houseAccounts(deps)).has(currency);
    return propose(asked, { merchant: null, currency, isFirst }, deps);
  },
});
