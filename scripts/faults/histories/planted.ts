// Known bugs, planted one by one between the service and the server: what they change is what a bug of that kind in the service, or a
// server that breaks its word, would have changed. The checker has to see every one of them.

import { entryColumns } from '../../../service/src/bank/bank-entries.sql.ts';
import type { Call } from '../../../service/src/store/call.ts';
import { arrayText, keyOf, sqlName } from '../../../service/src/store/table.ts';
import { tables } from '../../../service/src/tables.ts';
import { valuesOf } from './arrays.ts';
import type { Wire } from './faulty-db.ts';
import { type Planted, type Played, playHistory } from './history.ts';
import type { MemoryServer, Row } from './memory-server.ts';
import type { Random } from './random.ts';

const isNamed =
  (...names: readonly string[]) =>
  ({ statement }: Call): boolean =>
    names.includes(statement.name);
const asksForACommit = (calls: readonly Call[]): boolean => calls.some(isNamed('savepoint'));

/** A statement is never sent, as often as said. */
const dropping =
  (name: string, often = 1) =>
  (random: Random): Wire =>
  (calls, send) =>
    send(calls.some(isNamed(name)) && random.happens(often) ? calls.filter((each) => !isNamed(name)(each)) : calls);

/** A column of what is updated is sent otherwise. */
const altering =
  (table: 'captures' | 'orders' | 'exposures', column: string, alter: (value: bigint) => bigint) => (): Wire => (calls, send) =>
    send(
      calls.map((call) => {
        if (!isNamed(`update_${sqlName(tables[table])}`)(call)) return call;
        const place = 2 + (call.statement.columns ?? []).indexOf(column);
        if (place < 2) return call;
        const isArray = call.statement.rowCount === undefined && !call.statement.alike?.includes(column);
        const alteredText = (value: unknown): string =>
          isArray
            ? arrayText(
                'bigint',
                valuesOf(String(value), 'bigint').map((each) => alter(each as bigint)),
              )
            : String(alter(BigInt(value as string)));
        return { ...call, values: call.values.map((value, index) => (index === place ? alteredText(value) : value)) };
      }),
    );

const serving =
  (change: (server: MemoryServer, random: Random) => Partial<MemoryServer>) =>
  (server: MemoryServer, random: Random): MemoryServer => ({ ...server, ...change(server, random) });

/** Rows of a table are kept otherwise. */
const keeping = (table: string, otherwise: (row: Row, before: Row | undefined) => Row) =>
  serving((server) => ({
    write(by, of, row) {
      const before = server.find(of.name, keyOf(of, row), by);
      server.write(by, of, of.name === table ? otherwise(row, before) : row);
    },
    insert: (by, of, row, onConflict) => server.insert(by, of, of.name === table ? otherwise(row, undefined) : row, onConflict),
  }));

/** Rows that are read come otherwise. */
const reading =
  (name: string, otherwise: (rows: readonly Row[], random: Random) => readonly Row[]) =>
  (random: Random): Wire =>
  async (calls, send) => {
    const results = await send(calls);
    return results.map((result, index) => {
      const call = calls[index];
      return call && isNamed(name)(call)
        ? { ...result, rows: otherwise(result.rows, random) as (typeof result)['rows'] }
        : result;
    });
  };

/** A trip that also sends one statement is sent without another. */
const without =
  (name: string, where: string, often = 1) =>
  (random: Random): Wire =>
  (calls, send) =>
    send(calls.some(isNamed(where)) && random.happens(often) ? calls.filter((each) => !isNamed(name)(each)) : calls);

const settlementFaults: Readonly<Record<string, Planted>> = {
  'what is on a statement is not known to be there, and not compared with the ledger': {
    wire: (random) => (calls, send, on) => {
      const asDrafted = reading('sum_draft', (rows) => rows.map((row) => ({ ...row, ledgerMinor: row['amountMinor'] })));
      const lossy = without('insert_settlement_entries', 'insert_settlement_lines', 0.3);
      return lossy(random)(calls, (sent) => asDrafted(random)(sent, send, on), on);
    },
  },
  'a statement leaves out a refund': {
    wire: reading('list_pending', (rows) => rows.filter((row) => row['eventType'] !== 'order.refunded')),
  },
  'a payout is recorded without its entry in the ledger': { wire: without('insert_ledger', 'update_payouts') },
  'a statement is closed without its entries in the ledger': { wire: without('insert_ledger', 'update_settlements') },
  'a payout stays open after it was written into a file': {
    server: keeping('payouts', (row, before) => (row['state'] === 'Exported' && before ? before : row)),
  },
  'what was withheld is released by each statement': {
    server: keeping('settlements', (row) => ({ ...row, releasedBy: null })),
  },
  'what was carried over is forgotten': {
    server: keeping('settlements', (row) => ({ ...row, carriedInMinor: 0n })),
  },
  'two processes settle at once, each with the draft it saw': {
    wire: (random) => (calls, send, on) => {
      const slowly: typeof send = async (sent) => {
        const results = await send(sent);
        if (sent.some(isNamed('lock_settlements'))) await new Promise((resume) => setTimeout(resume, 200 * random.next()));
        return results;
      };
      return reading('take_merchant_claim', () => [{}])(random)(calls, slowly, on);
    },
    server: serving((server) => ({
      lockToRead: (by, table, key) => (table === 'settlements' ? Promise.resolve() : server.lockToRead(by, table, key)),
      insert(by, table, row, onConflict) {
        const isFenced = !['settlementEntries', 'settlementLines'].includes(table.name);
        return isFenced ? server.insert(by, table, row, onConflict) : Promise.resolve(server.write(by, table, row));
      },
    })),
  },
};

