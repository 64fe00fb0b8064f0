// What is sent where, each attempt of it, and the claims under which it is sent. All of it in the database's real time.
import { auditedUnsealed } from '../book/unsealed.sql.ts';
import { passesSql } from '../core/webhooks/filter.ts';
import type { Statement } from '../store/table.ts';

/** Endpoints with something due and no lease: those that answer first, among them the one that waited longest. */
export const listDueEndpoints: Statement = {
  name: 'list_due_endpoints',
  text: `select e.merchant_id as "merchantId", e.id, e.failure_count as "failureCount" from webhook_endpoints e
where e.enabled and e.deleted_at is null and e.lease_until < now() and e.paused_until <= now()
  and exists (select 1 from webhook_deliveries d where d.merchant_id = e.merchant_id and d.endpoint_id = e.id
    and d.state = 'Pending' and d.due_at <= now())
order by e.failure_count > 0, e.lease_until, e.id limit $1::int`,
};

export const claimEndpoint: Statement = {
  name: 'claim_webhook_endpoint',
  text: `update webhook_endpoints set lease_holder = $3, lease_until = now() + $4::int * interval '1 second'
where merchant_id = $1 and id = $2 and enabled and deleted_at is null and lease_until < now() and paused_until <= now()
returning url, concurrency, failure_count as "failureCount"`,
};

/** The next process finds it free at once, and behind those who wait longer. */
export const releaseEndpoint: Statement = {
  name: 'release_webhook_endpoint',
  text: `update webhook_endpoints set lease_holder = null, lease_until = now()
where merchant_id = $1 and id = $2 and lease_holder = $3`,
};

export const listDueDeliveries: Statement = {
  name: 'list_due_deliveries',
  text: `select d.number, d.attempt_count as "attemptCount", o.id, o.type, o.happened_at as "happenedAt", o.data, o.currency,
  o.amount_minor as "amountMinor"
from webhook_deliveries d join outbox o on o.merchant_id = d.merchant_id and o.id = d.event_id
where d.merchant_id = $1 and d.endpoint_id = $2 and d.state = 'Pending' and d.due_at <= now() order by d.number limit $3::int`,
};

/**
 * What an attempt came to, in one statement: the attempt, the delivery, and what it says of the endpoint. The lease is
 * renewed with it; nothing returned means that another process has it, or that the endpoint is disabled by now.
 */
export const recordAttempt: Statement = {
  name: 'record_webhook_attempt',
  text: `with clock as materialized (select now() as at, now() + $11::float8 * interval '1 second' as paused), attempt as (
  insert into webhook_attempts (merchant_id, endpoint_id, number, id, attempted_at, milliseconds, status, reason)
  values ($1::uuid, $2::uuid, $3::bigint, $4::uuid, now() - $5::int * interval '1 millisecond', $5::int, $6::int, $7)
), delivery as (
  update webhook_deliveries set attempt_count = attempt_count + 1, last_attempt_at = now(), last_status = $6::int, last_reason = $7,
    state = $8, due_at = now() + $9::float8 * interval '1 second'
  where merchant_id = $1 and endpoint_id = $2 and number = $3::bigint and state = 'Pending'
), endpoint as (
  update webhook_endpoints set lease_until = now() + $13::int * interval '1 second',
    failure_count = case when $10::bool then 0 else failure_count + 1 end,
    failing_since = case when $10::bool then null else coalesce(failing_since, clock.at) end,
    paused_until = case when $11::float8 > 0 then clock.paused else paused_until end
  from clock where merchant_id = $1 and id = $2 and lease_holder = $12 and enabled
  returning failure_count, paused_until
)
select e.failure_count as "failureCount", e.paused_until > now() as paused from endpoint e`,
};

/** An attempt beside the stream: a test. */
export const insertAttempt: Statement = {
  name: 'insert_webhook_attempt',
  text: `insert into webhook_attempts (merchant_id, endpoint_id, id, attempted_at, milliseconds, status, reason)
values ($1::uuid, $2::uuid, $3::uuid, now() - $4::int * interval '1 millisecond', $4::int, $5::int, $6) returning id`,
};

/**
 * Disabled because the receiver said so ($3 is gone), or because it has failed for so many days ($4) while a delivery was
 * given up; with an event for the other endpoints. Only a change is reported, and only by who has the lease ($7): another answered
 * at an address that is the endpoint's no more.
 */
