// docs/performance.md: written by people, but for the parts between two marks.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { budgets } from '../../service/test/support/budgets.ts';
import { table } from './markdown.ts';

export const page = join(resolve(import.meta.dirname, '../..'), 'docs', 'performance.md');

/** The text with another part between its two marks. */
export function between(text: string, mark: string, part: string): string {
  const [begin, end] = [`<!-- ${mark} -->`, `<!-- end of ${mark} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no marks of ${mark}`);
  return `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`;
}

/** The page with the budgets as the tests have them. */
export function pageWithBudgets(): string {
  const rows = budgets.map(({ operation, trips, statements, rows, walBytes }) => [
    operation,
    String(trips),
    String(statements),
    String(Object.values(rows).reduce((sum, count) => sum + count, 0)),
    Object.entries(rows)
      .map(([name, count]) => (count === 1 ? name : `${name} ${count}`))
      .join(', '),
    String(walBytes),
  ]);
  const shown = table(['Operation', 'Round trips', 'Statements', 'Rows', 'of', 'WAL bytes, at most'], rows);
  return between(readFileSync(page, 'utf8'), 'budgets', shown);
}
