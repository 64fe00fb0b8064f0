// Streets and house numbers in one normal form, for comparing only: what is answered and stored stays as it was sent (C45).
// "Hauptstr. 12 b", "Hauptstraße 12B" and street and number in fields of their own are one address; 12 and 12 b are two.
import { type CountryCode, countries } from '../countries/countries.ts';
import { foldKey } from '../phonetics.ts';
import { rememberingIn } from '../remembering.ts';
import { asOrdinal, canonicalWord, floors, markers, months, romans } from './street-words.ts';

/** An address's street as it came: Nordic shops send all of it in `street`, others apart, some both. */
export interface StreetParts {
  readonly street: string;
  readonly streetNumber?: string | null | undefined;
  readonly streetNumberAdditional?: string | null | undefined;
}

/** The normal form: the name without blanks and with its abbreviations unified, and the house, its door, stair or box. */
export interface StreetForm {
  readonly name: string;
  /** "12 bus 3" → 12, 3; "5 A as. 12" → 5, a, 12; "12-hs" → 12, hs. Empty for a house without a number. */
  readonly numbers: readonly string[];
}

interface Token {
  readonly text: string;
  readonly isNumber: boolean;
  /** Is there a full stop behind it: an abbreviation, or an ordinal? */
  readonly dot: boolean;
  /** Does it follow the one before without anything between? */
  readonly glued: boolean;
}

/** Street and house as one form; `country` is the country of the address. */
export function readStreet(parts: StreetParts, country: CountryCode): StreetForm {
  const street = readLine(parts.street, country);
  const number = readHouse(parts.streetNumber ?? '', country);
  // Some shops send the whole line again where the number belongs.
  const sent = number.line.name !== '' && number.line.name === street.name ? number.line.numbers : number.numbers;
  const addition = readHouse(parts.streetNumberAdditional ?? '', country).numbers;
  return { name: street.name, numbers: joined(street.numbers, addition.length === 0 ? sent : [...sent, ...addition]) };
}

const readLine = rememberingIn(1000, (text, country: CountryCode) => formOf(once(tokensOf(text, country)), country));
const readHouse = rememberingIn(1000, (text, country: CountryCode) => {
  const tokens = tokensOf(text, country);
  return { line: formOf(tokens, country), numbers: numbersOf(tokens, country) };
});

/** The normal form as one text: "hauptstr 12-b". */
export function streetKey(parts: StreetParts, country: CountryCode): string {
  const { name, numbers } = readStreet(parts, country);
  return numbers.length === 0 ? name : `${name} ${numbers.join('-')}`;
}

/** The number in the street and the number apart: the same twice is one, else the separate part is added. */
function joined(inside: readonly string[], apart: readonly string[]): readonly string[] {
  if (inside.length === 0 || begins(apart, inside)) return apart;
  if (begins(inside, apart) || begins(inside.slice(-apart.length), apart)) return inside;
  return [...inside, ...apart];
}

const begins = (long: readonly string[], short: readonly string[]): boolean => short.every((each, place) => each === long[place]);

function tokensOf(text: string, country: CountryCode): Token[] {
  const found = text
    .normalize('NFKC')
    .toLowerCase()
    .matchAll(/(\p{Nd}+|[\p{L}\p{M}'’]+)(\.?)/gu);
  let end = -1;
  return Array.from(found, (match): Token => {
    const [whole, word = '', dot] = match;
    const isNumber = /^\p{Nd}/u.test(word);
    const glued = match.index === end;
    end = match.index + whole.length;
    const shown = isNumber ? word.replace(/^0+(?=.)/, '') : foldKey(word.replace(/['’]/g, ''), country).replace(/ /g, '');
    return { text: shown, isNumber, dot: dot === '.', glued };
  }).filter(({ text: shown }) => shown !== '');
}

/** "Hauptstraße 12 Hauptstraße 12" is the line once: forms with two lines are often filled with the same. */
function once(tokens: readonly Token[]): readonly Token[] {
  const half = tokens.length / 2;
  const twice = tokens.length > 1 && tokens.every(({ text }, place) => text === tokens[place % half]?.text);
  return Number.isInteger(half) && twice ? tokens.slice(0, half) : tokens;
}

function formOf(tokens: readonly Token[], country: CountryCode): StreetForm {
  const from = houseFrom(tokens);
  let name = tokens.slice(0, from);
  while (name.length > 1 && markers.has(name.at(-1)?.text ?? '')) name = name.slice(0, -1);
  const house = tokens.slice(from);
  // "12, rue Neuve": the number leads where French is spoken, anywhere else only if none follows.
  const leads = leadingNumber(name);
  const ahead = leads > 0 && (house.length === 0 || countries[country].address.numberMayLead) ? name.slice(0, leads) : [];
  const words = namedBy(name.slice(ahead.length), country);
  return { name: words.join(''), numbers: numbersOf([...ahead, ...house], country) };
}

/** Where the house begins: the first number behind a word after which only doors, stairs and boxes follow. */
function houseFrom(tokens: readonly Token[]): number {
  const places = tokens.flatMap(({ isNumber }, place) => (isNumber && !isOfName(tokens, place) ? [place] : []));
  if (tokens.every(({ isNumber, text }) => isNumber || isHouseWord(text) || isRomanOf(text))) return places[0] ?? tokens.length;
  const after = places.filter((place) => place > 0);
  const first = after.find((place) => tokens.slice(place).every(({ isNumber, text }) => isNumber || isHouseWord(text)));
  return first ?? after.at(-1) ?? tokens.length;
}

const isHouseWord = (text: string): boolean => text.length === 1 || markers.has(text) || floors.has(text) || isRomanOf(text);
const isRomanOf = (text: string): boolean => romans.has(text);

/** A number that belongs to the name: Straße des 17. Juni, 1e Jacob van Campenstraat, 8. mars gate. */
function isOfName(tokens: readonly Token[], place: number): boolean {
  const next = tokens[place + 1];
  if (!next || next.isNumber) return false;
  if (months.has(next.text) || (next.glued && asOrdinal.has(next.text) && tokens[place + 2]?.isNumber === false)) return true;
  return tokens[place]?.dot === true && next.text.length > 2 && !isHouseWord(next.text);
}

/** How many of the first tokens are a house number before the name. */
function leadingNumber(name: readonly Token[]): number {
  if (name[0]?.isNumber !== true || name[0].dot || isOfName(name, 0)) return 0;
  const letter = name[1]?.glued === true && name[1].text.length === 1 ? 1 : 0;
  return name.length > 1 + letter ? 1 + letter : 0;
}

function namedBy(tokens: readonly Token[], country: CountryCode): string[] {
  return tokens.flatMap(({ text, isNumber, dot, glued }, place) => {
    if (glued && tokens[place - 1]?.isNumber === true && asOrdinal.has(text)) return [];
    if (isNumber) return [text];
    return [canonicalWord(text, dot, country)];
  });
}

/** Numbers and letters of a house without the words that only say what they number. */
function numbersOf(tokens: readonly Token[], country: CountryCode): string[] {
  const kept = tokens.filter(({ text, isNumber }, place) => {
    if (isNumber || !markers.has(text)) return true;
    const [before, after] = [tokens[place - 1], tokens[place + 1]];
    return !(after?.isNumber || after?.text.length === 1 || (before?.isNumber && text.length > 1));
  });
  return kept.map(({ text, isNumber }) => {
    if (isNumber) return text;
    return floors.get(text) ?? (countries[country].address.hasRomanFloors ? romans.get(text) : undefined) ?? text;
  });
}
