// Each statement of a history on two servers: what a real PostgreSQL returns, the server in memory has to return, too.
import { isDeepStrictEqual } from 'node:util';
import type { Link } from './faulty-db.ts';
import type { MemoryLink } from './memory-link.ts';
import type { Row } from './memory-server.ts';

/** Long enough for what both servers do at one moment. */
const momentMs = 20;

/** Answers are those of the first, and so is the patience with a lock: its end comes at a moment that the two cannot share otherwise. */
export function createComparedLink(real: Link, memory: MemoryLink, differences: string[]): Link {
  const both = async (work: (link: Link) => Promise<void>): Promise<void> => {
    await Promise.all([work(real), work(memory)]);
  };
  return {
    isOpen: real.isOpen,
    hasSavepoint: real.hasSavepoint,
    abort: () => both((link) => link.abort()),
    cut: () => both((link) => link.cut()),
    close: () => both((link) => link.close()),
    async perform(call) {
      const inMemory = Promise.allSettled([memory.perform(call)]);
      const [one] = await Promise.allSettled([real.perform(call)]);
      const waiting = setTimeout(() => memory.giveUp(), one.status === 'rejected' ? 0 : momentMs);
      const [other] = await inMemory;
      clearTimeout(waiting);
      const { name, text } = call.statement;
      if (one.status === 'rejected' || other.status === 'rejected') {
        const [said, wanted] = [other, one].map((each) => (each.status === 'rejected' ? codeOf(each.reason) : 'rows'));
        if (said !== wanted) differences.push(`${name}: ${said} in memory, ${wanted} of PostgreSQL`);
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      }
      const inOrder = / order by [^()]*$/.test(text.replaceAll('\n', ' '));
      differences.push(...rowDifferences(name, one.value.rows, other.value.rows, inOrder));
      return one.value;
    },
  };
}

const codeOf = (fault: unknown): string => (fault as { code?: string }).code ?? String(fault);

/** What the server draws, each its own. */
const drawn: Readonly<Record<string, string>> = {
  lock_customers: 'id',
  lock_account_owners: 'id',
  list_merged_customers: 'id',
  list_merged_into_people: 'id',
  customers: 'id',
};

/** Of the columns that PostgreSQL returns. */
export function rowDifferences(name: string, real: readonly Row[], memory: readonly Row[], inOrder: boolean): string[] {
  const columns = Object.keys(real[0] ?? {}).filter((column) => column !== drawn[name]);
  if (real.length !== memory.length) return [`${name}: ${memory.length} rows in memory, ${real.length} of PostgreSQL`];
  const only = (rows: readonly Row[]): unknown[][] => {
    const picked = rows.map((row) => columns.map((column) => row[column] ?? null));
    return inOrder ? picked : picked.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  };
  const [one, other] = [only(real), only(memory)];
  return one.flatMap((row, index) =>
    columns.flatMap((column, at) => {
      const [is, should] = [other[index]?.[at], row[at]];
      return isDeepStrictEqual(is, should) ? [] : [`${name}.${column}: ${textOf(is)} in memory, ${textOf(should)} of PostgreSQL`];
    }),
  );
}

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? `${each}` : each)) ?? 'undefined';
