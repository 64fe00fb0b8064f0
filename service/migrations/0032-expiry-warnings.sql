-- Of how many days before its end an order was warned last; null: not yet.
alter table orders add column warned_days integer;
