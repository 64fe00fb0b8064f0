// The places of a country by code and by name, in memory: one look-up is a few map reads (C45).
import { type CountryCode, countries } from '../countries/countries.ts';
import { remembering } from '../remembering.ts';
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
  readonly region?: string | undefined;
}

export interface CodeEntry {
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly region?: string | undefined;
  /** All that the code is written with. */
  readonly names: readonly PlaceName[];
  /** Those of them that may be suggested: places where people live, each once. */
  readonly towns: readonly PlaceName[];
  /** What a merchant's deliveries taught; believed, never suggested. */
  readonly learned?: readonly PlaceName[];
}

/** What is known of a name. */
export interface NameEntry {
  readonly codes: ReadonlySet<string>;
  /** Are its codes all about one spot? Names such as Berg or Neustadt are many places, and may be one more. */
  readonly oneSpot: boolean;
  /** A well-known town: several codes about one spot, or in the list of such. */
  readonly wellKnown: boolean;
  /** In the list of well-known towns. */
  readonly famous: boolean;
}

/** What is known of one country. */
export interface CountryPlaces {
  /** Does it list every code, so that a code it lacks does not exist? */
  readonly complete: boolean;
  /** Whose data it is. */
  readonly credit?: string | undefined;
  find(code: string): CodeEntry | undefined;
  /** A name by any of its keys; the whole name where that is known, else its beginning. */
  named(name: PlaceName): NameEntry | undefined;
  /** Could it be a village of the country that is missing here: is it made of parts that names of the country have? */
  mayBeName(name: PlaceName): boolean;
  /** Are two codes surely no neighbours? What is not known of them speaks for neighbours. */
  areApart(one: CodeEntry, other: CodeEntry): boolean;
}

/** A place this near to another is taken for a neighbour's, a merged municipality's or the next town's name. */
const neighbourKm = 12;
/** Where a town is one point, however large: this near is its surroundings. */
export const neighbourKmOfPoints = 30;

/** Where the places come from. */
export interface Source {
  /** Each code has its own spot, or only the well-known towns have one. */
  readonly spots: 'ofCodes' | 'ofTowns';
  /** Whose data it is; to be shown with it. */
  readonly credit?: string;
}

interface ReadName {
  readonly name: PlaceName;
  readonly town: boolean;
}

/** So many names of a country are kept as they were read last. All of them would take ten times the memory of their texts. */
const namesKept = 2000;

/** Mostly one text, without a list around it: there are as many of these as places. */
type Texts = string | string[];

const listOf = (texts: Texts): readonly string[] => (typeof texts === 'string' ? [texts] : texts);

const withText = (texts: Texts | undefined, text: string): Texts => {
  if (texts === undefined || texts === text) return text;
  if (typeof texts === 'string') return [texts, text];
  if (!texts.includes(text)) texts.push(text);
  return texts;
};

/** A code with the texts of its names, which are read when they are asked for. */
class Code implements CodeEntry {
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly region: string | undefined;
  readonly #read: (text: string) => ReadName;
  #texts: Texts;

  constructor({ code, name, latitude, longitude, region }: Omit<Place, 'country'>, read: (text: string) => ReadName) {
    this.code = code;
    this.latitude = latitude;
    this.longitude = longitude;
    this.region = region;
    this.#read = read;
    this.#texts = name;
  }

  add(name: string): void {
    this.#texts = withText(this.#texts, name);
  }

