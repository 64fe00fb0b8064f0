// The places of a country by code and by name, packed in memory: one look-up is a few reads (C45).
import { type CountryCode, countries } from '../countries/countries.ts';
import { PackedLists, PackedNumbers, PackedTexts } from '../packed.ts';
import { Recent, remembering } from '../remembering.ts';
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

/** So many names of a country are kept as they were read or looked up last. All of them would take ten times the memory of their texts. */
const namesKept = 2000;

/** A code with the texts of its names, which are read when they are asked for. */
class Code implements CodeEntry {
  readonly code: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly region: string | undefined;
  readonly #texts: () => readonly string[];
  readonly #read: (text: string) => ReadName;

  constructor(at: Omit<Place, 'country' | 'name'>, texts: () => readonly string[], read: (text: string) => ReadName) {
    this.code = at.code;
    this.latitude = at.latitude;
    this.longitude = at.longitude;
    this.region = at.region;
    this.#texts = texts;
    this.#read = read;
  }

  get names(): readonly PlaceName[] {
    return this.#texts().map((text) => this.#read(text).name);
  }

  get towns(): readonly PlaceName[] {
    const towns = this.#texts().flatMap((text) => (this.#read(text).town ? this.#read(text).name : []));
    return towns.filter(({ shown }, index) => towns.findIndex((other) => other.shown === shown) === index);
  }
}

/** Collects the places of a country; `add` may be called in portions, so that loading never holds up a request. */
export class CountryGazetteer implements CountryPlaces {
  readonly complete: boolean;
  readonly credit: string | undefined;
  readonly #codes = new PackedTexts();
  /** Of each code. */
  readonly #latitudes = new PackedNumbers((length) => new Float64Array(length));
  readonly #longitudes = new PackedNumbers((length) => new Float64Array(length));
  readonly #regions = new PackedNumbers((length) => new Int32Array(length));
  readonly #namesOfCodes = new PackedLists();
  readonly #names = new PackedTexts();
  readonly #regionNames = new PackedTexts();
  /** All that towns may be looked for by. */
  readonly #keys = new PackedTexts();
  readonly #codesOfKeys = new PackedLists();
  readonly #entries = new Recent<NameEntry>(namesKept);
  readonly #famous: ReadonlySet<string>;
  /** Every three letters in a row of a town's name, with its beginning and end. */
  readonly #parts = new PackedTexts();
  readonly #regionsOf = new Map<number, Set<string>>();
  readonly #bordering = new Set<string>();
  readonly #read: (text: string) => ReadName;
  /** Of a file of places, whose codes of one town follow each other. */
  readonly #readAdded: (text: string) => ReadName;
  readonly #neighbourKm: number;

  /** `famous`: names of well-known towns, even with few codes. */
  constructor(country: CountryCode, complete: boolean, famous: readonly string[] = [], source: Source = { spots: 'ofCodes' }) {
    this.credit = source.credit;
    const read = (text: string): ReadName => ({ name: readPlaceName(text, country), town: isTown(text) });
    this.#read = remembering(namesKept, read);
    this.#readAdded = remembering(1, read);
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
    const { region } = place;
    const { name, town } = this.#readAdded(place.name);
    const code = this.#codes.add(place.code);
    if (code === this.#latitudes.length) {
      this.#latitudes.push(place.latitude);
      this.#longitudes.push(place.longitude);
      this.#regions.push(region === undefined ? -1 : this.#regionNames.add(region));
    }
    this.#namesOfCodes.add(code, this.#names.add(place.name));
    if (region !== undefined) this.#addRegion(place.code, region);
    if (!town) return;
    for (const part of partsOf(name)) this.#parts.add(part);
    for (const key of name.keys) this.#codesOfKeys.add(this.#keys.add(key), code);
  }

  find(code: string): CodeEntry | undefined {
    const found = this.#codes.indexOf(code);
    return found < 0 ? undefined : this.#at(found);
  }

  named(name: PlaceName): NameEntry | undefined {
    const key = name.keys.find((each) => this.#keys.has(each));
    if (key === undefined) return undefined;
    const listed = this.#codesOfKeys.of(this.#keys.indexOf(key));
    const known = this.#entries.find(key);
    if (known?.codes.size === listed.length) return known;
    const entries = listed.map((code) => this.#at(code));
    const oneSpot = isOneSpot(entries, this.#famous.has(key));
    const famous = oneSpot && this.#famous.has(key);
    const codes = new Set(entries.map(({ code }) => code));
    return this.#entries.keep(key, { codes, oneSpot, famous, wellKnown: famous || (oneSpot && codes.size > 2) });
  }

  #at(index: number): Code {
    const [code, region] = [this.#codes.at(index), this.#regions.at(index)];
    const spot = { latitude: this.#latitudes.at(index), longitude: this.#longitudes.at(index) };
    const texts = (): string[] => this.#namesOfCodes.of(index).map((name) => this.#names.at(name));
    return new Code({ code, ...spot, region: region < 0 ? undefined : this.#regionNames.at(region) }, texts, this.#read);
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
}

/** Are the codes of a name all about one spot? */
function isOneSpot(entries: readonly CodeEntry[], famous: boolean): boolean {
  const spots = entries.filter(hasSpot);
  return spots.length * 2 > entries.length || (famous && spots.length > 0) ? withinOneTown(entries, spots) : inOneZone(entries);
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
