// The places of a country by code and by name, in memory: one look-up is a few map reads (C45).
import type { CountryCode } from '../countries/countries.ts';
import { isTown, type PlaceName, readPlaceName } from './place-names.ts';

/** A row of the reference data, or of what deliveries taught. */
export interface Place {
  readonly country: CountryCode;
  /** As `registerCode` gives it. */
  readonly code: string;
  readonly name: string;
  /** Degrees; NaN where the source has none. */
  readonly latitude: number;
  readonly longitude: number;
}

export interface CodeEntry {
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  /** All that the code is written with. */
  readonly names: PlaceName[];
  /** Those of them that may be suggested: places where people live, each once. */
  readonly towns: PlaceName[];
  /** What a merchant's deliveries taught; believed, never suggested. */
  readonly learned?: readonly PlaceName[];
}

/** What is known of a name. */
export interface NameEntry {
  readonly codes: ReadonlySet<string>;
  /** Are its codes all about one spot? Names such as Berg or Neustadt are many places, and may be one more. */
  readonly oneSpot: boolean;
  /** A town everybody knows: several codes about one spot, or in the list of such. */
  readonly wellKnown: boolean;
  /** In the list of towns that everybody knows. */
  readonly famous: boolean;
}

/** What is known of one country. */
export interface CountryPlaces {
  /** Does it list every code, so that a code it lacks does not exist? */
  readonly complete: boolean;
  find(code: string): CodeEntry | undefined;
  /** A name by any of its keys; the whole name where that is known, else its beginning. */
  named(name: PlaceName): NameEntry | undefined;
  /** Could it be a village of the country that is missing here: is it made of parts that names of the country have? */
  mayBeName(name: PlaceName): boolean;
}

/** Collects the places of a country; `add` may be called in portions, so that loading never holds up a request. */
export class CountryGazetteer implements CountryPlaces {
  readonly complete: boolean;
  readonly #country: CountryCode;
  readonly #codes = new Map<string, CodeEntry>();
  readonly #byKey = new Map<string, Set<string>>();
  readonly #entries = new Map<string, NameEntry>();
  readonly #famous: ReadonlySet<string>;
  /** Every three letters in a row of a town's name, with its beginning and end. */
  readonly #parts = new Set<string>();
  readonly #names = new Map<string, { readonly name: PlaceName; readonly town: boolean }>();

  /** `famous`: names of towns that everybody knows, however few codes they have. */
  constructor(country: CountryCode, complete: boolean, famous: readonly string[] = []) {
    this.#country = country;
    this.complete = complete;
    this.#famous = new Set(famous.flatMap((name) => readPlaceName(name, country).keys));
  }

  get size(): number {
    return this.#codes.size;
  }

  add({ code, name: text, latitude, longitude }: Omit<Place, 'country'>): void {
    const { name, town } = this.#named(text);
    const entry = this.#codes.get(code) ?? { code, latitude, longitude, names: [], towns: [] };
    this.#codes.set(code, entry);
    if (!entry.names.includes(name)) entry.names.push(name);
    if (town && !entry.towns.some(({ shown }) => shown === name.shown)) entry.towns.push(name);
    if (!town) return;
    for (const key of name.keys) {
      const codes = this.#byKey.get(key);
      if (codes) codes.add(code);
      else this.#byKey.set(key, new Set([code]));
    }
  }

  find(code: string): CodeEntry | undefined {
    return this.#codes.get(code);
  }

  named(name: PlaceName): NameEntry | undefined {
    const key = name.keys.find((each) => this.#byKey.has(each));
    const codes = key === undefined ? undefined : this.#byKey.get(key);
    if (key === undefined || codes === undefined) return undefined;
    const known = this.#entries.get(key);
    if (known?.codes.size === codes.size) return known;
    const oneSpot = this.#aboutOneSpot(codes);
    const famous = oneSpot && this.#famous.has(key);
    const entry = { codes: new Set(codes), oneSpot, famous, wellKnown: famous || (oneSpot && codes.size > 2) };
    this.#entries.set(key, entry);
    return entry;
  }

  mayBeName(name: PlaceName): boolean {
    return partsOf(name).every((part) => this.#parts.has(part));
  }

  /** Four in five within forty kilometres of the middle one; registers have a few codes on the wrong spot. */
  #aboutOneSpot(codes: ReadonlySet<string>): boolean {
    const spots = [...codes].flatMap((code) => this.#codes.get(code) ?? []).filter(({ latitude }) => !Number.isNaN(latitude));
    const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
    const centre = {
      latitude: middle(spots.map((spot) => spot.latitude)),
      longitude: middle(spots.map((spot) => spot.longitude)),
    };
    const far = spots.filter((spot) => distanceKm(spot, centre) > 40).length;
    return far * 5 <= spots.length;
  }

  #named(text: string): { readonly name: PlaceName; readonly town: boolean } {
    const known = this.#names.get(text) ?? { name: readPlaceName(text, this.#country), town: isTown(text) };
    this.#names.set(text, known);
    if (known.town) for (const part of partsOf(known.name)) this.#parts.add(part);
    return known;
  }
}

function partsOf({ words }: PlaceName): string[] {
  const text = `^${words.join('')}$`;
  return Array.from({ length: Math.max(1, text.length - 2) }, (_each, place) => text.slice(place, place + 3));
}

const kilometresPerDegree = 111.2;

/** How far apart two points are, in kilometres; good to a per cent at the scale of a country. NaN where one is unknown. */
export function distanceKm(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos(((a.latitude + b.latitude) * Math.PI) / 360);
  return Math.hypot(north, east) * kilometresPerDegree;
}
