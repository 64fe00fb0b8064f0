// Finding a person, and giving the rows that stay a key that leads to no person.

import { idBehindNumber } from '../orders/orders.sql.ts';
import { listEntries } from '../risk/lists.sql.ts';
import { type Statement, selectList } from '../store/table.ts';
import { keyColumns } from './person-data.sql.ts';

/**
 * The customers who are meant: by number ($2) and its keys ($3), by the keys of a national number ($4), by an order ($5): one, as
 * others may have been rejected under its number.
 */
const meant = `select n.customer_key as key from customer_numbers n where n.merchant_id = $1 and n.number = $2
  union select c.key from customers c where c.merchant_id = $1 and (c.number = $2 or c.key = any($3::text[] || $4::text[]))
  union select p.customer_key from customer_profiles p where p.merchant_id = $1 and p.national_id_key = any($4::text[])
  union select o.customer_key from orders o where o.merchant_id = $1 and o.id = ${idBehindNumber('rejected', '$5')}`;

/** … with the customers they were merged into, and all merged into those. */
const whole = `select c.key from customers c, (
    select coalesce(m.merged_into, m.key) as key from customers m, (${meant}) w where m.merchant_id = $1 and m.key = w.key
  ) s where c.merchant_id = $1 and (c.key = s.key or c.merged_into = s.key)`;

export const findPerson: Statement = {
  name: 'find_person',
  text: `select c.key, c.id, c.number, c.merged_into as "mergedInto", c.erased_at as "erasedAt" from customers c
where c.merchant_id = $1 and c.key in (${whole}) order by c.key`,
};

/** Against every other writer: a process that books on one of these waits, and then finds the key gone. */
export const lockPerson: Statement = {
  name: 'lock_person',
  text: `select c.key, c.id, c.merged_into as "mergedInto" from customers c
where c.merchant_id = $1 and c.key = any($2::text[]) order by c.key for update`,
};

/** Was something of a bank's entry booked there, or taken back? By an index over what entries say. */
const bookedFor = (kind: 'capture' | 'account', number: string): string =>
  `e.bookings::jsonb @> jsonb_build_array(jsonb_build_object('kind', '${kind}', 'merchantId', $1::text, 'number', ${number}))`;

/** The orders, accounts, numbers and checkouts of customers ($2 the keys). */
const owned = `o as (select id, checkout_id from orders where merchant_id = $1 and customer_key = any($2::text[])),
a as (select number from accounts where merchant_id = $1 and customer_key = any($2::text[])),
n as (
  select number from customer_numbers where merchant_id = $1 and customer_key = any($2::text[])
  union select number from customers where merchant_id = $1 and key = any($2::text[]) and number is not null
), k as (
  select checkout_id as id from o union select id from checkouts where merchant_id = $1 and customer_number in (select number from n)
)`;

/** Ids of what was written to them or about them, of orders, accounts and rejections. */
const papers = `select c.document_id from captures c join o on c.order_id = o.id where c.merchant_id = $1 and c.document_id is not null
    union select r.document_id from refunds r join o on r.order_id = o.id where r.merchant_id = $1 and r.document_id is not null
    union select c.document_id from contracts c where c.merchant_id = $1
      and (c.order_id in (select id from o) or c.checkout_id in (select id from k))
    union select r.document_id from captures c join o on c.order_id = o.id
      join capture_reminders r on r.merchant_id = $1 and r.capture_number = c.number where c.merchant_id = $1
    -- The letter about a rejection has the id of the decision.
    union select x.id from account_applications x where x.merchant_id = $1 and x.customer_key = any($2::text[])
    union select d.id from checkout_decisions d where d.merchant_id = $1 and d.checkout_id in (select id from k)
    union select d.id from checkout_decisions d where d.merchant_id = $1 and d.customer_key = any($2::text[])
    union select d.id from credit_decisions d where d.merchant_id = $1 and d.order_id in (select id from o)
    union select b.document_id from objections b where b.merchant_id = $1 and (
      b.customer_key = any($2::text[]) or b.order_id in (select id from o) or b.checkout_id in (select id from k))
    union select d.id from documents d where d.merchant_id = $1 and d.kind in ('Contract', 'WithdrawalReminder')
      and d.subject in (select number from a)
    union select m.document_id from account_months m join a on m.account_number = a.number where m.merchant_id = $1
    union select l.document_id from account_letters l join a on l.account_number = a.number where l.merchant_id = $1`;

