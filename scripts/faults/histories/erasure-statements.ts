// What the statements of an erasure mean to the server in memory. What becomes of each table says the service's own list; that nothing
// personal is left is looked at without it (check-erasures.ts).

import { deleteLookedUp, lookedUp } from '../../../service/src/book/idempotency.sql.ts';
import { rekeyStatements } from '../../../service/src/privacy/person.sql.ts';
import {
  eraseStatement,
  exportStatement,
  keyColumns,
  type LinksOfPerson,
  linksOf,
  type PersonTable,
  personTables,
} from '../../../service/src/privacy/person-data.sql.ts';
import { keyOf, sqlName } from '../../../service/src/store/table.ts';
import { among, having, type Meaning, type On, text } from './meaning.ts';
import { allTables, type Row, tableOf } from './memory-server.ts';

const camel = (column: string): string => column.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());

/** Under the lock of each, the rows that still are what is meant: changed, or gone where nothing is said. */
async function change(on: On, name: string, isMeant: (row: Row) => boolean, changed?: (row: Row) => Row): Promise<Row[]> {
  const table = tableOf(name);
  for (const found of on.rows(name).filter(isMeant)) {
    const key = keyOf(table, found);
    await on.server.lock(on.by, name, key);
    const row = on.server.find(name, key, on.by);
    if (!row || !isMeant(row)) continue;
    if (changed) on.server.write(on.by, table, { ...row, ...changed(row) });
    else on.server.remove(on.by, table, key);
  }
  return [];
}

/** Of a bank's entry, whose rest may wait for a person: `once` of the service's list. */
const isDoneWith = ({ state }: Row): boolean => ['Booked', 'SentBack', 'Ignored'].includes(text(state));

/** Rows of a person, by the lists from $2 on. */
function isOfPerson(each: PersonTable, on: On): (row: Row) => boolean {
  const lists = new Map(linksOf(each).map((link, index) => [link, among(on.list(index + 2))]));
  return (row) => Object.entries(each.links).some(([column, link]) => lists.get(link)?.(row[camel(column)]) === true);
}

const words = ['imageUrl', 'productUrl', 'additionalInformation', 'specification'];
const bare = (items: unknown): unknown =>
  Array.isArray(items)
    ? items.map((item) => Object.fromEntries(Object.entries(item as Row).filter(([member]) => !words.includes(member))))
    : items;

const plainValues: Readonly<Record<string, unknown>> = { null: null, "''": '', true: true, false: false };

const erasing =
  (each: PersonTable): Meaning =>
  (on) => {
    if (!allTables.has(each.table.name) || each.erase === 'nothing') return [];
    if (each.erase === 'row') return change(on, each.table.name, isOfPerson(each, on));
    const columns = Object.entries(each.erase);
    const isOne = isOfPerson(each, on);
    const isMeant = (row: Row): boolean => isOne(row) && (each.once === undefined || isDoneWith(row));
    return change(on, each.table.name, isMeant, (row) =>
      Object.fromEntries(
        columns.map(([column, value]) => [camel(column), value in plainValues ? plainValues[value] : bare(row[camel(column)])]),
      ),
    );
  };

/** All who are one with those who are meant. */
function findPerson(on: On): Row[] {
  const [, number, , , order] = on.values;
  const isKey = among([...on.list(3), ...on.list(4)]);
  const isNational = among(on.list(4));
  const ofOrder = on.rows('orders').filter((row) => row['numberKey'] === order);
  const behind = ofOrder.find((row) => row['state'] !== 'Rejected') ?? latest(ofOrder);
  const meant = new Set<unknown>([
    ...on.rows('customerNumbers').flatMap((row) => (row['number'] === number ? [row['customerKey']] : [])),
    ...on
      .rows('customers')
      .flatMap((row) => ((number !== null && row['number'] === number) || isKey(row['key']) ? [row['key']] : [])),
    ...on.rows('customerProfiles').flatMap((row) => (isNational(row['nationalIdKey']) ? [row['customerKey']] : [])),
    ...(behind ? [behind['customerKey']] : []),
  ]);
  const all = on.rows('customers');
  const heads = new Set(all.flatMap((row) => (meant.has(row['key']) ? [row['mergedInto'] ?? row['key']] : [])));
  return all
    .filter((row) => heads.has(row['key']) || heads.has(row['mergedInto']))
    .sort((one, other) => (text(one['key']) < text(other['key']) ? -1 : 1))
    .map((row) => ({ ...row, erasedAt: row['erasedAt'] ?? null }));
}

