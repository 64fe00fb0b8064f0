// Bank statements as the operator brings them, and what of them waits for a person: assigned by hand, sent back, or ignored, each
// with a reason.

import { Refusal } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { text } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { latestFirst, pageOf } from '../http/paging.ts';
import { instantToWire } from '../wire/instants.ts';
import { InstantText, Opt, type Static, Type } from '../wire/schema.ts';
import { listImports } from './bank-entries.sql.ts';
import { bookEntries } from './book-entries.ts';
import { importStatement } from './import-statement.ts';

/** Large enough for tens of thousands of entries; what is larger is brought in parts. */
const fileBytes = 64 * 1024 * 1024;

/** What is not booked by then is booked in the background. */
const bookingMs = 8_000;

const BankImport = Type.Object(
  {
    importId: Type.String(),
    format: Type.String({ description: 'camt.053.001.08, or csv' }),
    importedAt: InstantText(),
    known: Opt(Type.Boolean({ description: 'This very file was brought before, then: nothing is booked of it again.' })),
    statements: Type.Number(),
    entries: Type.Number({ description: 'Booked by the bank; announced ones are not imported.' }),
    repeated: Type.Number({ description: 'Of them, brought by an earlier file: nothing is booked of them again.' }),
    announced: Type.Number({ description: 'Entries that the bank has not booked yet, left out.' }),
    booked: Type.Number(),
    waiting: Type.Number({ description: 'For a person: GET /admin/v1/bank-entries.' }),
    closed: Type.Number({ description: 'Sent back or ignored.' }),
    underway: Type.Number({ description: 'Still to be booked, by themselves in the background.' }),
  },
  { title: 'BankImport' },
);

function importRecord(row: Record<string, unknown>): Static<typeof BankImport> {
  const states = row['states'] as Readonly<Record<string, number>>;
  const count = (...names: string[]): number => names.reduce((sum, name) => sum + Number(states[name] ?? 0), 0);
  return {
    importId: String(row['id']),
    format: String(row['format']),
    importedAt: instantToWire(Number(row['importedAt'])),
    statements: Number(row['statementCount']),
    entries: Number(row['entryCount']),
    repeated: Number(row['repeatedCount']),
    announced: Number(row['pendingCount']),
    booked: count('Booked'),
    waiting: count('Open'),
    closed: count('SentBack', 'Ignored'),
    underway: count('New', 'Booking'),
  };
}

/** Files are read one after the other: each takes memory for its whole length. */
const reading = new WeakMap<Deps, Promise<unknown>>();

async function inTurn<Result>(deps: Deps, work: () => Promise<Result>): Promise<Result> {
  const turn = (reading.get(deps) ?? Promise.resolve()).then(work, work);
  reading.set(deps, turn);
  return turn;
}

export const importBankStatement = operation({
  id: 'importBankStatement',
  method: 'POST',
  path: '/admin/v1/bank-statements',
  summary: 'Bring in a bank statement',
  about:
    'A camt.053 file (001.02 and later) or CSV (docs/bank-files.md) as the body, at most 64 MiB. Credits are booked on the ' +
    'capture or account that their reference names; all others wait in `GET /admin/v1/bank-entries`. The same file again, or one that ' +
    'overlaps another, books nothing twice. A file that cannot be read changes nothing. `?reason=` says why, for the audit.',
  scope: 'admin:write',
  query: { reason: text(500, 'Why, for the audit.') },
  refusals: ['bank.unreadable', 'body.too_large', 'body.media_type'],
  fileBytes,
  answer: BankImport,
  async run({ file, query, actor, requestId }, deps) {
    const brought = await inTurn(deps, () => importStatement(deps, file, actor, requestId, query.reason));
    if (brought instanceof Refusal) return brought;
    const { id, known } = brought;
    const until = deps.clock() + bookingMs;
    await bookEntries(deps, id, () => deps.clock() > until);
    const rows = await deps.db.read(listImports, null, null, 1, id);
    return { ...importRecord(rows[0] ?? {}), ...(known && { known }) };
  },
});

export const listBankImports = operation({
  id: 'listBankImports',
  method: 'GET',
  path: '/admin/v1/bank-statements',
  summary: 'The bank statements that were brought in, latest first',
  about: 'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['page.unknown'],
  answer: Type.Object({ imports: Type.Array(BankImport), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const page = pageOf(query, ...latestFirst);
    if (page instanceof Refusal) return page;
    const rows = await deps.db.read(listImports, ...page.after, page.rows, null);
    const { shown, next } = page.of(rows, (row) => [Number(row['importedAt']), String(row['id'])]);
    return { imports: shown.map(importRecord), ...next };
  },
});
