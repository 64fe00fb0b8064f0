// Connections to PostgreSQL. Statements are sent in trips (trip.ts): all at once down the wire, answered together, so that a trip
// costs one round trip however many statements it holds.
import type { Writable } from 'node:stream';
import pg from 'pg';
import { type Call, call, type Rows } from './call.ts';
import { type Places, placesOf } from './places.ts';
import { isPlanning, planningOfCluster, serviceName, sessionSettings, withPlanning } from './planning.ts';
import { readsTogether } from './reads.ts';
import { asOfOneServer, ConnectionLost, isReadOnly, isServerError, WriteInDoubt } from './server-errors.ts';
import type { Statement } from './table.ts';
import { Trip, type TripResult } from './trip.ts';

export { type Call, call, type Row, type Rows } from './call.ts';
export { ConnectionLost, isServerError, isUnable, WriteInDoubt } from './server-errors.ts';

export interface DbOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  /** Off for a pooler between us and the server that does not know prepared statements. */
  readonly preparedStatements: boolean;
}

/** Takes back the open transaction, if there is one. */
export const rollback = call({ name: 'rollback', text: 'rollback' });

/** One connection for a while. */
export interface Session {
  /** Send all calls in one round trip. After one that fails the rest is not done; outside a transaction none of them is. */
  trip(calls: readonly Call[]): Promise<TripResult[]>;
}

export interface Db {
  /** One statement, one round trip; one that writes is refused. */
  read(statement: Statement, ...values: Call['values']): Promise<Rows>;
  /** The same with one that writes. */
  run(statement: Statement, ...values: Call['values']): Promise<Rows>;
  /** A connection of its own for as long as the work takes. What throws is rolled back; a connection that broke is thrown away. */
  using<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** What was sent so far: exported as metrics, and checked by the tests of the round-trip budget. */
  readonly counts: { trips: number; statements: number };
  readonly pool: () => PoolState;
  close(): Promise<void>;
}

export interface PoolState {
  readonly limit: number;
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
  /** The longest time that a request has waited for a connection; 0 if none waits. */
  readonly waitMs: number;
}

/** Longer than any time-out of the server: only a connection that is dead without having said so takes this long. */
const tripMs = 15_000;

export function createDb(options: DbOptions): Db {
  const places = placesOf(options.connection);
  const pool = new pg.Pool({
    ...options.connection,
    Client: places.Client,
    max: options.poolSize,
    keepAlive: true,
    application_name: serviceName,
    options: sessionSettings,
    connectionTimeoutMillis: 5000,
    onConnect: (client) => client.query(planningOfCluster),
  });
  // A connection that breaks rejects the query that waits on it. Without these listeners the error event would end the
  // process; the pool throws an idle connection away by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const counts = { trips: 0, statements: 0 };

  const sessionOf = (client: pg.PoolClient): Session => ({
    async trip(asked) {
      const calls = asked.some(({ statement }) => statement.plannedAnew) ? asked.flatMap(withPlanning) : asked;
      counts.trips += 1;
      counts.statements += calls.length;
      // The server bounds every statement; this bounds a server that cannot even say so any more.
      const watchdog = setTimeout(() => streamOf(client).destroy(), tripMs);
      try {
        const trip = new Trip(calls, options.preparedStatements);
        client.query(trip as unknown as pg.Submittable);
        const results = await trip.done;
        return calls === asked ? results : results.filter((_each, index) => !isPlanning(calls[index]));
      } catch (error) {
        if (isServerError(error)) throw asOfOneServer(error);
        const Lost = calls.some(({ statement }) => mayStore(statement)) ? WriteInDoubt : ConnectionLost;
        throw new Lost('the database connection broke', { cause: error });
      } finally {
        clearTimeout(watchdog);
      }
    },
  });

  const { connect, waitMs } = connecting(pool, places);
  const using: Db['using'] = async (work) => {
    const client = await connect();
    const session = sessionOf(client);
    let broken = false;
    try {
      return await work(session);
    } catch (error) {
      // The next work must find no open transaction, and no server that was made a copy meanwhile.
      broken = error instanceof ConnectionLost || isReadOnly(error) || !(await rolledBack(session));
      if (broken) places.doubt(client);
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const run: Db['run'] = async (statement, ...values) => {
    const [result] = await using((session) => session.trip([call(statement, ...values)]));
    return result?.rows ?? [];
  };
  const readSoon = readsTogether((calls) => using((session) => session.trip(calls)));

  return {
    counts,
    using,
    run,
    pool() {
      return {
        limit: options.poolSize,
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        waitMs: waitMs(),
      };
    },
    async read(statement, ...values) {
      if (writes(statement)) throw new Error(`${statement.name} writes: it is run, not read`);
      return statement.plannedAnew ? run(statement, ...values) : readSoon(call(statement, ...values));
    },
    close: () => pool.end(),
  };
}

const rolledBack = (session: Session): Promise<boolean> =>
  session.trip([rollback]).then(
    () => true,
    () => false,
  );

/** Connections of a pool, and how long the first request in line has waited for one; 0 if none waits. */
function connecting(pool: pg.Pool, places: Places) {
  // In the order in which they came: the first waits longest.
  const waiters: { readonly since: number }[] = [];
  const connect = async (): Promise<pg.PoolClient> => {
    for (;;) {
      const client = await pool.connect();
      if (!places.isLeft(client)) return client;
      // Its server may be gone without a word, or still answer with what was true before another took over.
      client.release(true);
    }
  };
  return {
    connect: async (): Promise<pg.PoolClient> => {
      const waiter = { since: performance.now() };
      waiters.push(waiter);
      try {
        return await places.inTurn(connect);
      } catch (cause) {
        throw new ConnectionLost('no database connection', { cause });
      } finally {
        waiters.splice(waiters.indexOf(waiter), 1);
      }
    },
    waitMs: (): number => {
      const [first] = waiters;
      return first ? performance.now() - first.since : 0;
    },
  };
}

const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

/** A statement outside a transaction stores by itself, one inside by its commit. */
const mayStore = (statement: Statement): boolean => statement.name === 'commit' || writes(statement);

const writing = new WeakMap<Statement, boolean>();

/** Reading must change nothing, so that every change can be found by who runs or sends a statement. */
function writes(statement: Statement): boolean {
  const known = writing.get(statement) ?? /\b(insert into|update|delete from)\b/i.test(statement.text);
  writing.set(statement, known);
  return known;
}
