// Advice at a start: a large book on a server without huge pages. Each of its processes then keeps a page table entry for every 4 kB of
// the cache that it ever touched, which on some virtual machines costs as much as all the rest of a request (docs/scaling.md).
import type pg from 'pg';

/** A smaller database fits into what a processor remembers of its pages. */
const leastBytes = 2 ** 30;

/**
 * What to do where the server says that it has none; nothing where it has, where the database is small, or where it does not say:
 * PostgreSQL does from 17 on, and only Linux has them.
 */
export async function hugePagesAdvice(client: pg.ClientBase, from = leastBytes): Promise<string | undefined> {
  const { rows } = await client.query<{ status: string | null; pages: number | null; bytes: string }>(
    `select current_setting('huge_pages_status', true) as status, current_setting('shared_memory_size_in_huge_pages', true)::int as pages,
  pg_database_size(current_database()) as bytes`,
  );
  const [{ status, pages, bytes } = { status: null, pages: null, bytes: '0' }] = rows;
  if (status !== 'off' || pages === null || pages <= 0 || Number(bytes) < from) return undefined;
  return `PostgreSQL runs without huge pages, which slows down a large book: set vm.nr_hugepages=${pages} on its machine, then start it again (docs/scaling.md).`;
}
