import { entryStates } from '../core/bank-file/entry.ts';
import { like, refuse } from '../core/refusals.ts';
import { operation } from '../http/operation.ts';
import { cursorOf, pageSize, placeOf, uuid } from '../http/paging.ts';
import { Opt, Type, uuidExample } from '../wire/schema.ts';
import { type KeptEntry, listEntries } from './bank-entries.sql.ts';
import { BankEntryRecord, entryRecord } from './entry-record.ts';

export const listBankEntries = operation({
  id: 'listBankEntries',
  method: 'GET',
  path: '/admin/v1/bank-entries',
  summary: 'Entries of bank statements: those that wait for a person, or others',
  about:
    'Oldest first, page by page: `?limit=` up to 200, `?after=` the `next` of the page before. `?state=Open` is usual; ' +
    '`?state=all` shows every one; `?importId=` those that one file brought.',
  scope: 'admin:read',
  refusals: ['page.unknown', 'value.out_of_range', 'value.format'],
  answer: Type.Object({ entries: Type.Array(BankEntryRecord), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const place = placeOf(query['after']);
    const { state = 'Open', importId } = query;
    if (!place) return refuse('page.unknown', 'after');
    if (state !== 'all' && !(entryStates as readonly string[]).includes(state)) return refuse('value.out_of_range', 'state');
    if (importId !== undefined && !uuid.test(importId)) return refuse('value.format', 'importId', like(uuidExample));
    const size = pageSize(query);
    const rows = await deps.db.read(listEntries, state === 'all' ? null : state, importId ?? null, ...place, size);
    const kept = rows as unknown as KeptEntry[];
    const last = kept.at(-1);
    const next = last && kept.length === size ? { next: cursorOf(last.insertedAt, last.id) } : {};
    return { entries: kept.map((row) => entryRecord(row, deps)), ...next };
  },
});
