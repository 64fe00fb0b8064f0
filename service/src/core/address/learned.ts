// Places that the register lacks, learned from deliveries of one merchant (C45). A learned place is believed where it was
// seen, and never suggested: it can keep an address from being changed, and change none.
import type { CountryCode } from '../countries/countries.ts';
import type { PlacesOf } from './address.ts';
import type { CodeEntry, CountryPlaces, NameEntry } from './gazetteer.ts';
import { type PlaceName, readPlaceName } from './place-names.ts';
import { readPostalCode, registerCode } from './postal-codes.ts';
import { settle } from './settle.ts';

/** So many customers of one merchant have to have had deliveries at a place; one person's typing error teaches nothing. */
export const customersToLearn = 3;
/** So many days after the capture a delivery that was neither returned nor refunded counts as confirmed: the time to withdraw. */
export const daysToConfirm = 14;

export interface Delivery {
  readonly postalCode?: string;
  readonly postalPlace?: string;
  readonly countryCode?: CountryCode;
}

export interface Sighting {
  readonly country: CountryCode;
  /** As `registerCode` gives it. */
  readonly code: string;
  /** One for all ways to write the place. */
  readonly key: string;
  readonly name: string;
}

/** What a delivery may teach: a place that is not known at its code. Nothing where the register knows better or doubts it. */
export function sightingOf(delivery: Delivery, merchantCountry: CountryCode, placesOf: PlacesOf): Sighting | undefined {
  const { postalCode, postalPlace, countryCode: country = merchantCountry } = delivery;
  const code = postalCode === undefined ? undefined : readPostalCode(postalCode, country);
  if (postalCode === undefined || postalPlace === undefined || code === undefined) return undefined;
  if (settle(postalCode, postalPlace, country, placesOf(country)).kind !== 'unknown') return undefined;
  const key = readPlaceName(postalPlace, country).words.join('');
  return key.length < 2 || key.length > 60
    ? undefined
    : { country, code: registerCode(code, country), key, name: postalPlace.trim() };
}

/** What is known of a country, and what deliveries taught of it. */
export class TaughtPlaces implements CountryPlaces {
  readonly complete: boolean;
  readonly credit: string | undefined;
  readonly #register: CountryPlaces;
  readonly #country: CountryCode;
  readonly #learned = new Map<string, PlaceName[]>();

  constructor(register: CountryPlaces, country: CountryCode) {
    this.#register = register;
    this.#country = country;
    this.complete = register.complete;
    this.credit = register.credit;
  }

  learn(code: string, name: string): void {
    const names = this.#learned.get(code) ?? [];
    names.push(readPlaceName(name, this.#country));
    this.#learned.set(code, names);
  }

  find(code: string): CodeEntry | undefined {
    const learned = this.#learned.get(code);
    const entry = this.#register.find(code);
    if (!learned) return entry;
    if (!entry) return { code, latitude: Number.NaN, longitude: Number.NaN, names: [], towns: [], learned };
    const { latitude, longitude, region, names, towns } = entry;
    return { code, latitude, longitude, region, names, towns, learned };
  }

  mayBeName(name: PlaceName): boolean {
    return this.#register.mayBeName(name);
  }

  areApart(one: CodeEntry, other: CodeEntry): boolean {
    return this.#register.areApart(one, other);
  }

  named(name: PlaceName): NameEntry | undefined {
    return this.#register.named(name);
  }
}
