// What has to agree in the numbers of a database: an order's counters with its captures, refunds and voids, the
// customers' exposure with what their orders leave open or unpaid, and the ledger with all of it.
import { type AnyTable, commonOf, sqlColumn, sqlName } from '../../src/store/table.ts';
import { tables } from '../../src/tables.ts';
import { accountDisagreements } from './account-books.ts';

/** Principal that an order's captures were paid, less what is owed back of it. */
const paid = `(select coalesce(sum(c.paid_minor - c.credit_minor), 0) from captures c where c.merchant_id = o.merchant_id and c.order_id = o.id)`;
/** What an account of the ledger comes to for the orders of one merchant. */
const balance = (account: string): string =>
  `(select coalesce(sum(case when l.debit_account = '${account}' then l.amount_minor when l.credit_account = '${account}' then -l.amount_minor end), 0)
    from ledger l where l.merchant_id = m.id and (l.account_number is null or l.order_id is not null))`;

/** By which column a child names its parent, and the parent's own: the book writes no child without one, and no constraint of the database asks again. */
const parents: readonly (readonly [child: string, named: string, parent: string, key: string])[] = [
  ['orders', 'customer_key', 'customers', 'key'],
  ['order_contents', 'order_id', 'orders', 'id'],
  ['credit_decisions', 'order_id', 'orders', 'id'],
  ['captures', 'order_id', 'orders', 'id'],
  ['capture_installments', 'capture_number', 'captures', 'number'],
  ['refunds', 'capture_number', 'captures', 'number'],
  ['voids', 'order_id', 'orders', 'id'],
  ['shipping_details', 'capture_number', 'captures', 'number'],
  ['customer_numbers', 'customer_key', 'customers', 'key'],
  ['customer_profiles', 'customer_key', 'customers', 'key'],
  ['exposures', 'customer_key', 'customers', 'key'],
  ['account_events', 'account_number', 'accounts', 'number'],
  ['account_entries', 'account_number', 'accounts', 'number'],
  ['account_days', 'account_number', 'accounts', 'number'],
  ['account_months', 'account_number', 'accounts', 'number'],
  ['account_letters', 'account_number', 'accounts', 'number'],
  ...(Object.values(tables) as AnyTable[]).flatMap((table) =>
    commonOf(table).map((column) => [sqlName(table), sqlColumn(table, column), 'common_contents', 'mark'] as const),
  ),
];

const withoutParent = Object.fromEntries(
  parents.map(([child, named, parent, key]) => [
    `${child} and their ${parent}`,
    `select c.${named} from ${child} c where c.${named} is not null and not exists
      (select 1 from ${parent} p where p.merchant_id = c.merchant_id and p.${key} = c.${named})`,
  ]),
);

