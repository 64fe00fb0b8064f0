// The merchant an operation is about, and the pages of what it lists.

import type { MerchantOnClock } from '../core/merchant.ts';
import type { Deps } from '../http/deps.ts';
import { uuid } from '../http/paging.ts';
import { findMerchantById, merchantOf } from './merchants.sql.ts';

/** A merchant by its id; where an organisation is given, only one of that organisation's. */
export async function findMerchant(
  id: string,
  { db }: Pick<Deps, 'db'>,
  organisationId: string | null = null,
): Promise<MerchantOnClock | undefined> {
  const [row] = uuid.test(id) ? await db.read(findMerchantById, id, organisationId) : [];
  return row && merchantOf(row);
}
