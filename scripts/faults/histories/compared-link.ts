// Each statement of a history on two servers: what a real PostgreSQL returns, the server in memory has to return, too.
import { isDeepStrictEqual } from 'node:util';
import type { Call } from '../../../service/src/store/call.ts';
import type { TripResult } from '../../../service/src/store/trip.ts';
import type { Link } from './faulty-db.ts';
import type { MemoryLink } from './memory-link.ts';
import type { Row } from './memory-server.ts';

/** What the two servers of a history said otherwise, until they parted. */
export interface Comparison {
  readonly differences: string[];
  /**
   * All who wait for the same new key wake together once the transaction that wrote it is taken back: which of them goes on is chance
   * on PostgreSQL, and the first that asked in memory. Where another does, the rest is not compared.
   */
  parted: boolean;
}

/** Long enough for what both servers do at one moment. */
const momentMs = 20;

/** Answers are those of the first, and so is the patience with a lock: its end comes at a moment that the two cannot share otherwise. */
export function createComparedLink(real: Link, memory: MemoryLink, comparison: Comparison): Link {
  /** What the server in memory says of it, once the real one has said it. */
  const alsoInMemory = async (call: Call, answer: Promise<unknown>): Promise<PromiseSettledResult<TripResult>> => {
    const asked = Promise.allSettled([memory.perform(call)]);
    const by = memory.transaction();
    if (by) {
      void asked.then(() => {
        by.isAhead = true;
      });
    }
    const [said] = await Promise.allSettled([answer]);
    const giveUp = (): void => {
      if (by?.waitsFor?.holder?.isAhead) comparison.parted = true;
      by?.giveUp?.();
    };
    const waiting = setTimeout(giveUp, said.status === 'rejected' ? 0 : momentMs);
    const [other] = await asked;
    clearTimeout(waiting);
    if (by) by.isAhead = false;
    return other;
  };
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
      if (comparison.parted) return real.perform(call);
      const answer = real.perform(call);
      const other = await alsoInMemory(call, answer);
      if (!comparison.parted) comparison.differences.push(...(await answerDifferences(call, answer, other)));
      return answer;
    },
  };
}

async function answerDifferences(
  { statement: { name, text } }: Call,
  answer: Promise<TripResult>,
  other: PromiseSettledResult<TripResult>,
): Promise<string[]> {
  const [one] = await Promise.allSettled([answer]);
  if (one.status === 'rejected' || other.status === 'rejected') {
    const [said, wanted] = [other, one].map((each) => (each.status === 'rejected' ? codeOf(each.reason) : 'rows'));
    return said === wanted ? [] : [`${name}: ${said} in memory, ${wanted} of PostgreSQL`];
  }
  const inOrder = / order by [^()]*$/.test(text.replaceAll('\n', ' '));
  return rowDifferences(name, one.value.rows, other.value.rows, inOrder);
}

const codeOf = (fault: unknown): string => (fault as { code?: string }).code ?? String(fault);

/** What the server draws, each its own. */
const drawn: Readonly<Record<string, string>> = {
  lock_customers: 'id',
  lock_customers_of_orders: 'id',
  lock_account_owners: 'id',
  list_merged_customers: 'id',
  list_merged_into_people: 'id',
  find_person: 'id',
  lock_person: 'id',
  find_person_links: 'customerIds',
  customers: 'id',
  // In another form.
  list_pending: 'writtenAt',
};

/** Lists that have no order. */
const inAnyOrder = (name: string, value: unknown): unknown =>
  name === 'find_person_links' && Array.isArray(value)
    ? (value as readonly string[]).toSorted((one, other) => (one < other ? -1 : 1))
    : value;

/** Of the columns that PostgreSQL returns. */
export function rowDifferences(name: string, real: readonly Row[], memory: readonly Row[], inOrder: boolean): string[] {
  const columns = Object.keys(real[0] ?? {}).filter((column) => column !== drawn[name]);
  if (real.length !== memory.length) return [`${name}: ${memory.length} rows in memory, ${real.length} of PostgreSQL`];
  const only = (rows: readonly Row[]): unknown[][] => {
    const picked = rows.map((row) => columns.map((column) => inAnyOrder(name, row[column] ?? null)));
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
