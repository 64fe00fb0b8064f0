-- Chains over the ledger and the audit: one seal a row, numbered without gap per merchant in the order in which rows became
-- visible, each with the hash of the row and of the seal before it. Insert only, and the rows themselves are never touched:
-- a database role that may neither update nor delete here, in ledger and in audit is enough to run the service
-- (docs/privacy.md has the grants).
create table ledger_seals (
  merchant_id uuid not null,
  number bigint not null check (number > 0),
  row_id uuid not null,
  version integer not null,
  hash text not null,
  sealed_at timestamptz not null default now(),
  primary key (merchant_id, number),
  unique (merchant_id, row_id)
);

create table audit_seals (
  merchant_id uuid not null,
  number bigint not null check (number > 0),
  row_id uuid not null,
  version integer not null,
  hash text not null,
  -- Salted hash of the reason: the chain holds when the words themselves had to be erased.
  reason_digest text,
  sealed_at timestamptz not null default now(),
  primary key (merchant_id, number),
  unique (merchant_id, row_id)
);
