// How alike are two people? Likeness never merges two customers: it is a fact for the credit decision, a line in the
// report of likely duplicates, and the measure of a hit on a list. Strengths are whole per cents.
import { codeKey, registerCode } from './address/postal-codes.ts';
import { streetKey } from './address/street.ts';
import type { CountryCode } from './countries/countries.ts';
import type { Day } from './dates.ts';
import { foldKey, foldPlain, jaroWinkler, phoneticKeys, slips } from './phonetics.ts';
import { rememberingIn } from './remembering.ts';
import type { LikeKeys } from './rows.ts';

/** The parts of an address by which two are distinguished. */
export interface ComparedAddress {
  readonly street: string;
  readonly streetNumber: string | null;
  readonly streetNumberAdditional?: string | null | undefined;
  readonly postalCode: string;
  readonly countryCode: CountryCode;
}

/** What of a person or company is compared. */
export interface Comparable {
  readonly category: 'Person' | 'Company' | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly companyName: string | null;
  readonly birthDate: Day | null;
  readonly email: string | null;
  readonly phones: readonly string[];
  readonly places: readonly ComparedAddress[];
  /** Two that are equal are one person, two that differ are two: a national number, or a keyed hash of one. */
  readonly idMark: string | null;
}

/** What two people have in common. */
export type Sign =
  | 'nationalId'
  | 'name'
  | 'sound'
  | 'spelling'
  | 'swapped'
  | 'firstName'
  | 'birthDate'
  | 'birthDateTypo'
  | 'email'
  | 'phone'
  | 'address';

/** Nothing known. */
export const nothingKnown: Comparable = {
  category: null,
  firstName: null,
  lastName: null,
  companyName: null,
  birthDate: null,
  email: null,
  phones: [],
  places: [],
  idMark: null,
};

export interface Likeness {
  /** 0 to 100. */
  readonly strength: number;
  readonly signs: readonly Sign[];
}

/** From here on two customers are reported as one person twice. */
export const likelyDuplicate = 70;
/** From here on another person counts as like this one. */
const worthCounting = 60;
/** From here on two names are one name. */
const nameCounts = 85;

/** From here on two names of companies, as Jaro and Winkler compare them, are one. */
const sameCompany = 0.93;

const none: Likeness = { strength: 0, signs: [] };

/** A part of a name as it is compared. */
interface Part {
  readonly text: string;
  readonly key: string;
  readonly sounds: readonly string[];
}

const partOf = rememberingIn(
  2000,
  (text, country: CountryCode): Part => ({ text, key: foldKey(text, country), sounds: phoneticKeys(text, country) }),
);

/** What of a person is compared, in the forms it is compared in. */
interface Forms {
  readonly country: CountryCode;
  readonly first: Part;
  readonly last: Part;
  readonly company: string;
  readonly email: string | null;
  readonly phones: readonly string[];
  readonly places: readonly string[];
}

/** Folding and listening cost far more than comparing, and in a batch the same people are compared again and again. */
const formsKept = new WeakMap<Comparable, Forms>();

function formsOf(who: Comparable, country: CountryCode): Forms {
  const kept = formsKept.get(who);
  if (kept?.country === country) return kept;
  const [first, last] = partsOf(who);
  const forms: Forms = {
    country,
    first: partOf(first, country),
    last: partOf(last, country),
    // A person is never compared by the name of a company.
    company: who.category === 'Person' ? '' : bareCompany(nameOfCompany(who), country),
    email: who.email === null ? null : bareEmail(who.email),
    phones: who.phones.map(phoneTail).filter((tail) => tail !== null),
    places: who.places.map(placeKey),
  };
  formsKept.set(who, forms);
  return forms;
}

/** What is alike between two, and how strongly it says that they are one. Symmetric. */
export function likenessOf(one: Comparable, other: Comparable, country: CountryCode): Likeness {
  if (one.idMark !== null && other.idMark !== null)
    return one.idMark === other.idMark ? { strength: 100, signs: ['nationalId'] } : none;
  if (one.category !== null && other.category !== null && one.category !== other.category) return none;
  const [a, b] = [formsOf(one, country), formsOf(other, country)];
  const contacts = contactsOf(a, b);
  if (one.category === 'Company' || other.category === 'Company') return companies(a.company, b.company, contacts);
  const names = namesOf(a, b);
  const birth = birthOf(one.birthDate, other.birthDate);
  const sameName = names.percent >= nameCounts;
  const base = sameName ? ofSameName(birth.kind, contacts) : ofOtherName(birth.kind, names, contacts);
  const strength = sameName ? Math.max(0, base - Math.floor((100 - names.percent) / 3)) : base;
  return { strength, signs: [...names.signs, ...birth.signs, ...contacts] };
}

