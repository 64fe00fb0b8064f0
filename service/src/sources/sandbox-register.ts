// The population of the sandbox: synthetic persons and companies of the Nordic countries, the same at every start. Names and
// places are real, people are not: their numbers come from ranges for tests where a country has such (docs/sandbox-register.md).

import { elevenDigit, luhnDigit, weighted } from '../core/countries/check-digits.ts';
import type { CountryCode } from '../core/countries/countries.ts';

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

export const nordicCountries = ['NO', 'SE', 'FI', 'DK'] as const satisfies readonly CountryCode[];
export type Nordic = (typeof nordicCountries)[number];
export const personsEach = 300;
export const companiesEach = 60;

interface Words {
  readonly first: string;
  readonly last: string;
  readonly street: string;
  readonly places: string;
  readonly trades: string;
  readonly form: string;
}

const words: Readonly<Record<Nordic, Words>> = {
  NO: {
    first: 'Ingrid Lars Kari Ole Anne Per Silje Jonas Marit Erik Nora Magnus Hilde Bjørn Ida Sindre Tone Knut Emma Henrik',
    last: 'Hansen Johansen Olsen Larsen Andersen Pedersen Nilsen Kristiansen Jensen Karlsen Johnsen Pettersen Eriksen Berg Haugen Hagen Bakke Solberg Moen Strand',
    street: 'Storgata Kirkegata Skolegata Parkveien Strandgata Bekkeveien Fjordveien Nygata',
    places: '0150 Oslo|5003 Bergen|7011 Trondheim|4006 Stavanger|9008 Tromsø|4611 Kristiansand S|3015 Drammen|1607 Fredrikstad',
    trades: 'Møbler Bakeri Sykler Elektro Hagesenter Bøker Sport Kontor',
    form: 'AS',
  },
  SE: {
    first: 'Anna Erik Maria Lars Karin Anders Eva Johan Sara Per Linnea Nils Kerstin Oskar Elin Gustav Emma Fredrik Ebba Hugo',
    last: 'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Gustafsson Pettersson Jonsson Lindberg Lindström Bergström Sandberg Lundgren Holm Ström Ek',
    street: 'Storgatan Kungsgatan Drottninggatan Vasagatan Skolgatan Parkvägen Björkvägen Strandvägen',
    places: '11136 Stockholm|41105 Göteborg|21134 Malmö|75320 Uppsala|72212 Västerås|58222 Linköping|90326 Umeå|70210 Örebro',
    trades: 'Möbler Bageri Cyklar El Trädgård Böcker Sport Kontor',
    form: 'AB',
  },
  FI: {
    first: 'Aino Juhani Helmi Mikael Maria Antti Sofia Matti Elina Ville Hanna Jari Tuula Eero Päivi Olli Laura Timo Kaisa Sami',
    last: 'Korhonen Virtanen Mäkinen Nieminen Mäkelä Hämäläinen Laine Heikkinen Koskinen Järvinen Lehtonen Lehtinen Saarinen Salminen Niemi Salonen Turunen Laitinen Rantanen Ojala',
    street: 'Kauppakatu Koulukatu Rantatie Puistokatu Asematie Koivutie Kirkkokatu Mäntytie',
    places: '00100 Helsinki|33100 Tampere|20100 Turku|90100 Oulu|40100 Jyväskylä|70100 Kuopio|15110 Lahti|65100 Vaasa',
    trades: 'Kaluste Leipomo Pyörä Sähkö Puutarha Kirja Urheilu Toimisto',
    form: 'Oy',
  },
  DK: {
    first:
      'Anne Peter Kirsten Jens Mette Lars Hanne Michael Sofie Henrik Freja Thomas Inger Søren Ida Morten Karen Niels Emma Rasmus',
    last: 'Nielsen Jensen Hansen Pedersen Andersen Christensen Larsen Sørensen Rasmussen Jørgensen Petersen Madsen Kristensen Olsen Thomsen Christiansen Poulsen Johansen Møller Mortensen',
    street: 'Hovedgaden Skolevej Kirkevej Vestergade Nørregade Strandvejen Parkvej Søndergade',
    places: '1620 København V|8000 Aarhus C|5000 Odense C|9000 Aalborg|6700 Esbjerg|8900 Randers C|6000 Kolding|4000 Roskilde',
    trades: 'Møbler Bageri Cykler El Have Bøger Sport Kontor',
    form: 'ApS',
  },
};

const two = (value: number): string => String(value).padStart(2, '0');
const pick = (list: string, separator: string | RegExp, index: number): string => {
  const each = list.split(separator);
  return each[index % each.length] ?? '';
};

interface Born {
  readonly day: string;
  readonly month: number;
  readonly year: string;
}

/** Adults of all ages; every twentieth is a child. */
function bornOf(index: number): Born {
  const year = index % 20 === 19 ? 2012 + (index % 8) : 1938 + ((index * 7) % 66);
  return { day: two((index % 28) + 1), month: ((index * 5) % 12) + 1, year: String(year) };
}

