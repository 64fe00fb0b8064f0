// A customer account as a request about it finds it, out of what was loaded for a batch.
import type { Account } from '../core/account/account.ts';
import type { AccountInHand } from '../core/account/in-hand.ts';
import type { AccountNeed } from './needs.ts';
import type { State } from './state.ts';

/** The account as the earlier requests of the batch left it; undefined if it is missing. */
export function accountInHandOf(state: State, need: AccountNeed): AccountInHand | undefined {
  const { number } = need;
  const account = state.find('accounts', number);
  if (!account) return undefined;
  const own = state.find('customers', account.customerKey);
  const customer = typeof own?.mergedInto === 'string' ? state.find('customers', own.mergedInto) : own;
  const withdrawal = state.find('accountWithdrawals', number);
  // Earlier requests of the batch added theirs, too: on a busy account a list of all of them for each would be long.
  const asksEvents = typeof need.eventId === 'string' || need.with?.includes('held');
  return {
    account,
    days: state.list('accountDays', 'account', number),
    events: asksEvents ? state.list('accountEvents', 'account', number) : [],
    months: state.list('accountMonths', 'account', number),
    payments: state.list('accountPayments', 'account', number),
    letters: need.with?.includes('letters') ? state.list('accountLetters', 'account', number) : [],
    entries: need.with?.includes('whole') ? state.list('accountEntries', 'account', number) : [],
    ...(withdrawal && { withdrawal }),
    ...(customer && { owner: { customer, exposures: state.list('exposures', 'customer', customer.key) } }),
  };
}
/** The accounts of a person, and of those who were merged into that person, that were not declined. */
export function accountsOfPerson(state: State, customerKey: string): Account[] {
  const merged = state.list('customers', 'mergedInto', customerKey).map(({ key }) => key);
  return [customerKey, ...merged].flatMap((key) => state.list('accounts', 'customer', key));
}
