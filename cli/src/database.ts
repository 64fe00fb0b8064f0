// What is done on the database itself: where it is, and keys, of which the first has to come from somewhere.
import pg from 'pg';
import { createKey, merchantScopes, operatorScopes } from '../../service/src/keys/make-key.ts';
import { listMerchants, merchantOf } from '../../service/src/merchants/merchants.sql.ts';
import { ConfigError } from '../../service/src/runtime/config.ts';
import { readDatabaseAddress, WrongAddress } from '../../service/src/runtime/database-address.ts';
import { ConnectionLost, createDb, type Db } from '../../service/src/store/db.ts';
import { exitCodes, Failure } from './failure.ts';
import { pickMerchant } from './operate.ts';
import type { Terminal } from './terminal.ts';
import { demandInstant } from './time.ts';

export function databaseUrl(given: string | undefined, env: NodeJS.ProcessEnv): string {
  const url = given ?? env.DATABASE_URL?.trim();
  if (url === undefined || url === '') {
    throw new Failure(
      'DATABASE_URL is not set.',
      'Set it, or give --database-url; the embedded database is migrated by npm start and has the sandbox’s keys.',
      exitCodes.usage,
    );
  }
  try {
    readDatabaseAddress(url);
  } catch (fault) {
    if (!(fault instanceof WrongAddress)) throw fault;
    throw new Failure(`The database’s address ${fault.message}.`, undefined, exitCodes.usage);
  }
  return url;
}

/** What is given as a parameter every user of the machine can read. */
export function warnOfPassword({ databaseUrl: given }: { readonly databaseUrl?: string }, { err }: Pick<Terminal, 'err'>): void {
  const [, address = ''] = (given ?? '').split('://');
  const [authority = ''] = address.split(/[/?#]/);
  const user = authority.slice(0, Math.max(0, authority.lastIndexOf('@')));
  if (!user.includes(':') && !/[?&]password=/i.test(address)) return;
  err('Other users of this machine can read a password in --database-url while the command runs; set DATABASE_URL instead.\n');
}

export interface KeyOptions {
  readonly merchant?: string;
  readonly operator?: boolean;
  readonly name: string;
  readonly scopes?: string;
  readonly expires?: string;
  readonly reason?: string;
  readonly mode: 'sandbox' | 'live';
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly owner: string;
  readonly scopes: readonly string[];
  readonly expiresAt?: string;
}

export async function makeKeyOn(url: string, options: KeyOptions): Promise<MadeKey> {
  const scopes = scopesOf(options);
  const expiresAt = options.expires === undefined ? null : demandInstant(options.expires, Date.now());
  if (expiresAt !== null && expiresAt <= Date.now())
    throw new Failure('The key would be expired already.', undefined, exitCodes.usage);
  const db = createDb({ connection: { connectionString: url }, poolSize: 1, preparedStatements: false });
  try {
    const merchant = options.merchant === undefined ? null : pickMerchant(await merchantsIn(db), options.merchant);
    const made = await createKey(db, {
      mode: options.mode,
      merchantId: merchant?.id ?? null,
      name: options.name,
      scopes,
      expiresAt,
      reason: options.reason ?? null,
    });
    if (typeof made === 'string')
      throw new Failure(`The database was made in ${made} mode.`, `Give --mode ${made}, or another --database-url.`);
    const owner = merchant === null ? 'the operator' : `${merchant.name} (${merchant.country})`;
    return {
      ...made,
      name: options.name,
      owner,
      scopes,
      ...(expiresAt !== null && { expiresAt: new Date(expiresAt).toISOString() }),
    };
  } catch (error) {
    throw error instanceof Failure ? error : unreachable(error);
  } finally {
    await db.close();
  }
}

const merchantsIn = async (db: Db) => (await db.read(listMerchants)).map(merchantOf);

function scopesOf({ operator, scopes }: KeyOptions): readonly string[] {
  const allowed: readonly string[] = operator === true ? operatorScopes : merchantScopes;
  if (scopes === undefined) return operator === true ? ['admin:read', 'admin:write'] : allowed;
  const wanted = [
    ...new Set(
      scopes
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
  ];
  const unknown = wanted.filter((scope) => !allowed.includes(scope));
  if (wanted.length > 0 && unknown.length === 0) return wanted;
  throw new Failure(
    `There is no scope ${unknown.join(', ') || '""'} for such a key.`,
    `The scopes are ${allowed.join(', ')}.`,
    exitCodes.usage,
  );
}

export function unreachable(error: unknown): Failure {
  const cause: unknown = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const first: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  const code = first instanceof Error && 'code' in first ? first.code : undefined;
  if (code === '42P01') return new Failure('The database has no tables yet.', 'Run dps db migrate first.');
  return new Failure(
    `The database cannot be used: ${first instanceof Error ? first.message : String(first)}.`,
    'Is DATABASE_URL right?',
    exitCodes.unreachable,
  );
}

/** What the database answered a statement with, which is none of ours to mend. */
export const refusedBy = ({ message, code }: pg.DatabaseError): Failure =>
  new Failure(
    `The database refused it: ${message}.`,
    code === '42501' ? 'Give the address of the role that owns the tables, not of the one that the service runs as.' : undefined,
  );

/** What a connection ends with that is gone, or never was; what pg itself says of it has no code. */
const codesOfNoServer = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/;
const wordsOfNoServer = /^(Connection terminated|timeout expired)/;

/** What the database or a setting is at fault for; a fault of our own is nothing of this. */
export function failureOf(error: unknown): Failure | undefined {
  if (error instanceof Failure) return error;
  if (error instanceof ConfigError) return new Failure(`${error.message}.`, undefined, exitCodes.usage);
  if (error instanceof ConnectionLost) return unreachable(error);
  if (error instanceof pg.DatabaseError) return isUseless(error) ? unreachable(error) : refusedBy(error);
  if (!(error instanceof Error)) return undefined;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = first as NodeJS.ErrnoException;
  return codesOfNoServer.test(code ?? '') || wordsOfNoServer.test(message) ? unreachable(first) : undefined;
}

/** No user, no database, no tables, no room for one more, or on its way down. */
const isUseless = ({ code = '57P01' }: pg.DatabaseError): boolean => code === '42P01' || /^(08|28|3D|53|57P)/.test(code);
