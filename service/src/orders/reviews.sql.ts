// Orders that waited to be decided: who decided them, and how often a consumer tried to.
import type { IdentityCheck, OrderReview } from '../core/order/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';
import { orderIds } from './orders.sql.ts';

export const orderReviews: Table<OrderReview> = {
  name: 'orderReviews',
  columns: { orderId: 'uuid', decision: 'text', reason: 'text', decidedBy: 'text', decidedAt: 'timestamptz' },
  key: ['orderId'],
  personal: ['reason', 'decidedBy'],
};

export const identityChecks: Table<IdentityCheck> = {
  name: 'identityChecks',
  columns: { orderId: 'uuid', attemptCount: 'int', sendCount: 'int', sentAt: 'timestamptz', confirmedAt: 'timestamptz' },
  key: ['orderId'],
  adds: ['attemptCount', 'sendCount'],
  sets: ['sentAt', 'confirmedAt'],
};

/** Below the lock of the order. */
export const listIdentityChecks: Statement = {
  name: 'list_identity_checks',
  text: `select ${selectList(identityChecks, 'i')} from identity_checks i
where i.merchant_id = $1 and i.order_id = any(array(${orderIds}))`,
};