/** Same name: the birth date decides; a father and his son share name, address and telephone. */
function ofSameName(birth: BirthKind, contacts: readonly Sign[]): number {
  if (birth === 'same') return Math.min(99, 92 + contacts.length * 3);
  if (birth === 'typo') return contacts.length > 0 ? 85 : 62;
  if (birth === 'other') return 15;
  if (contacts.includes('email') || contacts.includes('phone')) return 86;
  return contacts.includes('address') ? 76 : 30;
}

/** Other names: a person who married keeps first name, birth date and a telephone; siblings of one birth share the rest. */
function ofOtherName(birth: BirthKind, names: Names, contacts: readonly Sign[]): number {
  if (birth === 'same' && names.signs.includes('firstName') && contacts.length > 0) return 80;
  if (birth === 'same' && contacts.length > 0) return contacts.includes('email') ? 58 : 40;
  if (contacts.includes('email')) return 35;
  if (contacts.includes('phone')) return 25;
  return contacts.includes('address') ? 5 : 0;
}

function companies(a: string, b: string, contacts: readonly Sign[]): Likeness {
  const same = a !== '' && a === b;
  if (same || (a !== '' && b !== '' && jaroWinkler(a, b) >= sameCompany)) {
    const strength = (contacts.length > 0 ? 92 : 65) - (same ? 0 : 4);
    return { strength, signs: [same ? 'name' : 'spelling', ...contacts] };
  }
  return { strength: contacts.length > 1 ? 40 : contacts.length * 20, signs: contacts };
}

type BirthKind = 'same' | 'typo' | 'other' | 'unknown';

function birthOf(one: Day | null, other: Day | null): { readonly kind: BirthKind; readonly signs: readonly Sign[] } {
  if (one === null || other === null) return { kind: 'unknown', signs: [] };
  if (one === other) return { kind: 'same', signs: ['birthDate'] };
  const [year, month, day] = one.split('-');
  const typo = `${year}-${day}-${month}` === other || slips(one, other, 1) === 1;
  return typo ? { kind: 'typo', signs: ['birthDateTypo'] } : { kind: 'other', signs: [] };
}

function contactsOf(one: Forms, other: Forms): Sign[] {
  const signs: Sign[] = [];
  if (one.email !== null && one.email === other.email) signs.push('email');
  if (one.phones.some((phone) => other.phones.includes(phone))) signs.push('phone');
  if (one.places.some((place) => other.places.includes(place))) signs.push('address');
  return signs;
}

interface Names {
  readonly percent: number;
  readonly signs: readonly Sign[];
}

/** First with first and last with last, or crosswise: forms are filled in the wrong order. */
function namesOf(one: Forms, other: Forms): Names {
  if (one.last.text === '' || other.last.text === '') return { percent: 0, signs: [] };
  const straight = partsLikeness(one, other.first, other.last);
  const crossed = partsLikeness(one, other.last, other.first);
  const swapped = crossed.percent - 2 > straight.percent;
  const ahead = swapped ? crossed : straight;
  const percent = ahead.percent - (swapped ? 2 : 0);
  if (percent < nameCounts) return { percent, signs: straight.first >= nameCounts ? ['firstName'] : [] };
  return { percent, signs: swapped ? [ahead.how, 'swapped'] : [ahead.how] };
}

function partsLikeness(one: Forms, otherFirst: Part, otherLast: Part) {
  const first = partLikeness(one.first, otherFirst);
  const last = partLikeness(one.last, otherLast);
  // A part of another person is 0: it makes it another person, however well the other fits.
  const percent = Math.floor((first + last) / 2);
  const sounds = soundsLike(one.first, otherFirst) && soundsLike(one.last, otherLast);
  const how: Sign = first === 100 && last === 100 ? 'name' : sounds ? 'sound' : 'spelling';
  return { first, percent, how };
}

