--! concurrently
create index concurrently if not exists customers_erased on customers (merchant_id, key) where erased_at is not null;
