// The queue of all that waits to be decided, orders and applications for accounts alike, and what in it is past its time.
import type { Statement } from '../store/table.ts';

const customerOf = (
  table: string,
): string => `join customers k on k.merchant_id = ${table}.merchant_id and k.key = ${table}.customer_key
join customers c on c.merchant_id = k.merchant_id and c.key = coalesce(k.merged_into, k.key)`;

/** What waits at a merchant after a place ($2, $3), oldest first, with the decision that made it wait. */
export const listWaiting: Statement = {
  name: 'list_waiting',
  text: `select w.* from (
(select 'order' as kind, o.id, o.number, o.currency, o.authorized_minor as "amountMinor", o.inserted_at as "insertedAt",
  o.decide_by as "decideBy", c.number as "customerNumber", d.reasons, d.facts, d.application, n.customer,
  null::text as statement, null::text as subject
from orders o ${customerOf('o')}
join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
left join lateral (select * from credit_decisions d where d.merchant_id = o.merchant_id and d.order_id = o.id
  order by d.decided_at desc, d.id desc limit 1) d on true
where o.merchant_id = $1 and o.state = 'Pending' and (o.inserted_at, o.id) > ($2::timestamptz, $3::uuid)
order by o.inserted_at, o.id limit $4::int)
union all
(select 'account', a.id, a.number, a.currency, a.limit_minor, a.inserted_at,
  a.decide_by, c.number, d.reasons, d.facts, d.application, n.customer, null, null
from accounts a ${customerOf('a')}
join account_owners n on n.merchant_id = a.merchant_id and n.account_number = a.number
left join lateral (select * from account_applications d where d.merchant_id = a.merchant_id and d.customer_key = a.customer_key
  and d.account_number = a.number limit 1) d on true
where a.merchant_id = $1 and a.state = 'UnderReview' and (a.inserted_at, a.id) > ($2::timestamptz, $3::uuid)
order by a.inserted_at, a.id limit $4::int)
union all
(select 'rejection', b.decision_id, b.decision_id::text, b.currency, b.amount_minor, b.asked_at,
  b.answer_by, c.number, d.reasons, d.facts, d.application, n.customer, b.statement, case b.kind when 'order' then b.subject end
from objections b
left join customers c on c.merchant_id = b.merchant_id and c.key = b.customer_key
left join order_contents n on n.merchant_id = b.merchant_id and n.order_id = b.order_id
left join lateral (
  select x.reasons, x.facts, x.application from credit_decisions x where x.merchant_id = b.merchant_id and x.id = b.decision_id
  union all select x.reasons, x.facts, x.application from account_applications x where x.merchant_id = b.merchant_id and x.id = b.decision_id
  union all select x.reasons, x.facts, x.application from checkout_decisions x where x.merchant_id = b.merchant_id and x.id = b.decision_id
) d on true
where b.merchant_id = $1 and b.answered_at is null and (b.asked_at, b.decision_id) > ($2::timestamptz, $3::uuid)
order by b.asked_at, b.decision_id limit $4::int)
) w order by "insertedAt", id limit $4::int`,
};

/** On the clock of merchant m. */
const now = `$1::timestamptz + m.clock_offset_ms * interval '1 millisecond'`;

function overdue(kind: string, table: string, state: string): string {
  return `(select x.merchant_id as "merchantId", '${kind}' as kind, x.number, x.id, x.decide_by as "at",
  extract(epoch from ${now} - x.decide_by)::float8 * 1000 as "lateMs"
from ${table} x join merchants m on m.id = x.merchant_id
where x.state = '${state}' and x.decide_by <= ${now}
  and (x.decide_by, x.id) > ($2::timestamptz, $3::uuid) and ($5::uuid is null or x.merchant_id = $5)
order by x.decide_by, x.id limit $4::int)`;
}

/** What was not decided in time, of any merchant, page by page: candidates only. */
export const listOverdueReviews: Statement = {
  name: 'list_overdue_reviews',
  text: `select w.* from (
${overdue('order', 'orders', 'Pending')}
union all
${overdue('account', 'accounts', 'UnderReview')}
) w order by "at", id limit $4::int`,
};

/** When the next of merchant $1 has to be decided after $2. */
export const findNextOverdueReview: Statement = {
  name: 'find_next_overdue_review',
  text: `select least(
  (select min(o.decide_by) from orders o where o.merchant_id = $1 and o.state = 'Pending' and o.decide_by > $2::timestamptz),
  (select min(a.decide_by) from accounts a where a.merchant_id = $1 and a.state = 'UnderReview' and a.decide_by > $2::timestamptz)
) as "at"`,
};
