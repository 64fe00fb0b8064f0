// A connection for what goes through whole tables: without the time limits of those that answer requests, and planned as the
// server likes.
import pg from 'pg';
import type { Row } from '../store/db.ts';

export type Query = (text: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

export async function longQueries<Result>(connection: pg.ClientConfig, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ application_name: 'dps', connectionTimeoutMillis: 10_000, ...connection });
  // What broke it is what the query under way reports.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(async (text, ...values) => (await client.query<Row>(text, [...values])).rows);
  } finally {
    await client.end();
  }
}
