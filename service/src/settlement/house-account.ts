// The accounts that the operator pays out from.

import type { BankAccount } from '../core/bank-file/pain-001.ts';
import type { Deps } from '../http/deps.ts';
import type { Row } from '../store/db.ts';
import { placeOf } from '../store/table.ts';
import { houseAccounts as houseAccountTable, listHouseAccounts as selectHouseAccounts } from './payout-files.sql.ts';

export async function houseAccounts({ db, secrets }: Deps): Promise<Map<string, BankAccount>> {
  const rows = await db.read(selectHouseAccounts);
  const opened = (row: Row): string => secrets.open(String(row['content']), placeOf(houseAccountTable, 'content', '', row));
  return new Map(rows.map((row) => [String(row['currency']), JSON.parse(opened(row)) as BankAccount]));
}
