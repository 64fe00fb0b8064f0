// A bank statement as CSV, for banks that give no camt.053: the columns are ours and documented (docs/bank-files.md).
import type { BankEntry } from '../core/bank-file/entry.ts';
import { isDay } from '../core/dates.ts';
import { csvObjects } from '../wire/csv.ts';
import { minorOf, mostEntries, type StatementFile } from './read-camt.ts';
import { Unreadable } from './read-xml.ts';

type Fields = Readonly<Record<string, string>>;

const columns = [
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

export function readCsv(bytes: Buffer): StatementFile {
  const text = decoded(bytes);
  const heading = /^\uFEFF?([^\r\n]*)/.exec(text)?.[1] ?? '';
  const names = heading.split(/[,;\t]/).map((name) => name.trim().replaceAll('"', ''));
  const unknown = names.filter((name) => !columns.includes(name));
  const missing = ['bookingDate', 'amount', 'currency'].filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new Unreadable(`it is neither XML nor our CSV: its first line names the columns ${columns.join(', ')}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Unreadable(`it has the column ${twice} twice`);
  if (missing.length > 0) throw new Unreadable(`its column ${missing.join(', ')} is missing`);
  const rows = csvObjects(text);
  if (rows.length > mostEntries) throw new Unreadable(`it holds more than ${mostEntries} entries: import it in parts`);
  const entries = rows.map(({ line, value }) => {
    if (value === null) throw new Unreadable(`line ${line} cannot be read`);
    return entryOf(value, line);
  });
  return { format: 'csv', statements: [entries], pendingCount: 0 };
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Unreadable('its letters are not in UTF-8');
  }
}

function entryOf(value: Fields, line: number): BankEntry {
  const wrong = (column: string): never => {
    throw new Unreadable(`${column} in line ${line} is none`);
  };
  const sent = value['amount'] ?? '';
  // A comma may group thousands: it is a decimal sign only where two digits follow it and no other sign is there.
  const plain = sent.replace(/^[+-]/, '').replace(/^(\d+),(\d\d)$/, '$1.$2');
  const amountMinor = (/^\d/.test(plain) ? minorOf(plain) : undefined) ?? wrong('the amount');
  const bookedOn = value['bookingDate'] ?? '';
  const valueOn = value['valueDate'] ?? bookedOn;
  if (!isDay(bookedOn)) wrong('the bookingDate');
  if (!isDay(valueOn)) wrong('the valueDate');
  const currency = value['currency'] ?? '';
  if (!/^[A-Z]{3}$/.test(currency)) wrong('the currency');
  return {
    account: (value['account'] ?? '').replace(/\s/g, '').toUpperCase(),
    statementId: '',
    direction: sent.startsWith('-') ? 'debit' : 'credit',
    isReversal: false,
    currency,
    amountMinor,
    bookedOn,
    valueOn,
    bankReference: value['bankReference'] ?? null,
    endToEndId: value['endToEndId'] ?? null,
    returnReason: value['returnReason']?.slice(0, 4).toUpperCase() ?? null,
    isUndivided: false,
    references: value['reference'] === undefined ? [] : [value['reference']],
    texts: value['text'] === undefined ? [] : [value['text']],
    partyName: value['name'] ?? null,
    partyAccount: value['iban'] ?? null,
  };
}
