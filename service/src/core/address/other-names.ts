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

function indexOf(country: CountryCode): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, readonly string[]>();
  for (const group of countries[country].address.otherNames.split(';')) {
    const keys = group.split('|').map((name) => placeWords(name, country).join(''));
    for (const key of keys) index.set(key, [...new Set([...(index.get(key) ?? []), ...keys])]);
  }
  return index;
}

const indexes = new Map<CountryCode, ReadonlyMap<string, readonly string[]>>();

/** The keys of a place's other names, its own among them; nothing for a place with one name. */
export function otherNames(country: CountryCode, key: string): readonly string[] {
  const index = indexes.get(country) ?? indexOf(country);
  indexes.set(country, index);
  return index.get(key) ?? [];
}
