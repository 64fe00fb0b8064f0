// A reference of some hundred places out of the published vectors, for tests of addresses.

import { famousTowns } from '../../src/core/address/built-in-places.ts';
import { CountryGazetteer, type CountryPlaces } from '../../src/core/address/gazetteer.ts';
import { registerCodeFrom } from '../../src/core/address/postal-codes.ts';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { vectors } from './vectors.ts';

export interface KnownPlace {
  readonly country: CountryCode;
  /** A whole postal code: a Dutch one with letters. */
  readonly code: string;
  readonly name: string;
}

interface PostalPlace {
  readonly kind: string;
  readonly input: { readonly country: CountryCode; readonly code: string };
  readonly expected: { readonly places: readonly string[] };
}

/** Every place of the vectors, spelling by spelling. */
export const knownPlaces: readonly KnownPlace[] = (vectors('postal') as unknown as PostalPlace[])
  .filter(({ kind }) => kind === 'postal-place')
  .flatMap(({ input: { country, code }, expected }) =>
    expected.places.map((name) => ({ country, code: country === 'NL' && code.length === 4 ? `${code} AB` : code, name })),
  );

/** What is known of each country by them; their spots are not known. */
export function gazetteers(places: readonly KnownPlace[] = knownPlaces): ReadonlyMap<CountryCode, CountryPlaces> {
  const all = new Map(countryCodes.map((country) => [country, new CountryGazetteer(country, true, famousTowns(country))]));
  for (const { country, code, name } of places) {
    const register = registerCodeFrom(code, country);
    if (register === undefined) throw new Error(`no code of ${country}: ${code}`);
    all.get(country)?.add({ code: register, name, latitude: Number.NaN, longitude: Number.NaN });
  }
  return all;
}