const soundsLike = (one: Part, other: Part): boolean => one.sounds.some((sound) => other.sounds.includes(sound));

/** One name against another: equal in any way to write its letters, alike to the ear, or nearly the same letters. */
function partLikeness(one: Part, other: Part): number {
  // No name is not like no name.
  if (one.text === '') return 0;
  const [a, b] = [one.key, other.key];
  if (a === b) return 100;
  if (soundsLike(one, other)) return jaroWinkler(a, b) >= 0.75 ? 95 : 85;
  if (a.charAt(0) === b.charAt(0) && Math.min(a.length, b.length) === 1) return 88;
  const spelling = mayBeNear(a, b) ? jaroWinkler(a, b) : 0;
  return spelling >= 0.9 ? Math.floor(spelling * 100) - 2 : 0;
}

/** Of less than half the length no spelling is near: then Jaro is below 5/6, and with a common beginning still below 0.9. */
const mayBeNear = (a: string, b: string): boolean => Math.min(a.length, b.length) * 2 >= Math.max(a.length, b.length);

/** The first word of the first name and the last of the last: second names and particles come and go. */
function partsOf({ firstName, lastName }: Comparable): readonly [string, string] {
  return [wordsOf(firstName ?? '')[0] ?? '', wordsOf(lastName ?? '').at(-1) ?? ''];
}

