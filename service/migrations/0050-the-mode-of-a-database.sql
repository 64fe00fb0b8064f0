-- The mode a database was made in, for good. One from before this was made in the mode of its first key: those of the sandbox
-- have ids of their own.
insert into service_settings (name, value)
select 'mode', coalesce(
  (select case when k.id::text like '00000000-0000-7000-8000-%' then 'sandbox' else 'live' end
   from api_keys k order by k.inserted_at, k.id limit 1), 'live')
where exists (select 1 from service_settings where name = 'encryption_key') or exists (select 1 from api_keys)
on conflict do nothing;
