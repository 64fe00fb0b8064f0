-- What came back may be asked for again, by a person's word: which time it is. An older process asks for the first time alone,
-- and under its order's lock. The next migration makes the key that takes the place of this one.
alter table collections add column attempt integer not null default 1 check (attempt between 1 and 2);
alter table collections drop constraint collections_merchant_id_capture_number_installment_key;
