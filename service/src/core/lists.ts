// A merchant's negative and positive lists: who or what is on them, and whether an applicant is it. Pure: the book loads
// the candidates by keys, this file says which of them are hits, how strong and why.
import { codeKey } from './address/postal-codes.ts';
import { readStreet } from './address/street.ts';
import { ibanOrNumber } from './bank/bank-account.ts';
import type { CountryCode } from './countries/countries.ts';
import type { Day, Instant } from './dates.ts';
import {
  bareEmail,
  type Comparable,
  type ComparedAddress,
  likenessOf,
  phoneKeyOf,
  placeKey,
  type Sign,
  samePhone,
  similarityKeysOf,
} from './likeness.ts';
import { compactNationalId, identitiesOfNumber, isSameNumber } from './party.ts';
import { editDistance, foldKey } from './phonetics.ts';
import type { ListEntry, ListKind } from './rows.ts';

/** What an entry says. Which members there are depends on its kind. */
export interface ListContent {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly companyName?: string;
  readonly birthDate?: Day;
  /** National or organisation number. */
  readonly identificationNumber?: string;
  /** An address, or @domain for all addresses there. */
  readonly email?: string;
  readonly phone?: string;
  readonly bankAccount?: string;
  readonly street?: string;
  readonly streetNumber?: string;
  readonly postalCode?: string;
  readonly postalPlace?: string;
  readonly countryCode?: CountryCode;
}

/** Whom the lists are asked about. */
export interface Applicant extends Comparable {
  readonly nationalId: string | null;
  readonly bankAccount: string | null;
  /** Of a national number: a BIC or the country's own. */
  readonly bankCode?: string;
}

export type ListMatch = 'exact' | 'phonetic' | 'spelling' | 'associated';

/** A hit: a fact for the credit decision. It names the entry, never what the entry says. */
export interface ListHit {
  readonly entryId: string;
  readonly list: ListEntry['list'];
  readonly kind: ListKind;
  /** 1 to 100: how surely it is the one meant. */
  readonly strength: number;
  readonly match: ListMatch;
  readonly signs: readonly Sign[];
}

/** From here on a negative hit rejects, and a positive one is believed. */
export const strongHit = 80;
/** Below this it is another person. */
const weakestHit = 50;
/** An entry of which only a name is known: never strong, since others have the name too. */
const nameOnly = 55;

/** What is missing for an entry of a kind to be found at all: the name of the member, or nothing. */
export function missingOf(kind: ListKind, content: ListContent): keyof ListContent | undefined {
  const either = (first: keyof ListContent, second: keyof ListContent): keyof ListContent | undefined =>
    content[first] === undefined ? first : content[second] === undefined ? second : undefined;
  if (kind === 'person') return content.identificationNumber === undefined ? either('lastName', 'firstName') : undefined;
  if (kind === 'company') return (content.identificationNumber ?? content.companyName) ? undefined : 'companyName';
  if (kind === 'address') return either('street', 'postalCode');
  return content[kind] === undefined ? kind : undefined;
}

/** An account number without what separates its parts. */
const bareAccount = (account: string): string => account.toUpperCase().replace(/[^A-Z0-9]/g, '');

function placesOf(content: ListContent, country: CountryCode): ComparedAddress[] {
  const { street, streetNumber, postalCode, countryCode } = content;
  if (street === undefined || postalCode === undefined) return [];
  return [{ street, streetNumber: streetNumber ?? null, postalCode, countryCode: countryCode ?? country }];
}

function comparableOf(kind: ListKind, content: ListContent, country: CountryCode): Comparable {
  const { firstName = null, lastName = null, companyName = null, birthDate = null, email = null, phone } = content;
  const number = content.identificationNumber;
  return {
    category: kind === 'company' ? 'Company' : 'Person',
    firstName,
    lastName,
    companyName,
    birthDate,
    email,
    phones: phone === undefined ? [] : [phone],
    places: placesOf(content, country),
    idMark: number === undefined ? null : compactNationalId(number, country),
  };
}

/** Under which texts an entry is found; only keyed hashes of them are stored. */
export function entryKeys(kind: ListKind, content: ListContent, country: CountryCode): string[] {
  const like = similarityKeysOf(comparableOf(kind, content, country), country);
  switch (kind) {
    case 'person':
    case 'company':
      return distinct([
        like.nameKey,
        like.bornKey,
        ...idKeys(content.identificationNumber ?? null, country),
        ofPerson(like.phoneKey),
        ofPerson(emailKey(content.email ?? null)),
        ...placesOf(content, country).map((place) => ofPerson(addressKey(place))),
      ]);
    case 'address':
      return distinct(placesOf(content, country).flatMap((place) => [addressKey(place), houseKey(place)]));
    case 'phone':
      return distinct([like.phoneKey]);
    case 'email':
      return distinct([emailKey(content.email ?? null)]);
    case 'bankAccount':
      return distinct(formsOf(content.bankAccount ?? null, undefined, country).map(accountKey));
  }
}

