-- As 0073-plans-for-large-shops.sql does for the tables of then: PostgreSQL is told that all rows may be of one merchant, so that a plan
-- made without the merchant uses every column of an index.
do $$
declare
  found record;
begin
  for found in select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'merchant_id' and not a.attisdropped
      and not coalesce(a.attoptions, '{}') @> '{n_distinct=1}'
  loop
    begin
      execute format('alter table %s alter column merchant_id set (n_distinct = 1)', found.name);
    exception when feature_not_supported then
      -- Citus says so of a table that it placed; plans there know the merchant.
      null;
    end;
  end loop;
end $$;
