-- Organisations own merchants, and a key of the operator may be limited to one. Shared tables, like the merchants themselves.
create table organisations (
  id uuid primary key,
  name text not null,
  inserted_at timestamptz not null default now()
);
create unique index organisations_name on organisations (lower(name));

-- Null: a merchant from before there were organisations, or one of the demo shops.
alter table merchants add column organisation_id uuid references organisations (id);
-- Null: it takes orders. What it has already is captured, refunded and paid either way.
alter table merchants add column deactivated_at timestamptz;
-- Which version of its contract holds; each order says under which it was made.
alter table merchants add column contract_version integer not null default 1;
create unique index merchants_name on merchants (organisation_id, lower(name)) where organisation_id is not null;

create table merchant_contracts (
  merchant_id uuid not null references merchants (id),
  version integer not null,
  contract json not null,
  reason text not null,
  author text not null,
  made_at timestamptz not null default now(),
  primary key (merchant_id, version)
);

-- A key of the operator that sees and does nothing beyond one organisation.
alter table api_keys add column organisation_id uuid references organisations (id);
-- To the hour; written now and then for many keys at once, never for each request.
alter table api_keys add column last_used_at timestamptz;
-- Networks (CIDR) it may be used from; null is from anywhere.
alter table api_keys add column allowed_addresses text[];
-- The key that takes this one's place: until this one ends, both are valid.
alter table api_keys add column successor_id uuid;
create index api_keys_of_organisation on api_keys (organisation_id) where organisation_id is not null;

alter table orders add column contract_version integer;
-- Of an invoice: as it was agreed then, whatever the contract says by the time of the capture.
alter table orders add column days_until_due integer;
