-- Customer accounts (FastTrack). The row is the lock under which a limit is held; its counters move by deltas, and the
-- CHECKs repeat the core's invariants as a second guard.
create table accounts (
  merchant_id uuid not null references merchants (id),
  number text not null,
  id uuid not null,
  customer_key text not null,
  customer_number text not null,
  currency text not null,
  profile_no integer not null,
  -- What was agreed when it was opened: a contract that changes later does not change this account.
  terms json not null,
  state text not null,
  status text not null,
  stopped boolean not null,
  limit_minor bigint not null check (limit_minor > 0),
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  -- Purchases and withdrawals less their corrections: what was never taken cannot be given back.
  used_minor bigint not null check (used_minor >= 0),
  entry_count integer not null,
  held_count integer not null check (held_count >= 0),
  ocr text not null,
  opened_on date not null,
  -- The first day of the month that is not yet posted, and the first day whose interest has to be looked at again.
  open_month date not null,
  correct_from date not null,
  first_notice_on date not null,
  last_notice_on date,
  next_notice_on date not null,
  -- Demanded by a statement, payable until due_on; and what is past that day.
  due_minor bigint not null check (due_minor >= 0),
  due_on date not null,
  overdue_minor bigint not null check (overdue_minor >= 0),
  dunning_on date not null,
  -- When there is something to do next: month's end, due date, reminder.
  next_step_on date not null,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, number),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key),
  constraint accounts_state check (state in ('UnderReview', 'Open', 'Declined')),
  constraint accounts_status check (status in ('Ok', 'FirstReminder', 'SecondReminder', 'UnderCancelation', 'SentToDebtCollection', 'ClosedFromDebtCollection'))
) with (fillfactor = 80);

-- One account a person and currency (C65); a declined application leaves the way free.
create unique index accounts_customer on accounts (merchant_id, customer_key, currency) where state <> 'Declined';
create index accounts_steps on accounts (next_step_on) where state = 'Open';
create index accounts_review on accounts (merchant_id, inserted_at) where state = 'UnderReview';

-- Everything personal of an account is here.
create table account_owners (
  merchant_id uuid not null,
  account_number text not null,
  customer json,
  national_id text,
  primary key (merchant_id, account_number),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);

-- Each application with everything that was looked at, so that it can be run again to the same outcome.
create table account_applications (
  merchant_id uuid not null,
  id uuid not null,
  customer_key text not null,
  account_number text,
  outcome text not null,
  asked_minor bigint not null,
  granted_minor bigint not null,
  application json not null,
  facts json not null,
  policy json not null,
  reasons json not null,
  decided_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, customer_key) references customers (merchant_id, key)
);
create index account_applications_customer on account_applications (merchant_id, customer_key);

-- Events as they were sent; only added ones are here.
create table account_events (
  merchant_id uuid not null,
  id uuid not null,
  account_number text not null,
  account_transaction_id text,
  content_hash text not null,
  event_type text not null,
  category_type text not null,
  happened_at timestamptz not null,
  value_on date not null,
  amount_minor bigint not null,
  tax_minor bigint,
  country_code text not null,
  language text not null,
  nfc_id text,
  pos_id text,
  pos_name text,
  items json,
  state text not null,
  outcome text not null,
  reasons json not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, id),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number),
  constraint account_events_state check (state in ('Booked', 'Held', 'Declined'))
);
create unique index account_events_transaction on account_events (merchant_id, account_number, account_transaction_id)
  where account_transaction_id is not null;
create index account_events_held on account_events (merchant_id, account_number) where state = 'Held';

-- The account's stream: every movement with the balances after it. Insert only; the number counts on the locked account.
create table account_entries (
  merchant_id uuid not null,
  account_number text not null,
  number integer not null,
  kind text not null,
  event_id uuid,
  reference text not null,
  value_on date not null,
  booked_on date not null,
  principal_minor bigint not null,
  interest_minor bigint not null,
  fees_minor bigint not null,
  principal_after_minor bigint not null,
  interest_after_minor bigint not null,
  fees_after_minor bigint not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, account_number, number),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);

-- By how much the principal moved on a day, by value date: what interest is computed from.
create table account_days (
  merchant_id uuid not null,
  account_number text not null,
  day date not null,
  principal_minor bigint not null,
  primary key (merchant_id, account_number, day),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);

-- A month that was posted, and its statement.
create table account_months (
  merchant_id uuid not null,
  account_number text not null,
  month date not null,
  -- All interest posted for the days of this month so far, corrections included.
  interest_minor bigint not null,
  first_entry integer not null,
  last_entry integer not null,
  opening_minor bigint not null,
  principal_minor bigint not null,
  accrued_minor bigint not null,
  fees_minor bigint not null,
  minimum_minor bigint not null check (minimum_minor >= 0),
  overdue_minor bigint not null check (overdue_minor >= 0),
  due_on date not null,
  made_on date not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, account_number, month),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);

create table account_payments (
  merchant_id uuid not null,
  account_number text not null,
  transaction_id text not null,
  amount_minor bigint not null check (amount_minor > 0),
  value_on date not null,
  fees_minor bigint not null,
  interest_minor bigint not null,
  principal_minor bigint not null,
  entry_number integer not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, account_number, transaction_id),
  foreign key (merchant_id, account_number) references accounts (merchant_id, number)
);

-- What happens to an account belongs to no order.
alter table outbox alter column order_id drop not null;
alter table outbox add column account_number text;
alter table ledger alter column order_id drop not null;
alter table ledger add column account_number text;
alter table audit add column account_number text;
create index ledger_account on ledger (merchant_id, account_number) where account_number is not null;