/** What finds nothing where the books agree. */
export const disagreements: Readonly<Record<string, string>> = {
  ...withoutParent,
  'orders and their captures': `select o.number from orders o where o.captured_minor <>
    (select coalesce(sum(c.amount_minor), 0) from captures c where c.merchant_id = o.merchant_id and c.order_id = o.id)`,
  'orders and their refunds': `select o.number from orders o where o.refunded_minor <>
    (select coalesce(sum(r.amount_minor), 0) from refunds r where r.merchant_id = o.merchant_id and r.order_id = o.id)`,
  'orders and their voids': `select o.number from orders o where o.voided_minor <>
    (select coalesce(sum(v.amount_minor), 0) from voids v where v.merchant_id = o.merchant_id and v.order_id = o.id)`,
  // An order is read without what its counters say is not there.
  'orders and their shippings': `select o.number from orders o where o.shipping_count <>
    (select count(*) from shipping_details s where s.merchant_id = o.merchant_id and s.order_id = o.id)`,
  'invoices and their installments': `select o.number from orders o where o.payment_type = 'Invoice' and exists
    (select 1 from capture_installments i where i.merchant_id = o.merchant_id and i.order_id = o.id)`,
  'captures and their refunds': `select c.number from captures c where c.refunded_minor <>
    (select coalesce(sum(r.amount_minor), 0) from refunds r where r.merchant_id = c.merchant_id and r.order_id = c.order_id and r.capture_number = c.number)`,
  'exposure and orders, those of merged customers among them': `with owed as (
      select o.merchant_id, coalesce(c.merged_into, c.key) as customer_key, o.currency,
        sum(o.authorized_minor - o.captured_minor - o.voided_minor) as held, sum(o.captured_minor - o.refunded_minor - ${paid}) as debt
      from orders o join customers c on c.merchant_id = o.merchant_id and c.key = o.customer_key
      where o.state <> 'Rejected' group by 1, 2, 3),
    promised as (
      select a.merchant_id, coalesce(c.merged_into, c.key) as customer_key, a.currency, sum(a.limit_minor) as limits
      from accounts a join customers c on c.merchant_id = a.merchant_id and c.key = a.customer_key
      where a.state <> 'Declined' group by 1, 2, 3)
    select e.customer_key from exposures e
    left join owed s on s.merchant_id = e.merchant_id and s.customer_key = e.customer_key and s.currency = e.currency
    left join promised p on p.merchant_id = e.merchant_id and p.customer_key = e.customer_key and p.currency = e.currency
    where e.held_minor <> coalesce(s.held, 0) + coalesce(p.limits, 0) or e.debt_minor <> coalesce(s.debt, 0)`,
  'the ledger and each order': `select o.number from orders o,
    lateral (select coalesce(sum(case when l.debit_account = 'receivables' then l.amount_minor
          when l.credit_account = 'receivables' then -l.amount_minor end), 0) as receivable,
        coalesce(sum(case when l.credit_account = 'merchant_payables' then l.amount_minor
          when l.debit_account = 'merchant_payables' then -l.amount_minor end), 0) as payable,
        coalesce(sum(case when l.credit_account = 'holds' then l.amount_minor
          when l.debit_account = 'holds' then -l.amount_minor end), 0) as held
      from ledger l where l.merchant_id = o.merchant_id and l.order_id = o.id) s
    where o.state <> 'Rejected' and (s.receivable <> o.captured_minor - o.refunded_minor - ${paid}
      or s.payable <> o.captured_minor - o.refunded_minor or s.held <> o.authorized_minor - o.captured_minor - o.voided_minor)`,
  'the ledger and each merchant': `select m.name from merchants m,
    lateral (select coalesce(sum(case when l.debit_account = 'receivables' then l.amount_minor
      when l.credit_account = 'receivables' then -l.amount_minor end), 0) as receivable from ledger l where l.merchant_id = m.id) s,
    lateral (select coalesce(sum(o.captured_minor - o.refunded_minor - ${paid}), 0) as owed from orders o where o.merchant_id = m.id) t
    where s.receivable <> t.owed`,
  ...accountDisagreements,
  'captures and their payments': `select c.number from captures c where c.paid_minor <> c.charged_minor +
    (select coalesce(sum(p.principal_minor), 0) from payments p where p.merchant_id = c.merchant_id and p.capture_number = c.number)
      - (select coalesce(sum(r.principal_minor), 0) from payment_returns r where r.merchant_id = c.merchant_id and r.capture_number = c.number)
      + (select coalesce(sum(x.interest_minor + x.fee_minor), 0) from cost_returns x where x.merchant_id = c.merchant_id and x.capture_number = c.number)
    or (c.credit_minor > 0 and c.amount_minor - c.refunded_minor - c.paid_minor + c.credit_minor <> 0)`,
  'captures and what accounts were charged for them': `select c.number from captures c where c.charged_minor <>
    (select coalesce(sum(e.principal_minor), 0) from account_entries e where e.merchant_id = c.merchant_id
      and e.kind in ('OrderCharged', 'OrderRefunded') and e.reference = c.number)`,
  'captures and their installments': `select c.number from captures c,
    lateral (select count(*) as count, sum(i.principal_minor) as principal, sum(i.paid_minor) as paid
      from capture_installments i where i.merchant_id = c.merchant_id and i.capture_number = c.number) s
    where s.count > 0 and (s.principal <> c.amount_minor - c.refunded_minor + c.credit_minor or s.paid + c.reminder_fee_paid_minor <>
      (select coalesce(sum(p.amount_minor), 0) from payments p where p.merchant_id = c.merchant_id and p.capture_number = c.number)
      - (select coalesce(sum(r.amount_minor), 0) from payment_returns r where r.merchant_id = c.merchant_id and r.capture_number = c.number))`,
  'the ledger and the payments': `select m.name from merchants m,
    lateral (select coalesce(sum(p.amount_minor), 0) as amount, coalesce(sum(p.interest_minor), 0) as interest,
        coalesce(sum(p.fee_minor), 0) as fees from (
          select merchant_id, amount_minor, interest_minor, fee_minor from payments
          union all select merchant_id, -amount_minor, -interest_minor, -fee_minor from payment_returns
          union all select merchant_id, 0, -interest_minor, -fee_minor from cost_returns) p where p.merchant_id = m.id) s,
    lateral (select coalesce(sum(c.credit_minor), 0) as credit from captures c where c.merchant_id = m.id) t
    where ${balance('consumer_payments')} <> s.amount or ${balance('interest_income')} <> -s.interest
      or ${balance('fee_income')} <> -s.fees or ${balance('consumer_credits')} <> -t.credit`,
  'merged customers and who they are': `select c.key from customers c
    join customers s on s.merchant_id = c.merchant_id and s.key = c.merged_into where s.merged_into is not null`,
  'events and ledger entries': `select l.id from ledger l left join outbox e on e.merchant_id = l.merchant_id and e.id = l.event_id
    where e.id is null`,
  'orders and the versions their events gave them': `select o.number from orders o,
    lateral (select count(*) as events, count(distinct e.version) as versions, coalesce(min(e.version), 0) as first,
        coalesce(max(e.version), 0) as last from outbox e where e.merchant_id = o.merchant_id and e.order_id = o.id) s
    where o.version <> s.events or s.versions <> s.events or s.last <> s.events or s.first <> least(1, s.events)`,
  'accounts and the versions their events gave them': `select a.number from accounts a,
    lateral (select count(*) as events, count(distinct e.version) as versions, coalesce(max(e.version), 0) as last
      from outbox e where e.merchant_id = a.merchant_id and e.account_number = a.number) s
    where a.version <> s.events or s.versions <> s.events or s.last <> s.events`,
  'a rejected or declined order and the ledger': `select l.order_id from ledger l
    join orders o on o.merchant_id = l.merchant_id and o.id = l.order_id where o.state = 'Rejected' group by l.order_id
    having sum(case when l.credit_account = 'holds' then l.amount_minor when l.debit_account = 'holds' then -l.amount_minor end) <> 0
      or bool_or(l.debit_account = 'receivables' or l.credit_account = 'receivables')`,
};
