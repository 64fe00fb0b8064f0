// The erasures of a history: whom each was about, and when it became visible.
import type { Books } from './check.ts';

export interface DoneErasure {
  readonly at: number;
  readonly customerId: unknown;
}

export const isErased = (key: unknown): boolean => String(key).startsWith('erased:');

export const erasuresOf = (books: Books): DoneErasure[] =>
  books
    .rows('audit')
    .filter((row) => row['operation'] === 'erasePerson')
    .map((row) => ({ at: books.committedAt(String(row['id'])) ?? 0, customerId: row['customerId'] }));
