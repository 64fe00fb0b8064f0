// The ledger: transfers, inserted and never changed (core/ledger.ts says which).
import type { Instant } from '../core/dates.ts';
import type { LedgerEntry } from '../core/ledger.ts';
import type { Table } from '../store/table.ts';

export interface LedgerRow extends LedgerEntry {
  readonly id: string;
  /** The event that it books. */
  readonly eventId: string;
  readonly bookedAt: Instant;
}

export const ledger: Table<LedgerRow> = {
  name: 'ledger',
  columns: {
    id: 'uuid',
    eventId: 'uuid',
    orderId: 'uuid',
    accountNumber: 'text',
    debitAccount: 'text',
    creditAccount: 'text',
    amountMinor: 'bigint',
    currency: 'text',
    bookedAt: 'timestamptz',
  },
  key: ['id'],
};
