// Withdrawals of consumers from the credit of their orders.
import type { CostReturn, Withdrawal } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const withdrawals: Table<Withdrawal> = {
  name: 'withdrawals',
  columns: {
    orderId: 'uuid',
    noticedOn: 'date',
    payBy: 'date',
    medium: 'text',
    principalMinor: 'bigint',
    interestMinor: 'bigint',
    returnedMinor: 'bigint',
    insertedAt: 'timestamptz',
  },
  key: ['orderId'],
};

export const costReturns: Table<CostReturn> = {
  name: 'costReturns',
  columns: {
    captureNumber: 'text',
    reason: 'text',
    transactionId: 'text',
    orderId: 'uuid',
    interestMinor: 'bigint',
    feeMinor: 'bigint',
    creditMinor: 'bigint',
    savedMinor: 'bigint',
    countedOn: 'date',
    countedInterestMinor: 'bigint',
    countedFeeMinor: 'bigint',
    changedRows: 'json',
    insertedAt: 'timestamptz',
  },
  key: ['captureNumber', 'reason', 'transactionId'],
  sets: ['interestMinor', 'feeMinor', 'savedMinor', 'countedOn', 'countedInterestMinor', 'countedFeeMinor', 'changedRows'],
};

/** Below the lock of the order. */
export const listCostReturns: Statement = {
  name: 'list_cost_returns',
  text: `select ${selectList(costReturns, 'x')} from cost_returns x
where x.merchant_id = $1 and x.order_id = any(array(${orderIds}))`,
};

/** Below the lock of the order. */
export const listWithdrawals: Statement = {
  name: 'list_withdrawals',
  text: `select ${selectList(withdrawals, 'w')} from withdrawals w
where w.merchant_id = $1 and w.order_id = any(array(${orderIds}))`,
};

/** An order by its number ($2), its own id or the id of a contract it was placed on ($3), with when its last agreement was made. */
export const findAgreedOrder: Statement = {
  name: 'find_agreed_order',
  text: `select o.number, o.currency, o.authorized_minor as "authorizedMinor", n.customer ->> 'conversationLanguage' as "customerLanguage",
  (select max(k.made_at) from contracts k where k.merchant_id = o.merchant_id and k.order_id = o.id) as "agreedAt"
from orders o join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
where o.merchant_id = $1 and (o.number_key = $2 or o.id = $3::uuid
  or o.id = (select k.order_id from contracts k where k.merchant_id = $1 and k.id = $3::uuid))
order by o.state = 'Rejected', o.inserted_at desc limit 1`,
};