/** What a bank file's lines are known by is drawn anew for each import. */
const forgetful = (name: string, place: number) => (): Wire => {
  let count = 0;
  return (calls, send) =>
    send(
      calls.map((call) => {
        if (!isNamed(name)(call)) return call;
        count += 1;
        const keys = String(call.values[place]).replace(/bank [a-z]+ /g, (word) => `${word}${count} `);
        return { ...call, values: call.values.map((value, index) => (index === place ? keys : value)) };
      }),
    );
};

const bankFaults: Readonly<Record<string, Planted>> = {
  'a line that came in an earlier file is taken in again': {
    wire: forgetful('insert_bank_entries', Object.keys(entryColumns).indexOf('entryKey')),
  },
  'the same file is another import each time': { wire: forgetful('insert_bank_import', 1) },
  'a line of a bank file is booked again by who goes on with it': {
    wire: (random) => reading('find_payments', () => [])(random),
    server: serving((server) => ({
      insert: (by, table, row, onConflict) =>
        table.name === 'payments' ? Promise.resolve(server.write(by, table, row)) : server.insert(by, table, row, onConflict),
    })),
  },
  'what a line booked is written down twice': {
    server: keeping('bankEntries', (row, before) => {
      const added = (row['bookedMinor'] as bigint) - ((before?.['bookedMinor'] ?? 0n) as bigint);
      return { ...row, bookedMinor: (row['bookedMinor'] as bigint) + added };
    }),
  },
  'a line is done with before it is booked': {
    wire: (random) => dropping('insert_payments', 0.2)(random),
  },
  'a payment that was taken back still counts': {
    wire: (random) => without('update_captures', 'insert_payment_returns')(random),
  },
};

const mergeFaults: Readonly<Record<string, Planted>> = {
  'a merge forgets what the one owed': { wire: without('update_exposures', 'insert_customer_merges') },
  'a merge leaves the one in place': { wire: without('update_customers', 'insert_customer_merges') },
  'who was merged buys on as before': {
    wire: reading('lock_customers', (rows) => rows.map((row) => ({ ...row, mergedInto: null }))),
  },
};

const erasureFaults: Readonly<Record<string, Planted>> = {
  'an erasure leaves what an order says of its buyer': { wire: dropping('erase_order_contents') },
  'an erasure leaves the answers under idempotency keys': { wire: dropping('erase_stored_answers') },
  'an erasure leaves the customer in place': { wire: dropping('delete_customers') },
  'an erasure is not in the audit': { wire: dropping('insert_act') },
  'a person is erased while something is open': {
    wire: reading('find_open_business', (rows) =>
      rows.map((row) => ({ ...row, orderNumber: null, accountNumber: null, debtMinor: 0n })),
    ),
  },
};

