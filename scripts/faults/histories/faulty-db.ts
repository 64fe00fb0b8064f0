// The service's way to a history's server: connections and trips as store/db.ts has them, with a fault wherever the history wants one.
import { type Call, ConnectionLost, type Db, type Session } from '../../../service/src/store/db.ts';
import { begin, commit } from '../../../service/src/store/transaction.ts';
import type { TripResult } from '../../../service/src/store/trip.ts';
import { serverError } from './locks.ts';
import type { Mischief } from './mischief.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Statements on their way to the server, on one of the connections; a planted fault alters them, or what comes back. */
export type Wire = (
  calls: readonly Call[],
  send: (calls: readonly Call[]) => Promise<TripResult[]>,
  connection: object,
) => Promise<TripResult[]>;

/** A connection to a server, one statement at a time. */
export interface Link {
  /** Is a transaction open? */
  readonly isOpen: () => boolean;
  /** Does the open transaction go on from its savepoint after a failure? */
  readonly hasSavepoint: () => boolean;
  perform(call: Call): Promise<TripResult>;
  /** The server takes back what is open. */
  abort(): Promise<void>;
  /** The connection is cut, and the server takes back what is open. */
  cut(): Promise<void>;
  /** Its end is in order. */
  close(): Promise<void>;
}

export interface FaultyDbOptions {
  readonly connect: () => Link;
  readonly time: VirtualTime;
  readonly mischief: Mischief;
  readonly wire?: Wire | undefined;
  /** The process was killed: what it waits for never comes. */
  readonly dead: () => boolean;
  readonly kill: () => void;
}

const never = new Promise<never>(() => undefined);

interface Connection {
  readonly link: Link;
  broken: boolean;
}

export function createFaultyDb(options: FaultyDbOptions): Db {
  const { wire = (calls, send) => send(calls), dead } = options;
  const counts = { trips: 0, statements: 0 };

  const using: Db['using'] = async (work) => {
    if (dead()) return never;
    const connection: Connection = { link: options.connect(), broken: false };
    const session: Session = {
      async trip(calls) {
        if (dead()) return never;
        counts.trips += 1;
        try {
          const results = await wire(calls, (sent) => trip(options, connection, sent), connection);
          return dead() ? abandoned(connection) : results;
        } catch (fault) {
          if (dead()) return abandoned(connection);
          throw fault;
        }
      },
    };
    try {
      return await work(session);
    } finally {
      if (!connection.broken) await connection.link.close();
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
async function abandoned({ link, broken }: Connection): Promise<never> {
  if (!broken) await link.cut();
  return never;
}

/** One trip. What befalls it befalls it between two statements. */
async function trip(options: FaultyDbOptions, connection: Connection, calls: readonly Call[]): Promise<TripResult[]> {
  const { time, mischief } = options;
  const { link } = connection;
  if (connection.broken) throw new ConnectionLost('the connection is broken');
  await time.sleep(mischief.latencyMs());
  if (calls.at(-1)?.statement.name === 'commit' && mischief.arrivesLate()) {
    connection.broken = true;
    void time.sleep(mischief.lateMs()).then(() => goesOn(options, link, calls));
    throw new ConnectionLost('the connection broke');
  }
  const alone = !link.isOpen() && calls[0]?.statement.name !== 'begin';
  if (alone) await link.perform(begin);
  const results: TripResult[] = [];
  for (const [index, call] of calls.entries()) {
    const befalls = mischief.before(call.statement.name, alone);
    if (befalls === 'late') await time.sleep(mischief.pauseMs());
    if (befalls === 'lost' || befalls === 'killed') return breaks(options, connection, calls.slice(index), befalls);
    try {
      if (befalls === 'serialization' || befalls === 'lock timeout') throw faultOf(befalls);
      results.push(await link.perform(call));
    } catch (fault) {
      // Back to its savepoint a transaction goes on.
      if (!link.hasSavepoint()) await link.abort();
      await time.sleep(mischief.latencyMs());
      throw fault;
    }
  }
  if (alone) await link.perform(commit);
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
  options: FaultyDbOptions,
  connection: Connection,
  left: readonly Call[],
  how: 'lost' | 'killed',
): Promise<never> {
  const { mischief, time, kill } = options;
  const { link } = connection;
  connection.broken = true;
  if (how === 'killed') kill();
  if (link.isOpen() && mischief.goesOn()) void goesOn(options, link, left);
  else void time.sleep(link.isOpen() ? mischief.noticedMs() : 0).then(() => link.cut());
  throw new ConnectionLost('the connection broke');
}

async function goesOn({ mischief, time }: FaultyDbOptions, link: Link, left: readonly Call[]): Promise<void> {
  try {
    for (const call of left) {
      await time.sleep(mischief.pauseMs());
      await link.perform(call);
    }
  } catch {
    // Nothing is left that could be answered.
  }
  await link.cut();
}
