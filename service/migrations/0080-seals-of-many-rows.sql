-- One seal for all rows that are sealed together, instead of one for each: its number is that of its first row, so that of two seals
-- behind the same head, of whichever version and however long, the primary key lets one. Rows in the order of their ids, with the hash
-- of each (32 bytes), so that a changed one is named; and the highest id of the chain so far, by which the seals of a stretch of rows
-- are found. Seals of one row (row_id) stay as they are.
alter table ledger_seals
  alter column row_id drop not null,
  add column row_ids uuid[],
  add column row_hashes bytea,
  add column highest_id uuid,
  add constraint ledger_seals_of check ((row_id is null) = (row_ids is not null and row_hashes is not null and highest_id is not null));
alter table audit_seals
  alter column row_id drop not null,
  add column row_ids uuid[],
  add column row_hashes bytea,
  add column highest_id uuid,
  -- One a row where a row has a reason, null where none has.
  add column reason_digests text[],
  add constraint audit_seals_of check ((row_id is null) = (row_ids is not null and row_hashes is not null and highest_id is not null));
-- Neither gets smaller by being compressed.
alter table ledger_seals alter column row_ids set storage external, alter column row_hashes set storage external;
alter table audit_seals alter column row_ids set storage external, alter column row_hashes set storage external;
