import type { Refund } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const refunds: Table<Refund> = {
  name: 'refunds',
  columns: {
    number: 'text',
    orderId: 'uuid',
    captureNumber: 'text',
    amountMinor: 'bigint',
    documentId: 'uuid',
    noteTerms: 'json',
    items: 'json',
    remarks: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['number'],
  personal: ['remarks'],
};

/** Is a refund number taken by any order? */
export const findRefunds: Statement = {
  name: 'find_refunds',
  text: `select ${selectList(refunds, 'r')} from refunds r where r.merchant_id = $1 and r.number = any($2::text[])`,
};
