-- A consumer withdrew from the credit of an order: from when, and until when capital and interest are to be paid back. One for each
-- order. Returned is what was paid of costs that are not owed.
create table withdrawals (
  merchant_id uuid not null,
  order_id uuid not null,
  noticed_on date not null,
  pay_by date not null,
  medium text not null check (medium in ('Page', 'Letter', 'Email', 'Other')),
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  returned_minor bigint not null check (returned_minor >= 0),
  inserted_at timestamptz not null,
  primary key (merchant_id, order_id)
);

-- Interest and fees of a capture that were paid and are not owed any more, since the credit ended before its time: they count as
-- paid of the capital, and what is more than it (credit) goes back to the consumer.
create table cost_returns (
  merchant_id uuid not null,
  capture_number text not null,
  reason text not null check (reason in ('Withdrawal', 'EarlyRepayment')),
  order_id uuid not null,
  interest_minor bigint not null check (interest_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  credit_minor bigint not null check (0 <= credit_minor and credit_minor <= interest_minor + fee_minor),
  inserted_at timestamptz not null,
  primary key (merchant_id, capture_number, reason)
);
create index cost_returns_order on cost_returns (merchant_id, order_id);
