// Connections to PostgreSQL. Statements are sent in trips: all at once down the wire, answers awaited together (`pg` in
// pipeline mode), so that a trip costs one round trip however many statements it holds.
import type { Writable } from 'node:stream';
import pg from 'pg';
import type { Statement } from './table.ts';

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

export type Row = Record<string, unknown>;
export type Rows = Row[];

/** One connection for a while. */
export interface Session {
  /** Send all calls in one round trip. Every answer is awaited; the first failure is thrown. */
  trip(calls: readonly Call[]): Promise<pg.QueryResult<Row>[]>;
}

export interface Db {
  /** One statement, one round trip; one that writes is refused. */
  read(statement: Statement, ...values: Call['values']): Promise<Rows>;
  /** The same with one that writes. */
  run(statement: Statement, ...values: Call['values']): Promise<Rows>;
  /** A connection of its own for as long as the work takes; a connection that broke is thrown away. */
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

/** bigint for money, milliseconds for instants, 'YYYY-MM-DD' for days: never a Date in local time. */
const parsers = new Map<number, (text: string) => unknown>([
  [20, BigInt],
  [1082, (day) => day],
  [1184, instantOf],
]);

function instantOf(text: string): number {
  return Date.parse(`${text.replace(' ', 'T')}:00`);
}

export function createDb(options: DbOptions): Db {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.poolSize,
    pipeline: true,
    keepAlive: true,
    application_name: 'deferred-payment-service',
    options: sessionSettings,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: (oid: number, format?: string) => parsers.get(oid) ?? pg.types.getTypeParser(oid, format as 'text') },
  } as pg.PoolConfig);
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
      const answers = await Promise.allSettled(sendTogether(client, () => calls.map((each) => client.query(query(each)))));
      clearTimeout(watchdog);
      return answers.map((answer) => {
        if (answer.status === 'fulfilled') return answer.value;
        throw isServerError(answer.reason)
          ? answer.reason
          : new ConnectionLost('the database connection broke', { cause: answer.reason });
      });
    },
  });
  const query = ({ statement, values }: Call): pg.QueryConfig => ({
    ...(options.preparedStatements && !statement.plannedAnew && { name: statement.name }),
    text: textOf(statement),
    values: values as (string | number | boolean | null)[],
  });

  const { connect, waitMs } = connecting(pool);
  const using: Db['using'] = async (work) => {
    const client = await connect();
    let broken = false;
    try {
      return await work(sessionOf(client));
    } catch (error) {
      broken = error instanceof ConnectionLost;
      throw error;
    } finally {
      client.release(broken);
    }
  };

  const run: Db['run'] = async (statement, ...values) => {
    const [result] = await using((session) => session.trip([call(statement, ...values)]));
    return result?.rows ?? [];
  };

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
      return run(statement, ...values);
    },
    close: () => pool.end(),
  };
}

/** Connections of a pool, and how long the first request in line has waited for one; 0 if none waits. */
function connecting(pool: pg.Pool) {
  // In the order in which they came: the first waits longest.
  const waitingSince = new Set<{ readonly since: number }>();
  return {
    connect: async (): Promise<pg.PoolClient> => {
      const waiter = { since: performance.now() };
      waitingSince.add(waiter);
      try {
        return await pool.connect();
      } catch (cause) {
        throw new ConnectionLost('no database connection', { cause });
      } finally {
        waitingSince.delete(waiter);
      }
    },
    waitMs: (): number => {
      const [first] = waitingSince;
      return first ? performance.now() - first.since : 0;
    },
  };
}

/** One write to the socket for all that is sent: `pg` alone would make one of each statement. */
function sendTogether<Result>(client: pg.PoolClient, send: () => Result): Result {
  const stream = streamOf(client);
  stream.cork();
  try {
    return send();
  } finally {
    process.nextTick(() => stream.uncork());
  }
}

const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream;

const writing = new WeakMap<Statement, boolean>();

/** Reading must change nothing, so that every change can be found by who runs or sends a statement. */
function writes(statement: Statement): boolean {
  const known = writing.get(statement) ?? /\b(insert into|update|delete from)\b/i.test(statement.text);
  writing.set(statement, known);
  return known;
}

const texts = new WeakMap<Statement, string>();

/** The statement's text with its name in front, so that pg_stat_activity shows which it is. */
function textOf(statement: Statement): string {
  const known = texts.get(statement) ?? `/* ${statement.name} */ ${statement.text}`;
  texts.set(statement, known);
  return known;
}

/** The connection broke, or could not be made: what was sent last may or may not have been done. */
export class ConnectionLost extends Error {}

/** The server cannot write at the moment, and says so: no room left, or it is a copy. Nothing of the transaction is done. */
export const cannotWrite = (error: unknown): boolean => isServerError(error) && /^(53...|25006)$/.test(error.code ?? '');

/** Did the server answer with an error (the connection is fine), or did the connection break? */
export function isServerError(error: unknown): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && !error.code.startsWith('57P');
}
