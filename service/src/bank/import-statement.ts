// A bank statement comes in: read whole, stored whole in one transaction, then booked. A file that cannot be read changes
// nothing; the same file again is the same import; an entry that an earlier file brought is not stored again, and where it may be another
// payment it waits.

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { auditCall } from '../book/auditing.ts';
import { type BankEntry, type EntryDetails, entryName, identityOf } from '../core/bank-file/entry.ts';
import type { Chance } from '../core/chance.ts';
import { jsonWithAmounts } from '../core/json.ts';
import { type Refusal, refuse } from '../core/refusals.ts';
import { operatorsAct } from '../merchants/acts.ts';
import { type Call, call, type Db, isServerError } from '../store/db.ts';
import type { OlderHashes, Secrets } from '../store/secrets.ts';
import { arrayText, columnText, type Statement } from '../store/table.ts';
import { begin, commit } from '../store/transaction.ts';
import {
  bankEntries,
  countRepeated,
  type EntryRow,
  entryColumns,
  findImportByContent,
  insertAlikeEntries,
  insertEntries,
  insertImport,
  renameEntries,
} from './bank-entries.sql.ts';
import { firstSign } from './letters.ts';
import { partyKeyOf } from './payers.ts';
import { readCamt } from './read-camt.ts';
import { readCsv } from './read-csv.ts';
import type { FileSummary, Take } from './statement.ts';
import { Unreadable } from './unreadable.ts';

export interface ImportDeps {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly chance: Pick<Chance, 'id'>;
  readonly clock: () => number;
}

/** Few enough for the server's time limit of a statement. */
const rowsAtOnce = 1000;

export interface Brought {
  /** The same for the same file. */
  readonly id: string;
  readonly known: boolean;
}

/** Which import it is, and whether the same file was brought before. Refused where the file cannot be read. */
export async function importStatement(
  deps: ImportDeps,
  bytes: Buffer,
  actor: string,
  requestId = '',
  reason: string | null = null,
): Promise<Brought | Refusal> {
  const contentKeys = deps.secrets.hashes(`bank file ${await digestOf(bytes)}`);
  const [contentKey = ''] = contentKeys;
  const known = await find(deps, contentKeys);
  if (known !== undefined) return { id: known, known: true };
  const id = deps.chance.id();
  const gathered = gather(id, deps);
  const summary = await read(bytes, gathered.take);
  if (summary instanceof Unreadable) return refuse('bank.unreadable', 'request', { why: summary.message });
  try {
    await store(deps, { id, contentKey, actor, requestId, reason, ...summary }, gathered);
  } catch (error) {
    // Another process stores the same entries at this moment and takes long.
    if (isServerError(error) && ['55P03', '40P01'].includes(error.code ?? '')) return refuse('service.busy');
    throw error;
  }
  const stored = (await find(deps, contentKeys)) ?? id;
  return { id: stored, known: stored !== id };
}

const mebibyte = 1024 * 1024;

async function digestOf(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += mebibyte) {
    hash.update(bytes.subarray(at, at + mebibyte));
    await setImmediate();
  }
  return hash.digest('hex');
}

async function find({ db }: ImportDeps, contentKeys: readonly string[]): Promise<string | undefined> {
  const [row] = await db.read(findImportByContent, arrayText('text', contentKeys));
  return row && String(row['id']);
}

async function read(bytes: Buffer, take: Take): Promise<FileSummary | Unreadable> {
  try {
    return await (firstSign(bytes) === '<' ? readCamt : readCsv)(bytes, take);
  } catch (error) {
    if (error instanceof Unreadable) return error;
    throw error;
  }
}

interface Import extends FileSummary {
  readonly id: string;
  readonly contentKey: string;
  readonly actor: string;
  readonly requestId: string;
  readonly reason: string | null;
}

/** One transaction, sent in parts: neither the rows nor their text is ever sent, or held as text, all at once. */
async function store(deps: ImportDeps, file: Import, gathered: Gathered): Promise<void> {
  const { db, secrets, chance } = deps;
  const { id, contentKey, format, statementCount, pendingCount, actor, requestId, reason } = file;
  const { rows, apart, entryCount } = gathered;
  const values = [id, contentKey, format, statementCount, entryCount(), pendingCount, actor];
  // In the order of their keys, so that two imports that share entries wait for each other in one direction.
  const keys = [...rows.keys()].sort();
  await db.using(async (session) => {
    const act = operatorsAct({ actor, operation: 'importBankStatement', requestId }, id, reason, deps);
    const [, inserted] = await session.trip([begin, call(insertImport, ...values)]);
    const isOurs = inserted?.rowCount === 1;
    // Without it another process has just stored this file, and nothing of it is to be done.
    for (let from = 0; from < keys.length && isOurs; from += rowsAtOnce) {
      const some = keys.slice(from, from + rowsAtOnce);
      const brought = some.map((key) => unpack(rows.get(key) ?? ''));
      const alike = brought.flatMap((row) => {
        const entryKey = apart.get(row.entryKey);
        return entryKey === undefined ? [] : [{ knownKey: row.entryKey, row: { ...row, id: chance.id(), entryKey } }];
      });
      await session.trip([
        ...renamed([...some, ...alike.map(({ row }) => row.entryKey)], gathered.older),
        insertOf(insertEntries, brought, secrets),
        ...insertAlike(alike, secrets),
      ]);
    }
    await session.trip([...(isOurs ? [auditCall(act, chance.id())] : []), call(countRepeated, id), commit]);
  });
}

