-- The holder of a customer account withdrew from its credit: from when, until when capital and interest are to be paid back, and what of
-- fees fell. One for each account.
create table account_withdrawals (
  merchant_id uuid not null,
  account_number text not null,
  noticed_on date not null,
  pay_by date not null,
  medium text not null check (medium in ('Page', 'Letter', 'Email', 'Other')),
  principal_minor bigint not null,
  interest_minor bigint not null,
  returned_minor bigint not null check (returned_minor >= 0),
  inserted_at timestamptz not null,
  primary key (merchant_id, account_number)
);
