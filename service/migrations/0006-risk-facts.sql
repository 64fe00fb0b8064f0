-- What a customer's orders were like, per currency, beside what the customer owes: one row, one lock, no statement more.
alter table exposures
  add column orders_count integer not null default 0 check (orders_count >= 0),
  add column ordered_minor bigint not null default 0 check (ordered_minor >= 0),
  add column largest_minor bigint not null default 0,
  add column first_ordered_at timestamptz,
  add column last_ordered_at timestamptz,
  add column paid_on_time_count integer not null default 0 check (paid_on_time_count >= 0),
  add column paid_late_count integer not null default 0 check (paid_late_count >= 0),
  add column dunned_count integer not null default 0 check (dunned_count >= 0);

update exposures e set orders_count = o.count, ordered_minor = o.total, largest_minor = o.largest,
  first_ordered_at = o.first, last_ordered_at = o.last
from (
  select merchant_id, customer_key, currency, count(*)::integer as count, sum(authorized_minor)::bigint as total,
    max(authorized_minor) as largest, min(inserted_at) as first, max(inserted_at) as last
  from orders where state <> 'Rejected' group by merchant_id, customer_key, currency
) o
where e.merchant_id = o.merchant_id and e.customer_key = o.customer_key and e.currency = o.currency;

-- How many orders were tried under one mark (a person, an e-mail, a phone, an IP, an address; keyed hashes only) in an
-- hour. Each lane of each process counts in rows of its own, so that a mark that hundreds share is a lock for nobody.
create table velocities (
  merchant_id uuid not null,
  subject text not null,
  hour_at timestamptz not null,
  writer text not null,
  count integer not null check (count > 0),
  primary key (merchant_id, subject, hour_at, writer)
) with (fillfactor = 80);
create index velocities_age on velocities (merchant_id, hour_at);

-- What the engine made of the facts: probabilities, limit, weights, the rule that decided. Null: decided by an older engine.
alter table credit_decisions add column result json;
