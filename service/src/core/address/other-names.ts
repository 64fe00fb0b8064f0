// One place, several names: the other official language of Belgium, Finland, Switzerland, Frisia and South Tyrol's neighbours,
// the everyday name beside the official one, and what foreigners and English web forms say. Own list of well-known facts.
import { type CountryCode, countries } from '../countries/countries.ts';
import { foldKey } from '../phonetics.ts';

const saints = new Set(['st', 'ste', 'sankt', 'saint', 'sainte', 'sint', 'skt', 'sct']);

/** The folded words of a name, every saint as "st". */
export const placeWords = (text: string, country: CountryCode): string[] =>
  foldKey(text, country)
    .split(' ')
    .filter(Boolean)
    .map((word) => (saints.has(word) ? 'st' : word));

/** A name of a place that has several. */
interface OneName {
  /** As it is written. */
  readonly text: string;
  /** The keys of all names of the place. */
  readonly keys: readonly string[];
}

function indexOf(country: CountryCode): ReadonlyMap<string, OneName> {
  const index = new Map<string, OneName>();
  for (const group of countries[country].address.otherNames.split(';')) {
    const names = group.split('|').map((name) => ({ text: name.trim(), key: placeWords(name, country).join('') }));
    const keys = names.map(({ key }) => key);
    for (const { text, key } of names) {
      const known = index.get(key);
      index.set(key, { text: known?.text ?? text, keys: [...new Set([...(known?.keys ?? []), ...keys])] });
    }
  }
  return index;
}

const indexes = new Map<CountryCode, ReadonlyMap<string, OneName>>();

function nameOf(country: CountryCode, key: string): OneName | undefined {
  const index = indexes.get(country) ?? indexOf(country);
  indexes.set(country, index);
  return index.get(key);
}

/** The keys of a place's other names, its own among them; nothing for a place with one name. */
export const otherNames = (country: CountryCode, key: string): readonly string[] => nameOf(country, key)?.keys ?? [];

/** How the name of a key is written; undefined for that of a place with one name. */
export const otherNameText = (country: CountryCode, key: string): string | undefined => nameOf(country, key)?.text;
