import { operatorsOwn } from '../book/audit.sql.ts';
import { audited } from '../book/auditing.ts';
import { compactAccount, readBic } from '../core/bank/iban.ts';
import type { BankAccount } from '../core/bank-file/pain-001.ts';
import { type Currency, currencies } from '../core/money.ts';
import { oneOf, Refusal, refuse } from '../core/refusals.ts';
import { payoutAccountFaults } from '../core/settlement/agreement.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { operation } from '../http/operation.ts';
import { chance } from '../runtime/chance.ts';
import { placeOf } from '../store/table.ts';
import { Opt, type Static, Text, Type, Word } from '../wire/schema.ts';
import { houseAccounts } from './house-account.ts';
import { houseAccounts as houseAccountTable, setHouseAccount as upsertHouseAccount } from './payout-files.sql.ts';

const HouseAccount = Type.Object(
  {
    currency: Word(currencies),
    name: Type.String(),
    iban: Type.String(),
    bic: Opt(Type.String()),
  },
  { title: 'HouseAccount' },
);

const currencyOf = (text: string | undefined): Currency | undefined =>
  currencies.find((currency) => currency === text?.toUpperCase());

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
  summary: 'Set the account that payouts in a currency are made from',
  scope: 'admin:write',
  refusals: ['payout.account_invalid', 'value.format'],
  body: Type.Object({ name: Text(70), iban: Text(42), bic: Opt(Text(11)), reason: Opt(Text(500)) }, { title: 'SetHouseAccount' }),
  answer: HouseAccount,
  async run({ params, body, actor, requestId }, deps) {
    const currency = currencyOf(params['currency']);
    if (!currency) return refuse('value.format', 'currency', oneOf(currencies));
    const bic = body.bic?.trim() ? body.bic.trim() : null;
    const account = { name: body.name.trim(), iban: compactAccount(body.iban), bic: bic && (readBic(bic) ?? bic) };
    const refusal = Refusal.of(payoutAccountFaults(account, '').map(withoutDot));
    if (refusal) return refusal;
    const act = {
      merchantId: operatorsOwn,
      actor,
      operation: 'setHouseAccount',
      subject: currency,
      requestId,
      reason: body.reason ?? null,
      happenedAt: deps.clock(),
    };
    const sealed = deps.secrets.seal(JSON.stringify(account), placeOf(houseAccountTable, 'content', '', { currency }));
    const { statement, values } = audited(upsertHouseAccount, [currency, sealed], act, chance.id());
    await deps.db.run(statement, ...values);
    return accountToWire(currency, account);
  },
});

const withoutDot = <Fault extends { readonly field?: string }>(fault: Fault): Fault => ({
  ...fault,
  ...(fault.field !== undefined && { field: fault.field.replace(/^\./, '') }),
});