const latest = (rows: readonly Row[]): Row | undefined =>
  rows.toSorted((one, other) => (text(one['id']) < text(other['id']) ? 1 : -1))[0];

const distinct = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined).map(text)),
];

function links(on: On): Row[] {
  const isOne = among(on.list(2));
  const own = (table: string, column: string, isIt: (value: unknown) => boolean): Row[] =>
    on.rows(table).filter((row) => isIt(row[column]));
  const of = (rows: readonly Row[], column: string): string[] => distinct(rows.map((row) => row[column]));
  const people = own('customers', 'key', isOne);
  const orders = own('orders', 'customerKey', isOne);
  const numbers = distinct([...of(own('customerNumbers', 'customerKey', isOne), 'number'), ...of(people, 'number')]);
  const [orderIds, accountNumbers] = [of(orders, 'id'), of(own('accounts', 'customerKey', isOne), 'number')];
  const [isOrder, isAccount] = [among(orderIds), among(accountNumbers)];
  const checkoutIds = distinct([...of(orders, 'checkoutId'), ...of(own('checkouts', 'customerNumber', among(numbers)), 'id')]);
  const isCheckout = among(checkoutIds);
  const captures = own('captures', 'orderId', isOrder);
  const captureNumbers = of(captures, 'number');
  const documents = [
    ...captures.map((row) => row['documentId']),
    ...own('refunds', 'orderId', isOrder).map((row) => row['documentId']),
    ...own('contracts', 'orderId', isOrder).map((row) => row['documentId']),
    ...own('contracts', 'checkoutId', isCheckout).map((row) => row['documentId']),
    ...own('captureReminders', 'captureNumber', among(captureNumbers)).map((row) => row['documentId']),
    ...own('accountApplications', 'customerKey', isOne).map((row) => row['id']),
    ...own('checkoutDecisions', 'checkoutId', isCheckout).map((row) => row['id']),
    ...own('checkoutDecisions', 'customerKey', isOne).map((row) => row['id']),
    ...own('creditDecisions', 'orderId', isOrder).map((row) => row['id']),
    ...own('documents', 'subject', isAccount).map((row) => row['id']),
    ...own('accountMonths', 'accountNumber', isAccount).map((row) => row['documentId']),
    ...own('accountLetters', 'accountNumber', isAccount).map((row) => row['documentId']),
  ];
  const isBookedFor = ({ kind, number }: Row): boolean =>
    kind === 'account' ? isAccount(number) : captureNumbers.includes(text(number));
  const entries = on
    .rows('bankEntries')
    .filter(({ bookings, state, target }) =>
      [...(bookings as Row[]), ...(state === 'Booking' ? [target as Row] : [])].some(isBookedFor),
    );
  const found: Partial<LinksOfPerson> = {
    customerIds: of(people, 'id'),
    numbers,
    orderIds,
    accountNumbers,
    checkoutIds,
    captureNumbers,
    bankEntryIds: of(entries, 'id'),
    fileIds: [],
    documentIds: distinct(documents),
  };
  return [{ ...found }];
}

