-- A payment on a customer account that was taken back, once: the day it counts from, what of it is owed as fees again, its entry, and the
-- entry of a bank statement that said so (empty where a person did). And which statements the payment had settled, in time and late,
-- as the holder's history counts them: they count no longer then.
alter table account_payments add column in_time_count integer not null default 0 check (in_time_count >= 0);
alter table account_payments add column late_count integer not null default 0 check (late_count >= 0);
alter table account_payments add column returned_on date;
alter table account_payments add column returned_fees_minor bigint;
alter table account_payments add column return_entry_number integer;
alter table account_payments add column return_reference text;
