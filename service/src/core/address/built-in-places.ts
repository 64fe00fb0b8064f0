// The well-known towns, so that a service without reference data can still distinguish Oslo from Bergen. Own list, by ranges
// of codes; it lists neither every code nor every place, so nothing is concluded from what it lacks (C45).
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { type CodeEntry, type CountryPlaces, distanceKm, type NameEntry, neighbourKmOfPoints, type Place } from './gazetteer.ts';
import { type PlaceName, readPlaceName } from './place-names.ts';
import { isOfMicrostate } from './postal-codes.ts';

interface Range {
  readonly from: string;
  readonly to: string;
  readonly entry: CodeEntry;
}

class BuiltInPlaces implements CountryPlaces {
  readonly complete = false;
  readonly names: readonly string[];
  readonly #country: CountryCode;
  readonly #ranges: readonly Range[];
  readonly #byKey = new Map<string, Set<string>>();

  constructor(country: CountryCode) {
    this.#country = country;
    const lines = countries[country].address.towns
      .split('|')
      .map((line) => /^(.*) ([\d,-]+) ([\d.]+) ([\d.]+)$/.exec(line.trim())?.slice(1) ?? []);
    this.names = lines.map(([name = '']) => name);
    this.#ranges = lines.flatMap(([name = '', codes = '', latitude, longitude]) => {
      const read = readPlaceName(name, country);
      return codes.split(',').map((range) => {
        const [from = '', to = from] = range.split('-');
        for (const key of read.keys) this.#byKey.set(key, (this.#byKey.get(key) ?? new Set<string>()).add(from));
        const spot = { latitude: Number(latitude), longitude: Number(longitude) };
        return { from, to, entry: { code: from, ...spot, names: [read], towns: [read] } };
      });
    });
  }

  find(code: string): CodeEntry | undefined {
    return this.#ranges.find(({ from, to }) => from <= code && code <= to)?.entry;
  }

  /** The towns of which none of these codes is one. */
  without(codes: readonly string[]): readonly string[] {
    const found = new Set<string>();
    for (const { from, to, entry } of this.#ranges)
      if (isOfMicrostate(from, this.#country) || codes.some((code) => from <= code && code <= to))
        found.add(entry.towns[0]?.shown ?? '');
    return this.names.filter((name) => !found.has(name));
  }

  areApart(one: CodeEntry, other: CodeEntry): boolean {
    return distanceKm(one, other) > neighbourKmOfPoints;
  }

  /** All of them are well-known towns. */
  mayBeName(): boolean {
    return false;
  }

  /** The beginning of each range: enough to know where the town is, not to say which code was meant. */
  named(name: PlaceName): NameEntry | undefined {
    const key = name.keys.find((each) => this.#byKey.has(each));
    const codes = key === undefined ? undefined : this.#byKey.get(key);
    return codes && { codes, oneSpot: false, wellKnown: true, famous: true };
  }
}

const builtIn = new Map(countryCodes.map((country) => [country, new BuiltInPlaces(country)]));

export const builtInPlaces = (country: CountryCode): CountryPlaces => builtIn.get(country) ?? new BuiltInPlaces(country);

/** Where a code of a well-known town is, roughly; NaN for any other code. */
export function spotOfTown(country: CountryCode, code: string): Pick<Place, 'latitude' | 'longitude'> {
  const { latitude = Number.NaN, longitude = Number.NaN } = builtIn.get(country)?.find(code) ?? {};
  return { latitude, longitude };
}

/** The names of the well-known towns. */
export const famousTowns = (country: CountryCode): readonly string[] => builtIn.get(country)?.names ?? [];

/** Well-known towns that a list of a country's codes lacks: with one of them missing it is a part of the country. */
export const townsMissing = (country: CountryCode, codes: readonly string[]): readonly string[] =>
  builtIn
    .get(country)
    ?.without(codes)
    .filter((name) => name !== '') ?? [];

/** Places of a microstate that registers of its neighbour leave out, as Liechtenstein's. */
export function microstatePlaces(country: CountryCode): readonly Omit<Place, 'country'>[] {
  const { microstate, towns } = countries[country].address;
  if (!microstate?.isLeftOut) return [];
  const all = towns.split('|').map((line) => /^(.*) (\d+) ([\d.]+) ([\d.]+)$/.exec(line.trim()));
  return all.flatMap((found) =>
    found && microstate.codes.test(found[2] ?? '')
      ? [{ name: found[1] ?? '', code: found[2] ?? '', latitude: Number(found[3]), longitude: Number(found[4]) }]
      : [],
  );
}