/** What the rows of a person are found by ($2 the keys), except by keyed hashes. */
export const findPersonLinks: Statement = {
  name: 'find_person_links',
  text: `with ${owned}
select array(select id from customers where merchant_id = $1 and key = any($2::text[])) as "customerIds",
  array(select number from n) as numbers,
  array(select id from o) as "orderIds",
  array(select number from a) as "accountNumbers",
  array(select id from k) as "checkoutIds",
  array(select c.number from captures c join o on c.order_id = o.id where c.merchant_id = $1) as "captureNumbers",
  array(
    -- As the entries themselves say it: a payment may have been booked by hand under an id that means another's entry.
    select e.id from captures c join o on c.order_id = o.id join bank_entries e on ${bookedFor('capture', 'c.number')} where c.merchant_id = $1
    union select e.id from a join bank_entries e on ${bookedFor('account', 'a.number')}
    union select e.id from bank_entries e where e.state = 'Booking' and e.target ->> 'merchantId' = $1::text and e.target ->> 'number' in (
      select c.number from captures c join o on c.order_id = o.id where c.merchant_id = $1 union select number from a)
  ) as "bankEntryIds",
  array(
    select f.file_id from captures c join o on c.order_id = o.id
    join collections f on f.merchant_id = $1 and f.capture_number = c.number where c.merchant_id = $1
  ) as "fileIds",
  array(
    ${papers}
  ) as "documentIds"`,
};

/** After the customers: what is booked on an account meanwhile locks the account alone, and has to be seen by what is open. */
export const lockAccountsOfPerson: Statement = {
  name: 'lock_accounts_of_person',
  text: `select a.number from accounts a
where a.merchant_id = $1 and a.customer_key = any($2::text[]) order by a.number for no key update`,
};

/**
 * Does interest of an account accrue that is not posted yet, although nothing is owed now? What came late may change a posted month; in
 * the open one something was owed at the end of a day. After a withdrawal no day counts that was not posted with it.
 */
const accrues = `a.state = 'Open' and a.status <> 'ClosedFromDebtCollection' and (a.terms ->> 'interestRateBps')::int > 0
    and (a.correct_from < a.open_month or (
      not exists (select from account_withdrawals w where w.merchant_id = $1 and w.account_number = a.number)
      and exists (
        select from account_days d where d.merchant_id = $1 and d.account_number = a.number and d.day > a.open_month and (
          select sum(l.principal_minor) from account_days l
          where l.merchant_id = $1 and l.account_number = a.number and l.day >= d.day) < 0)))`;

/** What forbids an erasure: the first order that is open or is being collected, what is owed, the first account that is not settled. */
export const findOpenBusiness: Statement = {
  name: 'find_open_business',
  text: `select
  (select o.number from orders o where o.merchant_id = $1 and o.customer_key = any($2::text[])
    and (o.state in ('Pending', 'Authorized', 'PartlyCaptured')
      or exists (select from collections k where k.merchant_id = o.merchant_id and k.order_id = o.id and k.state = 'Exported')) order by o.inserted_at, o.id limit 1) as "orderNumber",
  coalesce((select sum(e.debt_minor) from exposures e where e.merchant_id = $1 and e.customer_key = any($2::text[])), 0)::bigint as "debtMinor",
  (select a.number from accounts a where a.merchant_id = $1 and a.customer_key = any($2::text[])
    and (a.state = 'UnderReview' or a.held_count > 0 or a.principal_minor <> 0 or a.interest_minor <> 0 or a.fees_minor <> 0
    or (${accrues}))
    order by a.number limit 1) as "accountNumber"`,
};

/** Documents of these ids ($2) that were not requested yet, so that they are composed from what is about to be erased. */
export const listUndrawnDocuments: Statement = {
  name: 'list_undrawn_documents',
  text: `select w.id from unnest($2::uuid[]) as w(id)
where not exists (select 1 from documents d where d.merchant_id = $1 and d.id = w.id)`,
};

