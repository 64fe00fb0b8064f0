// The population of the sandbox's registers: synthetic persons and companies, the same at every start, made of what each country
// brings (docs/sandbox-register.md).

import { type CountryCode, countries, countryCodes } from '../core/countries/countries.ts';
import { type Born, type Population, two } from '../core/countries/population.ts';

/** What a register returns about a person. A company's name is its last name. */
export interface RegisterEntry {
  readonly category: 'Person' | 'Company';
  readonly firstName: string;
  readonly lastName: string;
  readonly mobilePhone?: string;
  readonly email?: string;
  readonly street: string;
  readonly streetNumber?: string;
  readonly postalCode: string;
  readonly postalPlace: string;
}

export interface Inhabitant extends RegisterEntry {
  readonly number: string;
  readonly mobilePhone: string;
  readonly email: string;
}

/** The countries whose register may be asked. */
export const registerCountries: readonly CountryCode[] = countryCodes.filter((code) => countries[code].register !== null);
const personsEach = 300;
const companiesEach = 60;

const pick = (list: string, separator: string | RegExp, index: number): string => {
  const each = list.split(separator);
  return each[index % each.length] ?? '';
};

/** Adults of all ages; every twentieth is a child. */
function bornOf(index: number): Born {
  const year = index % 20 === 19 ? 2012 + (index % 8) : 1938 + ((index * 7) % 66);
  return { day: two((index % 28) + 1), month: ((index * 5) % 12) + 1, year: String(year) };
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[æä]/g, 'a')
    .replace(/[øö]/g, 'o')
    .replace(/å/g, 'a')
    .replace(/[^a-z]/g, '');

function addressOf({ places, street }: Population, index: number): Pick<RegisterEntry, 'street' | 'postalCode' | 'postalPlace'> {
  const place = pick(places, '|', index * 3);
  const at = place.indexOf(' ');
  return {
    street: `${pick(street, ' ', index)} ${(index % 97) + 1}`,
    postalCode: place.slice(0, at),
    postalPlace: place.slice(at + 1),
  };
}

function personOf(population: Population, index: number): Inhabitant {
  const { first, last, firstPhone, personNumber } = population;
  const [firstName, lastName] = [pick(first, ' ', index), pick(last, ' ', index * 7 + Math.floor(index / 20))];
  return {
    category: 'Person',
    number: personNumber(bornOf(index), index),
    firstName,
    lastName,
    mobilePhone: `+${firstPhone + index}`,
    email: `${plain(firstName)}.${plain(lastName)}.${index}@example.com`,
    ...addressOf(population, index),
  };
}

function companyOf(population: Population, index: number): Inhabitant {
  const { last, trades, form, firstPhone, companyNumber } = population;
  const lastName = `${pick(last, ' ', index)} ${pick(trades, ' ', Math.floor(index / 3))} ${form}`;
  return {
    category: 'Company',
    number: companyNumber(index),
    firstName: '',
    lastName,
    mobilePhone: `+${firstPhone + personsEach + index}`,
    email: `post.${index}@example.com`,
    ...addressOf(population, index + 5),
  };
}

const made = new Map<CountryCode, readonly Inhabitant[]>();

/** All persons and companies of the sandbox's register of a country, made on the first call; a country without one has none. */
export function sandboxPopulation(country: CountryCode): readonly Inhabitant[] {
  const population = countries[country].register?.population;
  const known = made.get(country);
  if (known || !population) return known ?? [];
  const inhabitants = [
    ...Array.from({ length: personsEach }, (_each, index) => personOf(population, index)),
    ...Array.from({ length: companiesEach }, (_each, index) => companyOf(population, index)),
  ];
  made.set(country, inhabitants);
  return inhabitants;
}
