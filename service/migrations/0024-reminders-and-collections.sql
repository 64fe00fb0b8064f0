-- Reminders of overdue captures, direct debits, and payments that the bank took back.

-- Where a capture stands in its dunning; the fees of its reminders, and what of them was paid.
alter table captures
  add column reminder_level integer not null default 0,
  add column reminder_count integer not null default 0,
  add column reminded_on date,
  add column reminder_fee_minor bigint not null default 0,
  add column reminder_fee_paid_minor bigint not null default 0,
  add column reminders_paused_until date,
  -- The day on which the bank took a direct debit back: until then nobody is reminded who left it to us to collect.
  add column debit_returned_on date,
  add constraint captures_reminded check (reminder_level between 0 and 2 and 0 <= reminder_fee_paid_minor and reminder_fee_paid_minor <= reminder_fee_minor);
create index captures_due on captures (due_on) where amount_minor - refunded_minor - paid_minor + credit_minor > 0;

create table capture_reminders (
  merchant_id uuid not null,
  capture_number text not null,
  number integer not null,
  order_id uuid not null,
  level integer not null,
  made_on date not null,
  pay_by date not null,
  fee_minor bigint not null check (fee_minor >= 0),
  -- Fees of reminders that are open with it, its own among them, and everything it asks for.
  fees_open_minor bigint not null,
  open_minor bigint not null check (open_minor > 0),
  -- What was due when.
  due json not null,
  letter_terms json not null,
  document_id uuid not null,
  inserted_at timestamptz not null,
  primary key (merchant_id, capture_number, number),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number)
);
create unique index capture_reminders_document on capture_reminders (merchant_id, document_id);

-- A payment that was taken back, with what of it was of which kind.
create table payment_returns (
  merchant_id uuid not null,
  transaction_id text not null,
  order_id uuid not null,
  capture_number text not null,
  amount_minor bigint not null check (amount_minor > 0),
  principal_minor bigint not null check (principal_minor >= 0),
  interest_minor bigint not null check (interest_minor >= 0),
  fee_minor bigint not null check (fee_minor >= 0),
  -- What had been owed back to the consumer and is no longer.
  credit_minor bigint not null check (credit_minor >= 0),
  returned_on date not null,
  reason text,
  inserted_at timestamptz not null,
  primary key (merchant_id, transaction_id),
  foreign key (merchant_id, transaction_id) references payments (merchant_id, transaction_id)
);

-- Direct debits: a file for the bank, and what it collects. The file names people and accounts, so it is sealed.
create table collection_files (
  merchant_id uuid not null references merchants (id),
  id uuid not null,
  message_id text not null,
  creditor json not null,
  collection_count integer not null,
  total_minor bigint not null,
  content text,
  sha256 text,
  made_at timestamptz not null,
  primary key (merchant_id, id)
);

create table collections (
  merchant_id uuid not null,
  id uuid not null,
  file_id uuid not null,
  order_id uuid not null,
  capture_number text not null,
  -- 0 for a capture without installments.
  installment integer not null,
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  collect_on date not null,
  sequence_type text not null,
  mandate_number text not null,
  signed_on date not null,
  end_to_end_id text not null,
  state text not null,
  return_reason text,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (merchant_id, id),
  unique (merchant_id, capture_number, installment),
  foreign key (merchant_id, capture_number) references captures (merchant_id, number),
  constraint collections_state check (state in ('Exported', 'Collected', 'Returned'))
);
create index collections_file on collections (merchant_id, file_id);
create index collections_end_to_end on collections (end_to_end_id);
