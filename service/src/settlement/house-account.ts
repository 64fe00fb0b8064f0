// The accounts that the operator pays out from.

import type { BankAccount } from '../core/bank-file/pain-001.ts';
import type { Deps } from '../http/deps.ts';
import { houseAccounts as houseAccountTable } from '../merchants/account-changes.sql.ts';
import { applyDueChanges } from '../merchants/account-changes.ts';
import type { Row } from '../store/db.ts';
import { placeOf } from '../store/table.ts';
import { listHouseAccounts as selectHouseAccounts } from './payout-files.sql.ts';

/** As they are in force at this moment, as the merchants’ accounts are from here on. */
export async function houseAccounts(deps: Pick<Deps, 'db' | 'secrets' | 'clock'>): Promise<Map<string, BankAccount>> {
  const { db, secrets } = deps;
  await applyDueChanges(deps);
  const rows = await db.read(selectHouseAccounts);
  const opened = (row: Row): string => secrets.open(String(row['content']), placeOf(houseAccountTable, 'content', '', row));
  return new Map(rows.map((row) => [String(row['currency']), JSON.parse(opened(row)) as BankAccount]));
}
