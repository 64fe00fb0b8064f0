// The tables of an order: what every step needs (hot, small), and its contents (cold, personal).
import type { Order, OrderContents } from '../core/order/rows.ts';
import { anyMerchant, latestClock } from '../store/all-merchants.sql.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const orders: Table<Order> = {
  name: 'orders',
  columns: {
    id: 'uuid',
    number: 'text',
    numberKey: 'text',
    customerKey: 'text',
    checkoutId: 'uuid',
    paymentType: 'text',
    terms: 'json',
    currency: 'text',
    state: 'text',
    authorizedMinor: 'bigint',
    netMinor: 'bigint',
    approvedMinor: 'bigint',
    capturedMinor: 'bigint',
    voidedMinor: 'bigint',
    refundedMinor: 'bigint',
    expiresOn: 'date',
    expiresAt: 'timestamptz',
    shippingCount: 'int',
    version: 'int',
    decideBy: 'timestamptz',
    contractVersion: 'int',
    daysUntilDue: 'int',
    warnedDays: 'int',
    insertedAt: 'timestamptz',
    updatedAt: 'timestamptz',
  },
  key: ['id'],
  defaults: { version: 0 },
  adds: ['authorizedMinor', 'capturedMinor', 'voidedMinor', 'refundedMinor', 'shippingCount', 'version'],
  sets: ['state', 'terms', 'netMinor', 'approvedMinor', 'warnedDays', 'expiresOn', 'expiresAt', 'updatedAt'],
};

export const orderContents: Table<OrderContents> = {
  name: 'orderContents',
  columns: {
    orderId: 'uuid',
    items: 'json',
    customer: 'json',
    deliveryCustomer: 'json',
    nationalId: 'sealed',
    deliveryNationalId: 'sealed',
    bankAccount: 'sealed',
    payment: 'json',
    remarks: 'json',
    words: 'text',
  },
  key: ['orderId'],
  sets: ['items', 'payment', 'remarks'],
  personal: ['customer', 'deliveryCustomer', 'nationalId', 'deliveryNationalId', 'bankAccount', 'payment', 'remarks', 'words'],
};

/**
 * The id of the order that a number (folded; $2 unless said otherwise) means: the valid one, else the last that was declined, which
 * a number that was used again leaves behind (C20). With `rejected` also one that never stood.
 */
export const idBehindNumber = (which: 'declined' | 'rejected', number = '$2'): string => `coalesce(
  (select x.id from orders x where x.merchant_id = $1 and x.number_key = ${number} and x.state <> 'Rejected'),
  (select x.id from orders x where x.merchant_id = $1 and x.number_key = ${number} and x.state = 'Rejected'${
    which === 'declined' ? ' and x.decide_by is not null order by' : ' order by x.decide_by is null,'
  } x.id desc limit 1))`;

/**
 * What belongs to the order `o`. The merchant is named by the parameter each time: a cluster finds the shard by that, and not by the
 * row of the order.
 */
export const ofOrder = (alias: string): string => `${alias}.merchant_id = $1 and ${alias}.order_id = o.id`;

/** The order ids behind the numbers in $2, for the tables below an order. */
export const orderIds = `select o.id from orders o where o.merchant_id = $1 and o.number_key = any($2::text[]) and o.state <> 'Rejected'`;

/**
 * The orders with these numbers, and those that were declined under them, which nothing changes any more. After a lock wait
 * the row is looked at anew: one that was pending and is declined by now shows it.
 */
export const lockOrders: Statement = {
  name: 'lock_orders',
  text: `select ${selectList(orders, 'o')} from orders o
where o.merchant_id = $1 and (o.state <> 'Rejected' or o.decide_by is not null) and o.id = any(array(
  ${orderIds}
  union all select o.id from orders o where o.merchant_id = $1 and o.number_key = any($2::text[]) and o.state = 'Rejected'
))
order by o.id for no key update`,
};

export const listOrderContents: Statement = {
  name: 'list_order_contents',
  text: `select ${selectList(orderContents, 'c')} from order_contents c where c.merchant_id = $1 and c.order_id = any(array(${orderIds}))`,
};

/** Orders whose time is over, page by page: candidates only, the book decides again under the lock. */
export const listExpiredOrders: Statement = {
  name: 'list_expired_orders',
  text: `select o.merchant_id as "merchantId", o.number, o.id, o.expires_at as "at",
  (extract(epoch from $1::timestamptz + m.clock_offset_ms * interval '1 millisecond' - o.expires_at) * 1000)::float8 as "lateMs"
from merchants m join orders o on o.merchant_id = m.id
where o.state in ('Pending', 'Authorized', 'PartlyCaptured')
  and o.merchant_id = ${anyMerchant} and o.expires_at <= ${latestClock('$1::timestamptz')}
  and o.expires_at <= $1::timestamptz + m.clock_offset_ms * interval '1 millisecond'
  and (o.expires_at, o.id) > ($2::timestamptz, $3::uuid) and ($5::uuid is null or m.id = $5)
order by o.expires_at, o.id limit $4::int`,
};

/** When the next order of merchant $1 expires after $2. */
export const findNextExpiry: Statement = {
  name: 'find_next_expiry',
  text: `select min(o.expires_at) as "at" from orders o
where o.merchant_id = $1 and o.state in ('Pending', 'Authorized', 'PartlyCaptured') and o.expires_at > $2::timestamptz`,
};
