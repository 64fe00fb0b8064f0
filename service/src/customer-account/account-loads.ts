// What requests about customer accounts need (loads.ts, book/in-hand.ts): the account under its lock, which comes after the customer's
// and before any order's, and what is below it.

import type { AccountNeed, Load, Needs } from '../book/needs.ts';
import {
  findAccountEvents,
  findAccountPayments,
  findAccountWithdrawals,
  listAccountDays,
  listAccountLetters,
  listFeeEntries,
  listHeldEvents,
  listOpenDays,
  listOpenMonths,
  listWholeDays,
  listWholeMonths,
} from './account-events.sql.ts';
import { listAccountOwnerExposures, listMergedIntoPeople, lockAccountOwners, lockAccounts } from './accounts.sql.ts';

type Lists = readonly (readonly (string | null)[])[];

const accountsOf = (needs: readonly Needs[]): AccountNeed[] =>
  needs.map((need) => need.account).filter((account) => account !== undefined);
const numbersOf = (accounts: readonly AccountNeed[]): string[] => [...new Set(accounts.map(({ number }) => number))];
const having =
  (...parts: ('open' | 'held' | 'owner' | 'whole' | 'letters')[]) =>
  (needs: readonly Needs[]): Lists | undefined => {
    const numbers = numbersOf(accountsOf(needs).filter((account) => parts.some((part) => account.with?.includes(part))));
    return numbers.length > 0 ? [numbers] : undefined;
  };
const paired =
  (of: (account: AccountNeed) => string | null | undefined) =>
  (needs: readonly Needs[]): Lists | undefined => {
    const pairs = accountsOf(needs).flatMap((account) => {
      const value = of(account);
      return value === undefined || value === null ? [] : [[account.number, value] as const];
    });
    return pairs.length > 0 ? [pairs.map(([number]) => number), pairs.map(([, value]) => value)] : undefined;
  };

/** The people whose accounts are asked for, by key and, where that is all they are known by, number. */
function peopleOf(needs: readonly Needs[]): Lists | undefined {
  const people = needs.flatMap(({ person, accountsOfPerson: asked }) => (person && asked ? [person] : []));
  if (people.length === 0) return undefined;
  return [people.map(({ key }) => key), people.map(({ byNumber, number }) => (byNumber ? number : null))];
}

/** Before the customers of orders are locked. */
export const ownerLoads: readonly Load[] = [
  { statement: lockAccountOwners, table: 'customers', asks: ['account'], parameters: having('owner') },
];

/** After the customers and before the orders. */
export const accountLoads: readonly Load[] = [
  {
    statement: lockAccounts,
    table: 'accounts',
    asks: ['account', 'accountsOfPerson'],
    parameters(needs) {
      const numbers = numbersOf(accountsOf(needs));
      const people = peopleOf(needs);
      return numbers.length > 0 || people ? [...(people ?? [[], []]), numbers] : undefined;
    },
  },
  { statement: listMergedIntoPeople, table: 'customers', asks: ['accountsOfPerson'], parameters: peopleOf },
];

/** What is read once everything is locked. */
export const accountPartLoads: readonly Load[] = [
  { statement: listAccountOwnerExposures, table: 'exposures', asks: ['account'], parameters: having('owner') },
  { statement: findAccountEvents, table: 'accountEvents', asks: ['account'], parameters: paired(({ eventId }) => eventId) },
  { statement: listHeldEvents, table: 'accountEvents', asks: ['account'], parameters: having('held') },
  { statement: listAccountDays, table: 'accountDays', asks: ['account'], parameters: paired(({ day }) => day) },
  { statement: listOpenDays, table: 'accountDays', asks: ['account'], parameters: having('open') },
  { statement: listOpenMonths, table: 'accountMonths', asks: ['account'], parameters: having('open') },
  { statement: listWholeDays, table: 'accountDays', asks: ['account'], parameters: having('whole') },
  { statement: listWholeMonths, table: 'accountMonths', asks: ['account'], parameters: having('whole') },
  { statement: listFeeEntries, table: 'accountEntries', asks: ['account'], parameters: having('whole') },
  { statement: listAccountLetters, table: 'accountLetters', asks: ['account'], parameters: having('letters') },
  { statement: findAccountWithdrawals, table: 'accountWithdrawals', asks: ['account'], parameters: having('open', 'whole') },
  {
    statement: findAccountPayments,
    table: 'accountPayments',
    asks: ['account'],
    parameters: paired(({ paymentId }) => paymentId),
  },
];
