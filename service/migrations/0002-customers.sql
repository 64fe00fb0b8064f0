-- People as one merchant knows them. The row is the lock under which exposure is held; its key is a keyed hash.
create table customers (
  merchant_id uuid not null references merchants (id),
  key text not null,
  number text,
  identified boolean not null,
  inserted_at timestamptz not null default now(),
  primary key (merchant_id, key)
);

-- Which customer a customer number means; the first use decides, for good.
create table customer_numbers (
  merchant_id uuid not null,
  number text not null,
  customer_key text not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key)
);

-- What a customer owes in one currency: open authorizations, and captures neither refunded nor paid.
create table exposures (
  merchant_id uuid not null,
  customer_key text not null,
  currency text not null,
  held_minor bigint not null check (held_minor >= 0),
  debt_minor bigint not null check (debt_minor >= 0),
  primary key (merchant_id, customer_key, currency),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key)
);
