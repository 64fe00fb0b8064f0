-- What a shop said when it asked for payment methods: authorize and contract may leave out what is known here. It lives for
-- a day (expires_at, on the merchant's clock) and is deleted by the database's clock.
create table checkouts (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  -- The number that was answered, the shop's own or ours.
  customer_number text,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- The order as sent, in part or in whole. Numbers of persons are sealed.
  order_details json not null,
  customer json,
  delivery_customer json,
  national_id text,
  delivery_national_id text,
  remarks json,
  -- The accepted or pending order that it was used for.
  order_id uuid,
  expires_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
create index checkouts_age on checkouts (inserted_at);

-- Which payment methods were offered, which were not and why: kept when the checkout itself is gone, so no keys between
-- them. Ids and amounts only, nothing of a person.
create table checkout_decisions (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  checkout_id uuid not null,
  outcome text not null,
  amount_minor bigint not null,
  application json not null,
  facts json not null,
  policy json not null,
  reasons json not null,
  methods json not null,
  decided_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, id)
);
create index checkout_decisions_checkout on checkout_decisions (merchant_id, checkout_id);
create index checkout_decisions_age on checkout_decisions (inserted_at);

-- Contracts that buyers agreed to in a checkout, with their terms as they were then. One is good for one order.
create table contracts (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  number text not null,
  mandate_number text,
  checkout_id uuid not null,
  payment_type text not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  terms json not null,
  bank_account text,
  document_id uuid not null,
  order_id uuid,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, id),
  unique (merchant_id, number)
);
create index contracts_unused on contracts (inserted_at) where order_id is null;

-- What was agreed with the buyer (rates, fees, campaign), whatever becomes of the merchant's contract; null for a plain invoice.
alter table orders add column terms json;
