import { entryStates } from '../core/bank-file/entry.ts';
import { like, Refusal, refuse } from '../core/refusals.ts';
import { unmaskQuery } from '../http/disclosure.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf, uuid } from '../http/paging.ts';
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
  discloses: 'people',
  query: {
    state: `In this state: ${entryStates.join(', ')}, or all; Open where nothing is said.`,
    importId: 'Those that this file brought.',
    ...unmaskQuery,
  },
  refusals: ['page.unknown', 'value.out_of_range', 'value.format'],
  answer: Type.Object({ entries: Type.Array(BankEntryRecord), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const page = pageOf(query, ...oldestFirst);
    const { state = 'Open', importId } = query;
    if (page instanceof Refusal) return page;
    if (state !== 'all' && !(entryStates as readonly string[]).includes(state)) return refuse('value.out_of_range', 'state');
    if (importId !== undefined && !uuid.test(importId)) return refuse('value.format', 'importId', like(uuidExample));
    const rows = await deps.db.read(listEntries, state === 'all' ? null : state, importId ?? null, ...page.after, page.rows);
    const { shown, next } = page.of(rows as unknown as KeptEntry[], ({ insertedAt, id }) => [insertedAt, id]);
    return { entries: shown.map((row) => entryRecord(row, deps)), ...next };
  },
});
