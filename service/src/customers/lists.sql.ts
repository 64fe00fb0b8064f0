// A merchant's negative and positive lists: entries, sealed, and the keyed hashes under which they are found.
import type { ListEntry, ListKey } from '../core/rows.ts';
import { type Statement, selectList, type Table } from '../db/table.ts';

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
  sets: ['removedAt', 'removedBy', 'removedReason'],
  personal: ['content', 'contentKey', 'keys', 'reason', 'removedReason'],
};

export const listKeys: Table<ListKey> = {
  name: 'listKeys',
  columns: { key: 'text', entryId: 'uuid' },
  key: ['key', 'entryId'],
  personal: ['key'],
};

/** More entries than this under one key say nothing more. */
const mostUnderOneKey = 50;

/** The standing entries found under the keys in $2. */
export const findListEntries: Statement = {
  name: 'find_list_entries',
  text: `select ${selectList(listEntries, 'e')} from list_entries e where e.merchant_id = $1 and e.id = any(array(
  select l.entry_id from unnest($2::text[]) k(key) cross join lateral (
    select i.entry_id from list_keys i join list_entries s on s.merchant_id = $1 and s.id = i.entry_id and s.removed_at is null
    where i.merchant_id = $1 and i.key = k.key limit ${mostUnderOneKey}) l))`,
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
