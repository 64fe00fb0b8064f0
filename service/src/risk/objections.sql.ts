// Rejections that a person may contest, and the objections to them.
import type { Objection } from '../core/risk/rows.ts';
import { commonRead, type Statement, selectList, type Table } from '../store/table.ts';

export const objections: Table<Objection> = {
  name: 'objections',
  columns: {
    decisionId: 'uuid',
    documentId: 'uuid',
    kind: 'text',
    subject: 'text',
    orderId: 'uuid',
    customerKey: 'text',
    checkoutId: 'uuid',
    currency: 'text',
    amountMinor: 'bigint',
    language: 'text',
    statement: 'sealed',
    askedAt: 'timestamptz',
    answerBy: 'timestamptz',
    outcome: 'text',
    answer: 'sealed',
    reason: 'text',
    decidedBy: 'text',
    answeredAt: 'timestamptz',
  },
  key: ['decisionId'],
  sets: ['outcome', 'answer', 'reason', 'decidedBy', 'answeredAt'],
  personal: ['statement', 'answer', 'reason', 'decidedBy'],
};

export const lockObjections: Statement = {
  name: 'lock_objections',
  text: `select ${selectList(objections, 'b')} from objections b
where b.merchant_id = $1 and b.decision_id = any($2::uuid[]) order by b.decision_id for no key update`,
};

/** A rejection by the id of its decision ($2), with whom it is about as far as that is still known. */
export const findRejection: Statement = {
  name: 'find_rejection',
  text: `select 'order' as kind, d.id as "decisionId", o.number as subject, o.id as "orderId", o.customer_key as "customerKey",
  null::uuid as "checkoutId", o.currency, d.amount_minor as "amountMinor", d.reasons, d.facts, d.result, d.application,
  ${commonRead('policy', 'd')} as policy, d.decided_at as "decidedAt", n.customer
from credit_decisions d join orders o on o.merchant_id = d.merchant_id and o.id = d.order_id
join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
where d.merchant_id = $1 and d.id = $2::uuid and d.outcome <> 'Accepted'
union all
select 'account', x.id, coalesce(c.number, x.id::text), null, x.customer_key, null, x.application ->> 'currency', x.asked_minor,
  x.reasons, x.facts, x.result, x.application, ${commonRead('policy', 'x')}, x.decided_at, null
from account_applications x join customers c on c.merchant_id = x.merchant_id and c.key = x.customer_key
where x.merchant_id = $1 and x.id = $2::uuid and x.outcome = 'Rejected'
union all
select 'checkout', d.id, d.checkout_id::text, null, coalesce(d.customer_key, n.customer_key), d.checkout_id,
  d.application ->> 'currency', d.amount_minor, d.reasons, d.facts, null, d.application,
  ${commonRead('policy', 'd')}, d.decided_at, k.customer
from checkout_decisions d left join checkouts k on k.merchant_id = d.merchant_id and k.id = d.checkout_id
left join customer_numbers n on n.merchant_id = d.merchant_id and n.number = k.customer_number
where d.merchant_id = $1 and d.id = $2::uuid and d.outcome = 'Rejected'`,
};

export const findObjection: Statement = {
  name: 'find_objection',
  text: `select ${selectList(objections, 'b')} from objections b
where b.merchant_id = $1 and (b.decision_id = $2::uuid or b.document_id = $2::uuid)`,
};
