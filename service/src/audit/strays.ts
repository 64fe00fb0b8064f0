// Rows of a chain that have no seal and wait for none: they were put in by hand, beside the service.
import { type ChainName, firstIdAt, highestId, instantInId } from '../core/seal.ts';
import type { Db } from '../store/db.ts';
import { sealStatements } from './seals.sql.ts';

/**
 * So much older than the row before it a row of a chain may be: its transaction waited, or the clock of its process is behind. One
 * that is older was put in later, and `verify` names it.
 */
export const lateMs = 5 * 60_000;

/** A page of so many rows. */
const pageSize = 2000;

export interface Strays {
  readonly count: number;
  /** How many of the page wait for their seals. */
  readonly waiting: number;
  readonly strays: readonly string[];
  /** Where the next page goes on; nothing at the end. */
  readonly next?: string;
}

/** Of the rows after an id. They are read before their seals, so that one that is sealed meanwhile is not named. */
export async function strayRows(db: Db, chain: ChainName, merchantId: string, after: string): Promise<Strays> {
  const ids = (await db.read(sealStatements.listRows[chain], merchantId, after, pageSize)).map(({ id }) => String(id));
  const last = ids.at(-1);
  if (last === undefined) return { count: 0, waiting: 0, strays: [] };
  const made = instantInId(last);
  const until = made === undefined ? highestId : firstIdAt(made + lateMs + 1);
  const known = await db.read(sealStatements.listKnown[chain], merchantId, after, last, until);
  const waits = new Map(known.map((row) => [String(row['id']), row['waits'] === true]));
  return {
    count: ids.length,
    waiting: ids.filter((id) => waits.get(id) === true).length,
    strays: ids.filter((id) => !waits.has(id)),
    ...(ids.length === pageSize && { next: last }),
  };
}