const personNumbers: Readonly<Record<Nordic, (born: Born, index: number) => string>> = {
  /** Months are 80 ahead, as in the synthetic population. */
  NO({ day, month, year }, index) {
    for (let tried = 0; ; tried += 1) {
      const serial = (year < '2000' ? 0 : 500) + ((index * 3 + tried) % 500);
      const nine = `${day}${two(month + 80)}${year.slice(2)}${String(serial).padStart(3, '0')}`;
      const first = elevenDigit(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2]);
      const second = elevenDigit(`${nine}${first}`, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]);
      if (first < 10 && second < 10) return `${nine}${first}${second}`;
    }
  },
  /** Serials from 980 on were given rarely. */
  SE({ day, month, year }, index) {
    const nine = `${year.slice(2)}${two(month)}${day}${980 + (index % 20)}`;
    return `${year.slice(0, 2)}${nine.slice(0, 6)}-${nine.slice(6)}${luhnDigit(nine)}`;
  },
  /** From 900 on the numbers are for tests. */
  FI({ day, month, year }, index) {
    const date = `${day}${two(month)}${year.slice(2)}`;
    const serial = String(900 + (index % 100));
    const mark = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(date + serial) % 31] ?? '';
    return `${date}${year < '2000' ? '-' : 'A'}${serial}${mark}`;
  },
  /** Denmark keeps no range for tests; these fail the modulus that numbers had until 2007. */
  DK({ day, month, year }, index) {
    const six = `${day}${two(month)}${year.slice(2)}`;
    for (let serial = (year < '2000' ? 1000 : 4000) + index; ; serial += 1) {
      if (weighted(`${six}${serial}`, [4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 !== 0) return `${six}-${serial}`;
    }
  },
};

const companyNumbers: Readonly<Record<Nordic, (index: number) => string>> = {
  NO: (index) => withEleven(31_000_000 + index * 11, [3, 2, 7, 6, 5, 4, 3, 2]),
  SE: (index) =>
    `99${String(2000 + index)}-${String(index * 7).padStart(3, '0')}${luhnDigit(`99${2000 + index}${String(index * 7).padStart(3, '0')}`)}`,
  FI(index) {
    const number = withEleven(9_000_000 + index * 11, [7, 9, 10, 5, 8, 4, 2]);
    return `${number.slice(0, 7)}-${number[7]}`;
  },
  DK: (index) => withEleven(9_900_000 + index * 11, [2, 7, 6, 5, 4, 3, 2]),
};

/** The next number that has a check digit. */
function withEleven(from: number, weights: readonly number[]): string {
  for (let number = from; ; number += 1) {
    const digit = elevenDigit(String(number), weights);
    if (digit < 10) return `${number}${digit}`;
  }
}

const phones: Readonly<Record<Nordic, number>> = { NO: 4790000000, SE: 46701740000, FI: 358457000000, DK: 4520120000 };

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[æä]/g, 'a')
    .replace(/[øö]/g, 'o')
    .replace(/å/g, 'a')
    .replace(/[^a-z]/g, '');

function addressOf(country: Nordic, index: number): Pick<RegisterEntry, 'street' | 'postalCode' | 'postalPlace'> {
  const place = pick(words[country].places, '|', index * 3);
  const at = place.indexOf(' ');
  return {
    street: `${pick(words[country].street, ' ', index)} ${(index % 97) + 1}`,
    postalCode: place.slice(0, at),
    postalPlace: place.slice(at + 1),
  };
}

function personOf(country: Nordic, index: number): Inhabitant {
  const { first, last } = words[country];
  const [firstName, lastName] = [pick(first, ' ', index), pick(last, ' ', index * 7 + Math.floor(index / 20))];
  return {
    category: 'Person',
    number: personNumbers[country](bornOf(index), index),
    firstName,
    lastName,
    mobilePhone: `+${phones[country] + index}`,
    email: `${plain(firstName)}.${plain(lastName)}.${index}@example.com`,
    ...addressOf(country, index),
  };
}

function companyOf(country: Nordic, index: number): Inhabitant {
  const { last, trades, form } = words[country];
  const lastName = `${pick(last, ' ', index)} ${pick(trades, ' ', Math.floor(index / 3))} ${form}`;
  return {
    category: 'Company',
    number: companyNumbers[country](index),
    firstName: '',
    lastName,
    mobilePhone: `+${phones[country] + personsEach + index}`,
    email: `post.${index}@example.com`,
    ...addressOf(country, index + 5),
  };
}

const made = new Map<Nordic, readonly Inhabitant[]>();

/** All persons of the sandbox's register of a country; made when first asked for. */
export function sandboxPopulation(country: Nordic): readonly Inhabitant[] {
  const known = made.get(country);
  if (known) return known;
  const everybody = [
    ...Array.from({ length: personsEach }, (_each, index) => personOf(country, index)),
    ...Array.from({ length: companiesEach }, (_each, index) => companyOf(country, index)),
  ];
  made.set(country, everybody);
  return everybody;
}
