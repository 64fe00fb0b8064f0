// The negative and positive lists of a merchant: read them, add entries, one or thousands, and remove them.

import { answering, type Decided } from '../core/changes.ts';
import { type Entered, enter } from '../core/list-entries.ts';
import { Refusal, refuse } from '../core/refusals.ts';
import { type ListEntry, listKinds } from '../core/rows.ts';
import { word } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { oldestFirst, pageOf } from '../http/paging.ts';
import { opener } from '../store/table.ts';
import { entriesFromWire, entryToWire, listNames, ShownEntry } from '../wire/lists.ts';
import { messageOf } from '../wire/messages.ts';
import { CutText, Opt, Text, Type, Word } from '../wire/schema.ts';
import { listEntries, listStandingEntries } from './lists.sql.ts';

const mostFaultsTold = 200;

const mostEntries = 5000;

export const listListEntries = operation({
  id: 'listListEntries',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/lists',
  summary: 'Who and what is on a merchant’s lists',
  about:
    'Oldest first; `?list=` and `?kind=` choose, `?limit=` and `?after=` page. Numbers of persons and accounts are shortened.',
  scope: 'admin:read',
  query: { list: word(listNames, 'Of this list.'), kind: word(listKinds, 'Of this kind.') },
  refusals: ['merchant.not_found', 'page.unknown'],
  answer: Type.Object({ entries: Type.Array(ShownEntry), next: Opt(Type.String({ description: 'Put it into `after`.' })) }),
  async run({ merchant, query }, deps) {
    const page = pageOf(query, ...oldestFirst);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(
      listStandingEntries,
      merchant.id,
      ...page.after,
      query.list ?? null,
      query.kind ?? null,
      page.rows,
    );
    const { shown, next } = page.of(rows, (row) => [Number(row['insertedAt']), String(row['id'])]);
    const open = opener(merchant.id, deps.secrets);
    const entries = shown.map((row) => open(listEntries, row) as unknown as ListEntry);
    return { entries: entries.map(entryToWire), ...next };
  },
});

const Fault = Type.Object({ line: Type.Number(), field: Opt(Type.String()), code: Type.String(), message: Type.String() });

export const importListEntries = operation({
  id: 'importListEntries',
  method: 'POST',
  path: '/admin/v1/merchants/:merchantId/lists',
  summary: 'Put entries on a merchant’s lists',
  about:
    'As `entries`, or as `csv` with the members as headings. `list`, `kind` and `reason` beside them fill what an entry leaves out. Lines that are wrong are reported one by one and left out; what is on a list already stays once.',
  scope: 'admin:write',
  operatorsMoney: 'risks',
  refusals: ['merchant.not_found'],
  example: {
    body: { list: 'negative', kind: 'email', entries: [{ value: 'kim@example.com', reason: 'Fraud' }], reason: 'Case 17' },
  },
  body: Type.Object(
    {
      entries: Opt(Type.Array(Type.Unknown(), { maxItems: mostEntries })),
      csv: Opt(Text(1_000_000)),
      list: Opt(Word(listNames)),
      kind: Opt(Word(listKinds)),
      reason: Opt(CutText(500)),
    },
    { title: 'ImportListEntries' },
  ),
  answer: Type.Object({
    entered: Type.Number(),
    known: Type.Number({ description: 'On the list already.' }),
    faulty: Type.Number(),
    faults: Type.Array(Fault, { description: `The first ${mostFaultsTold}.` }),
  }),
  async run({ merchant, body: { entries, csv, ...defaults }, actor, requestId }, deps) {
    if (entries === undefined && csv === undefined) return refuse('value.required', 'entries');
    const sent = { ...(entries && { entries }), ...(csv !== undefined && { csv }) };
    const hashing = deps.secrets.hashing();
    const read = await entriesFromWire(sent, defaults, { merchant, hashing, enteredBy: actor });
    if (read.length > mostEntries) return refuse('value.too_many_items', 'csv', { limit: String(mostEntries) });
    const news = read.flatMap((each) => ('entry' in each ? [each.entry] : []));
    const faulty = read.flatMap((each) => ('faults' in each ? [each] : []));
    const answer = await deps.book.submit({
      merchantId: merchant.id,
      actor,
      operation: 'importListEntries',
      requestId,
      reason: defaults.reason ?? null,
      needs: { listContents: news.map((entry) => entry.contentKey), ...(hashing.older && { older: hashing.older }) },
      decide: ({ listEntries: standing }, setting) => asText(enter(news, standing, setting)),
    });
    if (answer instanceof Refusal) return answer;
    const faults = faulty.flatMap(({ line, faults: found }) =>
      found.map((notice) => {
        const { code, message } = messageOf(notice, 'EN');
        return { line, ...(notice.field !== undefined && { field: notice.field }), code, message };
      }),
    );
    return { ...(JSON.parse(answer.text) as Entered), faulty: faulty.length, faults: faults.slice(0, mostFaultsTold) };
  },
});

const asText = (decided: Decided<unknown>): Decided<string> => answering(decided, (answer) => JSON.stringify(answer));
