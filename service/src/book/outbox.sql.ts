// Events as rows, written in the transaction of the change they report. Jobs number and deliver them later (C83, C84).
import type { Instant } from '../core/dates.ts';
import type { JsonObject } from '../core/json.ts';
import type { Table } from '../store/table.ts';

export interface OutboxRow {
  readonly id: string;
  readonly type: string;
  readonly orderId: string | null;
  readonly accountNumber: string | null;
  readonly subject: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly happenedAt: Instant;
  /** Of the resource, after the event (core/event-data.ts). */
  readonly version: number;
  /** `data` as it is delivered, but for the merchant and the sequence number. */
  readonly data: JsonObject;
}

export const outbox: Table<OutboxRow> = {
  name: 'outbox',
  columns: {
    id: 'uuid',
    type: 'text',
    orderId: 'uuid',
    accountNumber: 'text',
    subject: 'text',
    currency: 'text',
    amountMinor: 'bigint',
    happenedAt: 'timestamptz',
    version: 'int',
    data: 'json',
  },
  key: ['id'],
};
