// Bank statements as the operator brings them, and what of them waits for a person: assigned by hand, sent back, or ignored, each
// with a reason.

import { operatorsOwn } from '../book/audit.sql.ts';
import { type Act, audited } from '../book/auditing.ts';
import { readAccountNumber } from '../core/account/number.ts';
import { type EntryDetails, entryStates } from '../core/bank-file/entry.ts';
import type { Payable } from '../core/bank-file/match.ts';
import { minorFromWire, minorToWire, unscaled } from '../core/money.ts';
import { like, Refusal, refuse } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { type OperatorAsked, operation } from '../http/operation.ts';
import { cursorOf, pageSize, placeOf, uuid } from '../http/paging.ts';
import { listMerchants, merchantOf } from '../merchants/merchants.sql.ts';
import { chance } from '../runtime/chance.ts';
import { instantToWire } from '../wire/instants.ts';
import {
  chooses,
  DayText,
  InstantText,
  Opt,
  PositiveAmount,
  type Static,
  Text,
  Type,
  Uuid,
  uuidExample,
  Word,
} from '../wire/schema.ts';
import {
  type Booking,
  claimEntry,
  closeEntry,
  findEntry,
  findPayable,
  type KeptEntry,
  listEntries,
  listImports,
} from './bank-entries.sql.ts';
import { bookEntries, settle, targetOf } from './book-entries.ts';
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
    'overlaps another, books nothing twice. A file that cannot be read changes nothing.',
  scope: 'admin:write',
  refusals: ['bank.unreadable', 'body.too_large', 'body.media_type'],
  fileBytes,
  answer: BankImport,
  async run({ file, actor }, deps) {
    const brought = await inTurn(deps, () => importStatement(deps, file, actor));
    if (brought instanceof Refusal) return brought;
    const { id, known } = brought;
    const until = deps.clock() + bookingMs;
    await bookEntries(deps, id, () => deps.clock() > until);
    const rows = await deps.db.read(listImports, null, null, 1, id);
    return { ...importRecord(rows[0] ?? {}), ...(known && { known }) };
  },
});

export const getBankImports = operation({
  id: 'listBankImports',
  method: 'GET',
  path: '/admin/v1/bank-statements',
  summary: 'The bank statements that were brought in, latest first',
  about: 'Page by page: `?limit=` up to 200, `?after=` the `next` of the page before.',
  scope: 'admin:read',
  refusals: ['page.unknown'],
  answer: Type.Object({ imports: Type.Array(BankImport), next: Opt(Type.String()) }),
  async run({ query }, deps) {
    const place = placeOf(query['after']);
    if (!place) return refuse('page.unknown', 'after');
    const size = pageSize(query);
    const from = query['after'] ? place : [null, null];
    const rows = await deps.db.read(listImports, ...from, size, null);
    const last = rows.at(-1);
    const next = last && rows.length === size ? { next: cursorOf(Number(last['importedAt']), String(last['id'])) } : {};
    return { imports: rows.map(importRecord), ...next };
  },
});

const BankBooking = Type.Object({
  merchantId: Type.String(),
  captureNumber: Opt(Type.String()),
  orderNumber: Opt(Type.String()),
  accountNumber: Opt(Type.String()),
  amount: Type.Number(),
  transactionId: Type.String({ description: 'Of the payment that was booked.' }),
});

export const BankEntryRecord = Type.Object(
  {
    entryId: Type.String(),
    importId: Type.String(),
    state: Word(entryStates),
    why: Opt(Type.String({ description: 'Why it waits: docs/bank-files.md.' })),
    account: Type.String({ description: 'Whose statement it is from.' }),
    direction: Word(['credit', 'debit']),
    amount: Type.Number(),
    currency: Type.String(),
    bookedAmount: Type.Number(),
    remainingAmount: Type.Number(),
    bookingDate: DayText(),
    valueDate: DayText(),
    bankReference: Opt(Type.String()),
    returnReason: Opt(Type.String()),
    endToEndId: Opt(Type.String()),
    references: Type.Array(Type.String()),
    texts: Type.Array(Type.String()),
    name: Opt(Type.String()),
    iban: Opt(Type.String()),
    bookings: Type.Array(BankBooking),
    handledBy: Opt(Type.String()),
    reason: Opt(Type.String()),
  },
  { title: 'BankEntry' },
);

