// Money received from consumers.
import type { PaymentReturn } from '../core/order/collecting.ts';
import type { Payment } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

const dividedColumns = {
  transactionId: 'text',
  orderId: 'uuid',
  captureNumber: 'text',
  amountMinor: 'bigint',
  principalMinor: 'bigint',
  interestMinor: 'bigint',
  feeMinor: 'bigint',
} as const;

export const payments: Table<Payment> = {
  name: 'payments',
  columns: {
    ...dividedColumns,
    valueOn: 'date',
    reason: 'text',
    insertedAt: 'timestamptz',
  },
  key: ['transactionId'],
  personal: ['reason'],
};

export const paymentReturns: Table<PaymentReturn> = {
  name: 'paymentReturns',
  columns: {
    ...dividedColumns,
    creditMinor: 'bigint',
    returnedOn: 'date',
    reason: 'text',
    insertedAt: 'timestamptz',
  },
  key: ['transactionId'],
  personal: ['reason'],
};

/** Was a payment taken back before? */
export const findPaymentReturns: Statement = {
  name: 'find_payment_returns',
  text: `select ${selectList(paymentReturns, 'r')} from payment_returns r
where r.merchant_id = $1 and r.transaction_id = any($2::text[])`,
};

/** Was a transaction booked before? */
export const findPayments: Statement = {
  name: 'find_payments',
  text: `select ${selectList(payments, 'p')} from payments p where p.merchant_id = $1 and p.transaction_id = any($2::text[])`,
};

/** The order and the capture that a payment names, by capture number or by payment reference. */
export const findPaidCapture: Statement = {
  name: 'find_paid_capture',
  text: `select c.number as "captureNumber", o.number as "orderNumber" from captures c
join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
where c.merchant_id = $1 and (c.number = $2 or c.payment_reference = $3) limit 2`,
};
