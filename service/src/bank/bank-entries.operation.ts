import { entryStates } from '../core/bank-file/entry.ts';
import { Refusal } from '../core/refusals.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { id, word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf } from '../http/paging.ts';
import { Opt, Type } from '../wire/schema.ts';
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
  discloses: 'people',
  query: {
    state: word([...entryStates, 'all'], 'In this state, or all; Open where nothing is said.'),
    importId: id('Those that this file brought.'),
    ...unmaskQuery,
  },
  refusals: ['page.unknown'],
  answer: Type.Object({ entries: Type.Array(BankEntryRecord), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const page = pageOf(query, ...oldestFirst);
    const { state = 'Open', importId } = query;
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(listEntries, state === 'all' ? null : state, importId ?? null, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as KeptEntry[], ({ insertedAt, id }) => [insertedAt, id]);
    return { entries: shown.map((row) => entryRecord(row, deps)), ...next };
  },
});
