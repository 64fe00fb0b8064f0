// What the book reads and writes, handed over at the start (compose.ts): so it imports no feature's tables.
import type { MerchantOnClock } from '../core/merchant.ts';
import type { Rows, TableName } from '../core/rows.ts';
import type { Call, Row } from '../store/db.ts';
import type { Table } from '../store/table.ts';
import type { Load } from './needs.ts';

/** How else than by key a loaded row is found: from a row to the value it is found by, null where it is not found so. */
export type Lookups = { readonly [Name in TableName]?: Readonly<Record<string, (row: Rows[Name]) => string | null>> };

/** The tables in the order in which their rows are written. */
export interface Tables {
  readonly tables: { readonly [Name in TableName]: Table<Rows[Name]> };
  readonly lookups: Lookups;
}

export interface Storage extends Tables {
  /** In lock order: customer, account, order, checkout, contract; plain reads come after the locks. */
  readonly loads: readonly Load[];
  /** How the merchant is read, with its clock. */
  readonly loadMerchant: (merchantId: string) => {
    readonly call: Call;
    readonly merchantOf: (row: Row) => MerchantOnClock;
  };
}
