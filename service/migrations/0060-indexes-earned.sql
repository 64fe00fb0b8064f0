--! concurrently
-- Indexes that are written for each order, capture and act serve statements that need them; what is common is found by the primary key,
-- newest first, so that these hold what is rare.
create index concurrently if not exists orders_rare_states on orders (merchant_id, state, id) where state not in ('Authorized', 'Captured');
create index concurrently if not exists orders_rare_payment_types on orders (merchant_id, payment_type, id) where payment_type <> 'Invoice';
create index concurrently if not exists audit_rare_operations on audit (merchant_id, operation, id)
  where operation not in ('authorize', 'createCapture');
create unique index concurrently if not exists outbox_numbers on outbox (merchant_id, sequence_number) where sequence_number is not null;
drop index concurrently if exists orders_states;
drop index concurrently if exists orders_payment_types;
drop index concurrently if exists audit_operations;
-- orders_expiring and captures_payment_reference have the same after the merchant.
drop index concurrently if exists orders_open;
drop index concurrently if exists captures_by_reference;
