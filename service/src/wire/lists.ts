// Entries of a merchant's lists as they are sent and shown.

import type { CountryCode } from '../core/countries/countries.ts';
import { endOfDay } from '../core/dates.ts';
import type { NewEntry } from '../core/list-entries.ts';
import { contentOf, contentText, entryKeys, type ListContent, missingOf, shownContent } from '../core/lists.ts';
import type { Merchant } from '../core/merchant.ts';
import { like, type Notice } from '../core/refusals.ts';
import { type ListEntry, listKinds } from '../core/rows.ts';
import type { Hashing } from '../store/secrets.ts';
import { csvObjects } from './csv.ts';
import { instantToWire } from './instants.ts';
import {
  CountryCode as Country,
  CutText,
  DayText,
  emailExample,
  InstantText,
  Opt,
  type Static,
  Text,
  Type,
  Word,
} from './schema.ts';
import { bodyReader } from './validate.ts';

const content = {
  firstName: Opt(CutText(50)),
  lastName: Opt(CutText(50)),
  companyName: Opt(CutText(100)),
  birthDate: Opt(DayText()),
  identificationNumber: Opt(Text(20, 'National or organisation number.')),
  email: Opt(
    Type.String({
      maxLength: 255,
      pattern: '^[^\\s@\\u0000]*@[^\\s@\\u0000]+$',
      examples: [emailExample],
      description: 'An address, or @domain for all of it.',
    }),
  ),
  phone: Opt(Text(20)),
  bankAccount: Opt(Text(34)),
  street: Opt(CutText(100)),
  streetNumber: Opt(CutText(50)),
  postalCode: Opt(Text(10)),
  postalPlace: Opt(CutText(100)),
  countryCode: Opt(Country()),
};
export const listNames = ['negative', 'positive'] as const;

const SentEntry = Type.Object(
  {
    list: Word(listNames),
    kind: Word(listKinds),
    reason: CutText(500, 'For the people who read the list; consumers never see it.'),
    expiresOn: Opt(DayText('The last day on which it counts.')),
    ...content,
  },
  { title: 'ListEntry' },
);

export const ShownEntry = Type.Object(
  {
    id: Type.String(),
    list: Word(listNames),
    kind: Word(listKinds),
    reason: Type.String(),
    enteredAt: InstantText(),
    enteredBy: Type.String(),
    expiresAt: Opt(InstantText()),
    removedAt: Opt(InstantText()),
    removedReason: Opt(Type.String()),
    ...content,
    email: Opt(Type.String()),
  },
  { title: 'ShownListEntry' },
);

/** Entries are found under the hashes of every key, as a contract holds that of the key of its day. */
type Hashes = Pick<Hashing, 'hash' | 'hashes'>;

const readEntry = bodyReader(SentEntry);

/** One entry of a file, or what is wrong with it. */
export type ReadEntry = { readonly line: number } & ({ readonly entry: NewEntry } | { readonly faults: readonly Notice[] });

/** Entries sent as objects or as CSV; what the file leaves out is taken from `defaults`. */
export async function entriesFromWire(
  sent: { readonly entries?: readonly unknown[]; readonly csv?: string },
  defaults: object,
  about: { readonly merchant: Merchant; readonly hashing: Hashes; readonly enteredBy: string },
): Promise<ReadEntry[]> {
  const lines: { line: number; value: unknown }[] = (sent.entries ?? []).map((value, index) => ({ line: index + 1, value }));
  for await (const each of csvObjects(sent.csv === undefined ? [] : [sent.csv])) lines.push(each);
  return lines.map(({ line, value }): ReadEntry => {
    const { value: read, faults } = readEntry(typeof value === 'object' && value !== null ? { ...defaults, ...value } : value);
    if (faults.length > 0) return { line, faults };
    const entry = read as Static<typeof SentEntry>;
    const fault = faultOf(entry);
    return fault ? { line, faults: [fault] } : { line, entry: newEntry(entry, about) };
  });
}

/** A list may hold numbers of any country, and such as are refused: only what could be none at all is wrong. */
const couldBeNumber = (number: string): boolean => number.replace(/[^0-9A-Za-z]/g, '').length >= 6 && /(\d.*){4}/.test(number);

function faultOf(entry: Static<typeof SentEntry>): Notice | undefined {
  const missing = missingOf(entry.kind, entry as ListContent);
  if (missing !== undefined) return { id: 'value.required', field: missing };
  if (entry.identificationNumber !== undefined && !couldBeNumber(entry.identificationNumber))
    return { id: 'value.format', field: 'identificationNumber', values: like('19811218-9876') };
  if (entry.kind === 'phone' && (entry.phone ?? '').replace(/\D/g, '').length < 6)
    return { id: 'value.format', field: 'phone', values: like('+4915123456789') };
  if (entry.kind !== 'email' && entry.email?.startsWith('@'))
    return { id: 'value.format', field: 'email', values: like(emailExample) };
  return undefined;
}

function newEntry(
  { list, kind, reason, expiresOn, ...said }: Static<typeof SentEntry>,
  { merchant, hashing, enteredBy }: { merchant: Merchant; hashing: Hashes; enteredBy: string },
): NewEntry {
  const { country, timeZone } = merchant;
  const sentContent = said as ListContent;
  return {
    list,
    kind,
    content: JSON.stringify(sentContent),
    contentKey: hashing.hash(contentText(list, kind, sentContent, country)),
    keys: entryKeys(kind, sentContent, country).flatMap(hashing.hashes).join('\n'),
    reason,
    enteredBy,
    expiresAt: expiresOn === undefined ? null : endOfDay(expiresOn, timeZone),
  };
}

export function entryToWire(entry: ListEntry): Static<typeof ShownEntry> {
  const { id, list, kind, reason, enteredBy, insertedAt, expiresAt, removedAt, removedReason } = entry;
  return {
    id,
    list,
    kind,
    reason,
    enteredBy,
    enteredAt: instantToWire(insertedAt),
    ...(expiresAt !== null && { expiresAt: instantToWire(expiresAt) }),
    ...(removedAt !== null && { removedAt: instantToWire(removedAt) }),
    ...(removedReason !== null && { removedReason }),
    ...(shownContent(contentOf(entry)) as { countryCode?: CountryCode }),
  };
}
