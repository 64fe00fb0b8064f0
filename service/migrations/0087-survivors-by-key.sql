--! concurrently
-- Whom a customer was merged into is looked for by each batch, for each customer it means; hardly any was merged, so an index of those who
-- were is a page or two.
create index concurrently if not exists customers_merged_by_key on customers (merchant_id, key) include (merged_into) where merged_into is not null;