const bookFaults: Readonly<Record<string, Planted>> = {
  'a lost commit is tried again, whatever became of it': {
    wire: () => (calls, send) => send(asksForACommit(calls) ? calls.filter((each) => !isNamed('insert_audit')(each)) : calls),
  },
  'a lost commit is asked for without waiting for its transaction': {
    wire: () => (calls, send) =>
      send(asksForACommit(calls) ? calls.filter(isNamed('begin', 'savepoint', 'insert_audit')) : calls),
  },
  'what is about a new person holds no lock that could be waited for': {
    weather: { each: 0.003, commit: 0.02, late: 0.5 },
    wire: () => async (calls, send) => {
      const place = calls.findIndex(isNamed('lock_attempt'));
      if (place < 0) return send(calls);
      const results = await send(calls.filter((_each, index) => index !== place));
      return [...results.slice(0, place), { rows: [], rowCount: 0 }, ...results.slice(place)];
    },
  },
  'what locks no row is sent with its commit, so that nothing waits for it': {
    weather: { each: 0.003, commit: 0.02, late: 0.5 },
    wire: () => {
      const held = new WeakMap<object, readonly Call[]>();
      return async (calls, send, connection) => {
        if (isNamed('insert_unsealed')(calls.at(-1) as Call)) {
          held.set(connection, calls);
          return calls.map(() => ({ rows: [], rowCount: 0 }));
        }
        const before = held.get(connection) ?? [];
        held.delete(connection);
        return (await send([...before, ...calls])).slice(before.length);
      };
    },
  },
  'a commit that failed is answered as done': {
    wire: () => (calls, send) =>
      calls.at(-1)?.statement.name === 'commit'
        ? send(calls).catch(() => calls.map(() => ({ rows: [], rowCount: 0 })))
        : send(calls),
  },
  'a commit is lost by the server': {
    server: serving((server, random) => ({ commit: (by) => (random.happens(0.05) ? server.abort(by) : server.commit(by)) })),
  },
  'the counters of an order do not move with its captures': { wire: dropping('update_orders', 0.2) },
  'a capture is counted twice': { wire: altering('orders', 'capturedMinor', (value) => value * 2n) },
  'a refund is counted twice': { wire: altering('captures', 'refundedMinor', (value) => value * 2n) },
  'the version of an order stands still': { wire: altering('orders', 'version', () => 0n) },
  'what a person owes is not counted': { wire: altering('exposures', 'debtMinor', () => 0n) },
  'what is held is not given back': { wire: altering('exposures', 'heldMinor', (value) => (value < 0n ? 0n : value)) },
  'an event is dropped': { wire: dropping('insert_outbox', 0.05) },
  'an entry of the ledger is dropped': { wire: dropping('insert_ledger', 0.05) },
  'an audit row waits for no seal': { wire: dropping('insert_unsealed', 0.05) },
  'idempotency keys are not looked up': {
    wire: (random) => (calls, send, on) =>
      dropping('insert_stored_answers')(random)(
        calls,
        (sent) => reading('find_stored_answers', () => [])(random)(sent, send, on),
        on,
      ),
  },
  'an answer is kept that was not given': {
    server: serving((server) => ({
      insert: (by, table, row, onConflict) =>
        server.insert(by, table, table.name === 'storedAnswers' ? { ...row, answer: '{"capturedAmount":1}' } : row, onConflict),
    })),
  },
  'orders and customers are read without a lock': {
    server: serving((server) => ({
      lockToRead: (by, table, key) =>
        ['orders', 'customers'].includes(table) ? Promise.resolve() : server.lockToRead(by, table, key),
    })),
  },
  'an order number is taken twice': {
    server: serving((server) => ({
      insert: (by, table, row, onConflict) =>
        table.name === 'orders' ? Promise.resolve(server.write(by, table, row)) : server.insert(by, table, row, onConflict),
    })),
  },
  'numbers of events are taken without the lock of their stream': {
    server: serving((server, random) => {
      let before: Row | undefined;
      return {
        lockToRead: (by, table, key) => (table === 'eventStreams' ? Promise.resolve() : server.lockToRead(by, table, key)),
        find(table, key, by) {
          const found = server.find(table, key, by);
          if (table !== 'eventStreams' || found === undefined) return found;
          before ??= found;
          const stale = random.happens(0.3) ? before : found;
          return stale;
        },
      };
    }),
  },
  'a number of an event is left out': {
    server: serving((server, random) => ({
      write(by, table, row) {
        const last = table.name === 'eventStreams' && random.happens(0.2) ? { lastNumber: Number(row['lastNumber']) + 1 } : {};
        server.write(by, table, { ...row, ...last } as Row);
      },
    })),
  },
};

export const plantedFaults: Readonly<Record<string, Planted>> = {
  ...bookFaults,
  ...settlementFaults,
  ...bankFaults,
  ...mergeFaults,
  ...erasureFaults,
};

/** How often things go wrong while a planted fault is looked for that says nothing of it. */
const wild = { each: 0.006, commit: 0.15, late: 0.01 };

export interface Seen {
  /** The seed whose history showed it; undefined where none did. */
  readonly seed: number | undefined;
  readonly complaint: string;
}

/** Histories with the fault until the checker complains, at most so many. */
export async function lookFor(planted: Planted, from: number, most: number): Promise<Seen> {
  for (let seed = from; seed < from + most; seed += 1) {
    const played: Pick<Played, 'complaints'> = await playHistory({ seed, weather: wild, ...planted, planted }).catch(
      (fault: unknown) => ({
        complaints: [String(fault)],
      }),
    );
    const [complaint] = played.complaints;
    if (complaint !== undefined) return { seed, complaint };
  }
  return { seed: undefined, complaint: 'not seen' };
}
