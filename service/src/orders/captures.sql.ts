import type { Capture, CaptureInstallment, ReturnNotification } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const captures: Table<Capture> = {
  name: 'captures',
  columns: {
    number: 'text',
    orderId: 'uuid',
    amountMinor: 'bigint',
    refundedMinor: 'bigint',
    paidMinor: 'bigint',
    creditMinor: 'bigint',
    onAccount: 'bool',
    chargedAccount: 'text',
    chargedMinor: 'bigint',
    settledOn: 'date',
    invoicedOn: 'date',
    dueOn: 'date',
    returnNotifiedAt: 'timestamptz',
    reminderLevel: 'int',
    reminderCount: 'int',
    remindedOn: 'date',
    reminderFeeMinor: 'bigint',
    reminderFeePaidMinor: 'bigint',
    lateInterestMinor: 'bigint',
    lateInterestPaidMinor: 'bigint',
    remindersPausedUntil: 'date',
    debitReturnedOn: 'date',
    paymentReference: 'text',
    documentId: 'uuid',
    invoiceTerms: 'common',
    invoiceDue: 'json',
    items: 'json',
    remarks: 'json',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['number'],
  defaults: {
    paidMinor: 0n,
    creditMinor: 0n,
    chargedMinor: 0n,
    reminderLevel: 0,
    reminderCount: 0,
    reminderFeeMinor: 0n,
    reminderFeePaidMinor: 0n,
  },
  adds: [
    'refundedMinor',
    'paidMinor',
    'creditMinor',
    'chargedMinor',
    'reminderCount',
    'reminderFeeMinor',
    'reminderFeePaidMinor',
  ],
  sets: [
    'dueOn',
    'onAccount',
    'chargedAccount',
    'settledOn',
    'returnNotifiedAt',
    'reminderLevel',
    'remindedOn',
    'remindersPausedUntil',
    'debitReturnedOn',
    'lateInterestMinor',
    'lateInterestPaidMinor',
    'updatedAt',
  ],
  personal: ['remarks'],
};

export const captureInstallments: Table<CaptureInstallment> = {
  name: 'captureInstallments',
  columns: {
    captureNumber: 'text',
    number: 'int',
    orderId: 'uuid',
    dueOn: 'date',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    feeMinor: 'bigint',
    paidMinor: 'bigint',
    paidOn: 'date',
  },
  key: ['captureNumber', 'number'],
  adds: ['paidMinor'],
  sets: ['dueOn', 'principalMinor', 'interestMinor', 'feeMinor', 'paidOn'],
};

/** Under the lock of their orders. */
export const listInstallments: Statement = {
  name: 'list_installments',
  text: `select ${selectList(captureInstallments, 'i')} from capture_installments i
where i.merchant_id = $1 and i.order_id = any(array(${orderIds})) order by i.capture_number, i.number`,
};

export const returnNotifications: Table<ReturnNotification> = {
  name: 'returnNotifications',
  columns: {
    captureNumber: 'text',
    orderId: 'uuid',
    amountMinor: 'bigint',
    items: 'json',
    remarks: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['captureNumber'],
  personal: ['remarks'],
};

/** Under the lock of their orders. */
export const listCaptures: Statement = {
  name: 'list_captures',
  text: `select ${selectList(captures, 'c')} from captures c
where c.merchant_id = $1 and c.order_id = any(array(${orderIds})) order by c.inserted_at, c.number`,
};

/** Is a capture number taken by any order? */
export const findCaptures: Statement = {
  name: 'find_captures',
  text: `select ${selectList(captures, 'c')} from captures c where c.merchant_id = $1 and c.number = any($2::text[])`,
};