export function entryRecord(row: KeptEntry, deps: Deps): Static<typeof BankEntryRecord> {
  const nobody: EntryDetails = { endToEndId: null, references: [], texts: [], partyName: null, partyAccount: null };
  const details = row.details === null ? nobody : (JSON.parse(deps.secrets.open(row.details)) as EntryDetails);
  return {
    entryId: row.id,
    importId: row.importId,
    state: row.state as Static<typeof BankEntryRecord>['state'],
    ...(row.why !== null && { why: row.why }),
    account: row.account,
    direction: row.direction,
    amount: unscaled(row.amountMinor, row.amountDecimals),
    currency: row.currency,
    bookedAmount: unscaled(row.bookedMinor, row.amountDecimals),
    remainingAmount: unscaled(row.amountMinor - row.bookedMinor, row.amountDecimals),
    bookingDate: row.bookedOn,
    valueDate: row.valueOn,
    ...(row.bankReference !== null && { bankReference: row.bankReference }),
    ...(row.returnReason !== null && { returnReason: row.returnReason }),
    ...(details.endToEndId !== null && { endToEndId: details.endToEndId }),
    references: [...details.references],
    texts: [...details.texts],
    ...(details.partyName !== null && { name: details.partyName }),
    ...(details.partyAccount !== null && { iban: details.partyAccount }),
    bookings: row.bookings.map(bookingRecord),
    ...(row.handledBy !== null && { handledBy: row.handledBy }),
    ...(row.reason !== null && { reason: row.reason }),
  };
}

const bookingRecord = (booking: Booking): Static<typeof BankBooking> => ({
  merchantId: booking.merchantId,
  ...(booking.kind === 'account' ? { accountNumber: booking.number } : { captureNumber: booking.number }),
  ...(booking.orderNumber !== null && { orderNumber: booking.orderNumber }),
  amount: minorToWire(BigInt(booking.amountMinor)),
  transactionId: booking.transactionId,
});

