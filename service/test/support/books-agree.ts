// The numbers of a database agree, after every test that asks for it.
import { expect } from 'vitest';
import { disagreements } from './disagreements.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

export async function expectBooksAgree(query: Query): Promise<void> {
  for (const [between, text] of Object.entries(disagreements)) {
    expect(await query(text), `disagreement between ${between}`).toEqual([]);
  }
}