/** An erased document is not composed again: an empty one takes its place. */
export const insertErasedDocuments: Statement = {
  name: 'insert_erased_documents',
  text: `insert into documents (merchant_id, id, kind, subject, order_id, language, made_at)
select $1::uuid, c.document_id, 'Invoice', c.number, c.order_id, '', c.inserted_at from captures c
  where c.merchant_id = $1 and c.document_id = any($2::uuid[])
union all select $1::uuid, r.document_id, 'CreditNote', r.number, r.order_id, '', r.inserted_at from refunds r
  where r.merchant_id = $1 and r.document_id = any($2::uuid[])
union all select $1::uuid, c.document_id, 'Reminder', c.capture_number || ' ' || c.number, c.order_id, '', c.inserted_at from capture_reminders c
  where c.merchant_id = $1 and c.document_id = any($2::uuid[])
union all select $1::uuid, l.document_id, 'Reminder', l.account_number || ' ' || l.number, null, '', l.inserted_at from account_letters l
  where l.merchant_id = $1 and l.document_id = any($2::uuid[])
union all select $1::uuid, m.document_id, 'Statement', m.account_number || ' ' || m.month, null, '', m.inserted_at from account_months m
  where m.merchant_id = $1 and m.document_id = any($2::uuid[])
on conflict do nothing`,
};

/** A row with a key by chance ($3) for each of the customers ($2): the id stays, which says nothing of a person. */
export const insertErasedCustomers: Statement = {
  name: 'insert_nobodies',
  text: `insert into customers (merchant_id, key, id, number, identified, inserted_at, erased_at)
select $1::uuid, w.fresh, c.id, null, false, c.inserted_at, now()
from unnest($2::text[], $3::text[]) as w(key, fresh) join customers c on c.merchant_id = $1 and c.key = w.key`,
};

export const mergeErasedCustomers: Statement = {
  name: 'merge_nobodies',
  text: `update customers f set merged_into = into_.fresh
from unnest($2::text[], $3::text[]) as w(key, fresh), customers c, unnest($2::text[], $3::text[]) as into_(key, fresh)
where f.merchant_id = $1 and f.key = w.fresh and c.merchant_id = $1 and c.key = w.key and into_.key = c.merged_into`,
};

export const rekeyStatements: readonly Statement[] = keyColumns.map(([table, column]) => ({
  name: `rekey_${table}_${column}`,
  text: `update ${table} t set ${column} = w.fresh from unnest($2::text[], $3::text[]) as w(key, fresh)
where t.merchant_id = $1 and t.${column} = w.key`,
}));

export const unmergeCustomers: Statement = {
  name: 'unmerge_customers',
  text: 'update customers c set merged_into = null where c.merchant_id = $1 and c.key = any($2::text[]) and c.merged_into is not null',
};

export const deleteCustomers: Statement = {
  name: 'delete_customers',
  text: 'delete from customers c where c.merchant_id = $1 and c.key = any($2::text[])',
};

/** Entries of the lists under these keys ($2), those that are over as well. */
export const listEntriesUnder: Statement = {
  name: 'list_entries_under',
  text: `select ${selectList(listEntries, 'e')} from list_entries e where e.merchant_id = $1 and e.id = any(array(
  select l.entry_id from unnest($2::text[]) k(key) cross join lateral (
    select i.entry_id from list_keys i where i.merchant_id = $1 and i.key = k.key order by i.entry_id limit 200) l))`,
};

/** Customers who were merged into one of these meanwhile. */
export const listMergedInto: Statement = {
  name: 'list_merged_into',
  text: `select c.key from customers c where c.merchant_id = $1 and c.merged_into = any($2::text[]) and c.key <> all($2::text[])`,
};

/** What an erasure left: documents of these orders ($2) or ids ($3), the latest of them, entries of the lists ($4) and of banks ($5). */
export const countKept: Statement = {
  name: 'count_kept',
  text: `select
  (select count(*) from documents d where d.merchant_id = $1 and d.content is not null and (d.order_id = any($2::uuid[]) or d.id = any($3::uuid[]))) as documents,
  (select max(d.made_at) from documents d where d.merchant_id = $1 and d.content is not null
    and (d.order_id = any($2::uuid[]) or d.id = any($3::uuid[]))) as "madeAt",
  (select count(*) from list_entries e where e.merchant_id = $1 and e.id = any($4::uuid[])) as entries,
  (select count(*) from bank_entries e where $1::uuid is not null and e.id = any($5::uuid[]) and e.details is not null) as "bankEntries"`,
};

