// A merchant's negative and positive lists: entries, sealed, and the keyed hashes under which they are found.
import type { ListEntry, ListKey } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../store/table.ts';

export const listEntries: Table<ListEntry> = {
  name: 'listEntries',
  columns: {
    id: 'uuid',
    list: 'text',
    kind: 'text',
    content: 'sealed',
    contentKey: 'text',
    keys: 'text',
    reason: 'text',
    enteredBy: 'text',
    insertedAt: 'timestamptz',
    expiresAt: 'timestamptz',
    removedAt: 'timestamptz',
    removedBy: 'text',
    removedReason: 'text',
  },
  key: ['id'],
  sets: ['reason', 'enteredBy', 'expiresAt', 'removedAt', 'removedBy', 'removedReason'],
  personal: ['content', 'contentKey', 'keys', 'reason', 'removedReason'],
};

export const listKeys: Table<ListKey> = {
  name: 'listKeys',
  columns: { key: 'text', entryId: 'uuid' },
  key: ['key', 'entryId'],
  personal: ['key'],
};

/** More entries than this under one key say nothing more. */
const mostUnderOneKey = 20;

/** The standing entries found under the keys in $2 or for the accounts of the contracts in $3, the same ones each time. What is expired must not keep others away. */
export const findListEntries: Statement = {
  name: 'find_list_entries',
  text: `select ${selectList(listEntries, 'e')} from list_entries e where e.merchant_id = $1 and e.id = any(array(
  select l.entry_id from unnest($2::text[] || array(
    select n.bank_account_key from contracts n where n.merchant_id = $1 and n.id = any($3::uuid[]) and n.bank_account_key is not null
  )) k(key) cross join lateral (
    select i.entry_id from list_keys i join list_entries s on s.merchant_id = $1 and s.id = i.entry_id and s.removed_at is null
      and (s.expires_at is null or s.expires_at > (select now() + m.clock_offset_ms * interval '1 millisecond' from merchants m where m.id = $1))
    where i.merchant_id = $1 and i.key = k.key order by i.entry_id limit ${mostUnderOneKey}) l))`,
};

/** The standing entries with these contents ($2): what is on a list already. */
export const findListEntriesByContent: Statement = {
  name: 'find_list_entries_by_content',
  text: `select ${selectList(listEntries, 'e')} from list_entries e
where e.merchant_id = $1 and e.removed_at is null and e.content_key = any($2::text[])`,
};

export const lockListEntries: Statement = {
  name: 'lock_list_entries',
  text: `select ${selectList(listEntries, 'e')} from list_entries e
where e.merchant_id = $1 and e.id = any($2::uuid[]) order by e.id for no key update`,
};

/** A merchant's standing entries after a place ($2, $3), of one list ($4) or kind ($5) where one is named. */
export const listStandingEntries: Statement = {
  name: 'list_standing_entries',
  text: `select ${selectList(listEntries, 'e')} from list_entries e
where e.merchant_id = $1 and e.removed_at is null and (e.inserted_at, e.id) > ($2::timestamptz, $3::uuid)
  and ($4::text is null or e.list = $4) and ($5::text is null or e.kind = $5)
order by e.inserted_at, e.id limit $6::int`,
};

/** A while after they expired or were taken off, entries and their keys are deleted; the audit names them by id. */
export const deleteOldListEntries: Statement = {
  name: 'delete_old_list_entries',
  plannedAnew: true,
  text: `with old as (
  select e.merchant_id, e.id from list_entries e join merchants m on m.id = e.merchant_id
  where least(e.expires_at, e.removed_at) < now() + m.clock_offset_ms * interval '1 millisecond' - interval '30 days'
  limit $1::int
), keys as (
  delete from list_keys k using old where k.merchant_id = old.merchant_id and k.entry_id = old.id
), gone as (
  delete from list_entries e using old where e.merchant_id = old.merchant_id and e.id = old.id returning 1
) select count(*) as count from gone`,
};
