// Who is it? A person is recognised exactly, from what the request says; likeness never merges two people.
import { codeKey, writePostalCode } from './address/postal-codes.ts';
import { type CountryCode, countries, countryCodes } from './countries/countries.ts';
import type { NationalNumber } from './countries/national-number.ts';
import { isSharedNumber, longestNumber, readNationalNumber } from './countries/rules.ts';
import { ageOn, type Day } from './dates.ts';
import { bareEmail } from './likeness.ts';

/** What of a customer decides who it is and whether credit may be given. */
export interface Party {
  readonly category: 'Person' | 'Company';
  readonly nationalId: string | null;
  readonly customerNumber: string | null;
  readonly name: string;
  readonly email: string;
  readonly birthDate: Day | null;
  readonly postalCode: string;
  /** Of the address; the merchant's where none is said. */
  readonly countryCode?: CountryCode | undefined;
}

/** The text that identifies one person at one merchant; it is only ever stored as a keyed hash. */
export interface Identity {
  readonly text: string;
  /** Made from the customer number, so that a number known from earlier may mean a known customer. */
  readonly byNumber: boolean;
  /** The same by all as it is spelled, where that is another text: some people are stored under it … */
  readonly spelled?: string;
  /** … and some by name and e-mail as they are spelled, with the code as the country writes it, where that is a third. */
  readonly spelledName?: string;
}

/**
 * National id, else customer number, else folded name + birth date (or e-mail) + postal code. A customer number that certainly means
 * another is left out (`isAnotherThan`, core/customer.ts). Each counts as what it means in the country of the address, however it is
 * spelled: a prefix of a code, two letters for an ü or another part after a plus would be another person, who owes nothing yet.
 */
export function identityOf(party: Party, country: CountryCode, ofAddress: CountryCode = country): Identity {
  if (party.nationalId !== null) return byNationalId(party.nationalId, country, ofAddress);
  if (party.customerNumber !== null) return { text: `number:${party.customerNumber}`, byNumber: true };
  // As the country writes it, which is as most shops send it, so that most people are found by one text.
  const code = fold(writePostalCode(codeKey(party.postalCode, ofAddress), ofAddress));
  const text = `name:${foldName(party.name, ofAddress)}|${party.birthDate ?? bareEmail(party.email)}|${code}`;
  const asSpelled = `name:${fold(party.name)}|${party.birthDate ?? party.email.toLowerCase()}|`;
  const [spelledName, spelled] = [asSpelled + code, asSpelled + fold(party.postalCode)];
  return {
    text,
    byNumber: false,
    ...(spelled !== text && { spelled }),
    ...(spelledName !== text && spelledName !== spelled && { spelledName }),
  };
}

function byNationalId(number: string, country: CountryCode, ofAddress: CountryCode): Identity {
  const text = `id:${compactNationalId(number, country, ofAddress)}`;
  const spelled = ofAddress === country ? text : `id:${compactNationalId(number, country)}`;
  return spelled === text ? { text, byNumber: false } : { text, byNumber: false, spelled };
}

/**
 * What identifies the holder of a national or organisation number, the same for every written form (C66): a number of the merchant's
 * country, else of that of the address, as a customer may have either (C47). Of a text longer than any number only as much counts.
 */
export function compactNationalId(number: string, country: CountryCode, ofAddress: CountryCode = country): string {
  const read = readByEither(number, [country, ofAddress], anyDay);
  if (read !== undefined) return read.identity;
  const compact = number
    .slice(0, longestNumber)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return countries[country].identityOfUnread?.(compact) ?? compact;
}

/** Under what the holder of a number may be known to a merchant, where no country of an address is said with it. */
export function identitiesOfNumber(number: string, country: CountryCode): string[] {
  const own = readByEither(number, [country, country], anyDay);
  return own ? [own.identity] : [...new Set([country, ...countryCodes].map((each) => compactNationalId(number, country, each)))];
}

