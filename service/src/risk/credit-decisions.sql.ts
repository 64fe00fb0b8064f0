import type { CreditDecision } from '../core/risk/rows.ts';
import { orderIds } from '../orders/orders.sql.ts';
import { commonRead, type Statement, selectList, type Table } from '../store/table.ts';

export const creditDecisions: Table<CreditDecision> = {
  name: 'creditDecisions',
  columns: {
    id: 'uuid',
    orderId: 'uuid',
    outcome: 'text',
    amountMinor: 'bigint',
    application: 'json',
    facts: 'json',
    policy: 'common',
    reasons: 'json',
    result: 'json',
    decidedAt: 'timestamptz',
  },
  key: ['id'],
};

/** What an order was decided on, earliest first. */
export const listCreditDecisions: Statement = {
  name: 'list_credit_decisions',
  text: `select ${selectList(creditDecisions, 'd')} from credit_decisions d
where d.merchant_id = $1 and d.order_id = any(array(${orderIds})) order by d.decided_at, d.id`,
};

/** Applications for a customer account are credit decisions too; the account takes the place of the order. */
const applied = `select x.id, null::uuid as "orderId", x.outcome, x.asked_minor as "amountMinor", x.application, x.facts,
  ${commonRead('policy', 'x')},
  x.reasons, x.result, x.decided_at as "decidedAt"`;

/**
 * What was decided on orders with this number ($2), rejected ones included, and on applications for the account with it or,
 * where none was opened, of the customer with it ($6, as it was written); a page after ($3, $4), earliest first.
 */
export const listDecisionsOfNumber: Statement = {
  name: 'list_decisions_of_number',
  text: `select ${selectList(creditDecisions, 'd')}, o.number as "orderNumber", o.state as "orderState" from (
  select id, number, state from orders where merchant_id = $1 and number_key = $2 and state <> 'Rejected'
  union all
  select id, number, state from orders where merchant_id = $1 and number_key = $2 and state = 'Rejected'
) o
join credit_decisions d on d.merchant_id = $1 and d.order_id = o.id
where (d.decided_at, d.id) > ($3::timestamptz, $4::uuid)
union all
${applied}, coalesce(x.account_number, $2), case when x.account_number is null then 'NoAccount' else 'Account' end
from account_applications x
where x.merchant_id = $1 and (x.decided_at, x.id) > ($3::timestamptz, $4::uuid) and (x.account_number = $2
  or x.account_number is null and x.customer_key in (select n.customer_key from customer_numbers n where n.merchant_id = $1 and n.number = $6
    union all select c.key from customers c where c.merchant_id = $1 and c.number = $6))
order by "decidedAt", id limit $5::int`,
};

/** Decisions in the order they were made, from an instant ($2) on; a page after ($3, $4). */
export const listDecisionsSince: Statement = {
  name: 'list_decisions_since',
  text: `select ${selectList(creditDecisions, 'd')} from credit_decisions d
where d.merchant_id = $1 and d.decided_at >= $2::timestamptz and (d.decided_at, d.id) > ($3::timestamptz, $4::uuid)
union all
${applied} from account_applications x
where x.merchant_id = $1 and x.decided_at >= $2::timestamptz and (x.decided_at, x.id) > ($3::timestamptz, $4::uuid)
order by "decidedAt", id limit $5::int`,
};
