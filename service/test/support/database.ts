// A database of its own for a test file, copied from the migrated template in some 30 ms.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { usualServiceRole } from '../../src/postgres/service-role.ts';
import { onDatabase } from './global-setup.ts';

export type TestDatabase = { connection: pg.ClientConfig; url: string; drop(): Promise<void> };

/** The address of a connection, however it was given: by a socket's folder, or as an address. */
export function urlOf(connection: pg.ClientConfig): string {
  if (connection.connectionString !== undefined) return connection.connectionString;
  return `postgresql://${connection.user}@${encodeURIComponent(connection.host ?? '')}:${connection.port}/${connection.database}`;
}

/** As the service connects: by the role that it runs as, which may do no more than it needs. */
export function asService(connection: pg.ClientConfig): pg.ClientConfig {
  if (connection.connectionString === undefined) return { ...connection, user: usualServiceRole };
  const url = new URL(connection.connectionString);
  url.username = usualServiceRole;
  return { connectionString: url.href };
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client(inject('testServer').admin);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export async function testDatabase(): Promise<TestDatabase> {
  const { admin, template } = inject('testServer');
  const name = `dps_${process.pid}_${randomBytes(4).toString('hex')}`;
  await asAdmin(`create database ${name} template ${template}`);
  const connection = onDatabase(admin, name);
  return { connection, url: urlOf(connection), drop: () => asAdmin(`drop database if exists ${name} with (force)`) };
}
