// Whatever happened, the numbers of a database agree: an order's counters with its captures, refunds and voids, the
// customers' exposure with what their orders leave open or unpaid, and the ledger with all of it.
import { expect } from 'vitest';

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
  'exposure and orders': `select e.customer_key from exposures e,
    lateral (select coalesce(sum(o.authorized_minor - o.captured_minor - o.voided_minor), 0) as held,
        coalesce(sum(o.captured_minor - o.refunded_minor), 0) as debt
      from orders o where o.merchant_id = e.merchant_id and o.customer_key = e.customer_key and o.currency = e.currency
        and o.state <> 'Rejected') s,
    lateral (select coalesce(sum(a.limit_minor), 0) as promised from accounts a
      where a.merchant_id = e.merchant_id and a.customer_key = e.customer_key and a.currency = e.currency
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
  'accounts and their entries': `select a.number from accounts a,
    lateral (select count(*) as entries, coalesce(sum(e.principal_minor), 0) as principal, coalesce(sum(e.interest_minor), 0) as interest,
        coalesce(sum(e.fees_minor), 0) as fees
      from account_entries e where e.merchant_id = a.merchant_id and e.account_number = a.number) s
    where a.entry_count <> s.entries or a.principal_minor <> s.principal or a.interest_minor <> s.interest or a.fees_minor <> s.fees`,
  'entries and the balances after them': `select e.account_number, e.number from (select *,
      sum(principal_minor) over w as principal, sum(interest_minor) over w as interest, sum(fees_minor) over w as fees,
      row_number() over w as place
    from account_entries window w as (partition by merchant_id, account_number order by number)) e
    where e.number <> e.place or e.principal_after_minor <> e.principal or e.interest_after_minor <> e.interest
      or e.fees_after_minor <> e.fees`,
  'accounts and their days': `select a.number from accounts a where a.principal_minor <>
    (select coalesce(sum(d.principal_minor), 0) from account_days d where d.merchant_id = a.merchant_id and d.account_number = a.number)`,
  'days and entries': `select d.account_number, d.day from account_days d where d.principal_minor <>
    (select coalesce(sum(e.principal_minor), 0) from account_entries e
      where e.merchant_id = d.merchant_id and e.account_number = d.account_number and e.value_on = d.day)`,
  'accounts and the ledger': `select a.number from accounts a,
    lateral (select coalesce(sum(case when l.debit_account = 'account_principal' then l.amount_minor
          when l.credit_account = 'account_principal' then -l.amount_minor end), 0) as principal,
        coalesce(sum(case when l.debit_account = 'account_interest' then l.amount_minor
          when l.credit_account = 'account_interest' then -l.amount_minor end), 0) as interest,
        coalesce(sum(case when l.debit_account = 'account_fees' then l.amount_minor
          when l.credit_account = 'account_fees' then -l.amount_minor end), 0) as fees,
        coalesce(sum(case when l.credit_account = 'holds' then l.amount_minor
          when l.debit_account = 'holds' then -l.amount_minor end), 0) as held
      from ledger l where l.merchant_id = a.merchant_id and l.account_number = a.number) s
    where a.principal_minor <> s.principal or a.interest_minor <> s.interest or a.fees_minor <> s.fees
      or s.held <> case when a.state = 'Declined' then 0 else a.limit_minor end`,
  'accounts and what was taken': `select a.number from accounts a where a.used_minor <>
    (select coalesce(sum(case when e.event_type in ('Purchase', 'Withdrawal') then e.amount_minor
        when e.event_type = 'WithdrawalCorrection' then -e.amount_minor end), 0)
      from account_events e where e.merchant_id = a.merchant_id and e.account_number = a.number and e.state = 'Booked')`,
  'accounts and the events they hold': `select a.number from accounts a where a.held_count <>
    (select count(*) from account_events e
      where e.merchant_id = a.merchant_id and e.account_number = a.number and e.state = 'Held')`,
  'months and the interest posted for them': `select h.account_number, h.month from account_months h where h.interest_minor <>
    (select coalesce(sum(e.interest_minor), 0) from account_entries e where e.merchant_id = h.merchant_id
      and e.account_number = h.account_number and e.kind in ('Interest', 'InterestAdjustment')
      and date_trunc('month', e.value_on)::date = h.month)`,
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
