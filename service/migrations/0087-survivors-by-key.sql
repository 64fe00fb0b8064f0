--! concurrently
-- Whom a customer was merged into is looked for by each batch, for each customer it means. An index of those who were merged is small: a
-- merge is an operator's act, and only a change of the encryption key makes such rows of who comes back after it.
create index concurrently if not exists customers_merged_by_key on customers (merchant_id, key) include (merged_into) where merged_into is not null;
