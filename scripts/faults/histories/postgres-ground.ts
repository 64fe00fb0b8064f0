// Histories on a real PostgreSQL: one database for one history after the other, whose clock is that of the history.
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../service/src/postgres/migrate.ts';
import { makeServiceRole, usualServiceRole } from '../../../service/src/postgres/service-role.ts';
import { type Call, call } from '../../../service/src/store/call.ts';
import { sessionSettings, withPlanning } from '../../../service/src/store/planning.ts';
import { type AnyTable, selectList, sqlName } from '../../../service/src/store/table.ts';
import { Trip, type TripResult } from '../../../service/src/store/trip.ts';
import { asService } from '../../../service/test/support/database.ts';
import { onDatabase, passwordOf, startServer } from '../../../service/test/support/global-setup.ts';
import { ofAllMerchants } from '../../../service/test/support/merchant.ts';
import { allTables, type Row } from './memory-server.ts';
import { houseAccount } from './merchant.ts';
import type { WhoWaits } from './outside.ts';

const projectDir = join(import.meta.dirname, '../../..');
/** Functions are looked for in the schema of the history before the server's own; tables are made in the first. */
const searchPath = 'public, history, pg_catalog';
const clock = `create schema history;
create function history.now() returns timestamptz language sql stable as
  $$ select coalesce(nullif(current_setting('history.now', true), '')::timestamptz, pg_catalog.now()) $$;
grant usage on schema history to public`;

/** A server of its own, or that of TEST_DATABASE_URL, and databases on it for one worker each. */
export interface Grounds {
  database(): Promise<pg.ClientConfig>;
  stop(): Promise<void>;
}

export async function startGrounds(): Promise<Grounds> {
  const { admin, stop } = await startServer();
  const names: string[] = [];
  return {
    async database() {
      const name = `dps_histories_${process.pid}_${names.length + 1}`;
      names.push(name);
      return makeHistoryDatabase(admin, name);
    },
    async stop() {
      for (const name of names) await connected(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
      await stop();
    },
  };
}

/** A migrated database with the clock of a history. */
export async function makeHistoryDatabase(admin: pg.ClientConfig, name: string): Promise<pg.ClientConfig> {
  const database = onDatabase(admin, name);
  await connected(admin, async (client) => {
    await client.query(`create database ${name}`);
    await client.query(`alter database ${name} set search_path = ${searchPath}`);
  });
  await connected(database, async (client) => {
    await client.query(clock);
    await migrate(client, join(projectDir, 'service', 'migrations'));
    await makeServiceRole(client, usualServiceRole, passwordOf(admin));
  });
  return database;
}

async function connected(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A connection of the service's, with the server's number of it. */
export interface Place {
  readonly pid: number;
  trip(calls: readonly Call[]): Promise<TripResult[]>;
  giveBack(): void;
  /** The server has ended it once this is done. */
  cut(): Promise<void>;
}

export interface PostgresGround {
  readonly whoWaits: WhoWaits;
  place(): Promise<Place>;
  /** What waits for a lock is ended, as the server's own time-out would. */
  cancel(pid: number): Promise<void>;
  /** Nothing is there but the merchant. */
  clear(merchant: Row): Promise<void>;
  rows(): Promise<Map<string, Row[]>>;
  close(): Promise<void>;
}

/** Faster than `truncate`, which makes new files for every table and index. */
const emptyAll = `do $$ declare t name; begin
  set local session_replication_role = replica;
  for t in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
    and relname not in ('schema_migrations', 'reference_places', 'reference_imports', 'service_settings')
  loop execute format('delete from %I', t); end loop;
end $$`;

/** Time-outs of the server count in its own time, so the history has them instead (postgres-link.ts). */
const untimed = '-c lock_timeout=0 -c statement_timeout=0 -c idle_in_transaction_session_timeout=0';
const mostPlaces = 40;

export function createPostgresGround(database: pg.ClientConfig): PostgresGround {
  const options = `${sessionSettings} ${untimed}`;
  const pool = new pg.Pool({ ...asService(database), max: mostPlaces, options, idleTimeoutMillis: 0 });
  const admin = new pg.Pool({ ...database, max: 2, idleTimeoutMillis: 0 });
  for (const each of [pool, admin]) {
    each.on('error', () => undefined);
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const held = new Set<Place>();
  const tripOn = async (client: pg.PoolClient, calls: readonly Call[]): Promise<TripResult[]> => {
    const trip = new Trip(calls, true);
    client.query(trip as unknown as pg.Submittable);
    return trip.done;
  };

  return {
    async whoWaits() {
      const { rows } = await admin.query<{ pid: number }>('select distinct pid from pg_locks where not granted');
      return new Set(rows.map(({ pid }) => pid));
    },
    async place() {
      const client = await pool.connect();
      const pid = (client as unknown as { processID: number }).processID;
      const place: Place = {
        pid,
        async trip(calls) {
          const planned = calls.flatMap(withPlanning);
          const results = await tripOn(client, planned);
          return results.filter((_each, index) => calls.includes(planned[index] as Call));
        },
        giveBack() {
          held.delete(place);
          client.release();
        },
        async cut() {
          if (!held.delete(place)) return;
          client.release(true);
          await admin.query('select pg_terminate_backend($1, 10000)', [pid]);
        },
      };
      held.add(place);
      return place;
    },
    async cancel(pid) {
      await admin.query('select pg_cancel_backend($1)', [pid]);
    },
    async clear(merchant) {
      // What was under way when the history before ended holds locks.
      for (const place of held) await place.cut();
      await admin.query(emptyAll);
      const { id, name, country, currency, language, timeZone, contract } = merchant;
      await admin.query(
        `insert into merchants (id, name, country, currency, language, time_zone, contract) values ($1, $2, $3, $4, $5, $6, $7)`,
        [id, name, country, currency, language, timeZone, contract],
      );
      await admin.query('insert into house_accounts (currency, content, updated_at) values ($1, $2, now())', [
        houseAccount['currency'],
        houseAccount['content'],
      ]);
    },
    async rows() {
      const client = await admin.connect();
      try {
        const found = new Map<string, Row[]>();
        for (const table of allTables.values()) {
          const [result] = await tripOn(client, [
            call({ name: '', text: `select ${columnsOf(table)} from ${sqlName(table)} t` }),
          ]);
          found.set(table.name, result?.rows ?? []);
        }
        return found;
      } finally {
        client.release();
      }
    },
    async close() {
      for (const place of held) await place.cut();
      await pool.end();
      await admin.end();
    },
  };
}

/** Of tables that no decision changes, and what jobs add to others. */
const added: Readonly<Record<string, string>> = {
  outbox: 't.sequence_number::int as "sequenceNumber"',
  commonContents: 't.mark, t.content',
  unsealed: 't.id, t.ledger_ids as "ledgerIds", t.audit_ids as "auditIds"',
  eventStreams: 't.merchant_id as "merchantId", t.last_number::int as "lastNumber"',
  jobRuns: 't.name',
};

const columnsOf = (table: AnyTable): string =>
  [ofAllMerchants(selectList(table, 't'), 't'), added[table.name] ?? ''].filter((part) => part !== '').join(', ');
