// Names of places as people and registers write them: abbreviations, districts, qualifiers, languages. What is distinguished
// here decides whether an address is echoed as sent or corrected (C45), so all that may be the same is the same.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { foldKey, phoneticKeys, slips } from '../phonetics.ts';
import { otherNames, otherNameText, placeWords } from './other-names.ts';

/** A name ready to be compared. */
export interface PlaceName {
  /** As it would be written on a letter: "Wien, Innere Stadt" → "Wien", "Bern 13" → "Bern". */
  readonly shown: string;
  /** Folded words. */
  readonly words: readonly string[];
  /** Every text under which the place may be looked for: whole, without qualifier, parts, other languages. */
  readonly keys: readonly string[];
}

/** Words after which a name is only distinguished from others of the same name: Frankfurt am Main, Aeschi b. Spiez, Sint Jansteen. */
const qualifying = new Set(
  'a am an auf b bei d der die das den i im in ob o u unter v vor zu zur aan den op bij onder sur sous lez les en i pa på ved ved'.split(
    ' ',
  ),
);
/** Districts, cantons and provinces behind a name: København K, Augst BL, Bergen NH. */
const behind = new Map(
  countryCodes.map((country) => {
    const words = countries[country].address.districts?.split(' ') ?? [];
    return [country, new Set(words.map((word) => foldKey(word, country)))];
  }),
);

/** A name as a person wrote it, or as a register has it. */
export function readPlaceName(text: string, country: CountryCode): PlaceName {
  const whole = text.trim();
  const shown = shownName(whole);
  const words = placeWords(shown, country);
  const keys = ownKeys(whole, country);
  const inOtherLanguages = Array.from(keys).flatMap((key) => otherNames(country, key));
  return { shown, words, keys: [...new Set([...keys, ...inOtherLanguages])] };
}

/** The keys of what is written alone, without its other languages. */
function ownKeys(text: string, country: CountryCode): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const part of partsOf(text)) for (const key of keysOf(placeWords(part, country), country)) keys.add(key);
  return keys;
}

const shownName = (text: string): string => {
  const [first = ''] = text.split(/[,;]/);
  const number = first.search(/\s\d+(\s|$)/);
  return (number < 0 ? first : first.slice(0, number)).trim() || text;
};

/** The whole, then what is before, after and between the signs that separate: "Biel/Bienne", "Athenaz (Avusy)". */
function partsOf(text: string): string[] {
  const parts = text.split(/[,;/():]/).map((part) => part.trim());
  return [text, shownName(text), ...parts].filter((part) => /\p{L}/u.test(part) && !/^\d+\.bez/i.test(part));
}

function keysOf(words: readonly string[], country: CountryCode): string[] {
  const bare = words.filter((word) => !/^\d+$/.test(word));
  const qualifier = bare.findIndex((word, place) => place > 0 && qualifying.has(word));
  const base = qualifier > 0 ? bare.slice(0, qualifier) : bare;
  const last = base.at(-1) ?? '';
  const short = base.length > 1 && behind.get(country)?.has(last) ? base.slice(0, -1) : base;
  return [words.join(''), bare.join(''), base.join(''), short.join('')].filter((key) => key !== '');
}

/** Is it the same place, however it is written? One name may be the other with a district or qualifier behind it. */
export function isSamePlace(one: PlaceName, other: PlaceName): boolean {
  if (one.keys.some((key) => other.keys.includes(key))) return true;
  const [short, long] = one.words.length < other.words.length ? [one.words, other.words] : [other.words, one.words];
  return (
    short.length > 0 &&
    short.length < long.length &&
    short.every((word, place) => word === long[place]) &&
    short.join('').length > 2
  );
}

/** Words that distinguish neighbours; one in the place of the other is no slip. */
const opposites = [
  'ober unter', 'ober nider', 'ober nieder', 'ost west', 'ost vest', 'oster vester', 'ostra vastra', 'norra sodra', 'nord sud',
  'nord sor', 'nor sor', 'nordre sondre', 'nord syd', 'yla ala', 'uusi vanha', 'iso vaha', 'gross klein', 'alt neu', 'vorder hinter',
  'inner auser', 'inner ausser', 'noord zuid', 'oost west', 'oud nieuw', 'groot klein', 'store lille', 'gamle ny', 'haut bas', 'hog lag',
  'over under', 'ytre indre', 'ovre nedre', 'itä lansi', 'ita lansi', 'pohjois etela', 'sant st',
].map((pair) => pair.split(' ') as [string, string]); // biome-ignore format: a list of pairs

/**
 * Could `sent` be a slip of the hand or the ear for `known`? Numbers, single letters and opposites (Ober-/Unter-) never are:
 * they distinguish real places.
 */
export function isSlipOfPlace(sent: PlaceName, known: PlaceName, country: CountryCode): boolean {
  return known.keys.some((key) => sent.keys.some((text) => slipped(text, key, country))) && !wordsDiffer(sent.words, known.words);
}

