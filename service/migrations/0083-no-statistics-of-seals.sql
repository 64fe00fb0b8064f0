-- Nothing is searched by these lists, but statistics of them took a processor for five seconds each time: every list is read from
-- beside its row and all of its ids are counted. A cluster whose tables are sharded already does not pass this on, and stays as it is.
do $$
begin
  alter table ledger_seals alter column row_ids set statistics 0, alter column row_hashes set statistics 0;
  alter table audit_seals alter column row_ids set statistics 0, alter column row_hashes set statistics 0,
    alter column reason_digests set statistics 0;
  alter table unsealed alter column ledger_ids set statistics 0, alter column audit_ids set statistics 0;
exception when feature_not_supported then
  raise notice 'statistics of the lists in seals are taken as before';
end
$$;
