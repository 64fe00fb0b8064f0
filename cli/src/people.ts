// Lists, customers and reviews of a running service.
import { readFile } from 'node:fs/promises';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { inPath } from './in-path.ts';
import type { Merchant } from './operate.ts';
import { paint } from './table.ts';
import { table } from './terminal.ts';
import { durationText } from './time.ts';

const path = ({ id }: Merchant, rest: string): string => `/admin/v1/merchants/${id}/${rest}`;

export interface Imported {
  entered: number;
  known: number;
  faulty: number;
  faults: { line: number; field?: string; code: string; message: string }[];
}

/** A call takes so many lines: well within the size of a body and the time of a call. */
const linesACall = 1000;

/** Send a file of entries, CSV or JSON, in parts; line numbers are those of the file. */
export async function importList(reach: Reach, merchant: Merchant, file: string, defaults: object): Promise<Imported> {
  const bytes = await readFile(file).catch(() => {
    throw new Failure(`${file} cannot be read.`, undefined, exitCodes.usage);
  });
  const text = textOf(bytes);
  const total: Imported = { entered: 0, known: 0, faulty: 0, faults: [] };
  for (const part of /^\s*[[{]/.test(text) ? jsonParts(text, file) : csvParts(text)) {
    const answer = await demand<Imported>(reach, 'POST', path(merchant, 'lists'), { ...defaults, ...part.body });
    total.entered += answer.entered;
    total.known += answer.known;
    total.faulty += answer.faulty;
    total.faults.push(...answer.faults.map((fault) => ({ ...fault, line: fault.line + part.linesBefore })));
  }
  return total;
}

/** UTF-8, or what spreadsheets of the West write instead. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

interface Part {
  readonly body: object;
  readonly linesBefore: number;
}

function jsonParts(text: string, file: string): Part[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Failure(`${file} is no JSON.`, 'Write a list of entries, or { "entries": [...] }.', exitCodes.usage);
  }
  const entries = Array.isArray(read) ? read : (read as { entries?: unknown }).entries;
  if (!Array.isArray(entries)) throw new Failure(`${file} holds no list of entries.`, undefined, exitCodes.usage);
  const starts = Array.from({ length: Math.ceil(entries.length / linesACall) }, (_each, index) => index * linesACall);
  return starts.map((start) => ({ body: { entries: entries.slice(start, start + linesACall) }, linesBefore: start }));
}

/** Whole records, each part under the heading; a line break between quotes ends no record. */
function csvParts(text: string): Part[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n?|\n/);
  const heading = lines[0] ?? '';
  const parts: Part[] = [];
  let records: string[] = [];
  let began = 1;
  let quotes = 0;
  for (const [index, line] of lines.entries()) {
    if (index === 0) continue;
    records.push(line);
    quotes += line.split('"').length - 1;
    if (quotes % 2 === 1 || (records.length < linesACall && index < lines.length - 1)) continue;
    parts.push({ body: { csv: [heading, ...records].join('\n') }, linesBefore: began - 1 });
    began = index + 1;
    records = [];
  }
  if (records.length > 0) parts.push({ body: { csv: [heading, ...records].join('\n') }, linesBefore: began - 1 });
  return parts;
}

export function importLines({ entered, known, faulty, faults }: Imported): string[] {
  const told = faults.map(({ line, field, message }) => [String(line), field ?? '', message]);
  return [
    `${entered} entered, ${known} on a list already, ${faulty} faulty`,
    ...(told.length > 0 ? ['', ...table([{ title: 'line', align: 'right' }, 'field', 'what is wrong'], told)] : []),
  ];
}

export interface Entry {
  id: string;
  list: string;
  kind: string;
  reason: string;
  expiresAt?: string;
  [member: string]: unknown;
}

/** Every page of a list. */
async function pages<Answer extends { next?: string }>(reach: Reach, address: string): Promise<Answer[]> {
  const all: Answer[] = [];
  let next: string | undefined = '';
  while (next !== undefined) {
    const place: string = next === '' ? '' : `${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(next)}`;
    const page: Answer = await demand<Answer>(reach, 'GET', address + place);
    all.push(page);
    next = page.next;
  }
  return all;
}

export async function listEntries(reach: Reach, merchant: Merchant): Promise<Entry[]> {
  return (await pages<{ entries: Entry[]; next?: string }>(reach, path(merchant, 'lists?limit=200'))).flatMap(
    (page) => page.entries,
  );
}

const aboutEntry = new Set(['id', 'list', 'kind', 'reason', 'expiresAt', 'enteredAt', 'enteredBy']);

export function entryLines(entries: readonly Entry[]): string[] {
  const what = (entry: Entry): string =>
    Object.entries(entry)
      .filter(([name]) => !aboutEntry.has(name))
      .map(([, value]) => String(value))
      .join(' ');
  const rows = entries.map((entry) => [entry.list, entry.kind, what(entry), entry.reason, entry.expiresAt ?? 'never', entry.id]);
  return table(['list', 'kind', 'who or what', 'reason', 'expires', 'id'], rows);
}

export const removeEntry = (reach: Reach, merchant: Merchant, id: string, reason: string): Promise<Entry> =>
  demand(reach, 'POST', path(merchant, `lists/${inPath(id)}/remove`), { reason });

interface Person {
  customerNumber?: string;
  name: string;
  birthDate?: string;
  email?: string;
  address?: string;
}

export interface Duplicate {
  strength: number;
  signs: string[];
  one: Person;
  other: Person;
}

export async function listDuplicates(reach: Reach, merchant: Merchant, minimum: number): Promise<Duplicate[]> {
  const found = await pages<{ duplicates: Duplicate[]; next?: string }>(
    reach,
    path(merchant, `customers/duplicates?limit=200&minimum=${minimum}`),
  );
  return found.flatMap((page) => page.duplicates).sort((a, b) => b.strength - a.strength);
}

export function duplicateLines(duplicates: readonly Duplicate[]): string[] {
  const who = ({ customerNumber, name, birthDate, address }: Person): string =>
    [customerNumber ?? '?', name, birthDate, address].filter((part) => part !== undefined).join(' · ');
  if (duplicates.length === 0) return ['Nobody looks like somebody else.'];
  const rows = duplicates.map(({ strength, signs, one, other }) => [`${strength} %`, who(one), who(other), signs.join(', ')]);
  return table([{ title: 'sure', align: 'right' }, 'one', 'other', 'because of'], rows);
}

export const mergeCustomers = (reach: Reach, merchant: Merchant, from: string, into: string, reason: string): Promise<object> =>
  demand(reach, 'POST', path(merchant, `customers/${inPath(from)}/merge`), { into, reason });

export type ReviewKind = 'order' | 'account' | 'rejection';

/** The number by which it is decided. */
export const numberOf = ({ decisionId, orderNumber, accountNumber }: Review): string =>
  decisionId ?? orderNumber ?? accountNumber ?? '';

export interface Review {
  kind: ReviewKind;
  orderNumber?: string;
  accountNumber?: string;
  decisionId?: string;
  statement?: string;
  late?: boolean;
  amount: number;
  currency: string;
  customer: string;
  waitsFor: string;
  why: string[];
  facts: { bureau?: string; listHits: string[]; alike: number };
  ageSeconds: number;
  decideBy?: string;
}

export async function listReviews(reach: Reach, merchant: Merchant): Promise<Review[]> {
  return (await pages<{ reviews: Review[]; next?: string }>(reach, path(merchant, 'reviews?limit=200'))).flatMap(
    (page) => page.reviews,
  );
}

export interface WaitingReview extends Review {
  merchant: string;
  merchantId: string;
}

export function reviewLines(reviews: readonly WaitingReview[]): string[] {
  if (reviews.length === 0) return ['Nothing waits to be decided.'];
  const rows = reviews.map((review) => {
    const { merchant, kind, amount, currency, customer, waitsFor, facts, ageSeconds, decideBy, statement, late } = review;
    return [
      merchant,
      kind,
      numberOf(review),
      `${amount.toFixed(2)} ${currency}`,
      customer,
      kind === 'rejection' ? 'answer' : waitsFor,
      [
        statement === undefined ? '' : `“${statement}”`,
        facts.bureau === undefined ? '' : `bureau ${facts.bureau}`,
        ...facts.listHits,
        facts.alike > 0 ? `${facts.alike} alike` : '',
      ]
        .filter(Boolean)
        .join(', '),
      durationText(ageSeconds),
      late ? paint.red(`${decideBy ?? ''} LATE`) : (decideBy ?? ''),
    ];
  });
  return table(
    ['merchant', 'what', 'number', { title: 'amount', align: 'right' }, 'customer', 'waits for', 'facts', 'since', 'until'],
    rows,
  );
}

export const decideReview = (
  reach: Reach,
  merchant: Merchant,
  number: string,
  body: { kind: ReviewKind; decision: 'approve' | 'decline'; reason: string; decidedBy?: string; answer?: string },
): Promise<{ orderNumber?: string; accountNumber?: string; decisionId?: string; outcome: string }> =>
  demand(reach, 'POST', path(merchant, `reviews/${inPath(number)}`), body);
