-- A bank statement may hold an entry in a currency of three or four decimals. It is kept as it is, for a person to send back:
-- amount_minor is in 10 to the minus so many of its currency. Hundredths, which all were until now, are what can be booked.
alter table bank_entries add column amount_decimals integer not null default 2;
