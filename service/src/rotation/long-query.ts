// A connection for what goes through whole tables: without the time limits of those that answer requests, and planned as the
// server likes.
import type pg from 'pg';
import type { Row } from '../store/db.ts';
import { connectTo } from '../store/places.ts';

export type Query = (text: string, ...values: readonly unknown[]) => Promise<readonly Row[]>;

export async function longQueries<Result>(connection: pg.ClientConfig, work: (query: Query) => Promise<Result>): Promise<Result> {
  const client = await connectTo({ application_name: 'dps', connectionTimeoutMillis: 10_000, ...connection });
  try {
    return await work(async (text, ...values) => (await client.query<Row>(text, [...values])).rows);
  } finally {
    await client.end();
  }
}