function openBusiness(on: On): Row[] {
  const isOne = among(on.list(2));
  const isOpen = among(['Pending', 'Authorized', 'PartlyCaptured']);
  const orders = on.rows('orders').filter((row) => isOne(row['customerKey']) && isOpen(row['state']));
  const placeOf = (row: Row): string => `${String(Number(row['insertedAt'])).padStart(15, '0')} ${text(row['id'])}`;
  const first = orders.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))[0];
  const exposures = on.rows('exposures').filter((row) => isOne(row['customerKey']));
  const amounts = ['principalMinor', 'interestMinor', 'feesMinor'];
  const accounts = on
    .rows('accounts')
    .filter((row) => isOne(row['customerKey']))
    .filter(
      (row) =>
        row['state'] === 'UnderReview' ||
        Number(row['heldCount']) > 0 ||
        amounts.some((each) => row[each] !== 0n) ||
        accrues(on, row),
    );
  const debtMinor = exposures.reduce((sum, row) => sum + (row['debtMinor'] as bigint), 0n);
  return [
    {
      orderNumber: first?.['number'] ?? null,
      debtMinor,
      accountNumber: distinct(accounts.map((row) => row['number'])).sort()[0] ?? null,
    },
  ];
}

/** Does it bear interest that is not posted yet? Where nothing is owed now: was more owed before than was paid since? */
function accrues(on: On, { number, state, status, terms, correctFrom, openMonth }: Row): boolean {
  if (state !== 'Open' || status === 'ClosedFromDebtCollection') return false;
  if (Number((terms as Row)['interestRateBps']) === 0) return false;
  if (text(correctFrom) < text(openMonth)) return true;
  if (on.rows('accountWithdrawals').some((row) => row['accountNumber'] === number)) return false;
  const days = on.rows('accountDays').filter((row) => row['accountNumber'] === number);
  const since = (day: string): bigint =>
    days.reduce((sum, row) => (text(row['day']) < day ? sum : sum + (row['principalMinor'] as bigint)), 0n);
  return days.map((row) => text(row['day'])).some((day) => day > text(openMonth) && since(day) < 0n);
}

/** What each of $2 is called from now on ($3). */
const freshOf = (on: On): Map<unknown, string> => new Map(on.list(2).map((key, index) => [key, text(on.list(3)[index])]));

const rekeying = (table: string, column: string): Meaning => {
  const name = [...allTables.values()].find((each) => sqlName(each) === table)?.name;
  return (on) => {
    const fresh = freshOf(on);
    if (name === undefined) return [];
    const members = allTables.get(name)?.key.includes(camel(column)) === true;
    const meant = (row: Row): boolean => fresh.has(row[camel(column)]);
    if (!members) return change(on, name, meant, (row) => ({ [camel(column)]: fresh.get(row[camel(column)]) }));
    // Part of the key: the row is another one from now on.
    const moved = on.rows(name).filter(meant);
    return change(on, name, meant).then((gone) => {
      for (const row of moved) on.server.write(on.by, tableOf(name), { ...row, [camel(column)]: fresh.get(row[camel(column)]) });
      return gone;
    });
  };
};

async function insertErasedDocuments(on: On): Promise<Row[]> {
  const isWanted = among(on.list(2));
  const empty = { language: '', content: null, sha256: null, bytes: null, openedAt: null };
  const kinds: readonly (readonly [table: string, kind: string, subject: (row: Row) => string])[] = [
    ['captures', 'Invoice', (row) => text(row['number'])],
    ['refunds', 'CreditNote', (row) => text(row['number'])],
    ['captureReminders', 'Reminder', (row) => `${text(row['captureNumber'])} ${text(row['number'])}`],
    ['accountLetters', 'Reminder', (row) => `${text(row['accountNumber'])} ${text(row['number'])}`],
    ['accountMonths', 'Statement', (row) => `${text(row['accountNumber'])} ${text(row['month'])}`],
  ];
  for (const [table, kind, subjectOf] of kinds)
    for (const row of on.rows(table).filter((each) => isWanted(each['documentId']))) {
      const { documentId: id, orderId = null, insertedAt: madeAt } = row;
      await on.server.insert(
        on.by,
        tableOf('documents'),
        { ...empty, id, kind, subject: subjectOf(row), orderId, madeAt },
        'nothing',
      );
    }
  return [];
}

async function insertErasedCustomers(on: On): Promise<Row[]> {
  for (const [key, fresh] of freshOf(on)) {
    const { id } = on.server.find('customers', text(key), on.by) ?? {};
    const row = { key: fresh, id, number: null, identified: false, mergedInto: null, clearedUntil: null, erasedAt: on.now };
    await on.server.insert(on.by, tableOf('customers'), row);
  }
  return [];
}

