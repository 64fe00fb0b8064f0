-- Statements of what merchants are paid, and their payouts.

-- When an entry was really written, by the server's clock: what no statement holds yet is looked for from a moment on, and
-- not through all of the past. Entries from before have the moment of this migration.
alter table ledger add column written_at timestamptz default now();

-- What statements are made of: everything on merchant_payables but what statements themselves book.
create index ledger_to_settle on ledger (merchant_id, written_at)
  where (debit_account = 'merchant_payables' and credit_account not in ('merchant_fees', 'merchant_reserve', 'merchant_carried', 'payouts_due'))
     or (credit_account = 'merchant_payables' and debit_account not in ('merchant_fees', 'merchant_reserve', 'merchant_carried', 'payouts_due'));
-- What concerns neither an order nor an account: the bookings of a statement are found by its event.
create index ledger_own_events on ledger (merchant_id, event_id) where order_id is null and account_number is null;

create table settlements (
  merchant_id uuid not null references merchants (id),
  number text not null,
  currency text not null,
  position integer not null check (position > 0),
  state text not null,
  cut_at timestamptz not null,
  from_on date not null,
  to_on date not null,
  made_on date not null,
  payout_on date not null,
  agreement json not null,
  line_count integer not null,
  captures_minor bigint not null,
  refunds_minor bigint not null,
  adjustments_minor bigint not null,
  fees_minor bigint not null,
  reserve_withheld_minor bigint not null check (reserve_withheld_minor >= 0),
  reserve_released_minor bigint not null check (reserve_released_minor >= 0),
  carried_in_minor bigint not null,
  carried_out_minor bigint not null,
  payout_minor bigint not null check (payout_minor >= 0),
  release_on date not null,
  released_by text,
  event_id uuid not null,
  document_id uuid not null,
  closed_at timestamptz,
  primary key (merchant_id, number),
  unique (merchant_id, currency, position),
  constraint settlements_state check (state in ('Draft', 'Closed')),
  constraint settlements_closed check ((state = 'Closed') = (closed_at is not null)),
  -- The formula: a statement that does not come out is never stored.
  constraint settlements_sum check (state = 'Draft' or captures_minor - refunds_minor + adjustments_minor - fees_minor
    - reserve_withheld_minor + reserve_released_minor + carried_in_minor = payout_minor + carried_out_minor)
);
create unique index settlements_draft on settlements (merchant_id, currency) where state = 'Draft';
create unique index settlements_document on settlements (merchant_id, document_id);
create index settlements_reserves on settlements (merchant_id, currency, release_on) where reserve_withheld_minor > 0 and released_by is null;

create table settlement_lines (
  merchant_id uuid not null,
  settlement_number text not null,
  line_number integer not null,
  kind text not null,
  booked_at timestamptz not null,
  booked_on date not null,
  order_id uuid,
  order_number text,
  account_number text,
  capture_number text,
  subject text not null,
  payment_type text,
  event_id uuid,
  ledger_ids json not null,
  amount_minor bigint not null,
  percent_fee_minor bigint not null,
  fixed_fee_minor bigint not null,
  reserve_minor bigint not null,
  net_minor bigint not null,
  primary key (merchant_id, settlement_number, line_number),
  foreign key (merchant_id, settlement_number) references settlements (merchant_id, number),
  constraint settlement_lines_net check (net_minor = amount_minor - percent_fee_minor - fixed_fee_minor - reserve_minor)
);
create index settlement_lines_capture on settlement_lines (merchant_id, capture_number) where capture_number is not null;

-- A ledger entry is on one statement at most, whoever closes at the same time.
create table settlement_entries (
  merchant_id uuid not null,
  ledger_id uuid not null,
  settlement_number text not null,
  line_number integer not null,
  primary key (merchant_id, ledger_id)
);
create index settlement_entries_settlement on settlement_entries (merchant_id, settlement_number);

create table settlement_adjustments (
  merchant_id uuid not null references merchants (id),
  number text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor <> 0),
  reason text not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, number)
);

-- How far a merchant was looked at: up to which end of a period, and from when on entries may be unsettled still.
create table settlement_looks (
  merchant_id uuid not null references merchants (id),
  cut_at timestamptz not null,
  unsettled_from timestamptz not null,
  primary key (merchant_id)
);

create table payouts (
  merchant_id uuid not null,
  settlement_number text not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor > 0),
  payout_on date not null,
  state text not null,
  attempts integer not null,
  version integer not null,
  file_id uuid,
  end_to_end_id text,
  iban text,
  paid_on date,
  reason text,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, settlement_number),
  foreign key (merchant_id, settlement_number) references settlements (merchant_id, number),
  constraint payouts_state check (state in ('Open', 'Exported', 'Paid', 'Failed'))
);
create index payouts_waiting on payouts (currency, payout_on) where state in ('Open', 'Failed');
create index payouts_file on payouts (file_id) where file_id is not null;

-- Files for the bank, of many merchants; kept whole and sealed, so that the same file is always the same bytes.
create table payout_files (
  id uuid primary key,
  message_id text not null unique,
  currency text not null,
  execution_on date not null,
  payment_count integer not null check (payment_count > 0),
  sum_minor bigint not null check (sum_minor > 0),
  content text not null,
  made_by text not null,
  made_at timestamptz not null
);

-- The accounts that payouts are made from, one a currency; sealed.
create table house_accounts (
  currency text primary key,
  content text not null,
  updated_at timestamptz not null
);