/**
 * The texts under which an applicant's hits are found: those that a fitting entry of any kind has. `like` are the keys of the
 * applicant's likeness.
 */
export function applicantKeys(who: Applicant, country: CountryCode, like = similarityKeysOf(who, country)): string[] {
  const contacts = [...who.places.map(addressKey), ...who.phones.map((phone) => phoneKeyOf([phone])), emailKey(who.email)];
  return distinct([
    like.nameKey,
    like.bornKey,
    ...idKeys(who.nationalId, country),
    ...contacts,
    ...contacts.map(ofPerson),
    ...who.places.map(houseKey),
    emailKey(who.email === null ? null : domainOf(who.email)),
    ...formsOf(who.bankAccount, who.bankCode, country).map(accountKey),
  ]);
}

/** Of a dozen keys. */
function distinct(keys: readonly (string | null)[]): string[] {
  const found: string[] = [];
  for (const key of keys) if (key !== null && !found.includes(key)) found.push(key);
  return found;
}
/** A person's contact has a key of its own: a hundred listed people at one address must not hide that the address is listed. */
const ofPerson = (key: string | null): string | null => key && `list:of ${key}`;
const idKeys = (number: string | null, country: CountryCode): string[] =>
  number === null ? [] : identitiesOfNumber(number, country).map((identity) => `list:id ${identity}`);
const emailKey = (email: string | null): string | null => (email === null ? null : `list:email ${bareEmail(email)}`);
export const accountKey = (account: string): string => `list:account ${bareAccount(account)}`;

/** As it was written, and of a national number also the IBAN: both are the same account. */
function formsOf(account: string | null, bankCode: string | undefined, country: CountryCode): string[] {
  if (account === null) return [];
  return distinct([account, ibanOrNumber(account, bankCode ?? null, country)].map(bareAccount));
}
const domainOf = (email: string): string => email.trim().toLowerCase().replace(/^.*@/, '@');

/** The whole address, and the number in its postal code: a street with a typing error is found by the second. */
const addressKey = (place: ComparedAddress): string => `list:address ${placeKey(place)}`;

function houseKey(place: ComparedAddress): string | null {
  const number = houseNumber(place);
  return number === undefined
    ? null
    : `list:house ${place.countryCode} ${codeKey(place.postalCode, place.countryCode)} ${number}`;
}

const houseNumber = (place: ComparedAddress): string | undefined => readStreet(place, place.countryCode).numbers.find(isDigits);
const isDigits = (text: string): boolean => /^\d+$/.test(text);

/** The candidates who may be meant, strongest first. What is removed or expired matches no one. */
export function hitsOf(who: Applicant, candidates: readonly ListEntry[], country: CountryCode, now: Instant): ListHit[] {
  const standing = candidates.filter((entry) => entry.removedAt === null && (entry.expiresAt === null || now < entry.expiresAt));
  const hits = standing.flatMap((entry): ListHit[] => {
    const found = matchOf(entry.kind, contentOf(entry), who, country);
    return found && found.strength >= weakestHit ? [{ entryId: entry.id, list: entry.list, kind: entry.kind, ...found }] : [];
  });
  return hits.sort((a, b) => b.strength - a.strength || (a.entryId < b.entryId ? -1 : 1));
}

/** What an entry says, as it was entered. */
export const contentOf = ({ content }: Pick<ListEntry, 'content'>): ListContent => JSON.parse(content) as ListContent;

type Match = Pick<ListHit, 'strength' | 'match' | 'signs'>;

function matchOf(kind: ListKind, content: ListContent, who: Applicant, country: CountryCode): Match | undefined {
  switch (kind) {
    case 'person':
    case 'company':
      return personMatch(kind, content, who, country);
    case 'address':
      return placeMatch(placesOf(content, country), who.places);
    case 'email':
      return emailMatch(content.email ?? '', who.email);
    case 'phone':
      return who.phones.some((phone) => samePhone(phone, content.phone ?? '')) ? exact('phone') : undefined;
    case 'bankAccount':
      return isSameAccount(content.bankAccount ?? null, who, country) ? exact() : undefined;
  }
}

function isSameAccount(listed: string | null, { bankAccount, bankCode }: Applicant, country: CountryCode): boolean {
  const forms = formsOf(bankAccount, bankCode, country);
  return formsOf(listed, undefined, country).some((form) => forms.includes(form));
}

const exact = (...signs: Sign[]): Match => ({ strength: 100, match: 'exact', signs });

