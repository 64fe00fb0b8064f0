// A bank statement comes in: read whole, stored whole in one transaction, then booked. A file that cannot be read changes
// nothing; the same file again is the same import; an entry that an earlier file brought is not stored again.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { chance } from '../chance.ts';
import { type BankEntry, type EntryDetails, identityOf } from '../core/bank-file/entry.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { type Call, call, type Db, isServerError } from '../db/db.ts';
import { arrayText } from '../db/table.ts';
import { begin, commit } from '../db/transaction.ts';
import type { Secrets } from '../secrets.ts';
import {
  countRepeated,
  type EntryRow,
  entryColumns,
  findImportByContent,
  insertEntries,
  insertImport,
} from './bank-entries.sql.ts';
import { partyKeyOf } from './payers.ts';
import { readCamt, type StatementFile } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import { Unreadable } from './read-xml.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly secrets: Secrets;
}

/** Few enough for the server's time limit of a statement. */
const rowsAtOnce = 1000;

/** The id of the import; the same for the same file. Refused where the file cannot be read. */
export async function importStatement(deps: ImportDeps, bytes: Buffer, actor: string): Promise<string | Refusal> {
  const contentKey = deps.secrets.hash(`bank file ${createHash('sha256').update(bytes).digest('hex')}`);
  const known = await find(deps, contentKey);
  if (known !== undefined) return known;
  const file = await read(bytes);
  if (file instanceof Unreadable) return refuse('bank.unreadable', 'request', { why: file.message });
  const id = chance.id();
  try {
    await store(deps, { id, contentKey, actor }, file);
  } catch (error) {
    // Somebody else stores the same entries at this moment and takes long.
    if (isServerError(error) && ['55P03', '40P01'].includes(error.code ?? '')) return refuse('service.busy');
    throw error;
  }
  return (await find(deps, contentKey)) ?? id;
}

async function find({ db }: ImportDeps, contentKey: string): Promise<string | undefined> {
  const [row] = await db.read(findImportByContent, contentKey);
  return row && String(row['id']);
}

async function read(bytes: Buffer): Promise<StatementFile | Unreadable> {
  try {
    // A byte order mark and blanks may come before the first sign.
    const first = /[^\s\xEF\xBB\xBF]/.exec(bytes.subarray(0, 1000).toString('latin1'))?.[0];
    return first === '<' ? await readCamt(bytes) : readCsv(bytes);
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

interface Import {
  readonly id: string;
  readonly contentKey: string;
  readonly actor: string;
}

async function store({ db, secrets }: ImportDeps, { id, contentKey, actor }: Import, file: StatementFile): Promise<void> {
  const rows = rowsOf(file, id, secrets);
  const inserts: Call[] = [];
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    const arrays = Object.entries(entryColumns).map(([column, type]) =>
      arrayText(
        type,
        some.map((row) => row[column as keyof EntryRow]),
        secrets,
      ),
    );
    inserts.push(call(insertEntries, ...arrays));
    await setImmediate();
  }
  await db.using(async (session) => {
    try {
      await session.trip([
        begin,
        call(insertImport, id, contentKey, file.format, file.statements.length, rows.length, file.pendingCount, actor),
        ...inserts,
        call(countRepeated, id),
        commit,
      ]);
    } catch (error) {
      await session.trip([call({ name: 'rollback', text: 'rollback' })]);
      throw error;
    }
  });
}

/** In the order of their keys, so that two imports that share entries wait for each other in one direction. */
function rowsOf(file: StatementFile, importId: string, secrets: Secrets): EntryRow[] {
  let position = 0;
  const rows = file.statements.flatMap((statement) => {
    const seen = new Map<string, number>();
    return statement.map((entry): EntryRow => {
      const identity = identityOf(entry);
      const count = (seen.get(identity) ?? 0) + 1;
      seen.set(identity, count);
      position += 1;
      const partyKey = partyKeyOf(entry.partyAccount, secrets.hash);
      return rowOf(entry, { importId, position, partyKey, entryKey: secrets.hash(`bank entry ${count} ${identity}`) });
    });
  });
  return rows.sort((a, b) => (a.entryKey < b.entryKey ? -1 : 1));
}

function rowOf(entry: BankEntry, own: Pick<EntryRow, 'importId' | 'position' | 'entryKey' | 'partyKey'>): EntryRow {
  const { endToEndId, references, texts, partyName, partyAccount, ...rest } = entry;
  const details: EntryDetails = { endToEndId, references, texts, partyName, partyAccount };
  return { ...rest, ...own, id: chance.id(), details: JSON.stringify(details) };
}
