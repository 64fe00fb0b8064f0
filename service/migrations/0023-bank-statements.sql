-- Bank statements. One account of the operator may take the money of many merchants, so a statement is nobody's in particular:
-- both tables are shared by all. What names a payer is sealed.
create table bank_imports (
  id uuid primary key,
  -- Keyed hash of the file: the same file again is the same import.
  content_key text not null unique,
  format text not null,
  statement_count integer not null,
  entry_count integer not null,
  -- Entries that an earlier file had brought already, and such as the bank had not booked yet.
  repeated_count integer not null,
  pending_count integer not null,
  imported_by text not null,
  imported_at timestamptz not null
);
create index bank_imports_time on bank_imports (imported_at, id);

create table bank_entries (
  id uuid primary key,
  import_id uuid not null references bank_imports (id),
  position integer not null,
  -- Keyed hash of what tells the movement from every other, in whichever file it comes.
  entry_key text not null unique,
  account text not null,
  statement_id text not null,
  direction text not null,
  is_reversal boolean not null,
  is_undivided boolean not null,
  currency text not null,
  amount_minor bigint not null check (amount_minor >= 0),
  booked_on date not null,
  value_on date not null,
  bank_reference text,
  return_reason text,
  details text,
  state text not null,
  why text,
  -- Where it is being booked: written down before it is booked, so that nobody books it elsewhere meanwhile.
  target json,
  booked_minor bigint not null,
  -- What was booked of it, in order: merchant, capture or account, amount, transaction.
  bookings json not null,
  handled_by text,
  reason text,
  inserted_at timestamptz not null,
  updated_at timestamptz not null,
  constraint bank_entries_state check (state in ('New', 'Booking', 'Open', 'Booked', 'SentBack', 'Ignored')),
  constraint bank_entries_booked check (0 <= booked_minor and booked_minor <= amount_minor)
) with (fillfactor = 80);
create index bank_entries_import on bank_entries (import_id, position);
create index bank_entries_pending on bank_entries (id) where state in ('New', 'Booking');
create index bank_entries_open on bank_entries (inserted_at, id) where state = 'Open';

-- A reference is one merchant's own; who reads a bank statement knows the reference alone.
create index captures_by_reference on captures (payment_reference) where payment_reference is not null;
create index accounts_by_reference on accounts (ocr);
