// The countries that are served, in the order in which they are listed everywhere. A country is one folder beside this file and
// one entry here; what its folder lacks, the compiler names (docs/new-country.md).
import { austria } from './at/country.ts';
import { belgium } from './be/country.ts';
import { switzerland } from './ch/country.ts';
import type { Country } from './country.ts';
import { germany } from './de/country.ts';
import { denmark } from './dk/country.ts';
import { finland } from './fi/country.ts';
import { netherlands } from './nl/country.ts';
import { norway } from './no/country.ts';
import { sweden } from './se/country.ts';

const served = {
  NO: norway,
  SE: sweden,
  FI: finland,
  DK: denmark,
  DE: germany,
  AT: austria,
  CH: switzerland,
  NL: netherlands,
  BE: belgium,
};

export type CountryCode = keyof typeof served;

export const countries: Readonly<Record<CountryCode, Country>> = served;

export const countryCodes = Object.keys(served) as readonly CountryCode[];

/** The country of any two letters, where it is one that is served. */
export const countryOf = (code: string): Country | undefined =>
  (countries as Readonly<Record<string, Country | undefined>>)[code];
