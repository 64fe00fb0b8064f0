-- The versions of a merchant's credit policy, insert only. Which one holds stands with the merchant, whose row every batch
-- of decisions reads: so a change holds at once, in every process.
create table risk_policies (
  merchant_id uuid not null references merchants (id),
  version integer not null check (version > 0),
  country text not null,
  policy json not null,
  reason text not null,
  author text not null,
  made_at timestamptz not null default now(),
  primary key (merchant_id, version)
);

-- Null: the policy of the contract.
alter table merchants add column policy json;

-- Decisions in the order they were made: what a replay walks through.
create index credit_decisions_time on credit_decisions (merchant_id, decided_at, id);

-- A rejected order leaves its number free, so several may have it; what was decided on them is explained by that number.
create index orders_rejected_number on orders (merchant_id, number_key) where state = 'Rejected';
