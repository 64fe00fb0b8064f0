-- An application for an account waits no longer than an order does. What waits already, and what an older version beside this
-- one puts under review, has three days. The index accounts_review holds what waits, which is never much.
alter table accounts add column decide_by timestamptz default now() + interval '72 hours';

-- Who decided an application, and why.
create table account_reviews (
  merchant_id uuid not null,
  account_number text not null,
  decision text not null check (decision in ('approve', 'decline')),
  reason text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (merchant_id, account_number),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);
