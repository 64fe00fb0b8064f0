-- How far a merchant's events are numbered. Whoever numbers holds the row for that one transaction, so numbers follow the
-- order in which events became visible, without a gap, and nobody who writes events ever waits for it.
create table event_streams (
  merchant_id uuid not null references merchants (id),
  last_number bigint not null default 0,
  primary key (merchant_id)
);

create table webhook_endpoints (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  url text not null,
  description text not null,
  -- Exact types, or all of one kind: order.*
  events text[] not null,
  concurrency integer not null check (concurrency between 1 and 16),
  enabled boolean not null,
  disabled_reason text,
  disabled_at timestamptz,
  -- The last event that was numbered when it was disabled: what came after was not queued.
  disabled_after bigint,
  -- Of the attempts: since when none succeeded, and how many in a row.
  failing_since timestamptz,
  failure_count integer not null default 0,
  paused_until timestamptz not null default '-infinity',
  lease_holder text,
  lease_until timestamptz not null default '-infinity',
  version integer not null default 1,
  inserted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (merchant_id, id),
  constraint webhook_endpoints_disabled check (disabled_reason in ('operator', 'gone', 'failing'))
);

-- Sealed, for signing; of v1a the public key is shown whenever somebody asks.
create table webhook_secrets (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('v1', 'v1a')),
  secret text not null,
  public_key text,
  inserted_at timestamptz not null default now(),
  -- Rotation: still signed with until then.
  ends_at timestamptz,
  primary key (merchant_id, endpoint_id, id),
  foreign key (merchant_id, endpoint_id) references webhook_endpoints (merchant_id, id)
);

-- One event for one endpoint, however often it is tried.
create table webhook_deliveries (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  number bigint not null,
  event_id uuid not null,
  event_type text not null,
  state text not null,
  attempt_count integer not null default 0,
  replay_count integer not null default 0,
  due_at timestamptz not null default now(),
  last_attempt_at timestamptz,
  last_status integer,
  last_reason text,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, endpoint_id, number),
  foreign key (merchant_id, endpoint_id) references webhook_endpoints (merchant_id, id),
  constraint webhook_deliveries_state check (state in ('Pending', 'Delivered', 'Failed'))
) with (fillfactor = 85);
create index webhook_deliveries_waiting on webhook_deliveries (merchant_id, endpoint_id, due_at) where state = 'Pending';
create index webhook_deliveries_age on webhook_deliveries (inserted_at) where state <> 'Pending';

-- Every attempt, tests among them (without a number). Nothing of what a receiver answered but its status is kept.
create table webhook_attempts (
  merchant_id uuid not null,
  endpoint_id uuid not null,
  id uuid not null,
  number bigint,
  attempted_at timestamptz not null,
  milliseconds integer not null,
  status integer,
  reason text not null,
  primary key (merchant_id, endpoint_id, id)
);
create index webhook_attempts_delivery on webhook_attempts (merchant_id, endpoint_id, number);
create index webhook_attempts_age on webhook_attempts (attempted_at);

-- What happens to an endpoint moves no money.
alter table outbox alter column currency drop not null;
