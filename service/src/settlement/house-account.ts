// The accounts that the operator pays out from.

import type { BankAccount } from '../core/bank-file/pain-001.ts';
import type { Deps } from '../http/deps.ts';
import { houseAccounts as houseAccountTable } from '../merchants/account-changes.sql.ts';
import { applyBeforeLooking, type FailedChange } from '../merchants/account-changes.ts';
import type { Row } from '../store/db.ts';
import { placeOf } from '../store/table.ts';
import { listHouseAccounts as selectHouseAccounts } from './payout-files.sql.ts';

type Needed = Pick<Deps, 'db' | 'secrets' | 'clock' | 'log' | 'auth'>;

interface InForce {
  readonly accounts: ReadonlyMap<string, BankAccount>;
  /** Changes of any account that are in force and could not be applied: what they replace is not to be used. */
  readonly failed: readonly FailedChange[];
}

/** The accounts as they are in force at this moment, as the merchants’ are from here on. */
export async function accountsInForce(deps: Needed): Promise<InForce> {
  const { db, secrets } = deps;
  const failed = await applyBeforeLooking(deps);
  const rows = await db.read(selectHouseAccounts);
  const opened = (row: Row): string => secrets.open(String(row['content']), placeOf(houseAccountTable, 'content', '', row));
  const accounts = new Map(rows.map((row) => [String(row['currency']), JSON.parse(opened(row)) as BankAccount]));
  return { accounts, failed };
}

export const houseAccounts = async (deps: Needed): Promise<ReadonlyMap<string, BankAccount>> =>
  (await accountsInForce(deps)).accounts;
