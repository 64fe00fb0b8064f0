-- What came back may be asked for again, by a person's word: which time it is. An older process asks for the first time alone.
alter table collections add column attempt integer not null default 1;
alter table collections add constraint collections_attempt check (attempt between 1 and 2);
create unique index collections_once on collections (merchant_id, capture_number, installment, attempt);
alter table collections drop constraint collections_merchant_id_capture_number_installment_key;
