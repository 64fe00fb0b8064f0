// Gap-free numbers for a merchant's events, in the order in which they became visible. The book gives them as it writes an event
// (book/outbox.sql.ts); what other statements write is numbered here, under the same lock, which purging and replaying take too.
import { passesSql } from '../core/webhooks/filter.ts';
import { firstUnsettled } from '../settlement/pending.sql.ts';
import type { Statement } from '../store/table.ts';

/** Merchants with events that have no number yet, of any merchant: candidates only. */
export const listUnnumbered: Statement = {
  name: 'list_unnumbered',
  text: `select distinct merchant_id as "merchantId" from outbox where sequence_number is null`,
};

export const makeStream: Statement = {
  name: 'make_event_stream',
  text: `insert into event_streams (merchant_id) values ($1::uuid) on conflict do nothing`,
};

/** Until the transaction ends nothing of the merchant's is numbered, purged or replayed by another. Waits for one that does. */
export const lockStream: Statement = {
  name: 'lock_event_stream',
  text: `select 1 from event_streams where merchant_id = $1 for update`,
};

/** The same, beside others that only hold it. */
export const holdStream: Statement = {
  name: 'hold_event_stream',
  text: `select 1 from event_streams where merchant_id = $1 for share`,
};

/**
 * A later statement than the lock, so that it sees what was numbered before. In the order of their ids, which is the order
 * of time as far as the writers' clocks agree; of one order or account always in the order of its versions.
 */
export const numberEvents: Statement = {
  name: 'number_events',
  text: `with fresh as materialized (
  select o.id, coalesce(o.order_id::text, o.account_number, o.id::text) as root, coalesce(o.version, 0) as version
  from outbox o where o.merchant_id = $1 and o.sequence_number is null order by o.id limit $2::int
), placed as (
  select id, root, row_number() over (order by id) as place, row_number() over (partition by root order by id) as nth,
    row_number() over (partition by root order by version, id) as turn
  from fresh
), numbered as (
  update outbox o set sequence_number = s.last_number + p.place
  from placed v join placed p on p.root = v.root and p.nth = v.turn, event_streams s
  where s.merchant_id = $1 and o.merchant_id = $1 and o.id = v.id
  returning o.sequence_number, o.id, o.type
), queued as (
  insert into webhook_deliveries (merchant_id, endpoint_id, number, event_id, event_type, state)
  select $1, e.id, n.sequence_number, n.id, n.type, 'Pending' from numbered n join webhook_endpoints e on e.merchant_id = $1
    and e.enabled and e.deleted_at is null and ${passesSql('n.type', 'e.events')}
), counted as (
  update event_streams set last_number = last_number + (select count(*) from numbered) where merchant_id = $1
)
select count(*)::int as count from numbered`,
};

/** A merchant's events after a number; of some types where any are named. */
export const listEvents: Statement = {
  name: 'list_events',
  text: `select o.sequence_number as "number", o.id, o.type, o.happened_at as "happenedAt", o.data, o.currency,
  o.amount_minor as "amountMinor" from outbox o
where o.merchant_id = $1 and o.sequence_number > $2::bigint and ${passesSql('o.type', '$3::text[]')}
order by o.sequence_number limit $4::int`,
};

export const readStream: Statement = {
  name: 'read_event_stream',
  text: `select coalesce(max(last_number), 0) as "lastNumber", coalesce(max(purged_number), 0) as "purgedNumber" from event_streams
where merchant_id = $1`,
};

/**
 * Of the oldest $3 events all that come before the first which is needed yet: younger than $2 days, on its way to an endpoint
 * that is enabled, or of something that is no matter of a settlement statement. What still waits for one that is disabled goes along.
 * Both are deleted as a stretch of numbers: joined with the events above, as many rows were read as there are pairs while the tables were
 * young.
 */
export const purgeEvents: Statement = {
  name: 'purge_events',
  text: `with oldest as (
  select o.sequence_number as number, o.happened_at >= now() - $2::int * interval '1 day'
    or o.happened_at >= ${firstUnsettled} - interval '1 day'
    or exists (select from webhook_endpoints e join webhook_deliveries d on d.merchant_id = $1 and d.endpoint_id = e.id
      and d.number = o.sequence_number and d.state = 'Pending'
      where e.merchant_id = $1 and e.enabled and e.deleted_at is null) as needed
  from outbox o where o.merchant_id = $1 and o.sequence_number > (select s.purged_number from event_streams s where s.merchant_id = $1)
  order by o.sequence_number limit $3::int
), until as (
  select coalesce((select min(n.number) from oldest n where n.needed), (select max(n.number) + 1 from oldest n)) as number
), gone as (
  delete from outbox o where o.merchant_id = $1 and o.sequence_number < (select u.number from until u)
    and o.sequence_number > (select s.purged_number from event_streams s where s.merchant_id = $1)
  returning o.sequence_number as number
), never as (
  delete from webhook_deliveries d using webhook_endpoints e where e.merchant_id = $1 and d.merchant_id = $1 and d.endpoint_id = e.id
    and d.number < (select u.number from until u) and d.state = 'Pending'
), marked as (
  update event_streams s set purged_number = g.number from (select max(number) as number from gone) g
  where s.merchant_id = $1 and g.number is not null
)
select count(*) from gone`,
};

/** How long the oldest delivery that is due waits for its attempt, in milliseconds; of endpoints that are called at all. */
export const readLag: Statement = {
  name: 'read_webhook_lag',
  text: `select coalesce(extract(epoch from now() - min(d.due_at)) * 1000, 0)::bigint as "lagMs" from webhook_deliveries d
join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
where d.state = 'Pending' and d.due_at <= now() and e.enabled and e.deleted_at is null and e.paused_until <= now()`,
};
