// The service's way to the server in memory: connections and trips as store/db.ts has them, with a fault wherever the history wants one.
import { type Call, ConnectionLost, type Db, type Session } from '../../../service/src/store/db.ts';
import type { TripResult } from '../../../service/src/store/trip.ts';
import { elementsOf } from './arrays.ts';
import { serverError, type Transaction } from './locks.ts';
import type { On } from './meaning.ts';
import type { MemoryServer, Row } from './memory-server.ts';
import type { Mischief } from './mischief.ts';
import { meaningOf } from './statements.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Statements on their way to the server; a planted fault alters them, or what comes back. */
export type Wire = (calls: readonly Call[], send: (calls: readonly Call[]) => Promise<TripResult[]>) => Promise<TripResult[]>;

export interface MemoryDbOptions {
  readonly server: MemoryServer;
  readonly time: VirtualTime;
  /** The database's clock. */
  readonly clock: () => number;
  readonly merchant: Row;
  readonly mischief: Mischief;
  readonly wire?: Wire | undefined;
  /** The process was killed: what it waits for never comes. */
  readonly dead: () => boolean;
  readonly kill: () => void;
}

const never = new Promise<never>(() => undefined);

interface Connection {
  open: Transaction | undefined;
  broken: boolean;
}

export function createMemoryDb(options: MemoryDbOptions): Db {
  const { wire = (calls, send) => send(calls), dead } = options;
  const counts = { trips: 0, statements: 0 };

  const using: Db['using'] = async (work) => {
    if (dead()) return never;
    const connection: Connection = { open: undefined, broken: false };
    const session: Session = {
      async trip(calls) {
        if (dead()) return never;
        counts.trips += 1;
        try {
          const results = await wire(calls, (sent) => trip(options, connection, sent));
          return dead() ? abandoned(options, connection) : results;
        } catch (fault) {
          if (dead()) return abandoned(options, connection);
          throw fault;
        }
      },
    };
    try {
      return await work(session);
    } finally {
      if (connection.open && !connection.broken) options.server.abort(connection.open);
    }
  };
  const run: Db['run'] = async (statement, ...values) => {
    const [result] = await using((session) => session.trip([{ statement, values }]));
    return result?.rows ?? [];
  };
  return {
    counts,
    using,
    run,
    read: run,
    pool: () => ({ limit: 1, total: 0, idle: 0, waiting: 0, waitMs: 0 }),
    close: async () => undefined,
  };
}

/** A trip of a process that was killed meanwhile: the server takes back what is open, and no answer arrives. */
function abandoned({ server }: MemoryDbOptions, { open, broken }: Connection): Promise<never> {
  if (open && !broken) server.abort(open);
  return never;
}

/** One trip. What befalls it befalls it between two statements. */
async function trip(options: MemoryDbOptions, connection: Connection, calls: readonly Call[]): Promise<TripResult[]> {
  const { server, time, mischief } = options;
  if (connection.broken) throw new ConnectionLost('the connection is broken');
  await time.sleep(mischief.latencyMs());
  const alone = connection.open === undefined && calls[0]?.statement.name !== 'begin';
  if (alone) connection.open = server.begin();
  const results: TripResult[] = [];
  for (const [index, call] of calls.entries()) {
    const befalls = mischief.before(call.statement.name, alone);
    if (befalls === 'late') await time.sleep(mischief.pauseMs());
    if (befalls === 'lost' || befalls === 'killed') return breaks(options, connection, calls.slice(index), befalls);
    try {
      if (befalls === 'serialization' || befalls === 'lock timeout') throw faultOf(befalls);
      results.push({ rows: (await perform(options, connection, call)) as TripResult['rows'], rowCount: 0 });
    } catch (fault) {
      // Back to its savepoint a transaction goes on.
      if (connection.open && !connection.open.hasSavepoint) {
        server.abort(connection.open);
        connection.open = undefined;
      }
      await time.sleep(mischief.latencyMs());
      throw fault;
    }
  }
  if (alone && connection.open) {
    server.commit(connection.open);
    connection.open = undefined;
  }
  const afterwards = mischief.after(calls.at(-1)?.statement.name ?? '');
  if (afterwards !== 'nothing') return breaks(options, connection, [], afterwards);
  await time.sleep(mischief.latencyMs());
  return results;
}

const faultOf = (befalls: 'serialization' | 'lock timeout') =>
  befalls === 'serialization'
    ? serverError('40001', 'could not serialize access')
    : serverError('55P03', 'canceling statement due to lock timeout');

/**
 * The connection breaks, or the whole process ends. The server notices it at once and takes the transaction back, or it goes on with
 * what it was sent already, which may end in a commit that nothing waits for any more.
 */
async function breaks(
  options: MemoryDbOptions,
  connection: Connection,
  left: readonly Call[],
  how: 'lost' | 'killed',
): Promise<never> {
  const { server, mischief, time, kill } = options;
  connection.broken = true;
  if (how === 'killed') kill();
  const open = connection.open;
  if (open && mischief.goesOn()) void goesOn(options, connection, open, left);
  else if (open) void time.sleep(mischief.noticedMs()).then(() => server.abort(open));
  throw new ConnectionLost('the connection broke');
}

async function goesOn(options: MemoryDbOptions, connection: Connection, open: Transaction, left: readonly Call[]): Promise<void> {
  const { server, mischief, time } = options;
  try {
    for (const call of left) {
      await time.sleep(mischief.pauseMs());
      await perform(options, connection, call);
    }
  } catch {
    // Nothing is left that could be answered.
  }
  if (!open.ended) server.abort(open);
}

async function perform(options: MemoryDbOptions, connection: Connection, call: Call): Promise<Row[]> {
  const { server, clock, merchant } = options;
  const { name } = call.statement;
  if (name === 'begin') {
    connection.open = server.begin();
    return [];
  }
  const by = connection.open;
  if (name === 'commit' || name === 'rollback') {
    if (by && name === 'commit') server.commit(by);
    else if (by) server.abort(by);
    connection.open = undefined;
    return [];
  }
  if (!by) throw new Error(`${name} outside a transaction`);
  if (name === 'savepoint' || name === 'to_savepoint') {
    by.hasSavepoint = name === 'savepoint';
    by.written.clear();
    return [];
  }
  const on: On = {
    server,
    by,
    merchant,
    values: call.values,
    now: clock(),
    list: (parameter) => elementsOf(String(call.values[parameter - 1])),
    rows: (table) => server.rows(table, by),
    async locked(table, keys) {
      const sorted = [...new Set(keys)].sort();
      for (const key of sorted) await server.lockToRead(by, table, key);
      return sorted.map((key) => server.find(table, key, by)).filter((row) => row !== undefined);
    },
  };
  return meaningOf(call)(on);
}