  get names(): readonly PlaceName[] {
    return listOf(this.#texts).map((text) => this.#read(text).name);
  }

  get towns(): readonly PlaceName[] {
    const towns = listOf(this.#texts).flatMap((text) => (this.#read(text).town ? this.#read(text).name : []));
    return towns.filter(({ shown }, index) => towns.findIndex((other) => other.shown === shown) === index);
  }
}

/** Collects the places of a country; `add` may be called in portions, so that loading never holds up a request. */
export class CountryGazetteer implements CountryPlaces {
  readonly complete: boolean;
  readonly credit: string | undefined;
  readonly #codes = new Map<string, Code>();
  readonly #byKey = new Map<string, Texts>();
  readonly #entries = new Map<string, NameEntry>();
  readonly #famous: ReadonlySet<string>;
  /** Every three letters in a row of a town's name, with its beginning and end. */
  readonly #parts = new Set<string>();
  readonly #regionsOf = new Map<number, Set<string>>();
  readonly #bordering = new Set<string>();
  readonly #read: (text: string) => ReadName;
  readonly #neighbourKm: number;

  /** `famous`: names of well-known towns, even with few codes. */
  constructor(country: CountryCode, complete: boolean, famous: readonly string[] = [], source: Source = { spots: 'ofCodes' }) {
    this.credit = source.credit;
    this.#read = remembering(namesKept, (text) => ({ name: readPlaceName(text, country), town: isTown(text) }));
    this.#neighbourKm = source.spots === 'ofCodes' ? neighbourKm : neighbourKmOfPoints;
    this.complete = complete;
    for (const [one, other] of countries[country].address.bordersUnseen ?? [])
      this.#bordering.add(`${one}|${other}`).add(`${other}|${one}`);
    this.#famous = new Set(famous.flatMap((name) => readPlaceName(name, country).keys));
  }

  get size(): number {
    return this.#codes.size;
  }

  add(place: Omit<Place, 'country'>): void {
    const { code, region } = place;
    const { name, town } = this.#read(place.name);
    const known = this.#codes.get(code);
    if (known) known.add(place.name);
    else this.#codes.set(code, new Code(place, this.#read));
    if (region !== undefined) this.#addRegion(code, region);
    if (!town) return;
    for (const part of partsOf(name)) this.#parts.add(part);
    for (const key of name.keys) this.#byKey.set(key, withText(this.#byKey.get(key), code));
  }

  find(code: string): CodeEntry | undefined {
    return this.#codes.get(code);
  }

  named(name: PlaceName): NameEntry | undefined {
    const key = name.keys.find((each) => this.#byKey.has(each));
    const listed = key === undefined ? undefined : this.#byKey.get(key);
    if (key === undefined || listed === undefined) return undefined;
    const known = this.#entries.get(key);
    if (known?.codes.size === listOf(listed).length) return known;
    const codes = new Set(listOf(listed));
    const oneSpot = this.#aboutOneSpot(codes, this.#famous.has(key));
    const famous = oneSpot && this.#famous.has(key);
    const entry = { codes, oneSpot, famous, wellKnown: famous || (oneSpot && codes.size > 2) };
    this.#entries.set(key, entry);
    return entry;
  }

  mayBeName(name: PlaceName): boolean {
    return partsOf(name).every((part) => this.#parts.has(part));
  }

  areApart(one: CodeEntry, other: CodeEntry): boolean {
    const km = distanceKm(one, other);
    if (!Number.isNaN(km)) return km > this.#neighbourKm;
    if (one.region === undefined || other.region === undefined || one.region === other.region) return false;
    return !this.#bordering.has(`${one.region}|${other.region}`);
  }

  /** Regions have a border in common where codes that begin alike, or one after the other, lie in both of them. */
  #addRegion(code: string, region: string): void {
    const zone = Number(code.slice(0, zoneDigits));
    const regions = this.#regionsOf.get(zone) ?? new Set<string>();
    this.#regionsOf.set(zone, regions);
    if (regions.has(region)) return;
    regions.add(region);
    for (const near of [zone - 1, zone, zone + 1])
      for (const other of this.#regionsOf.get(near) ?? []) this.#bordering.add(`${region}|${other}`).add(`${other}|${region}`);
  }

  #aboutOneSpot(codes: ReadonlySet<string>, famous: boolean): boolean {
    const entries = [...codes].flatMap((code) => this.#codes.get(code) ?? []);
    const spots = entries.filter(hasSpot);
    return spots.length * 2 > entries.length || (famous && spots.length > 0) ? withinOneTown(entries, spots) : inOneZone(entries);
  }
}

function partsOf({ words }: PlaceName): string[] {
  const text = `^${words.join('')}$`;
  return Array.from({ length: Math.max(1, text.length - 2) }, (_each, place) => text.slice(place, place + 3));
}

/** Codes with so many digits in common lie in one part of the country. */
const zoneDigits = 2;

export const hasSpot = ({ latitude }: CodeEntry): boolean => !Number.isNaN(latitude);

/**
 * Four in five within forty kilometres of the middle one, where a spot is missing in its region; registers have a few codes
 * on the wrong spot.
 */
function withinOneTown(entries: readonly CodeEntry[], spots: readonly CodeEntry[]): boolean {
  const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
  const centre = {
    latitude: middle(spots.map((spot) => spot.latitude)),
    longitude: middle(spots.map((spot) => spot.longitude)),
  };
  const near = spots.filter((spot) => distanceKm(spot, centre) <= 40);
  const regions = new Set(near.map(({ region }) => region));
  const far = entries.filter((entry) => (hasSpot(entry) ? !near.includes(entry) : !regions.has(entry.region)));
  return far.length * 5 <= entries.length;
}

/** Without spots: four in five with codes that differ from the middle one in the last two digits only, and in its region. */
function inOneZone(entries: readonly CodeEntry[]): boolean {
  const sorted = [...entries].sort((a, b) => (a.code < b.code ? -1 : 1));
  const middle = sorted[Math.floor(sorted.length / 2)];
  const far = sorted.filter(({ code, region }) => code.slice(0, -2) !== middle?.code.slice(0, -2) || region !== middle.region);
  return far.length * 5 <= sorted.length;
}

const kilometresPerDegree = 111.2;

/** How far apart two points are, in kilometres; good to a per cent at the scale of a country. NaN where one is unknown. */
export function distanceKm(a: { latitude: number; longitude: number }, b: { latitude: number; longitude: number }): number {
  const north = a.latitude - b.latitude;
  const east = (a.longitude - b.longitude) * Math.cos(((a.latitude + b.latitude) * Math.PI) / 360);
  return Math.hypot(north, east) * kilometresPerDegree;
}
