// What the statements of the book and its jobs mean to the server in memory, by their names: one entry here for each statement that a
// history sends.
import type { Call } from '../../../service/src/store/call.ts';
import { type AnyTable, type ColumnType, snake, sqlName } from '../../../service/src/store/table.ts';
import { setMaskOf, updateColumns } from '../../../service/src/store/writing-statements.ts';
import { accountStatements } from './account-statements.ts';
import { elementsOf, givenRows } from './arrays.ts';
import { bankStatements } from './bank-statements.ts';
import { erasureStatements } from './erasure-statements.ts';
import { jobStatements } from './job-statements.ts';
import { serverError } from './locks.ts';
import { among, amongTails, having, insertedRows, type Meaning, named, type On, survivors, text } from './meaning.ts';
import { allTables, type Row, tableOf } from './memory-server.ts';
import { settlementStatements } from './settlement-statements.ts';

const valid = (on: On, numbers: readonly (string | null)[]): Row[] => {
  const isNamed = among(numbers);
  return on.rows('orders').filter((row) => row['state'] !== 'Rejected' && isNamed(row['numberKey']));
};

/** The customers of the orders in a list. */
const ofOrders = (on: On, list: number): string[] => valid(on, on.list(list)).map((row) => text(row['customerKey']));

/** The people who were named, and those behind the orders in $4. */
const people = (on: On): string[] => survivors(on, [...named(on), ...ofOrders(on, 4)]);

const by =
  (...columns: readonly string[]) =>
  (one: Row, other: Row): number => {
    for (const column of columns) {
      const [a, b] = [one[column] as number, other[column] as number];
      if (a !== b) return a < b ? -1 : 1;
    }
    return 0;
  };

/** Two of year, month and day are the same, or day and month were swapped; or one is not known. */
function mayBeOneDay(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [parts, others] = [one.split('-'), other.split('-')];
  const same = parts.filter((part, place) => part === others[place]).length;
  return same >= 2 || (parts[0] === others[0] && parts[1] === others[2] && parts[2] === others[1]);
}

/** Rows of a table below the orders in $2. */
const below =
  (table: string, ...order: readonly string[]): Meaning =>
  (on) => {
    const isOfThem = among(valid(on, on.list(2)).map((row) => text(row['id'])));
    return on
      .rows(table)
      .filter((row) => isOfThem(row['orderId']))
      .sort(by(...order));
  };

/** As PostgreSQL writes a moment in JSON: a fraction without zeros at its end. */
const momentInJson = (moment: unknown): string => new Date(moment as number).toISOString().replace(/\.?0*Z$/, '+00:00');

/** The rows of a table below an order as one JSON value (jsonRows in store/table.ts). */
const jsonBelow = (on: On, order: Row, name: string, ...sorting: readonly string[]): Row[] => {
  const { columns } = tableOf(name);
  const jsonOf = (value: unknown, type: ColumnType | undefined): unknown => {
    if (value === null) return null;
    if (type === 'bigint') return Number(value);
    return type === 'timestamptz' ? momentInJson(value) : value;
  };
  return on
    .rows(name)
    .filter((row) => row['orderId'] === order['id'])
    .sort(by(...sorting))
    .map((row) =>
      Object.fromEntries(Object.keys(columns).map((column) => [snake(column), jsonOf(row[column], columns[column])])),
    );
};

/** Whole rows say whose they are. */
const wholeBelow = (on: On, order: Row, name: string, ...sorting: readonly string[]): Row[] =>
  jsonBelow(on, order, name, ...sorting).map((row) => ({ merchant_id: on.merchant['id'], ...row }));

const lockHaving =
  (table: string, column: string): Meaning =>
  async (on) => {
    const isWanted = among(on.list(2));
    const key = tableOf(table).key[0] ?? '';
    return on.locked(
      table,
      on
        .rows(table)
        .filter((row) => isWanted(row[column]))
        .map((row) => text(row[key])),
    );
  };

