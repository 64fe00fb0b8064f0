// Orders that wait to be decided: who decided them, how often a consumer tried to, and the queue.
import type { IdentityCheck, OrderReview } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../db/table.ts';
import { orderIds } from './orders.sql.ts';

export const orderReviews: Table<OrderReview> = {
  name: 'orderReviews',
  columns: { orderId: 'uuid', decision: 'text', reason: 'text', decidedBy: 'text', decidedAt: 'timestamptz' },
  key: ['orderId'],
  personal: ['reason', 'decidedBy'],
};

export const identityChecks: Table<IdentityCheck> = {
  name: 'identityChecks',
  columns: { orderId: 'uuid', attemptCount: 'int', sendCount: 'int', sentAt: 'timestamptz' },
  key: ['orderId'],
  adds: ['attemptCount', 'sendCount'],
  sets: ['sentAt'],
};

/** Below the lock of the order. */
export const listIdentityChecks: Statement = {
  name: 'list_identity_checks',
  text: `select ${selectList(identityChecks, 'i')} from identity_checks i
where i.merchant_id = $1 and i.order_id = any(array(${orderIds}))`,
};

/** What waits at a merchant after a place ($2, $3), oldest first, with the decision that made it wait. */
export const listPendingOrders: Statement = {
  name: 'list_pending_orders',
  text: `select o.id, o.number, o.currency, o.authorized_minor as "authorizedMinor", o.inserted_at as "insertedAt",
  o.decide_by as "decideBy", c.number as "customerNumber", d.reasons, d.facts, d.application, n.customer
from orders o
join customers k on k.merchant_id = o.merchant_id and k.key = o.customer_key
join customers c on c.merchant_id = k.merchant_id and c.key = coalesce(k.merged_into, k.key)
join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
left join lateral (select * from credit_decisions d where d.merchant_id = o.merchant_id and d.order_id = o.id
  order by d.decided_at desc, d.id desc limit 1) d on true
where o.merchant_id = $1 and o.state = 'Pending' and (o.inserted_at, o.id) > ($2::timestamptz, $3::uuid)
order by o.inserted_at, o.id limit $4::int`,
};

/** Orders that nobody decided in time, of any merchant, page by page: candidates only. */
export const listOverdueOrders: Statement = {
  name: 'list_overdue_orders',
  text: `select o.merchant_id as "merchantId", o.number, o.id, o.decide_by as "at",
  extract(epoch from $1::timestamptz + m.clock_offset_ms * interval '1 millisecond' - o.decide_by)::float8 * 1000 as "lateMs"
from orders o join merchants m on m.id = o.merchant_id
where o.state = 'Pending' and o.decide_by <= $1::timestamptz + m.clock_offset_ms * interval '1 millisecond'
  and (o.decide_by, o.id) > ($2::timestamptz, $3::uuid) and ($5::uuid is null or o.merchant_id = $5)
order by o.decide_by, o.id limit $4::int`,
};

/** When the next pending order of merchant $1 has to be decided after $2. */
export const findNextOverdueReview: Statement = {
  name: 'find_next_overdue_review',
  text: `select min(o.decide_by) as "at" from orders o
where o.merchant_id = $1 and o.state = 'Pending' and o.decide_by > $2::timestamptz`,
};
