// Whatever happened, the numbers of a database agree: an order's counters with its captures, refunds and voids, the
// customers' exposure with what their orders leave open or unpaid, and the ledger with all of it.
import { expect } from 'vitest';
import { accountDisagreements } from './account-books.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

const disagreements = {
  'orders and their captures': `select o.number from orders o where o.captured_minor <>
    (select coalesce(sum(c.amount_minor), 0) from captures c where c.merchant_id = o.merchant_id and c.order_id = o.id)`,
  'orders and their refunds': `select o.number from orders o where o.refunded_minor <>
    (select coalesce(sum(r.amount_minor), 0) from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id)`,
  'orders and their voids': `select o.number from orders o where o.voided_minor <>
    (select coalesce(sum(v.amount_minor), 0) from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)`,
  'captures and their refunds': `select c.number from captures c where c.refunded_minor <>
    (select coalesce(sum(r.amount_minor), 0) from refunds r where r.merchant_id = c.merchant_id and r.capture_number = c.number)`,
  'exposure and orders, those of merged customers among them': `select e.customer_key from exposures e,
    lateral (select coalesce(sum(o.authorized_minor - o.captured_minor - o.voided_minor), 0) as held,
        coalesce(sum(o.captured_minor - o.refunded_minor), 0) as debt
      from orders o join customers c on c.merchant_id = o.merchant_id and c.key = o.customer_key
      where o.merchant_id = e.merchant_id and coalesce(c.merged_into, c.key) = e.customer_key and o.currency = e.currency
        and o.state <> 'Rejected') s,
    lateral (select coalesce(sum(a.limit_minor), 0) as promised from accounts a
      join customers c on c.merchant_id = a.merchant_id and c.key = a.customer_key
      where a.merchant_id = e.merchant_id and coalesce(c.merged_into, c.key) = e.customer_key and a.currency = e.currency
        and a.state <> 'Declined') p
    where e.held_minor <> s.held + p.promised or e.debt_minor <> s.debt`,
  'the ledger and each order': `select o.number from orders o,
    lateral (select coalesce(sum(case when l.debit_account = 'receivables' then l.amount_minor
          when l.credit_account = 'receivables' then -l.amount_minor end), 0) as receivable,
        coalesce(sum(case when l.credit_account = 'merchant_payables' then l.amount_minor
          when l.debit_account = 'merchant_payables' then -l.amount_minor end), 0) as payable,
        coalesce(sum(case when l.credit_account = 'holds' then l.amount_minor
          when l.debit_account = 'holds' then -l.amount_minor end), 0) as held
      from ledger l where l.merchant_id = o.merchant_id and l.order_id = o.id) s
    where o.state <> 'Rejected' and (s.receivable <> o.captured_minor - o.refunded_minor
      or s.payable <> s.receivable or s.held <> o.authorized_minor - o.captured_minor - o.voided_minor)`,
  'the ledger and each merchant': `select m.name from merchants m,
    lateral (select coalesce(sum(case when l.debit_account = 'receivables' then l.amount_minor
      when l.credit_account = 'receivables' then -l.amount_minor end), 0) as receivable from ledger l where l.merchant_id = m.id) s,
    lateral (select coalesce(sum(o.captured_minor - o.refunded_minor), 0) as owed from orders o where o.merchant_id = m.id) t
    where s.receivable <> t.owed`,
  ...accountDisagreements,
  'merged customers and who they are': `select c.key from customers c
    join customers s on s.merchant_id = c.merchant_id and s.key = c.merged_into where s.merged_into is not null`,
  'events and ledger entries': `select l.id from ledger l left join outbox e on e.merchant_id = l.merchant_id and e.id = l.event_id
    where e.id is null`,
  'a rejected or declined order and the ledger': `select l.order_id from ledger l
    join orders o on o.merchant_id = l.merchant_id and o.id = l.order_id where o.state = 'Rejected' group by l.order_id
    having sum(case when l.credit_account = 'holds' then l.amount_minor when l.debit_account = 'holds' then -l.amount_minor end) <> 0
      or bool_or(l.debit_account = 'receivables' or l.credit_account = 'receivables')`,
};

export async function expectBooksAgree(query: Query): Promise<void> {
  for (const [between, text] of Object.entries(disagreements)) {
    expect(await query(text), `disagreement between ${between}`).toEqual([]);
  }
}
