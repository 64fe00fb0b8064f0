// Likeness of names and places: folding, phonetic codes and distances. Nothing here decides that two people are one; the
// customers' part and the addresses' part say what a likeness is worth.
import { doubleMetaphone as doubleMetaphoneOf } from 'double-metaphone';
import { distance } from 'fastest-levenshtein';
import { type CountryCode, countries } from './countries/countries.ts';

/** Letters that no decomposition takes apart. */
const own: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  œ: 'oe',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ĳ: 'ij',
};

/** Letter by letter; every other sign becomes a blank. */
function foldLetters(text: string): string {
  const bare = text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
  return bare.replace(/[ßæøœðþłđıĳ]/g, (letter) => own[letter] ?? letter).replace(/[^\p{L}\p{N}]/gu, ' ');
}

/** What each of the first letters of Unicode is folded to: nearly all texts have no others, and none of these marks another. */
const folded = Array.from({ length: 0x180 }, (_each, code) => foldLetters(String.fromCharCode(code)));

function foldByTable(text: string): string {
  let plain = '';
  for (let place = 0; place < text.length; place += 1) {
    const letter = folded[text.charCodeAt(place)];
    if (letter === undefined) return foldLetters(text);
    plain += letter;
  }
  return plain;
}

/**
 * A name in small letters without accents and punctuation: "Ängström, Åsa-Lena" → "angstrom asa lena". ø counts as o, æ as
 * ae, ß as ss.
 */
export const foldPlain = (text: string): string => foldByTable(text).replace(/ +/g, ' ').trim();

/** The same with the letters of the country written out: DE "Müller" → "mueller", DK "Ålborg" → "aalborg", SE "Malmö" → "malmoe". */
export function foldExpanded(text: string, country: CountryCode): string {
  const letters = countries[country].letters;
  const lower = text.normalize('NFC').toLowerCase();
  return foldPlain(lower.replace(/[äöüæøå]/g, (letter) => letters[letter] ?? letter));
}

/** One key for every way to write the letters of a country: Müller, Mueller and Muller; Århus, Aarhus and Arhus. */
export function foldKey(text: string, country: CountryCode): string {
  return foldExpanded(text, country).replace(/ae|oe|ue|aa/g, (pair) => pair.charAt(0));
}

const vowels = new Set('aeijouy');
const always: Readonly<Record<string, string>> = {
  b: '1', f: '3', v: '3', w: '3', g: '4', k: '4', q: '4', l: '5', m: '6', n: '6', r: '7', s: '8', z: '8',
}; // biome-ignore format: one line reads like the rule
const among = (letters: string, letter: string): boolean => letter !== '' && letters.includes(letter);

/**
 * Kölner Phonetik (Postel) in the classic order: every letter gets its digit, equal neighbours collapse, then every 0 but a
 * leading one goes. "mönchengladbach" → "664645214".
 */
export function cologne(text: string): string {
  const letters = foldPlain(text).replace(/[^a-z]/g, '');
  let digits = '';
  for (let index = 0; index < letters.length; index += 1) {
    const code = cologneDigit(letters.charAt(index), letters.charAt(index - 1), letters.charAt(index + 1));
    for (const digit of code) if (!digits.endsWith(digit)) digits += digit;
  }
  return digits.charAt(0) + digits.slice(1).replace(/0/g, '');
}

function cologneDigit(letter: string, before: string, after: string): string {
  if (vowels.has(letter)) return '0';
  if (letter === 'p') return after === 'h' ? '3' : '1';
  if (letter === 'd' || letter === 't') return among('csz', after) ? '8' : '2';
  if (letter === 'x') return among('ckq', before) ? '8' : '48';
  if (letter === 'c') {
    if (before === '') return among('ahkloqrux', after) ? '4' : '8';
    return among('ahkoqux', after) && !among('sz', before) ? '4' : '8';
  }
  return always[letter] ?? '';
}

export interface Metaphone {
  readonly primary: string;
  readonly alternate: string;
}

/** Double Metaphone, each code cut to `maxLength` signs. */
export function doubleMetaphone(text: string, maxLength = 4): Metaphone {
  const [primary, alternate] = doubleMetaphoneOf(text);
  return { primary: primary.slice(0, maxLength), alternate: alternate.slice(0, maxLength) };
}

/** By ear: Kölner Phonetik for German-speaking countries, else Double Metaphone (whole codes; the alternate where it differs). */
export function phoneticKeys(text: string, country: CountryCode): readonly string[] {
  if (countries[country].phonetics === 'cologne') {
    const code = cologne(text);
    return code === '' ? [] : [code];
  }
  const { primary, alternate } = doubleMetaphone(foldPlain(text).replace(/ /g, ''), Number.POSITIVE_INFINITY);
  return [...new Set([primary, alternate])].filter((code) => code !== '');
}

/** Jaro similarity, 0 to 1; two empty texts are equal. Not folded: fold before. */
export function jaro(one: string, other: string): number {
  if (one === other) return 1;
  const [a, b] = [Array.from(one), Array.from(other)];
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const matchesOfA: string[] = [];
  for (const [place, sign] of a.entries()) {
    const end = Math.min(b.length - 1, place + reach);
    for (let there = Math.max(0, place - reach); there <= end; there += 1) {
      if (b[there] !== sign || taken.has(there)) continue;
      taken.add(there);
      matchesOfA.push(sign);
      break;
    }
  }
  const count = matchesOfA.length;
  if (count === 0) return 0;
  const matchesOfB = b.filter((_sign, place) => taken.has(place));
  const moved = Math.floor(matchesOfA.filter((sign, place) => sign !== matchesOfB[place]).length / 2);
  return (count / a.length + count / b.length + (count - moved) / count) / 3;
}

/** Jaro-Winkler, 0 to 1: a common beginning of at most four signs counts a tenth each, once Jaro is above 0.7. */
export function jaroWinkler(one: string, other: string): number {
  const similarity = jaro(one, other);
  if (similarity <= 0.7) return similarity;
  const [a, b] = [Array.from(one), Array.from(other)];
  const differs = a.slice(0, 4).findIndex((sign, place) => sign !== b[place]);
  const prefix = differs === -1 ? Math.min(4, a.length) : differs;
  return similarity + prefix * 0.1 * (1 - similarity);
}

/** Levenshtein: how many signs must be put in, taken out or changed. */
export const editDistance = (one: string, other: string): number => distance(one, other);

/**
 * How many slips of the hand apart: as the edit distance, but two swapped neighbours are one slip. `atMost + 1` when there
 * are more than `atMost`.
 */
export function slips(one: string, other: string, atMost: number): number {
  if (one === other) return 0;
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1;
  let earlier: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_each, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    let least = row;
    for (let column = 1; column <= other.length; column += 1) {
      const same = one.charCodeAt(row - 1) === other.charCodeAt(column - 1);
      let cost = Math.min((above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + (same ? 0 : 1));
      if (one.charCodeAt(row - 1) === other.charCodeAt(column - 2) && one.charCodeAt(row - 2) === other.charCodeAt(column - 1)) {
        cost = Math.min(cost, (earlier[column - 2] ?? 0) + 1);
      }
      line.push(cost);
      least = Math.min(least, cost);
    }
    if (least > atMost) return atMost + 1;
    [earlier, above] = [above, line];
  }
  return Math.min(above[other.length] ?? 0, atMost + 1);
}
