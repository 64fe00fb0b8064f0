// A database server in memory, as far as the book can see one: transactions at READ COMMITTED, row locks that are waited for in the
// order in which they were asked for, unique keys, lock time-outs and deadlocks. What its statements mean stands in statements.ts.
import { bankEntries } from '../../../service/src/bank/bank-entries.sql.ts';
import { audit } from '../../../service/src/book/audit.sql.ts';
import { storedAnswers } from '../../../service/src/book/idempotency.sql.ts';
import { ledger } from '../../../service/src/book/ledger.sql.ts';
import { outbox } from '../../../service/src/book/outbox.sql.ts';
import { type AnyTable, keyOf } from '../../../service/src/store/table.ts';
import { tables } from '../../../service/src/tables.ts';
import { createLocks, serverError, Transaction } from './locks.ts';

export type Row = Readonly<Record<string, unknown>>;

const bookTables: readonly AnyTable[] = [
  ...Object.values(tables as Readonly<Record<string, AnyTable>>),
  storedAnswers,
  audit,
  outbox,
  ledger,
];
/** Tables that no decision changes. */
const otherTables: readonly AnyTable[] = [
  { name: 'commonContents', columns: {}, key: ['mark'] },
  { name: 'unsealed', columns: {}, key: ['id'] },
  { name: 'eventStreams', columns: {}, key: ['merchantId'] },
  { name: 'jobRuns', columns: {}, key: ['name'] },
  { name: 'merchantClaims', columns: { merchantId: 'uuid', name: 'text' }, key: ['merchantId', 'name'] },
  { name: 'settlementLooks', columns: { merchantId: 'uuid', cutAt: 'timestamptz' }, key: ['merchantId'] },
  {
    name: 'payoutFiles',
    columns: { id: 'uuid', messageId: 'text', paymentCount: 'int', sumMinor: 'bigint', content: 'text' },
    key: ['id'],
  },
  {
    name: 'bankImports',
    columns: { id: 'uuid', contentKey: 'text', entryCount: 'int', repeatedCount: 'int' },
    key: ['id'],
  },
  {
    ...bankEntries,
    columns: { ...bankEntries.columns, state: 'text', why: 'text', target: 'json', bookedMinor: 'bigint', bookings: 'json' },
  },
];
export const allTables = new Map([...bookTables, ...otherTables].map((table) => [table.name, table]));
export const tableOf = (name: string): AnyTable => {
  const table = allTables.get(name);
  if (!table) throw new Error(`the server in memory has no table ${name}`);
  return table;
};

/** Unique beside the key: null is not. */
const uniques: Readonly<Record<string, (row: Row) => string | null>> = {
  bankImports: (row) => String(row['contentKey']),
  bankEntries: (row) => String(row['entryKey']),
  orders: (row) => (row['state'] === 'Rejected' ? null : String(row['numberKey'])),
  captures: (row) => row['paymentReference'] as string | null,
  accounts: (row) => (row['state'] === 'Declined' ? null : `${String(row['customerKey'])}/${String(row['currency'])}`),
  accountEvents: ({ accountTransactionId, accountNumber }) =>
    accountTransactionId === null ? null : `${accountNumber as string}/${accountTransactionId as string}`,
};

export interface MemoryServer {
  readonly begin: () => Transaction;
  readonly rows: (table: string, by?: Transaction) => Row[];
  readonly find: (table: string, key: string, by?: Transaction) => Row | undefined;
  lock(by: Transaction, table: string, key: string): Promise<void>;
  /** The lock of a row that is read, `for update`. */
  lockToRead(by: Transaction, table: string, key: string): Promise<void>;
  insert(by: Transaction, table: AnyTable, row: Row, onConflict?: 'nothing'): Promise<void>;
  write(by: Transaction, table: AnyTable, row: Row): void;
  /** The row is gone; its lock is held. */
  remove(by: Transaction, table: AnyTable, key: string): void;
  commit(by: Transaction): void;
  abort(by: Transaction): void;
  /** Takes back all since the savepoint, which comes first in a transaction: what was written, and its locks. */
  toSavepoint(by: Transaction): void;
}

export function createMemoryServer(): MemoryServer {
  const stored = new Map<string, Map<string, Row>>();
  const taken = new Set<string>();

  const { acquire, release, letGo, holderOf } = createLocks();

  const find: MemoryServer['find'] = (table, key, by) => {
    const own = by?.written.get(table)?.get(key);
    return own === undefined ? stored.get(table)?.get(key) : (own ?? undefined);
  };

  const put = (by: Transaction, table: AnyTable, key: string, row: Row | null): void => {
    const rows = by.written.get(table.name) ?? new Map<string, Row | null>();
    by.written.set(table.name, rows.set(key, row));
  };

  const isChanging = (by: Transaction, table: string, key: string): boolean => {
    const holder = holderOf(`${table}/${key}`);
    return holder !== undefined && holder !== by && holder.written.get(table)?.has(key) === true;
  };

  return {
    begin: () => new Transaction(),
    find,
    write: (by, table, row) => put(by, table, keyOf(table, row), row),
    remove: (by, table, key) => put(by, table, key, null),
    rows(table, by) {
      const committed = stored.get(table) ?? new Map<string, Row>();
      const own = by?.written.get(table);
      return own ? [...new Map([...committed, ...own]).values()].filter((row) => row !== null) : [...committed.values()];
    },
    lock: async (by, table, key) => acquire(by, `${table}/${key}`),
    async lockToRead(by, table, key) {
      const name = `${table}/${key}`;
      const isNew = !by.held.has(name);
      await acquire(by, name);
      // Of a row that went while it was waited for, there is no lock.
      if (isNew && !find(table, key, by)) letGo(by, name);
    },
    async insert(by, table, row, onConflict) {
      const unique = uniques[table.name]?.(row) ?? null;
      const names = [`${table.name}/${keyOf(table, row)}`, ...(unique === null ? [] : [`${table.name}#${unique}`])];
      const isThere = () =>
        find(table.name, keyOf(table, row), by) !== undefined || (unique !== null && taken.has(names[1] ?? ''));
      // Who writes the same key at this moment, changes its row or takes it away, is waited for.
      const isFree = (): boolean => !isThere() || isChanging(by, table.name, keyOf(table, row));
      const before = new Set(by.held);
      for (const name of names) if (isFree()) await acquire(by, name);
      if (!isThere()) return put(by, table, keyOf(table, row), row);
      for (const name of names) if (by.held.has(name) && !before.has(name)) letGo(by, name);
      if (onConflict !== 'nothing') throw serverError('23505', `duplicate key in ${table.name}`);
    },
    commit(by) {
      for (const [name, rows] of by.written) {
        const all = stored.get(name) ?? new Map<string, Row>();
        stored.set(name, all);
        for (const [key, row] of rows) {
          const unique = uniques[name];
          const was = all.get(key);
          if (unique && was) taken.delete(`${name}#${unique(was)}`);
          if (row === null) {
            all.delete(key);
            continue;
          }
          if (unique && unique(row) !== null) taken.add(`${name}#${unique(row)}`);
          all.set(key, row);
        }
      }
      release(by);
    },
    abort: release,
    toSavepoint(by) {
      by.written.clear();
      release(by);
    },
  };
}
