--! concurrently
-- The seals of a stretch of rows are those between two highest ids of the chain.
create index concurrently if not exists ledger_seals_highest on ledger_seals (merchant_id, highest_id, number) where highest_id is not null;
create index concurrently if not exists audit_seals_highest on audit_seals (merchant_id, highest_id, number) where highest_id is not null;
