import type { CreditDecision } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../db/table.ts';
import { orderIds } from '../orders/orders.sql.ts';

export const creditDecisions: Table<CreditDecision> = {
  name: 'creditDecisions',
  columns: {
    id: 'uuid',
    orderId: 'uuid',
    outcome: 'text',
    amountMinor: 'bigint',
    application: 'json',
    facts: 'json',
    policy: 'json',
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
