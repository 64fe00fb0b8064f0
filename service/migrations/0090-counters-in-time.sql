-- The key of the counters begins with the hour: what is counted now is side by side at its end, and what is too old is found at its
-- beginning. Its index was made by 0089, beside the running service. A cluster (Citus) that is distributed already does not take an index as a
-- key, nor several changes in one text, and makes it here: counters are kept for eight days, so that takes some seconds for each
-- million orders of a week.
do $$
begin
  alter table velocities drop constraint velocities_pkey;
  begin
    alter table velocities add constraint velocities_pkey primary key using index velocities_in_time;
  exception when feature_not_supported then
    drop index velocities_in_time;
    alter table velocities add constraint velocities_pkey primary key (merchant_id, hour_at, subject, writer);
  end;
  drop index velocities_age;
end $$;
