// The accounts that the operator pays out from.

import type { BankAccount } from '../core/bank-file/pain-001.ts';
import type { Deps } from '../http/deps.ts';
import { listHouseAccounts as selectHouseAccounts } from './payout-files.sql.ts';

export async function houseAccounts({ db, secrets }: Deps): Promise<Map<string, BankAccount>> {
  const rows = await db.read(selectHouseAccounts);
  return new Map(rows.map((row) => [String(row['currency']), JSON.parse(secrets.open(String(row['content']))) as BankAccount]));
}
