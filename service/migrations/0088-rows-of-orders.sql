--! concurrently
-- What concerns no order is not looked for by one: events of accounts wrote an entry without an order into each of these.
create index concurrently if not exists audit_by_order on audit (merchant_id, order_id) where order_id is not null;
drop index concurrently if exists audit_order;
create index concurrently if not exists ledger_by_order on ledger (merchant_id, order_id) where order_id is not null;
drop index concurrently if exists ledger_order;
