// Who changed what: one row for every request that changed something, written by the book in the same transaction.
import type { Instant } from '../core/dates.ts';
import type { Table } from './table.ts';

export interface AuditRow {
  readonly id: string;
  /** The key, job or operator that acted. */
  readonly actor: string;
  /** The endpoint's operation id, or the job's name. */
  readonly operation: string;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
  readonly subject: string;
  readonly requestId: string;
  readonly happenedAt: Instant;
}

export const audit: Table<AuditRow> = {
  name: 'audit',
  columns: {
    id: 'uuid',
    actor: 'text',
    operation: 'text',
    orderId: 'uuid',
    accountNumber: 'text',
    subject: 'text',
    requestId: 'text',
    happenedAt: 'timestamptz',
  },
  key: ['id'],
};
