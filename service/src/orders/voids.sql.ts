import type { Void } from '../core/order/rows.ts';
import type { Table } from '../store/table.ts';

export const voids: Table<Void> = {
  name: 'voids',
  columns: { number: 'text', orderId: 'uuid', amountMinor: 'bigint', items: 'json', remarks: 'json', insertedAt: 'timestamptz' },
  key: ['number'],
  personal: ['remarks'],
};