/** The agreement of an order is a document of no order, as it was made before. */
const agreementsOf = (order: string, checkout: string): string =>
  `select k.document_id from contracts k where k.merchant_id = $1
    and (k.order_id = ${order} or (k.order_id is null and k.checkout_id = ${checkout}))`;

/** What an erasure kept for the law, too: it is of no person any more. */
const hasPapers = `exists (select from documents d where d.merchant_id = $1 and d.order_id = o.id and d.content is not null)
  or exists (select from documents d where d.merchant_id = $1 and d.id in (${agreementsOf('o.id', 'o.checkout_id')}) and d.content is not null)`;

/**
 * The next $4 orders after an id ($2) that were made before another ($3), the oldest first: which of them are over since $5 (at
 * their end, nothing left to pay), and whether they still name a person or have a document.
 */
export const listOldOrders: Statement = {
  name: 'list_old_orders',
  text: `select o.id, o.customer_key as "customerKey", c.customer is not null or ${hasPapers} as "isKept",
  o.state not in ('Pending', 'Authorized', 'PartlyCaptured') and o.updated_at < $5::timestamptz and not exists (
    select 1 from captures p where p.merchant_id = $1 and p.order_id = o.id
      and (p.amount_minor - p.refunded_minor - p.paid_minor + p.credit_minor > 0 or p.updated_at >= $5::timestamptz)
  ) as "isOver"
from orders o join order_contents c on c.merchant_id = o.merchant_id and c.order_id = o.id
where o.merchant_id = $1 and o.id > $2::uuid and o.id < $3::uuid order by o.id limit $4::int`,
};

/** Of these orders ($2) those that still name a person or have a document. */
export const lockKeptOrders: Statement = {
  name: 'lock_kept_orders',
  text: `select c.order_id as id from order_contents c join orders o on o.merchant_id = c.merchant_id and o.id = c.order_id
where c.merchant_id = $1 and c.order_id = any($2::uuid[]) and (c.customer is not null or ${hasPapers}) order by c.order_id for update of c`,
};

/** Documents of these orders ($2) that are found by no order, and files of direct debits from before $3. */
export const findPapersOfOrders: Statement = {
  name: 'find_papers_of_orders',
  text: `select
  array(select k.id from orders o cross join lateral (${agreementsOf('o.id', 'o.checkout_id')}) k(id)
    where o.merchant_id = $1 and o.id = any($2::uuid[])) as "documentIds",
  array(
    select f.id from captures c join collections k on k.merchant_id = $1 and k.capture_number = c.number
    join collection_files f on f.merchant_id = $1 and f.id = k.file_id
    where c.merchant_id = $1 and c.order_id = any($2::uuid[]) and f.made_at < $3::timestamptz and f.content is not null
  ) as "fileIds"`,
};

/** The next $3 customers after a key ($2) of whom were persons who were erased. */
export const listErasedCustomers: Statement = {
  name: 'list_erased_customers',
  text: `select c.key from customers c
where c.merchant_id = $1 and c.erased_at is not null and c.key > $2 order by c.key limit $3::int`,
};

/** What an erasure kept for the law of these customers ($2), and was made before $3. */
export const clearOldPapers: Statement = {
  name: 'clear_old_papers',
  text: `with ${owned}
update documents t set content = null, bytes = null
where t.merchant_id = $1 and t.content is not null and t.made_at < $3::timestamptz
  and (t.order_id = any(array(select id from o)) or t.id = any(array(
    ${papers})))
returning t.id`,
};

/** The next $3 accounts that were declined before $2 and still name who applied. */
export const listDeclinedAccounts: Statement = {
  name: 'list_declined_accounts',
  text: `select a.number from accounts a join account_owners w on w.merchant_id = a.merchant_id and w.account_number = a.number
where a.merchant_id = $1 and a.state = 'Declined' and a.updated_at < $2::timestamptz and w.customer is not null
order by a.number limit $3::int`,
};

/** Of these accounts ($2) those that still name who applied. */
export const lockDeclinedAccounts: Statement = {
  name: 'lock_declined_accounts',
  text: `select a.number from accounts a join account_owners w on w.merchant_id = a.merchant_id and w.account_number = a.number
where a.merchant_id = $1 and a.number = any($2::text[]) and w.customer is not null order by a.number for no key update of a`,
};