/**
 * Of the names of a place the one that `sent` is the least slip of, as it would be written on a letter: who wrote Helsingfor lives in
 * Helsingfors. The register's own name where no other is nearer.
 */
export function nearestName(sent: PlaceName, known: PlaceName, country: CountryCode): string {
  const own = ownKeys(known.shown, country);
  const slipsFrom = (key: string): number => Math.min(...sent.keys.map((text) => slips(text, key, 2)));
  let nearest = { shown: known.shown, slips: Math.min(...Array.from(own, slipsFrom)) };
  for (const key of known.keys) {
    const shown = own.has(key) ? undefined : otherNameText(country, key);
    if (shown !== undefined && slipsFrom(key) < nearest.slips) nearest = { shown, slips: slipsFrom(key) };
  }
  return nearest.shown;
}

function slipped(text: string, key: string, country: CountryCode): boolean {
  if (text === key) return true;
  const length = Math.min(text.length, key.length);
  if (length < 4 || Math.abs(text.length - key.length) > 2) return false;
  const byHand = slips(text, key, 2);
  if (byHand > (length < 7 ? 1 : 2) || anotherBeginning(text, key)) return false;
  // Villages of one code often differ by two letters (Harterding, Hauserding): two slips count only when they sound alike.
  if (byHand === 2 && !alike(text, key, country)) return false;
  return !opposites.some(([a, b]) => swaps(text, key, a, b) || swaps(text, key, b, a)) && digitsOf(text) === digitsOf(key);
}

/** Is just one letter another, missing, too many or swapped, and no word's first? */
export function isPlainSlip(sent: PlaceName, known: PlaceName): boolean {
  const sameFirsts = sent.words.length !== known.words.length || sent.words.every((word, at) => word[0] === known.words[at]?.[0]);
  return sameFirsts && slips(sent.words.join(''), known.words.join(''), 1) === 1;
}

/** Are just two neighbours swapped, or one letter written twice or once: slips of which no other village's name comes? */
export function isSlipOfFingers(sent: PlaceName, known: PlaceName): boolean {
  const [text, name] = [sent.words.join(''), known.words.join('')];
  const once = (word: string): string => word.replace(/(.)\1/g, '$1');
  return (
    once(text) === once(name) ||
    (text.length === name.length && Array.from(text).sort().join('') === Array.from(name).sort().join(''))
  );
}

/** Short names of villages differ by one letter too often (Bezau, Bizau) to be slips of each other. */
export const isLong = ({ words }: PlaceName): boolean => words.join('').length > 8;

/** Are two names so close that a slip of the one may be a slip of the other? */
export const areRivals = (sent: PlaceName, known: PlaceName): boolean =>
  known.keys.some((key) => sent.keys.some((text) => slips(text, key, 2) < 3));

/** Another first letter makes another name (Weiterndorf, Seiterndorf), unless it was left out, put before or swapped. */
const anotherBeginning = (text: string, key: string): boolean =>
  text[0] !== key[0] && text.slice(1) !== key && key.slice(1) !== text && !(text[0] === key[1] && text[1] === key[0]);

const alike = (text: string, key: string, country: CountryCode): boolean => {
  const codes = phoneticKeys(key, country);
  return phoneticKeys(text, country).some((code) => code.length > 2 && codes.includes(code));
};
const swaps = (text: string, key: string, a: string, b: string): boolean => text.includes(a) && text.replace(a, b) === key;
const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** Word by word, where there are as many: a word of one or two letters has to be equal, and each long one is close. */
function wordsDiffer(sent: readonly string[], known: readonly string[]): boolean {
  if (sent.length !== known.length || sent.length < 2) return false;
  return sent.some((word, place) => {
    const other = known[place] ?? '';
    return word !== other && (Math.min(word.length, other.length) < 3 || slips(word, other, 2) > 1 + Number(word.length > 6));
  });
}

/** Registers list large customers with codes of their own among the places; no one lives in "Muster GmbH & Co. KG". */
const organisation =
  /\d|&|\b(GmbH|mbH|AG|KG|KGaA|SE|OHG|eG|Co|Ltd|Inc|AöR|AOK|Bahn|Telekom)(\b|$)|\be\. ?V|bank\b|kasse\b|versicherung|agentur|jobcenter|finanzamt|verlag|universität|hochschule|zeitung|gericht|staatsanwaltschaft|bibliothek|klinik|inkasso|service|postfach|pakkecent|verarb\.?zentr|stadtwerke|ministerium|verwaltung|deutsche /iu;

export function isTown(name: string): boolean {
  const bare = name
    .replace(/\s\d+$/, '')
    .replace(/,\d+\.Bez\.:.*/, '')
    .replace(/^\d+e /, '');
  return !organisation.test(bare);
}
