// The audit as it is read: of one merchant, or of all that a key may see, newest first by id. Every merchant's rows are their
// own range of the primary key, so that a page of all is a short piece of each, and each piece is of one shard.
import type { Statement } from '../store/table.ts';

/** What is looked for. */
export interface AuditSearch {
  readonly actor?: string;
  readonly operation?: string;
  readonly subject?: string;
  readonly orderIds?: readonly string[];
  readonly from?: number;
  readonly to?: number;
  readonly firstId?: string;
  readonly lastId?: string;
  readonly afterId: string | null;
}

type Value = string | number;
const at = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Of these merchants; how many: $1. */
export function auditSearch(
  merchantIds: readonly string[],
  search: AuditSearch,
  limit: number,
): { statement: Statement; values: Value[] } {
  const values: Value[] = [limit];
  const add = (value: Value): string => `$${values.push(value)}`;
  const { actor, operation, subject, orderIds, from, to, firstId, lastId, afterId } = search;
  const conditions = [
    ...(actor === undefined ? [] : [`a.actor = ${add(actor)}`]),
    ...(operation === undefined ? [] : [`a.operation = ${add(operation)}`]),
    ...(subject === undefined ? [] : [`a.subject = ${add(subject)}`]),
    ...(orderIds ? [`a.order_id = any(${add(`{${orderIds.join(',')}}`)}::uuid[])`] : []),
    ...(from === undefined ? [] : [`a.happened_at >= ${add(at(from))}::timestamptz`]),
    ...(to === undefined ? [] : [`a.happened_at < ${add(at(to))}::timestamptz`]),
    ...(firstId === undefined ? [] : [`a.id >= ${add(firstId)}::uuid`]),
    ...(lastId === undefined ? [] : [`a.id <= ${add(lastId)}::uuid`]),
    ...(afterId === null ? [] : [`a.id < ${add(afterId)}::uuid`]),
  ];
  const pieces = merchantIds.map((merchantId) => piece(`${add(merchantId)}::uuid`, conditions));
  const text = `${pieces.join(' union all ')} order by id desc limit $1::int`;
  return { statement: { name: 'search_audit', text, plannedAnew: true }, values };
}

const piece = (merchant: string, conditions: readonly string[]): string => `(select a.merchant_id as "merchantId", a.id, a.actor,
  k.name as "actorName", a.operation, a.order_id as "orderId", o.number as "orderNumber", a.account_number as "accountNumber", a.subject,
  a.request_id as "requestId", a.reason, a.happened_at as "happenedAt"
from (select a.* from audit a where ${[`a.merchant_id = ${merchant}`, ...conditions].join(' and ')} order by a.id desc limit $1::int) a
left join orders o on o.merchant_id = ${merchant} and o.id = a.order_id
left join api_keys k on k.id::text = a.actor)`;

/** Orders with a number ($2, folded), rejected ones, too. */
export const findOrderIds: Statement = {
  name: 'find_order_ids',
  text: `select o.id from orders o where o.merchant_id = $1 and o.number_key = $2 and o.state <> 'Rejected'
union all select o.id from orders o where o.merchant_id = $1 and o.number_key = $2 and o.state = 'Rejected'`,
};

/** The merchants of an organisation ($1), or all. */
export const listMerchantIds: Statement = {
  name: 'list_merchant_ids',
  text: `select m.id from merchants m where $1::uuid is null or m.organisation_id = $1::uuid`,
};
