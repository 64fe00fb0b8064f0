-- Changes of the accounts that money is paid to and from: proposed by one person, approved by another, effective after a while. Of a
-- merchant its payout accounts, of the operator (the merchant of zeros) the accounts that payouts are made from.
create table account_changes (
  merchant_id uuid not null,
  id uuid not null,
  currency text not null,
  -- Sealed; and what may be shown of it.
  content text not null,
  shown text not null,
  state text not null check (state in ('Proposed', 'Approved', 'Effective', 'Rejected', 'Replaced')),
  version integer not null default 1,
  reason text not null,
  proposed_by text not null,
  proposed_at timestamptz not null default now(),
  approved_by text,
  approved_at timestamptz,
  -- In the merchant's business time.
  effective_at timestamptz,
  ended_by text,
  ended_at timestamptz,
  primary key (merchant_id, id),
  constraint account_changes_approved check ((state in ('Approved', 'Effective')) <= (approved_by is not null and effective_at is not null))
);
create unique index account_changes_open on account_changes (merchant_id, currency) where state in ('Proposed', 'Approved');

-- Who made a key: two keys of one line are one person. Keys from before are known by the audit.
alter table api_keys add column made_by text;
update api_keys k set made_by = a.actor from audit a
where k.merchant_id is null and a.merchant_id = '00000000-0000-0000-0000-000000000000' and a.operation = 'createOperatorKey' and a.subject = k.id::text;
