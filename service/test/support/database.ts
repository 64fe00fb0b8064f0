// A database of its own for a test file, copied from the migrated template in some 30 ms.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { usualServiceRole } from '../../src/postgres/service-role.ts';
import { onDatabase, onNodes } from './global-setup.ts';

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
  return { ...connection, connectionString: url.href };
}

export async function testDatabase(): Promise<TestDatabase> {
  const { nodes, template } = inject('testServer');
  const name = `dps_${process.pid}_${randomBytes(4).toString('hex')}`;
  await onNodes(nodes, `create database ${name} template ${template}`);
  const connection = onDatabase(nodes[0], name);
  return { connection, url: urlOf(connection), drop: () => onNodes(nodes, `drop database if exists ${name} with (force)`) };
}