/** By name, birth date and what else the entry says: sound, crossed names and a move to another house do not hide a listed person. */
function personMatch(kind: ListKind, content: ListContent, who: Applicant, country: CountryCode): Match {
  const entry = comparableOf(kind, content, country);
  const idMark = idMarkOf(who.nationalId, content.identificationNumber, country);
  const isOther = who.category !== null && who.category !== entry.category && (idMark === null || idMark !== entry.idMark);
  if (isOther) return acrossCategories(who, entry, country);
  const { strength, signs } = likenessOf({ ...who, idMark }, entry, country);
  const bare = entry.birthDate === null && entry.email === null && entry.phones.length + entry.places.length === 0;
  const named = signs.some((sign) => sign === 'name' || sign === 'sound' || sign === 'spelling');
  return { strength: bare && named ? nameOnly : strength, match: howMatched(signs), signs };
}

/**
 * A person who orders as a company, or the owner of a listed one: whose mailbox or telephone it is, by the same name or with another
 * contact. Never strong, as a firm and its people are two, but enough for a review by `examples/policies/standard.json`.
 */
function acrossCategories(who: Applicant, entry: Comparable, country: CountryCode): Match {
  const { signs } = likenessOf({ ...who, category: entry.category, idMark: null }, entry, country);
  const contacts = signs.filter((sign) => sign === 'email' || sign === 'phone' || sign === 'address');
  const named = signs.some((sign) => sign === 'name' || sign === 'sound' || sign === 'spelling');
  const isReached = contacts.includes('email') || contacts.includes('phone');
  const strength = named ? 75 : contacts.length > 1 ? 65 : 0;
  return { strength: isReached ? strength : 0, match: howMatched(signs), signs };
}

/** The mark of a number, in the form of the entry's where the two are one. */
function idMarkOf(number: string | null, listed: string | undefined, country: CountryCode): string | null {
  if (number === null) return null;
  const isListed = listed !== undefined && isSameNumber(number, listed, country);
  return compactNationalId(isListed ? listed : number, country);
}

function howMatched(signs: readonly Sign[]): ListMatch {
  if (signs.includes('nationalId') || (signs.includes('name') && !signs.includes('swapped'))) return 'exact';
  if (signs.includes('sound')) return 'phonetic';
  return signs.includes('spelling') ? 'spelling' : 'associated';
}

function placeMatch(listed: readonly ComparedAddress[], places: readonly ComparedAddress[]): Match | undefined {
  const pairs = listed.flatMap((one) => places.map((other) => [placeKey(one), placeKey(other)] as const));
  if (pairs.some(([one, other]) => one === other)) return exact('address');
  const near = pairs.some(([one, other]) => numbersOf(one) === numbersOf(other) && editDistance(one, other) <= one.length / 12);
  return near ? { strength: 85, match: 'spelling', signs: ['spelling', 'address'] } : undefined;
}

/** Postal code, house and every digit of the street's name: only its letters may differ. 12 a and 12 b are neighbours. */
const numbersOf = (key: string): string => {
  const [country = '', code = '', street = ''] = key.split('|');
  const [name = '', house = ''] = street.split(' ');
  return `${country}|${code}|${name.replace(/\D/g, '')}|${house}`;
};

function emailMatch(listed: string, email: string | null): Match | undefined {
  if (email === null) return undefined;
  if (bareEmail(listed) === bareEmail(email)) return exact('email');
  return listed.trim().toLowerCase() === domainOf(email) ? { ...exact('email'), strength: strongHit } : undefined;
}

/** What an operator may read of an entry: numbers of persons and accounts only by their last three characters. */
export function shownContent(content: ListContent): ListContent {
  const { identificationNumber, bankAccount, ...rest } = content;
  return {
    ...rest,
    ...(identificationNumber !== undefined && { identificationNumber: `…${identificationNumber.slice(-3)}` }),
    ...(bankAccount !== undefined && { bankAccount: `…${bankAccount.slice(-3)}` }),
  };
}

/** The same for the same entry, however its members are ordered and spelt: what is on a list once is not put there again. */
export function contentText(list: ListEntry['list'], kind: ListKind, content: ListContent, country: CountryCode): string {
  const members = Object.entries(content).map(([name, value]) => [name, oneForm(name, value, country)]);
  return JSON.stringify([list, kind, members.sort(([a = ''], [b = '']) => (a < b ? -1 : 1))]);
}

function oneForm(name: string, value: string, country: CountryCode): string {
  if (name === 'email') return bareEmail(value);
  if (name === 'bankAccount') return bareAccount(value);
  if (name === 'identificationNumber') return compactNationalId(value, country);
  return foldKey(value, country);
}
