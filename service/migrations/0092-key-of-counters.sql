-- The index that 0091 made beside the running service becomes the key. A cluster (Citus) that is distributed already does not take an index
-- as a key, nor several changes in one text, and makes it here: counters are kept for eight days, so that takes some seconds for each million
-- orders of a week.
do $$
begin
  alter table velocities drop constraint velocities_pkey;
  begin
    alter table velocities add constraint velocities_pkey primary key using index velocities_by_writer;
  exception when feature_not_supported then
    drop index velocities_by_writer;
    alter table velocities add constraint velocities_pkey primary key (merchant_id, hour_at, writer, subject);
  end;
end $$;
