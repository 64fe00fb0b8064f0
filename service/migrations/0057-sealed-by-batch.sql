-- What waits for its seals: one row for each transaction that wrote into the ledger or the audit, in that transaction, with the ids
-- of its rows. Whoever seals them takes it away, so every row is read once, however late its transaction commits.
create table unsealed (
  merchant_id uuid not null,
  -- Of the first of the rows.
  id uuid not null,
  ledger_ids uuid[] not null,
  audit_ids uuid[] not null,
  primary key (merchant_id, id)
) with (toast_tuple_target = 8160, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
-- Ids do not get smaller by being compressed.
alter table unsealed alter column ledger_ids set storage external, alter column audit_ids set storage external;

-- What waits on the day of the change. Processes of the version before do not write here: sealing looks after their rows for a day.
insert into unsealed (merchant_id, id, ledger_ids, audit_ids)
select merchant_id, (array_agg(id order by id))[1], array_agg(id order by id), '{}' from (
  select l.merchant_id, l.id, row_number() over (partition by l.merchant_id order by l.id) / 200 as page from ledger l
  where not exists (select from ledger_seals s where s.merchant_id = l.merchant_id and s.row_id = l.id)
) waiting group by merchant_id, page
union all
select merchant_id, (array_agg(id order by id))[1], '{}', array_agg(id order by id) from (
  select a.merchant_id, a.id, row_number() over (partition by a.merchant_id order by a.id) / 200 as page from audit a
  where not exists (select from audit_seals s where s.merchant_id = a.merchant_id and s.row_id = a.id)
) waiting group by merchant_id, page;
