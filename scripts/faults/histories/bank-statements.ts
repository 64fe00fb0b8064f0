// What the statements about bank files mean to the server in memory: imports, their entries, and what these pay.
import { entryColumns } from '../../../service/src/bank/bank-entries.sql.ts';
import { valuesOf } from './arrays.ts';
import { among, type Meaning, type On, text } from './meaning.ts';
import { type Row, tableOf } from './memory-server.ts';

const entriesOf = (on: On, importId: unknown): Row[] => on.rows('bankEntries').filter((row) => row['importId'] === importId);

function withStates(on: On, row: Row): Row {
  const states: Record<string, number> = {};
  for (const { state } of entriesOf(on, row['id'])) states[text(state)] = (states[text(state)] ?? 0) + 1;
  return { ...row, states };
}

async function insertImport(on: On): Promise<Row[]> {
  const [id, contentKey, format, statementCount, entryCount, pendingCount] = on.values;
  const counts = { statementCount, entryCount, repeatedCount: 0, pendingCount, importedAt: on.now };
  await on.server.insert(on.by, tableOf('bankImports'), { id, contentKey, format, ...counts }, 'nothing');
  return on.server.find('bankImports', text(id), on.by) ? [{ id }] : [];
}

/** Where another key is given for each, those alone that an earlier file brought under it in another statement. */
async function insertEntries(on: On): Promise<Row[]> {
  const columns = Object.entries(entryColumns);
  const arrays = columns.map(([, type], index) => valuesOf(text(on.values[index]), type));
  const knownKeys = on.values.length > columns.length ? on.list(columns.length + 1) : undefined;
  for (let at = 0; at < (arrays[0]?.length ?? 0); at += 1) {
    const row = Object.fromEntries(columns.map(([column], index) => [column, arrays[index]?.[at]]));
    if (!on.server.find('bankImports', text(row['importId']), on.by)) continue;
    const known = on.rows('bankEntries').find(({ entryKey }) => entryKey === knownKeys?.[at]);
    const isElsewhere =
      known && known['importId'] !== row['importId'] && !['', row['statementId']].includes(known['statementId']);
    if (knownKeys && !isElsewhere) continue;
    const [state, why] = knownKeys ? ['Open', 'alike'] : ['New', null];
    const own = { state, why, target: null, bookedMinor: 0n, bookings: [], handledBy: null, reason: null };
    await on.server.insert(on.by, tableOf('bankEntries'), { ...row, ...own, insertedAt: on.now }, 'nothing');
  }
  return [];
}

/** Under the row's lock: the entry as it is by now, where it still is what is asked for. */
async function updated(on: On, id: unknown, isStill: (row: Row) => boolean, set: (row: Row) => Row): Promise<void> {
  await on.server.lock(on.by, 'bankEntries', text(id));
  const row = on.server.find('bankEntries', text(id), on.by);
  if (row && isStill(row)) on.server.write(on.by, tableOf('bankEntries'), { ...row, ...set(row) });
}

async function decideEntries(on: On): Promise<Row[]> {
  const [states, whys, targets] = [on.list(2), on.list(3), valuesOf(text(on.values[3]), 'json')];
  for (const [at, id] of on.list(1).entries())
    await updated(
      on,
      id,
      ({ state }) => state === 'New',
      () => ({ state: states[at], why: whys[at], target: targets[at] }),
    );
  return [];
}

async function settleEntries(on: On): Promise<Row[]> {
  const [states, whys, turns] = [on.list(2), on.list(3), on.list(6)];
  const [booked, bookings] = [valuesOf(text(on.values[3]), 'bigint'), valuesOf(text(on.values[4]), 'json')];
  for (const [at, id] of on.list(1).entries())
    await updated(
      on,
      id,
      ({ state, target }) => state === 'Booking' && (target as Row)['turn'] === Number(turns[at]),
      (row) => ({
        state: states[at],
        why: whys[at],
        target: null,
        bookedMinor: (row['bookedMinor'] as bigint) + (booked[at] as bigint),
        bookings: [...(row['bookings'] as Row[]), ...((bookings[at] as Row[] | null) ?? [])],
      }),
    );
  return [];
}

function payables(on: On): Row[] {
  const isNamed = among(on.list(1));
  const merchantId = on.merchant['id'];
  const captures = on.rows('captures').filter((row) => isNamed(row['paymentReference']));
  const accounts = on.rows('accounts').filter((row) => isNamed(row['ocr']) && row['state'] !== 'Declined');
  return [
    ...captures.map(({ number, orderId, paymentReference: reference }) => {
      const order = on.server.find('orders', text(orderId), on.by);
      return { kind: 'capture', merchantId, number, orderNumber: order?.['number'], currency: order?.['currency'], reference };
    }),
    ...accounts.map(({ number, currency, ocr }) => {
      return { kind: 'account', merchantId, number, orderNumber: null, currency, reference: ocr };
    }),
  ];
}

export const bankStatements: Readonly<Record<string, Meaning>> = {
  insert_bank_import: insertImport,
  insert_bank_entries: insertEntries,
  insert_alike_bank_entries: insertEntries,
  count_repeated_bank_entries(on) {
    const row = on.server.find('bankImports', text(on.values[0]), on.by);
    const repeatedCount = Number(row?.['entryCount']) - entriesOf(on, on.values[0]).length;
    if (row) on.server.write(on.by, tableOf('bankImports'), { ...row, repeatedCount });
    return [];
  },
  find_bank_import_by_content(on) {
    const isContent = among(on.list(1));
    const found = on.rows('bankImports').filter((row) => isContent(row['contentKey']));
    return found.map((row) => withStates(on, row));
  },
  // No history reads a page of them.
  list_bank_imports: (on) =>
    on
      .rows('bankImports')
      .filter((row) => row['id'] === on.values[3])
      .map((row) => withStates(on, row)),
  list_pending_bank_entries(on) {
    const [importId, after, limit] = on.values;
    const isPending = among(['New', 'Booking']);
    return on
      .rows('bankEntries')
      .filter((row) => isPending(row['state']) && (importId === null || row['importId'] === importId))
      .filter((row) => text(row['id']) > text(after))
      .sort((one, other) => (text(one['id']) < text(other['id']) ? -1 : 1))
      .slice(0, Number(limit));
  },
  list_merchants: (on) => [{ ...on.merchant, policy: null }],
  find_payables: payables,
  decide_bank_entries: decideEntries,
  settle_bank_entries: settleEntries,
  find_payment_order(on) {
    const payment = on.server.find('payments', text(on.values[1]), on.by);
    const order = payment && on.server.find('orders', text(payment['orderId']), on.by);
    return order ? [{ orderNumber: order['number'] }] : [];
  },
};
