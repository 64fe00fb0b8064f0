-- The key of the counters begins with the hour: what is counted now is side by side at its end, and what is too old is found at its
-- beginning. Counters are kept for eight days, so this takes some seconds for each million orders of a week. A cluster (Citus) takes such
-- a change as a statement of its own only.
do $$
begin
  alter table velocities drop constraint velocities_pkey;
  alter table velocities add constraint velocities_pkey primary key (merchant_id, hour_at, subject, writer);
  drop index velocities_age;
end $$;
