// Connections to a database that may be at one of several places, and moves: the leader dies, and another host takes over. Who
// connects is sent to the place where it worked last, then to the others in turn.
import pg from 'pg';
import { type DatabaseAddress, type Demand, readDatabaseAddress } from '../runtime/database-address.ts';
import { ConnectionLost } from './server-errors.ts';

/** A host that is gone without a word must not use up the time for the others. */
const placeMs = 3000;

/** The database could not be used at one of its places. */
class NotHere extends Error {}

export interface Places {
  /** For a pool: each of its clients is made for the place that is next. */
  readonly Client: typeof pg.Client;
  /** Does so until a place is found, at most once for each. */
  inTurn<Result>(connect: () => Promise<Result>): Promise<Result>;
  /** The connection broke, or its server takes no writes any more: those that were made like it are not used again. */
  doubt(client: pg.ClientBase): void;
  /** Was it made before the database was doubted, or found at another place? */
  isLeft(client: pg.ClientBase): boolean;
}

const states: Readonly<Record<Exclude<Demand, 'any'>, string>> = {
  primary: 'pg_is_in_recovery()',
  'read-write': `current_setting('transaction_read_only')::boolean`,
};

export function placesOf(connection: pg.ClientConfig): Places {
  const { connectionString } = connection;
  const { places, demand }: DatabaseAddress =
    connectionString === undefined ? { places: [''], demand: 'any' } : readDatabaseAddress(connectionString);
  const at = (place: number) => (connectionString === undefined ? {} : { connectionString: places[place] });
  let next = 0;
  let last = 0;
  /** Counts the moments at which the database may have moved. */
  let moves = 0;

  class PlacedClient extends pg.Client {
    readonly place = next;
    madeAfter = 0;

    constructor(options?: pg.ClientConfig) {
      const limit = places.length > 1 ? { connectionTimeoutMillis: placeMs } : {};
      super({ ...connection, ...options, ...limit, ...at(next) });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(() => (callback as () => void)(), callback);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      // What breaks a connection while it is looked at is what the look reports.
      this.on('error', () => undefined);
      try {
        await super.connect();
        if (demand !== 'any') await this.#demand(states[demand]);
      } catch (cause) {
        if (next === this.place) next = (next + 1) % places.length;
        void this.end().catch(() => undefined);
        throw new NotHere(`${this.host}:${this.port}: ${wordsOf(cause)}`, { cause });
      }
      if (last !== this.place) moves += 1;
      [next, last, this.madeAfter] = [this.place, this.place, moves];
      return this;
    }

    async #demand(state: string): Promise<void> {
      const asked = { text: `select ${state} as wrong`, query_timeout: placeMs };
      const { rows } = await this.query<{ wrong: boolean }>(asked);
      if (rows[0]?.wrong !== false) throw new Error('takes no writes: it is a copy, or read only');
    }
  }

  const isLeft = (client: pg.ClientBase): boolean => client instanceof PlacedClient && client.madeAfter !== moves;
  return {
    Client: PlacedClient,
    isLeft,
    doubt(client) {
      if (!isLeft(client)) moves += 1;
    },
    async inTurn(connect) {
      const faults: NotHere[] = [];
      for (;;) {
        try {
          return await connect();
        } catch (fault) {
          if (!(fault instanceof NotHere)) throw fault;
          faults.push(fault);
        }
        if (faults.length < places.length) continue;
        throw places.length === 1 && demand === 'any'
          ? faults[0]?.cause
          : new ConnectionLost(faults.map(({ message }) => message).join('; '));
      }
    },
  };
}

/** A host with several addresses fails with all their errors at once and no message of its own. */
function wordsOf(fault: unknown): string {
  const first: unknown = fault instanceof AggregateError ? fault.errors[0] : fault;
  return first instanceof Error ? first.message : String(first);
}

/** One connection, to be ended by who asked for it. What breaks it later is what the statement under way reports. */
export async function connectTo(connection: pg.ClientConfig): Promise<pg.Client> {
  const places = placesOf(connection);
  return places.inTurn(() => new places.Client(connection).connect() as unknown as Promise<pg.Client>);
}