export const disableEndpoint: Statement = {
  name: 'disable_webhook_endpoint',
  text: `with disabled as (
  update webhook_endpoints e set enabled = false, disabled_reason = $3, disabled_at = now(), version = version + 1,
    disabled_after = coalesce((select s.last_number from event_streams s where s.merchant_id = $1), 0), updated_at = now()
  where e.merchant_id = $1 and e.id = $2 and e.enabled and e.lease_holder = $7
    and ($3 <> 'failing' or e.failing_since <= now() - $4::int * interval '1 day')
  returning e.id, e.version, e.disabled_after
), moment as (
  select now() + clock_offset_ms * interval '1 millisecond' as at from merchants where id = $1
), event as (
  insert into outbox (merchant_id, id, type, order_id, subject, currency, amount_minor, happened_at, version, data)
  select $1::uuid, $5::uuid, 'webhook_endpoint.disabled', null, d.id::text, null, 0, m.at, d.version,
    json_build_object('resource', json_build_object('type', 'webhook_endpoint', 'number', d.id, 'version', d.version),
      'reason', $3::text, 'after', d.disabled_after)
  from disabled d, moment m
), audited as (
  insert into audit (merchant_id, id, actor, operation, subject, request_id, reason, happened_at)
  select $1::uuid, $6::uuid, 'job', 'deliver-webhooks', d.id::text, '', $3::text, m.at from disabled d, moment m
  returning merchant_id, id
), waiting as (
  ${auditedUnsealed}
)
select id from disabled`,
};

const filters = `d.merchant_id = $1 and d.endpoint_id = $2 and ($3::text is null or d.state = $3)
  and ${passesSql('d.event_type', '$4::text[]')}`;

/** Newest first, from below a number. */
export const listDeliveries: Statement = {
  name: 'list_webhook_deliveries',
  text: `select d.number, d.event_id as "eventId", d.event_type as "eventType", d.state, d.attempt_count as "attemptCount",
  d.replay_count as "replayCount", case when d.state = 'Pending' then d.due_at end as "dueAt",
  d.last_attempt_at as "lastAttemptAt", d.last_status as "lastStatus", d.last_reason as "lastReason", d.inserted_at as "insertedAt"
from webhook_deliveries d where ${filters} and ($5::bigint is null or d.number < $5::bigint)
order by d.number desc limit $6::int`,
};

/** Of one delivery ($3), or all with the tests among them; newest first, from before a moment ($4) and an id. */
export const listAttempts: Statement = {
  name: 'list_webhook_attempts',
  text: `select a.id, a.number, a.attempted_at as "attemptedAt", a.milliseconds, a.status, a.reason from webhook_attempts a
where a.merchant_id = $1 and a.endpoint_id = $2 and ($3::bigint is null or a.number = $3::bigint)
  and ($4::timestamptz is null or (a.attempted_at, a.id) < ($4::timestamptz, $5::uuid))
order by a.attempted_at desc, a.id desc limit $6::int`,
};

/**
 * Queue again what the endpoint wants of the events from $3 to $4 that happened from $5 to $6, in order, so many ($7) at once;
 * `last` is how far it came. What waits already is due now.
 */
export const replayEvents: Statement = {
  name: 'replay_webhook_events',
  text: `with wanted as (
  select o.sequence_number, o.id, o.type from outbox o
  join webhook_endpoints e on e.merchant_id = $1 and e.id = $2 and e.deleted_at is null and ${passesSql('o.type', 'e.events')}
  where o.merchant_id = $1 and o.sequence_number between $3::bigint and $4::bigint
    and ($5::timestamptz is null or o.happened_at >= $5::timestamptz) and ($6::timestamptz is null or o.happened_at <= $6::timestamptz)
  order by o.sequence_number limit $7::int
), queued as (
  insert into webhook_deliveries as d (merchant_id, endpoint_id, number, event_id, event_type, state)
  select $1::uuid, $2::uuid, w.sequence_number, w.id, w.type, 'Pending' from wanted w
  on conflict (merchant_id, endpoint_id, number) do update set state = 'Pending', due_at = excluded.due_at, attempt_count = 0,
    replay_count = d.replay_count + 1
  returning number
)
select count(*)::int as count, max(number) as last from queued`,
};

export const deleteOldDeliveries: Statement = {
  name: 'delete_old_webhook_deliveries',
  plannedAnew: true,
  text: `with old as (select merchant_id, endpoint_id, number from webhook_deliveries
    where state <> 'Pending' and inserted_at < now() - interval '90 days' limit $1::int),
gone as (delete from webhook_deliveries d using old where d.merchant_id = old.merchant_id and d.endpoint_id = old.endpoint_id
    and d.number = old.number and d.state <> 'Pending' returning 1)
select count(*) from gone`,
};

/** What was still to be sent to an endpoint that was deleted. */
export const deleteForsakenDeliveries: Statement = {
  name: 'delete_forsaken_webhook_deliveries',
  plannedAnew: true,
  text: `with forsaken as (select d.merchant_id, d.endpoint_id, d.number from webhook_deliveries d
    join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
    where d.state = 'Pending' and e.deleted_at is not null limit $1::int),
gone as (delete from webhook_deliveries d using forsaken where d.merchant_id = forsaken.merchant_id
    and d.endpoint_id = forsaken.endpoint_id and d.number = forsaken.number returning 1)
select count(*) from gone`,
};

export const deleteOldAttempts: Statement = {
  name: 'delete_old_webhook_attempts',
  plannedAnew: true,
  text: `with old as (select merchant_id, endpoint_id, id from webhook_attempts
    where attempted_at < now() - interval '90 days' limit $1::int),
gone as (delete from webhook_attempts a using old where a.merchant_id = old.merchant_id and a.endpoint_id = old.endpoint_id
    and a.id = old.id returning 1)
select count(*) from gone`,
};
