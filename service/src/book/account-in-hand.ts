// A customer account as a request about it finds it, out of what was loaded for a batch.
import type { Account } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import type { AccountNeed } from './needs.ts';
import type { State } from './state.ts';

/** The account as the earlier requests of the batch left it; undefined if it is missing. */
export function accountInHandOf(state: State, { number }: AccountNeed): AccountInHand | undefined {
  const account = state.find('accounts', number);
  if (!account) return undefined;
  const own = state.find('customers', account.customerKey);
  const customer = typeof own?.mergedInto === 'string' ? state.find('customers', own.mergedInto) : own;
  const withdrawal = state.find('accountWithdrawals', number);
  return {
    account,
    days: state.list('accountDays', 'account', number),
    events: state.list('accountEvents', 'account', number),
    months: state.list('accountMonths', 'account', number),
    payments: state.list('accountPayments', 'account', number),
    entries: state.list('accountEntries', 'account', number),
    ...(withdrawal && { withdrawal }),
    ...(customer && { owner: { customer, exposures: state.list('exposures', 'customer', customer.key) } }),
  };
}
/** The accounts of a person, and of those who were merged into that person, that were not declined. */
export function accountsOfPerson(state: State, customerKey: string): Account[] {
  const merged = state.list('customers', 'mergedInto', customerKey).map(({ key }) => key);
  return [customerKey, ...merged].flatMap((key) => state.list('accounts', 'customer', key));
}
