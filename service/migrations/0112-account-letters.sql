-- Letters about what is overdue of a customer account: two reminders and the notice that everything will fall due, each with what it
-- asks for and until when. Before, an account's reminder cost its fee and was an entry of the next statement alone.
create table account_letters (
  merchant_id uuid not null,
  account_number text not null,
  -- The number of its entry in the account's stream.
  number integer not null,
  status text not null check (status in ('FirstReminder', 'SecondReminder', 'UnderCancelation')),
  made_on date not null,
  pay_by date not null,
  fee_minor bigint not null check (fee_minor >= 0),
  -- Demanded by it, its fee included; and everything owed on that day.
  overdue_minor bigint not null check (overdue_minor > 0),
  owed_minor bigint not null,
  document_id uuid not null,
  -- What is settled for the paper: shop and payee.
  letter_terms json not null,
  -- The day on which money was known that had come before the letter.
  cancelled_on date,
  inserted_at timestamptz not null,
  primary key (merchant_id, account_number, number)
);
-- Fetched as a document.
create index account_letters_document on account_letters (merchant_id, document_id);
-- All rows may be of one merchant (0073), and statistics wait for half as many rows as there are (0085).
alter table account_letters alter column merchant_id set (n_distinct = 1);
alter table account_letters set (autovacuum_analyze_scale_factor = 0.5);
