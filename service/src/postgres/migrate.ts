// Brings the database to the newest form: plain SQL files, forward only, each in one transaction and recorded with its hash.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

type Migration = { name: string; text: string; hash: string; breaking: boolean; concurrently: boolean };

async function listFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await listFiles(folder);
  const numbers = new Map<string, string>();
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1];
    if (number === undefined) throw new MigrationError(`The migration ${name} is not named like 0001-merchants.sql.`);
    const other = numbers.get(number);
    if (other !== undefined) throw new MigrationError(`The migrations ${other} and ${name} have the same number.`);
    numbers.set(number, name);
  }
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      const hash = createHash('sha256').update(text).digest('hex');
      return { name, text, hash, breaking: /^--! breaking\b/.test(text), concurrently: /^--! concurrently\b/.test(text) };
    }),
  );
}

/** What is not applied yet; refuses files that were changed after they were applied. */
async function findPending(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  const applied = new Map(rows.map((row) => [row.name, row.sha256]));
  const changed = migrations.filter(({ name, hash }) => applied.has(name) && applied.get(name) !== hash);
  if (changed.length > 0) {
    const names = changed.map(({ name }) => name).join(', ');
    throw new MigrationError(`${names} was changed after it was applied; undo the change and add a new migration instead.`);
  }
  return migrations.filter(({ name }) => !applied.has(name));
}

/** What went wrong. A lock that was waited for in vain is held by another session, which only an operator can end. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const waited = 'code' in error && error.code === '55P03';
  return waited
    ? `${error.message}. A session holds what it changes (docs/runbook.md, "Slow requests" shows whose): end it, and run this again`
    : error.message;
}

/**
 * Indexes of tables that may be big are made beside the running service (`--! concurrently` on the first line), which cannot
 * be done in a transaction. One that was left unfinished is of no use and made anew.
 */
async function applyConcurrently(client: pg.Client, { name, text, hash, breaking }: Migration): Promise<void> {
  const statements = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('--'))
    .join('\n')
    .split(';')
    .map((each) => each.trim())
    .filter(Boolean);
  const indexes = statements.map((each) => concurrent.exec(each)?.[1]);
  if (indexes.length === 0 || indexes.includes(undefined))
    throw new MigrationError(
      `The migration ${name} may only say create index concurrently if not exists …, or drop index concurrently if exists ….`,
    );
  try {
    await client.query(`set lock_timeout = '5s'; set statement_timeout = 0`);
    for (const [position, statement] of statements.entries()) {
      const index = indexes[position] ?? '';
      const { rows } = await client.query(`select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid`, [
        index,
      ]);
      if (rows.length > 0) await client.query(`drop index concurrently if exists ${index}`);
      await client.query(statement);
    }
    await client.query('insert into schema_migrations (name, sha256, breaking) values ($1, $2, $3)', [name, hash, breaking]);
  } catch (error) {
    throw new MigrationError(`The migration ${name} failed; run it again: ${messageOf(error)}`);
  }
}

const concurrent = /^(?:create (?:unique )?index concurrently if not exists|drop index concurrently if exists) (\w+)/i;

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  if (migration.concurrently) return applyConcurrently(client, migration);
  try {
    await client.query('begin');
    // A migration that waits for a lock makes every request behind it wait, so it gives up early and is run again later.
    await client.query(`set local lock_timeout = '5s'; set local statement_timeout = 0`);
    await client.query(migration.text);
    await client.query('insert into schema_migrations (name, sha256, breaking) values ($1, $2, $3)', [
      migration.name,
      migration.hash,
      migration.breaking,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw new MigrationError(`The migration ${migration.name} failed and was undone: ${messageOf(error)}`);
  }
}

// Any constant will do, as long as nothing else in this database uses it.
const migrationLockKey = 4_702_111_802;
const betweenLocksMs = 100;

/** One at a time migrates or distributes; the lock belongs to the session, and goes with a process that is killed. */
export async function holdSchemaLock(client: pg.Client, log: (line: string) => void): Promise<() => Promise<unknown>> {
  if (!(await isLocked(client))) {
    log('Waiting for another process that changes the schema of this database …');
    // Asked for again and again: a statement that waits holds a snapshot, for which `create index concurrently` waits in turn.
    while (!(await isLocked(client))) await pause(betweenLocksMs);
  }
  return () => client.query('select pg_advisory_unlock($1)', [migrationLockKey]).catch(() => undefined);
}

async function isLocked(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [migrationLockKey]);
  return rows[0]?.locked === true;
}

async function isCurrent(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`);
  return rows[0]?.there === true && (await findPending(client, migrations)).length === 0;
}

export interface MigrationStatus {
  readonly applied: readonly { readonly name: string; readonly appliedAt: Date; readonly breaking: boolean }[];
  readonly pending: readonly { readonly name: string; readonly breaking: boolean }[];
  /** Applied by a newer version than this one. */
  readonly unknown: readonly string[];
}

/** What is applied and what is missing; changes nothing. */
export async function migrationStatus(client: pg.Client, folder: string): Promise<MigrationStatus> {
  const migrations = await readMigrations(folder);
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`);
  if (rows[0]?.there !== true) return { applied: [], pending: migrations, unknown: [] };
  const found = await client.query<{ name: string; appliedAt: Date; breaking: boolean }>(
    'select name, applied_at as "appliedAt", breaking from schema_migrations order by name',
  );
  const known = new Set(migrations.map(({ name }) => name));
  return {
    applied: found.rows,
    pending: await findPending(client, migrations),
    unknown: found.rows.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/** For processes that are started after a step of its own has migrated: what is missing would show only later, in requests. */
export async function demandMigrated(client: pg.Client, folder: string): Promise<void> {
  const { pending } = await migrationStatus(client, folder);
  if (pending.length === 0) return;
  const names = pending.map(({ name }) => name).join(', ');
  throw new MigrationError(`The database lacks ${names}, and MIGRATE is off; run dps db migrate first.`);
}

/**
 * Applies what is missing and returns its names. The client must be a direct connection of its own: the lock that keeps two
 * runs apart belongs to the session.
 */
export async function migrate(
  client: pg.Client,
  folder: string,
  log: (line: string) => void = () => undefined,
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  // The usual start changes nothing and should neither write nor wait.
  if (await isCurrent(client, migrations)) return [];
  const release = await holdSchemaLock(client, log);
  try {
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, sha256 text not null, breaking boolean not null,
         applied_at timestamptz not null default now())`,
    );
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      log(`Migrating the database: ${migration.name}`);
      await apply(client, migration);
    }
    return pending.map(({ name }) => name);
  } finally {
    await release();
  }
}
