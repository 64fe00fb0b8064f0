-- What consumers pay, and when each part of a capture is due.

-- Of a capture: principal paid in money, and what the merchant refunded after the consumer had paid it, so that it is owed
-- back to the consumer. What is left to pay is amount - refunded - paid + credit.
alter table captures
  add column paid_minor bigint not null default 0,
  add column credit_minor bigint not null default 0,
  add column settled_on date,
  add constraint captures_paid check (paid_minor >= 0 and credit_minor >= 0 and amount_minor - refunded_minor - paid_minor + credit_minor >= 0);

-- The installments of a capture, as they stand after refunds; one that came to nothing holds only zeros.
create table capture_installments (
  merchant_id uuid not null,
  capture_number text not null,
  number integer not null,
  order_id uuid not null,
  due_on date not null,
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  paid_minor bigint not null,
  paid_on date,
  primary key (merchant_id, capture_number, number),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number),
  constraint capture_installments_paid check (0 <= paid_minor and paid_minor <= principal_minor + interest_minor + fee_minor)
) with (fillfactor = 85);
create index capture_installments_order on capture_installments (merchant_id, order_id);
create index capture_installments_open on capture_installments (due_on) where paid_minor < principal_minor + interest_minor + fee_minor;

-- Money received from consumers. The operator's own number of the transaction tells one from every other, for good.
create table payments (
  merchant_id uuid not null,
  transaction_id text not null,
  order_id uuid not null,
  capture_number text not null,
  amount_minor bigint not null check (amount_minor > 0),
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  value_on date not null,
  reason text,
  inserted_at timestamptz not null,
  primary key (merchant_id, transaction_id),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number),
  constraint payments_parts check (amount_minor = principal_minor + interest_minor + fee_minor)
);
create index payments_order on payments (merchant_id, order_id);