export const getBankEntries = operation({
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

async function findOpen({ params }: Pick<OperatorAsked<unknown>, 'params'>, deps: Deps): Promise<KeptEntry | Refusal> {
  const id = params['entryId'] ?? '';
  const row = uuid.test(id) ? await readEntry(id, deps) : undefined;
  if (!row) return refuse('bank.entry_not_found', 'entryId');
  return row.state === 'Open' ? row : refuse('bank.entry_closed', 'entryId', { state: row.state });
}

const readEntry = async (id: string, { db }: Deps): Promise<KeptEntry | undefined> =>
  (await db.read(findEntry, id))[0] as unknown as KeptEntry | undefined;

export const assignBankEntry = operation({
  id: 'assignBankEntry',
  method: 'POST',
  path: '/admin/v1/bank-entries/:entryId/assign',
  summary: 'Book an entry, or a part of it, on a capture or a customer account',
  about: 'As much as is owed is booked; what is left of the entry goes on waiting.',
  scope: 'admin:write',
  refusals: [
    'bank.entry_not_found',
    'bank.entry_closed',
    'bank.no_money_in',
    'bank.exceeds_entry',
    'bank.other_currency',
    'bank.not_booked',
    'merchant.not_found',
    'capture.not_found',
    'account.not_found',
  ],
  body: Type.Object(
    {
      merchantId: Uuid(),
      captureNumber: Opt(Text(50)),
      accountNumber: Opt(Text(50)),
      amount: Opt(PositiveAmount('All that is left of the entry, unless named.')),
      reason: Text(255),
    },
    { title: 'AssignBankEntry', ...chooses({ amount: ['amount'], of: ['captureNumber', 'accountNumber'] }) },
  ),
  answer: BankEntryRecord,
  async run({ params, body, actor }, deps) {
    const entry = await findOpen({ params }, deps);
    if (entry instanceof Refusal) return entry;
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    if (entry.direction === 'debit' || entry.isReversal || entry.returnReason !== null)
      return refuse('bank.no_money_in', 'entryId');
    const leftMinor = entry.amountMinor - entry.bookedMinor;
    const amountMinor = body.amount === undefined ? leftMinor : minorFromWire(body.amount);
    if (leftMinor === 0n) return refuse('bank.no_money_in', 'entryId');
    const payable = await payableOf(body, deps);
    if (payable instanceof Refusal) return payable;
    // From here on both are hundredths: so are all amounts in a currency that something can be owed in.
    if (payable.currency !== entry.currency) return refuse('bank.other_currency', 'entryId', { currency: entry.currency });
    if (amountMinor > leftMinor) return refuse('bank.exceeds_entry', 'amount', { left: minorToWire(leftMinor).toFixed(2) });
    const target = targetOf(payable, amountMinor, entry.bookings.length + 1);
    const claimed = await deps.db.read(claimEntry, entry.id, entry.bookings.length, JSON.stringify(target), actor, body.reason);
    if (claimed.length === 0) return refuse('bank.entry_closed', 'entryId', { state: 'Booking' });
    const merchants = new Map((await deps.db.read(listMerchants)).map(merchantOf).map((each) => [each.id, each]));
    await settle(deps, [{ ...entry, target, handledBy: actor, reason: body.reason }], merchants);
    const after = await readEntry(entry.id, deps);
    if (!after) return refuse('bank.entry_not_found', 'entryId');
    if (after.state === 'Booking') return refuse('service.busy');
    if (after.bookings.length === entry.bookings.length) return refuse('bank.not_booked', 'entryId', { why: after.why ?? '' });
    return entryRecord(after, deps);
  },
});

interface Named {
  readonly merchantId: string;
  readonly captureNumber?: string;
  readonly accountNumber?: string;
}

async function payableOf({ merchantId, captureNumber, accountNumber }: Named, { db }: Deps): Promise<Payable | Refusal> {
  if ((captureNumber === undefined) === (accountNumber === undefined)) return refuse('value.required', 'captureNumber');
  const account = accountNumber === undefined ? null : (readAccountNumber(accountNumber) ?? '');
  const rows = (await db.read(findPayable, merchantId, captureNumber ?? null, account)) as unknown as Payable[];
  const [found] = rows;
  if (found) return found;
  return account === null ? refuse('capture.not_found', 'captureNumber') : refuse('account.not_found', 'accountNumber');
}

export const closeBankEntry = operation({
  id: 'closeBankEntry',
  method: 'POST',
  path: '/admin/v1/bank-entries/:entryId/close',
  summary: 'Say that what is left of an entry was sent back, or is nobody’s',
  about: 'The service sends no money: `SentBack` says that you did.',
  scope: 'admin:write',
  refusals: ['bank.entry_not_found', 'bank.entry_closed'],
  body: Type.Object({ as: Word(['SentBack', 'Ignored']), reason: Text(255) }, { title: 'CloseBankEntry' }),
  answer: BankEntryRecord,
  async run({ params, body, actor, requestId }, deps) {
    const entry = await findOpen({ params }, deps);
    if (entry instanceof Refusal) return entry;
    if (body.reason.trim() === '') return refuse('value.required', 'reason');
    const act: Act = {
      merchantId: operatorsOwn,
      actor,
      operation: 'closeBankEntry',
      subject: entry.id,
      requestId,
      reason: body.reason,
      happenedAt: deps.clock(),
    };
    const { statement, values } = audited(closeEntry, [entry.id, body.as, actor, body.reason], act, chance.id());
    const closed = await deps.db.read(statement, ...values);
    const after = await readEntry(entry.id, deps);
    if (closed.length === 0 || !after) return refuse('bank.entry_closed', 'entryId', { state: after?.state ?? 'Booking' });
    return entryRecord(after, deps);
  },
});