const bookStatements: Readonly<Record<string, Meaning>> = {
  async lock_attempt(on) {
    await on.server.lock(on.by, 'attempts', text(on.values[0]));
    return [{ held: true }];
  },
  lock_customers(on) {
    const isMerged = among(on.list(5));
    const merged = on.rows('customers').flatMap((row) => (isMerged(row['mergedInto']) ? [text(row['key'])] : []));
    const isThere = among(on.rows('customers').map((row) => text(row['key'])));
    return on.locked('customers', [...people(on), ...merged].filter(isThere));
  },
  lock_customers_of_orders: (on) => on.locked('customers', survivors(on, ofOrders(on, 2))),
  async lock_orders(on) {
    const isNamed = among(on.list(2));
    const isMeant = (row: Row): boolean => isNamed(row['numberKey']) && (row['state'] !== 'Rejected' || row['decideBy'] !== null);
    const keys = on.rows('orders').flatMap((row) => (isMeant(row) ? [text(row['id'])] : []));
    return (await on.locked('orders', keys)).filter(isMeant);
  },
  lock_checkouts: lockHaving('checkouts', 'id'),
  lock_contracts: lockHaving('contracts', 'id'),
  list_customer_numbers: having('customerNumbers', 'number'),
  list_merged_customers: having('customers', 'mergedInto'),
  find_customer_by_number(on) {
    const known = on.server.find('customerNumbers', text(on.values[1]), on.by);
    const isMeant = known ? among([text(known['customerKey'])]) : among(on.list(3));
    const found = on.rows('customers').filter((row) => row['number'] !== null && isMeant(row['key']));
    return found.slice(0, 1).map((row) => ({ key: row['mergedInto'] ?? row['key'] }));
  },
  list_exposures(on) {
    const isOfThem = among(people(on));
    return on.rows('exposures').filter((row) => isOfThem(row['customerKey']));
  },
  list_exposures_of_orders(on) {
    const isOfThem = among(survivors(on, ofOrders(on, 2)));
    return on.rows('exposures').filter((row) => isOfThem(row['customerKey']));
  },
  list_velocities(on) {
    const isOfThem = amongTails([...people(on), ...on.list(5)]);
    const since = on.now + Number(on.merchant['clockOffsetMs']) - 170 * 3_600_000;
    return on.rows('velocities').filter((row) => isOfThem(row['subject']) && Number(row['hourAt']) > since);
  },
  list_customer_profiles(on) {
    const isNamed = among(survivors(on, named(on)));
    const alike = ['bornKey', 'emailKey', 'phoneKey', 'addressKey'].map(
      (column, index) => [column, amongTails(on.list(index + 6))] as const,
    );
    const births = on.list(5);
    const names = on.list(4).map((name, index) => [name, births[index] ?? null] as const);
    const isNamesake = (row: Row): boolean =>
      names.some(([name, born]) => name === row['nameKey'] && mayBeOneDay(born, row['birthDate'] as string | null));
    return on
      .rows('customerProfiles')
      .filter((row) => isNamed(row['customerKey']) || isNamesake(row) || alike.some(([column, is]) => is(row[column])));
  },
  // No history puts anything on a list.
  find_list_entries: () => [],
  list_captures: below('captures', 'insertedAt', 'number'),
  list_installments: below('captureInstallments', 'captureNumber', 'number'),
  list_order_contents: below('orderContents'),
  list_credit_decisions: below('creditDecisions', 'decidedAt', 'id'),
  list_identity_checks: below('identityChecks'),
  list_shipping_details: below('shippingDetails', 'number'),
  list_cost_returns: below('costReturns'),
  list_capture_reminders: below('captureReminders', 'captureNumber', 'number'),
  find_shown_order(on) {
    // No history asks for an order that was declined by a person.
    const [order] = valid(on, [text(on.values[1])]);
    if (!order) return [];
    const [contents] = wholeBelow(on, order, 'orderContents');
    const lists = {
      captures: jsonBelow(on, order, 'captures', 'insertedAt', 'number').map(
        ({ invoice_terms: _common, invoice_due: _ofPapers, ...shown }) => shown,
      ),
      installments: wholeBelow(on, order, 'captureInstallments', 'captureNumber', 'number'),
      refunds: wholeBelow(on, order, 'refunds', 'insertedAt', 'number'),
      voids: wholeBelow(on, order, 'voids', 'insertedAt', 'number'),
      shippingDetails: wholeBelow(on, order, 'shippingDetails', 'number'),
    };
    return [{ ...order, contents, ...lists, declined: null }];
  },
  list_collections: below('collections', 'insertedAt', 'id'),
  find_payments: having('payments', 'transactionId'),
  find_payment_returns: having('paymentReturns', 'transactionId'),
  find_captures: having('captures', 'number'),
  find_refunds: having('refunds', 'number'),
  find_stored_answers: having('storedAnswers', 'claim'),
  find_paid_capture(on) {
    const found = on.rows('captures').filter((row) => row['number'] === on.values[1] || row['paymentReference'] === on.values[2]);
    const orderOf = (row: Row): Row | undefined => on.server.find('orders', text(row['orderId']), on.by);
    return found.map((row) => ({ captureNumber: row['number'], orderNumber: orderOf(row)?.['number'] }));
  },
  read_merchant_unless_known(on) {
    const { contract, ...row } = on.merchant;
    return [{ ...row, contract: on.values[1] === row['contractMark'] ? null : contract, policy: null }];
  },
  async insert_common_content(on) {
    const content: unknown = JSON.parse(text(on.values[2]));
    await on.server.insert(on.by, tableOf('commonContents'), { mark: on.values[1], content }, 'nothing');
    return [];
  },
  async insert_unsealed(on) {
    const [ledgerIds, auditIds] = [on.list(2), on.list(3)];
    const id = auditIds[0] ?? ledgerIds[0];
    await on.server.insert(on.by, tableOf('unsealed'), { id, ledgerIds, auditIds });
    return [];
  },
  impatient(on) {
    if (on.by.lockTimeoutMs !== undefined) on.by.lockTimeoutMs = 250;
    return [];
  },
};

