-- Statistics of a merchant's table are taken anew once it has grown by half, not by a tenth: what is written with each order was counted
-- again every two minutes under load, while plans are made by index whatever statistics say (store/planning.ts), and young tables are
-- looked at as they fill. A cluster whose tables are sharded already stays as it is where it does not pass this on.
do $$
declare
  found record;
begin
  for found in select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'merchant_id' and not a.attisdropped
  loop
    begin
      execute format('alter table %s set (autovacuum_analyze_scale_factor = 0.5)', found.name);
    exception when feature_not_supported then
      null;
    end;
  end loop;
end $$;