/** What was written to who applied for these accounts ($2). */
export const findPapersOfAccounts: Statement = {
  name: 'find_papers_of_accounts',
  text: `select array(
  select d.id from documents d where d.merchant_id = $1 and d.kind in ('Contract', 'WithdrawalReminder') and d.subject = any($2::text[])
  union select m.document_id from account_months m
    where m.merchant_id = $1 and m.account_number = any($2::text[]) and m.document_id is not null
  union select l.document_id from account_letters l where l.merchant_id = $1 and l.account_number = any($2::text[])) as "documentIds"`,
};

/** Letters about applications for an account that were rejected before $2, what was said against them and the answers, once answered so long ago. */
export const clearOldRejections: Statement = {
  name: 'clear_old_rejections',
  text: `with old as (
  select x.id from account_applications x
  where x.merchant_id = $1 and x.outcome = 'Rejected' and x.decided_at < $2::timestamptz and not exists (
    select 1 from objections b where b.merchant_id = $1 and b.decision_id = x.id
      and (b.answered_at is null or b.answered_at >= $2::timestamptz))
), answered as (
  update objections b set statement = null, answer = null, reason = null, decided_by = null
  where b.merchant_id = $1 and b.statement is not null and b.decision_id = any(array(select id from old))
  returning b.document_id as id
)
update documents t set content = null, bytes = null
where t.merchant_id = $1 and t.content is not null and t.id = any(array(select id from old union select id from answered))
returning t.id`,
};

/** The next $4 customers after a key ($3) who applied for an account that was rejected or declined before $2. */
export const listOldApplicants: Statement = {
  name: 'list_old_applicants',
  text: `select distinct x.customer_key as key from account_applications x
join customers c on c.merchant_id = $1 and c.key = x.customer_key and c.erased_at is null
left join accounts a on a.merchant_id = $1 and a.number = x.account_number
where x.merchant_id = $1 and x.decided_at < $2::timestamptz and (x.outcome = 'Rejected' or a.state = 'Declined')
  and x.customer_key > $3 order by x.customer_key limit $4::int`,
};

/**
 * The persons behind these customers ($2), by the key that represents each: those with no order from an id ($3) on, none that names them,
 * no account but declined ones that name them no more, and no rejection of one that may still be asked about. All who were merged into
 * the person count, as an erasure takes them too: nothing of theirs is needed any more.
 */
export const listIdleCustomers: Statement = {
  name: 'list_idle_customers',
  text: `with person as (
  select distinct coalesce(c.merged_into, c.key) as key from customers c
  where c.merchant_id = $1 and c.key = any($2::text[]) and c.erased_at is null
), whole as (
  select p.key as survivor, p.key from person p
  union all select c.merged_into, c.key from person p join customers c on c.merchant_id = $1 and c.merged_into = p.key
)
select p.key from person p where not exists (
  select 1 from whole w where w.survivor = p.key and (
    exists (
      select 1 from accounts a left join account_owners n on n.merchant_id = a.merchant_id and n.account_number = a.number
      where a.merchant_id = $1 and a.customer_key = w.key and (a.state <> 'Declined' or n.customer is not null))
    or exists (
      select 1 from account_applications x left join objections b on b.merchant_id = x.merchant_id and b.decision_id = x.id
      where x.merchant_id = $1 and x.customer_key = w.key and x.outcome = 'Rejected' and (x.decided_at > now() - interval '180 days'
        or b.decision_id is not null and (b.answered_at is null or b.answered_at > now() - interval '180 days')))
    or exists (select 1 from orders o where o.merchant_id = $1 and o.customer_key = w.key and o.id >= $3::uuid)
    or exists (
      select 1 from orders o join order_contents n on n.merchant_id = o.merchant_id and n.order_id = o.id
      where o.merchant_id = $1 and o.customer_key = w.key and n.customer is not null)))`,
};

/** How far a merchant's orders were looked through. */
export const findRetained: Statement = {
  name: 'find_retained',
  text: `select value from service_settings where name = 'retained ' || $1::text`,
};

export const keepRetained: Statement = {
  name: 'keep_retained',
  text: `insert into service_settings (name, value) values ('retained ' || $1::text, $2) on conflict (name) do update set value = excluded.value`,
};