interface Alike {
  /** Under which an earlier file may have brought it. */
  readonly knownKey: string;
  readonly row: EntryRow;
}

function insertAlike(alike: readonly Alike[], secrets: Secrets): Call[] {
  const keys = arrayText(
    'text',
    alike.map(({ knownKey }) => knownKey),
  );
  const rows = alike.map(({ row }) => row);
  return rows.length === 0 ? [] : [insertOf(insertAlikeEntries, rows, secrets, keys)];
}

const insertOf = (statement: Statement, rows: readonly EntryRow[], secrets: Secrets, ...more: readonly string[]): Call =>
  call(
    statement,
    ...Object.keys(entryColumns).map((column) =>
      columnText(
        bankEntries,
        column,
        rows.map((row) => row[column as keyof EntryRow]),
        (index) => rows[index] ?? {},
        '',
        secrets,
      ),
    ),
    ...more,
  );

function renamed(keys: readonly string[], older: Gathered['older']): Call[] {
  const pairs = keys.flatMap((key) => (older.get(key) ?? []).map((old) => [key, old]));
  const columnOf = (at: number): string =>
    arrayText(
      'text',
      pairs.map((pair) => pair[at]),
    );
  return pairs.length === 0 ? [] : [call(renameEntries, columnOf(0), columnOf(1))];
}

/** All that is kept of a file while it is read. */
interface Gathered {
  /** By their keys, packed. */
  readonly rows: ReadonlyMap<string, string>;
  /** By the keys of entries that can be the same as another statement's or not: the keys that they have beside it. */
  readonly apart: ReadonlyMap<string, string>;
  /** By their keys, what older encryption keys make of the same. */
  readonly older: OlderHashes;
  readonly entryCount: () => number;
  readonly take: Take;
}

function gather(importId: string, { secrets, chance }: ImportDeps): Gathered {
  const rows = new Map<string, string>();
  const apart = new Map<string, string>();
  const { hash, older = new Map() } = secrets.hashing();
  let position = 0;
  const placeAmong = counting();
  const take: Take = (entry, statement) => {
    const identity = identityOf(entry);
    const keyOf = (nth: number): string => hash(entryName(nth, identity));
    const first = keyOf(1);
    const nth = placeAmong(first, entry, statement);
    const entryKey = nth === 1 ? first : keyOf(nth);
    position += 1;
    if (rows.has(entryKey)) return;
    const partyKey = partyKeyOf(entry.partyAccount, secrets.hash);
    rows.set(entryKey, pack(rowOf(entry, { id: chance.id(), importId, position, partyKey, entryKey })));
    const { bankReference, statementId } = entry;
    if (bankReference === null && statementId !== '') apart.set(entryKey, hash(entryName(nth, identity, statementId)));
  };
  return { rows, apart, older, entryCount: () => position, take };
}

/**
 * The place of an entry among those of the file that are the same in all that identifies them; each place is money of its own. By the bank's
 * number an entry is known in another statement of the file, and so is all of a statement that is in the file twice.
 */
function counting(): (first: string, entry: BankEntry, statement: number) => number {
  const statementsOf = new Map<string, string[]>();
  let current = 0;
  let seen = new Map<string, number>();
  return (first, { bankReference, statementId }, statement) => {
    if (statement !== current) seen = new Map();
    current = statement;
    const inStatement = (seen.get(first) ?? 0) + 1;
    seen.set(first, inStatement);
    if (bankReference !== null) return inStatement;
    const places = statementsOf.get(first) ?? [];
    statementsOf.set(first, places);
    let left = inStatement;
    const known = places.findIndex((each) => each === statementId && --left === 0);
    return known < 0 ? places.push(statementId) : known + 1;
  };
}

function rowOf(entry: BankEntry, own: Pick<EntryRow, 'id' | 'importId' | 'position' | 'entryKey' | 'partyKey'>): EntryRow {
  const { endToEndId, references, texts, partyName, partyAccount, ...rest } = entry;
  const details: EntryDetails = { endToEndId, references, texts, partyName, partyAccount };
  return { ...rest, ...own, details: JSON.stringify(details) };
}

/** As text of its own: a row would hold on to the piece of the file that its words were cut out of. */
const pack = (row: EntryRow): string => jsonWithAmounts(row);

function unpack(packed: string): EntryRow {
  const { amountMinor, ...rest } = JSON.parse(packed) as EntryRow;
  return { ...rest, amountMinor: BigInt(amountMinor) };
}
