-- A person's id begins with the moment, as every other id does (UUID version 7), so that new people stand side by side in its index: by
-- chance, each changed a page of its own, which is written to the log whole after every checkpoint. PostgreSQL has it as a function
-- from 18 on.
alter table customers alter column id set default overlay(
  overlay(gen_random_uuid()::text placing left(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), 8) from 1 for 8)
  placing right(lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0'), 4) || '-7' from 10 for 6)::uuid;
