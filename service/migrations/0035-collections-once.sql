--! concurrently
create unique index concurrently if not exists collections_once on collections (merchant_id, capture_number, installment, attempt);
