// A bank statement as CSV, for banks that give no camt.053: the columns are ours and documented (docs/bank-files.md).
import { amountFromFile, hasManyDecimals, keptAmount } from '../core/bank-file/amount.ts';
import type { BankEntry } from '../core/bank-file/entry.ts';
import { isDay } from '../core/dates.ts';
import { csvObjects } from '../wire/csv.ts';
import { lettersOfCsv, piecesOf } from './letters.ts';
import { breather, type FileSummary, given, mostEntries, type Take } from './statement.ts';
import { Unreadable } from './unreadable.ts';

type Fields = Readonly<Record<string, string>>;

export const columns = [
  'account',
  'bookingDate',
  'valueDate',
  'amount',
  'currency',
  'reference',
  'text',
  'name',
  'iban',
  'bankReference',
  'endToEndId',
  'returnReason',
];

/** Of one field. */
const mostText = 10_000;

export async function readCsv(bytes: Buffer, take: Take): Promise<FileSummary> {
  const breathe = breather();
  let entryCount = 0;
  for await (const { line, value } of csvObjects(piecesOf(bytes, lettersOfCsv(bytes)), checkColumns)) {
    entryCount += 1;
    if (entryCount > mostEntries) throw new Unreadable(`it holds more than ${mostEntries} entries: import it in parts`);
    // PostgreSQL holds no text with a zero in it.
    if (value === null || Object.values(value).some((field) => field.length > mostText || field.includes('\0')))
      throw new Unreadable(`line ${line} cannot be read`);
    take(entryOf(value, line), 1);
    await breathe();
  }
  return { format: 'csv', statementCount: 1, pendingCount: 0 };
}

function checkColumns(names: readonly string[]): void {
  const missing = ['bookingDate', 'amount', 'currency'].filter((name) => !names.includes(name));
  if (names.length === 0 || names.some((name) => !columns.includes(name)))
    throw new Unreadable(`it is neither XML nor our CSV: its first line names the columns ${columns.join(', ')}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unreadable(`it has the column ${twice} twice`);
  if (missing.length > 0) throw new Unreadable(`its column ${missing.join(', ')} is missing`);
}

function entryOf(value: Fields, line: number): BankEntry {
  const wrong = (column: string): never => {
    throw new Unreadable(`${column} in line ${line} is none`);
  };
  const sent = value['amount'] ?? '';
  // A comma may group thousands: it is a decimal sign only where two digits follow it and no other sign is there.
  const plain = sent.replace(/^[+-]/, '').replace(/^(\d+),(\d\d)$/, '$1.$2');
  const currency = value['currency'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) wrong('the currency');
  const isPlain = /^\d/.test(plain) && !hasManyDecimals(plain, currency);
  const units = (isPlain ? amountFromFile(plain, currency) : undefined) ?? wrong('the amount');
  const bookedOn = value['bookingDate'] ?? '';
  const valueOn = value['valueDate'] ?? bookedOn;
  if (!isDay(bookedOn)) wrong('the bookingDate');
  if (!isDay(valueOn)) wrong('the valueDate');
  return {
    account: (value['account'] ?? '').replace(/\s/g, '').toUpperCase(),
    statementId: '',
    direction: sent.startsWith('-') ? 'debit' : 'credit',
    isReversal: false,
    currency,
    ...keptAmount(units, currency),
    bookedOn,
    valueOn,
    bankReference: given(value['bankReference'] ?? ''),
    endToEndId: given(value['endToEndId'] ?? ''),
    returnReason: value['returnReason']?.slice(0, 4).toUpperCase() ?? null,
    isUndivided: false,
    references: value['reference'] === undefined ? [] : [value['reference']],
    texts: value['text'] === undefined ? [] : [value['text']],
    partyName: value['name'] ?? null,
    partyAccount: value['iban'] ?? null,
  };
}