const meanings = new Map<string, Meaning>([
  ...[...allTables.values()].flatMap((table): [string, Meaning][] => [
    [`insert_${sqlName(table)}`, inserting(table)],
    [`update_${sqlName(table)}`, updating(table)],
  ]),
  ...[bookStatements, accountStatements, bankStatements, jobStatements, settlementStatements, erasureStatements].flatMap(
    Object.entries<Meaning>,
  ),
]);

export const meaningOf = ({ statement }: Call): Meaning | undefined => meanings.get(statement.name);

function inserting(table: AnyTable): Meaning {
  return async (on) => {
    const writtenAt = table.name === 'ledger' ? { writtenAt: on.now } : {};
    for (const row of insertedRows(on, table)) await on.server.insert(on.by, table, { ...row, ...writtenAt });
    return [];
  };
}

function updating(table: AnyTable): Meaning {
  return async (on) => {
    const { columns = updateColumns(table), masked } = on.statement;
    const all = setMaskOf(
      table,
      Object.fromEntries(columns.filter((each) => table.sets?.includes(each)).map((each) => [each, 1])),
    );
    const masks = masked ? elementsOf(text(on.values[columns.length + 2])).map(Number) : [];
    const count = Number(on.values[1]);
    let touched = 0;
    for (const [row, given] of givenRows({ ...on, statement: { ...on.statement, columns } }, table, 2).entries())
      touched += (await updated(on, table, given, masks[row] ?? all)) ? 1 : 0;
    if (touched !== count) throw serverError('22P02', `${sqlName(table)}: ${touched} of ${count} rows touched`);
    return [{ case: 1 }];
  };
}

async function updated(on: On, table: AnyTable, given: Row, mask: number): Promise<boolean> {
  const key = table.key.map((column) => text(given[column])).join('/');
  if (!on.server.find(table.name, key, on.by)) return false;
  await on.server.lock(on.by, table.name, key);
  const before = on.server.find(table.name, key, on.by) ?? {};
  const after: Record<string, unknown> = { ...before };
  for (const column of (table.adds ?? []).filter((each) => each in given)) {
    const [was, delta] = [before[column], given[column]];
    after[column] = typeof was === 'bigint' ? was + (delta as bigint) : Number(was) + Number(delta);
  }
  for (const column of table.sets ?? []) if ((setMaskOf(table, { [column]: 1 }) & mask) !== 0) after[column] = given[column];
  on.server.write(on.by, table, after);
  return true;
}
