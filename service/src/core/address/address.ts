// A whole address: judged, and corrected where that is certain (C45).
import type { CountryCode } from '../countries/countries.ts';
import type { CountryPlaces } from './gazetteer.ts';
import { readPostalCode, registerCode } from './postal-codes.ts';
import { type Finding, settle } from './settle.ts';

/** What an address has to have to be judged; everything else of it stays as it is. */
export interface Judgeable {
  readonly postalCode?: string | undefined;
  readonly postalPlace?: string | undefined;
  readonly countryCode?: CountryCode | undefined;
}

/**
 * How an address fits what is known: 'doubtful' contradicts itself, and what was meant is unclear; 'contradiction' does,
 * and what was meant is clear.
 */
export const addressFits = ['known', 'unknown', 'corrected', 'doubtful', 'contradiction'] as const;
export type AddressFit = (typeof addressFits)[number];

export interface Judged<Address> {
  readonly fit: AddressFit;
  /** The whole address as it is understood: corrected where `fit` says so, else as sent. */
  readonly address: Address;
  /** What was probably meant, for the consumer to confirm; only of a contradiction. */
  readonly meant?: Address;
}

/** Where what is known of a country is found; nothing of a country without data. */
export type PlacesOf = (country: CountryCode) => CountryPlaces | undefined;

/** Judge an address; one without code or place cannot be judged, and is unknown. */
export function judge<Address extends Judgeable>(
  address: Address,
  merchantCountry: CountryCode,
  placesOf: PlacesOf,
): Judged<Address> {
  const { postalCode, postalPlace, countryCode = merchantCountry } = address;
  if (postalCode === undefined || postalPlace === undefined) return { fit: 'unknown', address };
  return judged(address, settle(postalCode, postalPlace, countryCode, placesOf(countryCode)));
}

/**
 * What a place could be compared with: all places of the country, or the well-known towns where this is one of
 * them; 'noData' where nothing is known of it, so that nothing was compared; 'notSent' without code or place.
 */
export const comparisons = ['allPlaces', 'knownTowns', 'noData', 'notSent'] as const;
export type Comparison = (typeof comparisons)[number];

export function comparisonOf(address: Judgeable, country: CountryCode, places: CountryPlaces | undefined): Comparison {
  const { postalCode, postalPlace } = address;
  if (postalCode === undefined || postalPlace === undefined) return 'notSent';
  if (places?.complete) return 'allPlaces';
  const code = readPostalCode(postalCode, country);
  const found = places && code !== undefined ? places.find(registerCode(code, country)) : undefined;
  return found ? 'knownTowns' : 'noData';
}

function judged<Address extends Judgeable>(address: Address, finding: Finding): Judged<Address> {
  switch (finding.kind) {
    case 'known':
    case 'unknown':
      return { fit: finding.kind, address };
    case 'corrected':
      return { fit: 'corrected', address: { ...address, postalPlace: finding.postalPlace } };
    case 'contradiction':
      if (!finding.meant) return { fit: 'doubtful', address };
      return { fit: 'contradiction', address, meant: { ...address, ...finding.meant } };
  }
}
