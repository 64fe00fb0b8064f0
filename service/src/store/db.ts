// Connections to PostgreSQL. Statements are sent in trips (trip.ts): all at once down the wire, answered together, so that a trip
// costs one round trip however many statements it holds.
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Statement } from './table.ts';
import { Trip, type TripResult } from './trip.ts';

/** A statement with its parameters, all rendered to text already. */
export interface Call {
  readonly statement: Statement;
  readonly values: readonly (string | number | boolean | null)[];
}
export const call = (statement: Statement, ...values: Call['values']): Call => ({ statement, values });

export interface DbOptions {
  readonly connection: pg.ClientConfig;
  readonly poolSize: number;
  /** Off for a pooler between us and the server that does not know prepared statements. */
  readonly preparedStatements: boolean;
}

/** Takes back the open transaction, if there is one. */
export const rollback = call({ name: 'rollback', text: 'rollback' });

export type Row = Record<string, unknown>;
export type Rows = Row[];

/** One connection for a while. */
export interface Session {
  /** Send all calls in one round trip. After one that fails the rest is not done; outside a transaction none of them is. */
  trip(calls: readonly Call[]): Promise<TripResult[]>;
}

export interface Db {
  /** One statement, one round trip. */
  read(statement: Statement, ...values: Call['values']): Promise<Rows>;
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

const sessionSettings = [
  '-c default_transaction_isolation=read\\ committed',
  // A lost client or a stuck lock must not hold a merchant up for longer than this.
  '-c lock_timeout=2000',
  '-c statement_timeout=5000',
  '-c idle_in_transaction_session_timeout=5000',
  '-c timezone=UTC',
  '-c jit=off',
].join(' ');

/** Longer than any time-out of the server: only a connection that is dead without having said so takes this long. */
const tripMs = 15_000;

export function createDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    keepAlive: true,
    application_name: 'deferred-payment-service',
    options: sessionSettings,
    connectionTimeoutMillis: 5000,
  });
  // A connection that breaks rejects the query that waits on it. Without these listeners the error event would end the
  // process; the pool throws an idle connection away by itself.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const counts = { trips: 0, statements: 0 };

  const sessionOf = (client: pg.PoolClient): Session => ({
    async trip(calls) {
      counts.trips += 1;
      counts.statements += calls.length;
      // The server bounds every statement; this bounds a server that cannot even say so any more.
      const watchdog = setTimeout(() => streamOf(client).destroy(), tripMs);
      try {
        const trip = new Trip(calls, options.preparedStatements);
        client.query(trip as unknown as pg.Submittable);
        return await trip.done;
      } catch (error) {
        throw isServerError(error) ? error : new ConnectionLost('the database connection broke', { cause: error });
      } finally {
        clearTimeout(watchdog);
      }
    },
  });

  // In the order in which they came: the first waits longest.
  const waitingSince = new Set<{ readonly since: number }>();
  const connect = async (): Promise<pg.PoolClient> => {
    const waiter = { since: performance.now() };
    waitingSince.add(waiter);
    try {
      return await pool.connect();
    } catch (cause) {
      throw new ConnectionLost('no database connection', { cause });
    } finally {
      waitingSince.delete(waiter);
    }
  };

  const using: Db['using'] = async (work) => {
    const client = await connect();
    const session = sessionOf(client);
    let broken = false;
    try {
      return await work(session);
    } catch (error) {
      // The next work finds no transaction open, whatever this one left.
      broken = error instanceof ConnectionLost || !(await rolledBack(session));
      throw error;
    } finally {
      client.release(broken);
    }
  };

  return {
    counts,
    using,
    pool() {
      const [first] = waitingSince;
      return {
        limit: options.poolSize,
        total: pool.totalCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
        waitMs: first ? performance.now() - first.since : 0,
      };
    },
    async read(statement, ...values) {
      const [result] = await using((session) => session.trip([call(statement, ...values)]));
      return result?.rows ?? [];
    },
    close: () => pool.end(),
  };
}

const rolledBack = (session: Session): Promise<boolean> =>
  session.trip([rollback]).then(
    () => true,
    () => false,
  );
const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

/** The connection broke, or could not be made: what was sent last may or may not have been done. */
export class ConnectionLost extends Error {}

/** The server cannot write at the moment, and says so: no room left, or it is a copy. Nothing of the transaction is done. */
export const cannotWrite = (error: unknown): boolean => isServerError(error) && /^(53...|25006)$/.test(error.code ?? '');

/** Did the server answer with an error (the connection is fine), or did the connection break? */
export function isServerError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57P');
}