function wordsOf(text: string): string[] {
  // Most are one word of plain letters.
  if (/^[A-Za-z]+$/.test(text)) return [text.toLowerCase()];
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * Do two bear clearly different names? A slip, another spelling, an initial, the wrong order or one changed name makes no other person, and
 * more words no other company. Of whom a name is missing nothing is clear.
 */
export function bearOtherNames(one: Comparable, other: Comparable, country: CountryCode): boolean {
  const isLike = (word: string, others: readonly string[]): boolean =>
    others.some((each) => partLikeness(partOf(word, country), partOf(each, country)) > nameCounts);
  if (one.category === 'Company' || other.category === 'Company') {
    const [fewer = [], more = []] = [one, other].map(wordsOfCompany).sort((a, b) => a.length - b.length);
    // Of no words all are.
    if (fewer.every((word) => isLike(word, more))) return false;
    return jaroWinkler(bareCompany(nameOfCompany(one), country), bareCompany(nameOfCompany(other), country)) < sameCompany;
  }
  const [given, family] = [wordsOf(one.firstName ?? ''), wordsOfFamily(one)];
  const [otherGiven, otherFamily] = [wordsOf(other.firstName ?? ''), wordsOfFamily(other)];
  if ([given, family, otherGiven, otherFamily].some((words) => words.length === 0)) return false;
  const areLike = (words: readonly string[], others: readonly string[]): boolean => words.some((word) => isLike(word, others));
  if (areLike(given, otherGiven) || areLike(family, otherFamily)) return false;
  return !(areLike(given, otherFamily) && areLike(family, otherGiven));
}

/** Particles are many people's. */
const particles = new Set('von vom van de den der des del di da dos du la le zu zum zur af av ten ter und'.split(' '));

function wordsOfFamily({ lastName }: Comparable): string[] {
  const words = wordsOf(lastName ?? '');
  const telling = words.filter((word) => !particles.has(word));
  return telling.length > 0 ? telling : words;
}

const wordsOfCompany = (who: Comparable): string[] => tellingWords(nameOfCompany(who)).filter((word) => word !== '');

const legalForms = new Set(
  'gmbh ag kg ohg ug mbh co gbr se ab hb oy oyj as asa ans da aps ivs is bv nv vof cv sa sarl sprl srl ltd inc llc'.split(' '),
);
const fillers = new Set(['und', 'and', 'og', 'och', 'en', 'et', 'ja']);
const nameOfCompany = ({ companyName, lastName }: Comparable): string => companyName ?? lastName ?? '';

/** A company's name without legal form, "und" and blanks: "Müller & Sohn GmbH" and "Mueller und Sohn" are the same. */
const bareCompany = (name: string, country: CountryCode): string =>
  foldKey(tellingWords(name).join(' '), country).replace(/ /g, '');

function tellingWords(name: string): string[] {
  const words = foldPlain(name.replace(/\./g, '')).split(' ');
  return words.filter((word) => !legalForms.has(word) && !fillers.has(word));
}

/** An e-mail address without case and without the part after a plus; an ü of two signs is one of one. */
export function bareEmail(email: string): string {
  const lower = email.trim().normalize('NFC').toLowerCase();
  const at = lower.lastIndexOf('@');
  const plus = lower.indexOf('+');
  return at < 1 || plus < 0 || plus > at ? lower : `${lower.slice(0, plus)}${lower.slice(at)}`;
}

/** Most have one sign before their digits. */
const digitsOf = (phone: string): string => (/^\+\d+$/.test(phone) ? phone.slice(1) : phone.replace(/\D/g, ''));

/** With or without the country's code and the leading zero: the last eight digits are the subscriber's. */
function phoneTail(phone: string): string | null {
  const digits = digitsOf(phone).replace(/^0+/, '');
  return digits.length < 6 ? null : digits.slice(-8);
}

/** Are two telephone numbers one, however each is written? */
export function samePhone(one: string, other: string): boolean {
  const tail = phoneTail(one);
  return tail !== null && tail === phoneTail(other);
}

/**
 * The one key of an address: likeness, lists, velocity and the comparison of delivery and home all use it, so that no other
 * way to write a street makes it another. "Hauptstr. 12 b" and "Hauptstraße" with the number "12B" are the same.
 */
export function placeKey(place: ComparedAddress): string {
  const { postalCode, countryCode } = place;
  return `${countryCode}|${registerCode(codeKey(postalCode, countryCode), countryCode)}|${streetKey(place, countryCode)}`;
}

/** Under what a person may be found: plain texts; only keyed hashes of them are stored. */
export function similarityKeysOf(who: Comparable, country: CountryCode): LikeKeys {
  const { email, phones, places, birthDate } = who;
  const [place] = places;
  const [first, last] = who.category === 'Company' ? noParts : partsOf(who);
  const named = first !== '' && last !== '';
  return {
    nameKey: who.category === 'Company' ? companyKey(who, country) : named ? nameKey(first, last, country) : null,
    bornKey: named && birthDate !== null ? `like:born ${birthDate} ${initialsOf(first, last, country)}` : null,
    emailKey: email === null ? null : `like:email ${bareEmail(email)}`,
    phoneKey: phoneKeyOf(phones),
    addressKey: place === undefined ? null : `like:address ${placeKey(place)}`,
  };
}

const noParts = ['', ''] as const;

/** Of the first of these telephones that is one; null where none is. */
export function phoneKeyOf(phones: readonly string[]): string | null {
  for (const phone of phones) {
    const tail = phoneTail(phone);
    if (tail !== null) return `like:phone ${tail}`;
  }
  return null;
}

function companyKey(who: Comparable, country: CountryCode): string | null {
  const name = bareCompany(nameOfCompany(who), country);
  return name === '' ? null : `like:company ${earOf(partOf(name, country))}`;
}

/** In one order, however first and last name were entered. */
function nameKey(first: string, last: string, country: CountryCode): string {
  const [one, other] = [earOf(partOf(first, country)), earOf(partOf(last, country))];
  return one <= other ? `like:name ${one} ${other}` : `like:name ${other} ${one}`;
}

function initialsOf(first: string, last: string, country: CountryCode): string {
  const [one, other] = [partOf(first, country).key.charAt(0), partOf(last, country).key.charAt(0)];
  return one <= other ? one + other : other + one;
}

const earOf = ({ sounds, key }: Part): string => sounds[0] ?? key;

/** How many others are like this person: a fact for the decision, without names. */
export interface Alike {
  readonly count: number;
}

/** The fact about all who were found under one of the person's keys. */
export function alikeOf(who: Comparable, others: readonly Comparable[], country: CountryCode): Alike {
  return { count: others.filter((other) => likenessOf(who, other, country).strength >= worthCounting).length };
}
/**
 * Enough to see that a person is not alone; a parcel station or an office's e-mail that thousands share must not slow an
 * order down. Always the first by key, which is a hash: the same people each time, read from the index, and any of them.
 */
export const mostAlike = 8;
