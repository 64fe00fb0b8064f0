-- Shared tables: small, read by every request, written rarely. On a cluster they are reference tables.

create table merchants (
  id uuid primary key,
  name text not null,
  country text not null,
  currency text not null,
  language text not null,
  time_zone text not null,
  contract json not null,
  -- The test clock: how far business time is ahead of real time. Forward only.
  clock_offset_ms bigint not null default 0 check (clock_offset_ms >= 0),
  inserted_at timestamptz not null default now()
);

-- A key's SHA-256 is all that is kept; the key has full entropy, so a slow hash would add nothing.
create table api_keys (
  hash text primary key,
  id uuid not null unique,
  -- Null: a key of the operator, for /admin/v1.
  merchant_id uuid references merchants (id),
  name text not null,
  scopes text[] not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  inserted_at timestamptz not null default now()
);

create index api_keys_of_merchant on api_keys (merchant_id);

-- Which job ran when, and who may run it now: a lease, so that several processes share the work.
create table job_runs (
  name text primary key,
  lease_until timestamptz not null default '-infinity',
  lease_holder text,
  started_at timestamptz,
  finished_at timestamptz,
  done_count bigint not null default 0,
  failure_count bigint not null default 0,
  last_failure text
);

-- What belongs to the database as a whole: the mark of the key that its sealed columns and hashes were made with.
create table service_settings (
  name text primary key,
  value text not null
);
