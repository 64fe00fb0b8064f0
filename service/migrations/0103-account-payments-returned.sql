-- A payment on a customer account that was taken back, once: the day it counts from, what of it is owed as fees again, its entry, and the
-- entry of a bank statement that said so (empty where a person did). And which statements the payment had settled, in time and late,
-- as the holder's history counts them: they count no longer then. Constraints by themselves: a sharded table takes none with a column.
alter table account_payments add column in_time_count integer not null default 0;
alter table account_payments add column late_count integer not null default 0;
alter table account_payments add column returned_on date;
alter table account_payments add column returned_fees_minor bigint;
alter table account_payments add column return_entry_number integer;
alter table account_payments add column return_reference text;
alter table account_payments add constraint account_payments_counts check (in_time_count >= 0 and late_count >= 0) not valid;
alter table account_payments add constraint account_payments_returned
  check (num_nonnulls(returned_on, returned_fees_minor, return_entry_number, return_reference) in (0, 4)) not valid;