/** The number, unless others have it, too: then nothing is known of its holder by it. */
export const identifyingNumber = (number: string | null | undefined): string | null =>
  number && !isSharedNumber(number) ? number : null;

/** May two numbers be one, written in two forms? */
export function isSameNumber(one: string, other: string, country: CountryCode): boolean {
  if (compactNationalId(one, country) === compactNationalId(other, country)) return true;
  const others = identitiesOfNumber(other, country);
  return identitiesOfNumber(one, country).some((identity) => others.includes(identity));
}

/** As a number of the first of these countries that has such numbers. */
function readByEither(number: string, among: readonly [CountryCode, CountryCode], on: Day): NationalNumber | undefined {
  const [country, ofAddress] = among;
  const read = readNationalNumber(number, country, on);
  if (typeof read !== 'string') return read;
  const abroad = ofAddress === country ? read : readNationalNumber(number, ofAddress, on);
  return typeof abroad === 'string' ? undefined : abroad;
}

/** An identity does not depend on the day on which a number is read. */
const anyDay = '2100-01-01';

/**
 * Whole years on a day, from the birth date or the one that the national number holds, of the merchant's country or the address's; null
 * when neither is known.
 */
export function ageOf(
  { birthDate, nationalId, countryCode }: Pick<Party, 'birthDate' | 'nationalId' | 'countryCode'>,
  country: CountryCode,
  on: Day,
): number | null {
  const isRead = birthDate === null && nationalId !== null;
  const number = isRead ? readByEither(nationalId, [country, countryCode ?? country], on) : undefined;
  const born = birthDate ?? number?.birthDate;
  return born === undefined ? null : ageOn(born, on);
}

/** The birth date, or the one that the national number says for certain, as far as it is known. */
export function bornOf(
  { birthDate, nationalId, countryCode }: Pick<Party, 'birthDate' | 'nationalId' | 'countryCode'>,
  country: CountryCode,
  on: Day,
): Day | null {
  if (birthDate !== null || nationalId === null) return birthDate;
  const number = readByEither(nationalId, [country, countryCode ?? country], on);
  return number?.birthDateUnsure ? null : (number?.birthDate ?? null);
}

const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', ø: 'o', ð: 'd', þ: 'th', ł: 'l' };

/** A name without case, accents and punctuation: "Ängström, Åsa-Lena" and "ANGSTROM ASA LENA" are the same. */
export function fold(text: string): string {
  if (/^[A-Za-z0-9]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .replace(/[ßæøðþł]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Names in which the two letters are two: they are many, and each would be looked for twice. */
const pairs = /(?:ch|ph|f)aela?\b|[mn]uela?\b|\b[jn]oela?\b|aa|ae|oe|ue/g;

/** The folded name with the letters that the country writes as two read as one: "Joerg Mueller" is "Jörg Müller", and "Bauer" himself. */
function foldName(name: string, country: CountryCode): string {
  const { letterPairs } = countries[country];
  const folded = fold(name);
  if (letterPairs === null) return folded;
  return folded.replace(pairs, (found: string, at: number) => {
    const isOwn = found === 'ue' && /[aeq]/.test(folded.charAt(at - 1));
    return isOwn || !letterPairs.includes(found) ? found : found.charAt(0);
  });
}

/** Is it certainly another person? What one of the two lacks says nothing. */
export function isAnother(
  one: Pick<Party, 'nationalId' | 'birthDate' | 'name'>,
  other: Partial<Party>,
  country: CountryCode,
): boolean {
  const { birthDate, name } = other;
  const [own, nationalId] = [identifyingNumber(one.nationalId), identifyingNumber(other.nationalId)];
  if (own && nationalId) return !isSameNumber(own, nationalId, country);
  if (one.birthDate && birthDate && one.birthDate !== birthDate) return true;
  return fold(one.name) !== '' && !!name && foldName(name, country) !== foldName(one.name, country);
}
