// Where a merchant's events are sent, and the sealed secrets they are signed with.
import type { Instant } from '../core/dates.ts';
import type { AnyTable, Statement } from '../store/table.ts';

export interface EndpointRow {
  readonly id: string;
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly concurrency: number;
  readonly enabled: boolean;
  readonly disabledReason: 'operator' | 'gone' | 'failing' | null;
  readonly disabledAt: Instant | null;
  readonly disabledAfter: bigint | null;
  readonly failingSince: Instant | null;
  readonly failureCount: number;
  readonly pausedUntil: Instant | null;
  readonly version: number;
  readonly insertedAt: Instant;
  readonly updatedAt: Instant;
}

const columns = `e.id, e.url, e.description, e.events, e.concurrency, e.enabled, e.disabled_reason as "disabledReason",
  e.disabled_at as "disabledAt", e.disabled_after as "disabledAfter", e.failing_since as "failingSince",
  e.failure_count as "failureCount", case when e.paused_until > now() then e.paused_until end as "pausedUntil",
  e.version, e.inserted_at as "insertedAt", e.updated_at as "updatedAt"`;

/** With its secrets as JSON, and how many deliveries wait. */
const whole = `${columns}, (select coalesce(json_agg(json_build_object('id', s.id, 'kind', s.kind, 'publicKey', s.public_key,
    'insertedAt', s.inserted_at, 'endsAt', s.ends_at) order by s.inserted_at), '[]') from webhook_secrets s
    where s.merchant_id = e.merchant_id and s.endpoint_id = e.id and (s.ends_at is null or s.ends_at > now())) as secrets,
  (select count(*) from webhook_deliveries d where d.merchant_id = e.merchant_id and d.endpoint_id = e.id and d.state = 'Pending') as waiting`;

export const listEndpoints: Statement = {
  name: 'list_webhook_endpoints',
  text: `select ${whole} from webhook_endpoints e where e.merchant_id = $1 and e.deleted_at is null
  and ($2::uuid is null or e.id = $2) order by e.inserted_at, e.id`,
};

/** At most so many ($8) a merchant. */
export const insertEndpoint: Statement = {
  name: 'insert_webhook_endpoint',
  text: `insert into webhook_endpoints (merchant_id, id, url, description, events, concurrency, enabled)
select $1::uuid, $2::uuid, $3, $4, $5::text[], $6::int, $7::bool
where (select count(*) from webhook_endpoints e where e.merchant_id = $1 and e.deleted_at is null) < $8::int returning id`,
};

export const webhookSecrets: AnyTable = {
  name: 'webhookSecrets',
  columns: { endpointId: 'uuid', id: 'uuid', secret: 'sealed' },
  key: ['endpointId', 'id'],
};

export const insertSecret: Statement = {
  name: 'insert_webhook_secret',
  text: `insert into webhook_secrets (merchant_id, endpoint_id, id, kind, secret, public_key)
select $1::uuid, $2::uuid, $3::uuid, $4, $5, $6 where exists (select 1 from webhook_endpoints e
  where e.merchant_id = $1 and e.id = $2 and e.deleted_at is null) returning id`,
};

/**
 * All others of its kind are signed with for so long ($4, seconds) and no longer than they would have been. A process that is sending
 * loses the lease, so that the next message is signed anew.
 */
export const endSecrets: Statement = {
  name: 'end_webhook_secrets',
  text: `with freed as (
  update webhook_endpoints set lease_holder = null, lease_until = '-infinity' where merchant_id = $1 and id = $2
)
update webhook_secrets set ends_at = least(coalesce(ends_at, 'infinity'), now() + $4::int * interval '1 second')
where merchant_id = $1 and endpoint_id = $2 and id <> $3 and kind = $5`,
};

/**
 * Null leaves what there is. Enabling forgets the failures; disabling notes where the stream was. With another address a process
 * that is sending to the old one loses the lease.
 */
export const updateEndpoint: Statement = {
  name: 'update_webhook_endpoint',
  // A cluster takes no now() inside a CASE of an update.
  text: `with clock as materialized (select now() as at)
update webhook_endpoints e set url = coalesce($3, url), description = coalesce($4, description),
  events = coalesce($5::text[], events), concurrency = coalesce($6::int, concurrency), enabled = coalesce($7::bool, enabled),
  disabled_reason = case when $7::bool then null when $7::bool = false and enabled then 'operator' else disabled_reason end,
  disabled_at = case when $7::bool then null when $7::bool = false and enabled then clock.at else disabled_at end,
  disabled_after = case when $7::bool = false and enabled then
    coalesce((select s.last_number from event_streams s where s.merchant_id = $1), 0) else disabled_after end,
  failing_since = case when $7::bool and not enabled then null else failing_since end,
  failure_count = case when $7::bool and not enabled then 0 else failure_count end,
  paused_until = case when $7::bool or $3::text is not null then '-infinity' else paused_until end,
  lease_holder = case when $3::text is null then lease_holder end,
  lease_until = case when $3::text is null then lease_until else '-infinity' end,
  version = version + 1, updated_at = clock.at
from clock where e.merchant_id = $1 and e.id = $2 and e.deleted_at is null returning e.id`,
};

export const deleteEndpoint: Statement = {
  name: 'delete_webhook_endpoint',
  text: `update webhook_endpoints set deleted_at = now(), enabled = false, updated_at = now()
where merchant_id = $1 and id = $2 and deleted_at is null returning id`,
};

/** What was sealed is of no use any more; the deliveries go with their job. */
export const deleteSecrets: Statement = {
  name: 'delete_webhook_secrets',
  text: `delete from webhook_secrets where merchant_id = $1 and endpoint_id = $2`,
};

export const listSigningSecrets: Statement = {
  name: 'list_signing_secrets',
  text: `select endpoint_id as "endpointId", id, kind, secret from webhook_secrets where merchant_id = $1 and endpoint_id = $2
  and (ends_at is null or ends_at > now()) order by inserted_at desc, id desc`,
};
