-- The part of an order that every step reads and changes; the CHECKs repeat the core's invariants as a second guard.
create table orders (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  number text not null,
  number_key text not null,
  customer_key text not null,
  checkout_id uuid not null,
  payment_type text not null,
  currency text not null,
  state text not null,
  authorized_minor bigint not null,
  net_minor bigint not null,
  approved_minor bigint not null,
  captured_minor bigint not null,
  voided_minor bigint not null,
  refunded_minor bigint not null,
  expires_on date not null,
  expires_at timestamptz not null,
  shipping_count integer not null,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key),
  constraint orders_state check (state in ('Pending', 'Authorized', 'PartlyCaptured', 'Captured', 'Voided', 'Expired', 'Rejected')),
  constraint orders_refunded check (0 <= refunded_minor and refunded_minor <= captured_minor),
  constraint orders_captured check (0 <= captured_minor and 0 <= voided_minor and captured_minor + voided_minor <= authorized_minor),
  constraint orders_authorized check (0 < authorized_minor and authorized_minor <= 99999999999)
) with (fillfactor = 85);

-- A rejected authorization leaves its number free.
create unique index orders_number on orders (merchant_id, number_key) where state <> 'Rejected';
create index orders_customer on orders (merchant_id, customer_key);
create index orders_open on orders (expires_at) where state in ('Pending', 'Authorized', 'PartlyCaptured');

-- What the shop said of an order. Everything personal of it is here; numbers of persons and accounts are sealed.
create table order_contents (
  merchant_id uuid not null,
  order_id uuid not null,
  items json not null,
  customer json,
  delivery_customer json,
  national_id text,
  delivery_national_id text,
  bank_account text,
  payment json,
  remarks json,
  primary key (merchant_id, order_id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);

create table captures (
  merchant_id uuid not null,
  number text not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  refunded_minor bigint not null,
  invoiced_on date not null,
  due_on date not null,
  return_notified_at timestamptz,
  items json,
  remarks json,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, order_id) references orders (merchant_id, id),
  constraint captures_refunded check (0 <= refunded_minor and refunded_minor <= amount_minor)
) with (fillfactor = 90);
create index captures_order on captures (merchant_id, order_id);

create table refunds (
  merchant_id uuid not null,
  number text not null,
  order_id uuid not null,
  capture_number text not null,
  amount_minor bigint not null check (amount_minor > 0),
  items json,
  remarks json,
  inserted_at timestamptz not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number)
);
create index refunds_order on refunds (merchant_id, order_id);

create table voids (
  merchant_id uuid not null,
  number text not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  items json,
  remarks json,
  inserted_at timestamptz not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);
create index voids_order on voids (merchant_id, order_id);

-- At most one a capture (the primary key says so).
create table return_notifications (
  merchant_id uuid not null,
  capture_number text not null,
  order_id uuid not null,
  amount_minor bigint,
  items json,
  remarks json,
  inserted_at timestamptz not null,
  primary key (merchant_id, capture_number),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number)
);

create table shipping_details (
  merchant_id uuid not null,
  order_id uuid not null,
  number integer not null,
  capture_number text not null,
  type text not null,
  shipping_company text not null,
  tracking_id text not null,
  tracking_url text not null,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, order_id, number),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number)
);

-- Each credit decision with everything it looked at, so that it can be run again to the same outcome.
create table credit_decisions (
  merchant_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  outcome text not null,
  amount_minor bigint not null,
  application json not null,
  facts json not null,
  policy json not null,
  reasons json not null,
  decided_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, order_id) references orders (merchant_id, id)
);
create index credit_decisions_order on credit_decisions (merchant_id, order_id);
