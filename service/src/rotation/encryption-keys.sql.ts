// The keys that sealed something in this database, and until when each is needed.
import type { Statement } from '../store/table.ts';

export const listEncryptionKeys: Statement = {
  name: 'list_encryption_keys',
  text: `select k.id, k.tag, (extract(epoch from k.succeeded_at) * 1000)::float8 as "succeededAt",
  (extract(epoch from k.retired_at) * 1000)::float8 as "retiredAt" from encryption_keys k order by k.inserted_at, k.id`,
};

/** The ring as it is now ($1 ids, $2 tags, newest first): the newest succeeds the others, and needs to be needed by nothing. */
export const recordRing: Statement = {
  name: 'record_key_ring',
  text: `insert into encryption_keys as k (id, tag, succeeded_at)
select r.id, r.tag, case when r.place > 1 then now() end from unnest($1::text[], $2::text[]) with ordinality as r(id, tag, place)
on conflict (id) do update set
  succeeded_at = case when excluded.succeeded_at is null then null else coalesce(k.succeeded_at, excluded.succeeded_at) end,
  retired_at = case when excluded.succeeded_at is null then null else k.retired_at end
where (k.succeeded_at is null) <> (excluded.succeeded_at is null) or (excluded.succeeded_at is null and k.retired_at is not null)`,
};

export const retireKey: Statement = {
  name: 'retire_encryption_key',
  text: 'update encryption_keys set retired_at = now() where id = $1 and succeeded_at is not null and retired_at is null',
};
