-- The book's own rows, written in the transaction of what they tell about.

-- Answers under their idempotency keys: as text, so that a replay is the same bytes.
create table stored_answers (
  merchant_id uuid not null,
  claim text not null,
  body_hash text not null,
  answer text not null,
  request_id text not null,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, claim)
);
create index stored_answers_age on stored_answers (inserted_at);

create table audit (
  merchant_id uuid not null,
  id uuid not null,
  actor text not null,
  operation text not null,
  order_id uuid,
  subject text not null,
  request_id text not null,
  happened_at timestamptz not null,
  primary key (merchant_id, id)
);
create index audit_order on audit (merchant_id, order_id);

-- Events to deliver. A relay gives them their gap-free number per merchant in the order in which they become visible.
create table outbox (
  merchant_id uuid not null,
  id uuid not null,
  sequence_number bigint,
  type text not null,
  order_id uuid not null,
  subject text not null,
  currency text not null,
  amount_minor bigint not null,
  happened_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, sequence_number)
);
create index outbox_unnumbered on outbox (merchant_id, id) where sequence_number is null;

-- One entry is one transfer, so every entry balances by construction. Insert only.
create table ledger (
  merchant_id uuid not null,
  id uuid not null,
  event_id uuid not null,
  order_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  booked_at timestamptz not null,
  primary key (merchant_id, id),
  check (debit_account <> credit_account)
);
create index ledger_order on ledger (merchant_id, order_id);
