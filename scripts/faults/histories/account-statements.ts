// What the statements about customer accounts mean to the server in memory.

import { among, having, type Meaning, named, type On, survivors, text } from './meaning.ts';
import type { Row } from './memory-server.ts';

const mergedInto = (on: On, keys: readonly string[]): string[] => {
  const isOne = among(keys);
  return on.rows('customers').flatMap((row) => (isOne(row['mergedInto']) ? [text(row['key'])] : []));
};

/** The owners of the accounts in $2. */
function owners(on: On): string[] {
  const isNamed = among(on.list(2));
  const keys = on.rows('accounts').flatMap((row) => (isNamed(row['number']) ? [text(row['customerKey'])] : []));
  return survivors(on, keys);
}

/** Rows whose account and value are a pair of $2 and $3. */
const paired =
  (table: string, column: string): Meaning =>
  (on) => {
    const values = on.list(3);
    const pairs = new Set(on.list(2).map((number, index) => `${text(number)}/${text(values[index])}`));
    return on.rows(table).filter((row) => pairs.has(`${text(row['accountNumber'])}/${text(row[column])}`));
  };

const accountOf = (on: On, row: Row): Row => on.server.find('accounts', text(row['accountNumber']), on.by) ?? {};
const month = (day: unknown): string => `${text(day).slice(0, 7)}-01`;

function monthBefore(day: unknown): string {
  const first = new Date(`${month(day)}T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - 1);
  return first.toISOString().slice(0, 10);
}

const sorted = (rows: Row[], column: string): Row[] =>
  rows.sort((one, other) => (text(one[column]) < text(other[column]) ? -1 : 1));

export const accountStatements: Readonly<Record<string, Meaning>> = {
  lock_account_owners: (on) => on.locked('customers', owners(on)),
  lock_accounts(on) {
    const keys = survivors(on, named(on));
    const isOwner = among([...keys, ...mergedInto(on, keys)]);
    const isNamed = among(on.list(4));
    const found = on.rows('accounts').filter((row) => isNamed(row['number']) || isOwner(row['customerKey']));
    return on.locked(
      'accounts',
      found.map((row) => text(row['number'])),
    );
  },
  list_merged_into_people(on) {
    const isOne = among(mergedInto(on, survivors(on, named(on))));
    return on.rows('customers').filter((row) => isOne(row['key']));
  },
  list_account_owner_exposures(on) {
    const isOne = among(owners(on));
    return on.rows('exposures').filter((row) => isOne(row['customerKey']));
  },
  find_account_withdrawals: having('accountWithdrawals', 'accountNumber'),
  find_account_events: paired('accountEvents', 'accountTransactionId'),
  find_account_payments: paired('accountPayments', 'transactionId'),
  list_held_events: async (on) => (await having('accountEvents', 'accountNumber')(on)).filter((row) => row['state'] === 'Held'),
  list_account_letters: async (on) =>
    sorted(
      (await having('accountLetters', 'accountNumber')(on)).filter((row) => row['cancelledOn'] === null),
      'number',
    ),
  list_account_days(on) {
    const days = on.list(3);
    const wanted = on.list(2).map((number, index) => [number, days[index]] as const);
    const isAsked = (row: Row, number: unknown, day: unknown): boolean =>
      row['accountNumber'] === number && (row['day'] === day || row['day'] === accountOf(on, row)['openedOn']);
    // Asked for twice, a day is returned twice.
    return wanted.flatMap(([number, day]) => on.rows('accountDays').filter((row) => isAsked(row, number, day)));
  },
  async list_open_days(on) {
    const rows = await having('accountDays', 'accountNumber')(on);
    return sorted(
      rows.filter((row) => text(row['day']) >= month(accountOf(on, row)['correctFrom'])),
      'day',
    );
  },
  async list_open_months(on) {
    const rows = await having('accountMonths', 'accountNumber')(on);
    const since = ({ correctFrom, openMonth }: Row): string => [month(correctFrom), monthBefore(openMonth)].sort()[0] ?? '';
    return sorted(
      rows.filter((row) => text(row['month']) >= since(accountOf(on, row))),
      'month',
    );
  },
};