function mergeErasedCustomers(on: On): Promise<Row[]> {
  const fresh = freshOf(on);
  const into = new Map(
    [...fresh].map(([key, own]) => [own, fresh.get(on.server.find('customers', text(key), on.by)?.['mergedInto'])]),
  );
  return change(
    on,
    'customers',
    (row) => into.get(text(row['key'])) !== undefined,
    (row) => ({ mergedInto: into.get(text(row['key'])) }),
  );
}

async function insertAct(on: On): Promise<Row[]> {
  const [, id, actor, operation, subject, requestId, reason, at, customerId] = on.values;
  const row = { id, actor, operation, orderId: null, accountNumber: null, customerId, subject, requestId, reason };
  await on.server.insert(on.by, tableOf('audit'), { ...row, happenedAt: Date.parse(text(at)) });
  await on.server.insert(on.by, tableOf('unsealed'), { id, ledgerIds: [], auditIds: [id] });
  return [{ '?column?': 1 }];
}

const ofTables = personTables.flatMap((each): [string, Meaning][] => {
  const erase = eraseStatement(each);
  const exported: [string, Meaning] = [
    exportStatement(each, '').name,
    (on) => (allTables.has(each.table.name) ? on.rows(each.table.name).filter(isOfPerson(each, on)) : []),
  ];
  return erase ? [exported, [erase.name, erasing(each)]] : [exported];
});

export const erasureStatements: Readonly<Record<string, Meaning>> = {
  ...Object.fromEntries(ofTables),
  ...Object.fromEntries(rekeyStatements.map(({ name }, index) => [name, rekeying(...(keyColumns[index] ?? ['', '']))])),
  find_person: findPerson,
  lock_person: async (on) => {
    const isThere = among(on.rows('customers').map((row) => text(row['key'])));
    return on.locked('customers', on.list(2).map(text).filter(isThere));
  },
  list_merged_into: async (on) => {
    const isOne = among(on.list(2));
    return (await having('customers', 'mergedInto')(on)).filter((row) => !isOne(row['key']));
  },
  lock_accounts_of_person: (on) => {
    const isOne = among(on.list(2));
    const numbers = on.rows('accounts').flatMap((row) => (isOne(row['customerKey']) ? [text(row['number'])] : []));
    return on.locked('accounts', numbers.sort());
  },
  find_person_links: links,
  find_open_business: openBusiness,
  // No history puts anything on a list.
  list_entries_under: () => [],
  [deleteLookedUp.name]: (on) => change(on, 'storedAnswers', (row) => row['customerKey'] === lookedUp),
  insert_erased_documents: insertErasedDocuments,
  // No history closes an entry.
  erase_closing_reasons: () => [],
  insert_nobodies: insertErasedCustomers,
  merge_nobodies: mergeErasedCustomers,
  unmerge_customers: (on) => {
    const isOne = among(on.list(2));
    return change(
      on,
      'customers',
      (row) => isOne(row['key']) && row['mergedInto'] !== null,
      () => ({ mergedInto: null }),
    );
  },
  delete_customers(on) {
    const isOne = among(on.list(2));
    return change(on, 'customers', (row) => isOne(row['key']));
  },
  insert_act: insertAct,
  count_kept(on) {
    const [isOfOrder, isOne] = [among(on.list(2)), among(on.list(3))];
    const kept = on.rows('documents').filter((row) => row['content'] !== null && (isOfOrder(row['orderId']) || isOne(row['id'])));
    const madeAt = kept.length === 0 ? null : Math.max(...kept.map((row) => Number(row['madeAt'])));
    const isEntry = among(on.list(5));
    const bankEntries = on.rows('bankEntries').filter((row) => isEntry(row['id']) && (row['details'] ?? null) !== null);
    // No history puts anything on a list.
    return [{ documents: BigInt(kept.length), madeAt, entries: 0n, bankEntries: BigInt(bankEntries.length) }];
  },
};
