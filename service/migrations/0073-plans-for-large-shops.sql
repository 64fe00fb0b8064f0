-- Plans are made once and without the values (store/planning.ts), so PostgreSQL takes the average merchant: among ten thousand shops
-- of five orders it would rather read all orders of a shop than look each up by its key, and keep that for the shop that has a
-- million. Told that all rows may be of one merchant, it uses every column of an index. Taken into account with the next statistics.
do $$
declare
  found record;
begin
  for found in select c.oid::regclass as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attname = 'merchant_id' and not a.attisdropped
  loop
    begin
      execute format('alter table %s alter column merchant_id set (n_distinct = 1)', found.name);
    exception when feature_not_supported then
      -- Citus says so of a table that it placed; plans there know the merchant.
      null;
    end;
  end loop;
end $$;

-- Before PostgreSQL 17 only its owner may analyze a table, and the service is not the owner: a table ($1) of this schema that was
-- last analyzed with less than an eighth of the rows ($2) that were written.
do $body$
begin
  execute format($function$
    create function take_statistics(wanted text, written integer) returns void language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    declare
      young regclass;
    begin
      select c.oid into young from pg_class c
      where c.relnamespace = %L::regnamespace and c.relname = wanted and c.relkind = 'r' and c.reltuples < written / 8;
      if young is not null then execute format('analyze %%s', young); end if;
    end $$;
    revoke all on function take_statistics from public;
  $function$, current_schema());
end $body$;
