// Buyers for tests: each one new, because the demo shops grant a person only so much, and each with numbers that pass the
// check digits of the country, so that a stricter reader would take them too.

import type { CountryCode } from '../../src/core/countries/countries.ts';
import { nextOf } from './counting.ts';

export interface Address {
  street: string;
  streetNumber?: string;
  postalCode: string;
  postalPlace: string;
  countryCode: CountryCode;
}

export interface Buyer {
  [member: string]: unknown;
  customerCategory: string;
  firstName?: string;
  lastName: string;
  email: string;
  address: Address;
}

const addresses: Readonly<Record<CountryCode, Omit<Address, 'countryCode'>>> = {
  NO: { street: 'Karl Johans gate 22', postalCode: '0026', postalPlace: 'Oslo' },
  SE: { street: 'Drottninggatan 71', postalCode: '11136', postalPlace: 'Stockholm' },
  FI: { street: 'Mannerheimintie 10', postalCode: '00100', postalPlace: 'Helsinki' },
  DK: { street: 'Vesterbrogade 3', postalCode: '1620', postalPlace: 'København V' },
  DE: { street: 'Hauptstraße', streetNumber: '12', postalCode: '10827', postalPlace: 'Berlin' },
  AT: { street: 'Mariahilfer Straße', streetNumber: '7', postalCode: '1060', postalPlace: 'Wien' },
  CH: { street: 'Bahnhofstrasse', streetNumber: '20', postalCode: '8001', postalPlace: 'Zürich' },
  NL: { street: 'Damrak', streetNumber: '70', postalCode: '1012 LM', postalPlace: 'Amsterdam' },
  BE: { street: 'Rue Neuve', streetNumber: '123', postalCode: '1000', postalPlace: 'Bruxelles' },
};

const phones: Readonly<Partial<Record<CountryCode, string>>> = { NL: '+31612345678', BE: '+32470123456' };

/** Digits as letters: a name must not look like a persona's limit. */
const letters = (count: number): string => String(count).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');

/** Somebody new, complete and of age, in one of the nine countries. */
export function buyer(country: CountryCode, over: Partial<Buyer> = {}): Buyer {
  // No other buyer of the file has it; it also names the buyer.
  const count = nextOf('buyer');
  const number = nationalNumbers[country]?.(count);
  const phone = phones[country];
  return {
    customerCategory: 'Person',
    firstName: 'Kim',
    lastName: `Test${letters(count)}`,
    email: `kim.${letters(count)}@example.com`,
    ...(number === undefined ? { birthDate: '1984-12-08' } : { identificationNumber: number }),
    ...(phone !== undefined && { mobilePhone: phone }),
    address: { ...addresses[country], countryCode: country },
    ...over,
  };
}

const digits = (text: string): number[] => Array.from(text, Number);
const weighted = (text: string, weights: readonly number[]): number =>
  digits(text).reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0);

/** The count-th born on a day of the 1980s: 300 to a day is fewer than any of the four numbers can tell apart. */
function birthday(count: number): { day: string; month: string; year: string; serial: number } {
  const days = Math.floor(count / 300);
  const day = String((days % 28) + 1).padStart(2, '0');
  const month = String((Math.floor(days / 28) % 12) + 1).padStart(2, '0');
  const year = String(80 + (Math.floor(days / 336) % 10));
  return { day, month, year, serial: count % 300 };
}

const nationalNumbers: Readonly<Partial<Record<CountryCode, (count: number) => string>>> = {
  NO: norwegian,
  SE: swedish,
  FI: finnish,
  DK: danish,
};

function norwegian(count: number): string {
  // Some serial numbers have no check digits; the next one is taken, so the serial counts on from three times its place.
  const { day, month, year, serial } = birthday(count);
  for (let tried = 0; tried < 3; tried += 1) {
    const nine = `${day}${month}${year}${String((serial * 3 + tried) % 500).padStart(3, '0')}`;
    const first = (11 - (weighted(nine, [3, 7, 6, 1, 8, 9, 4, 5, 2]) % 11)) % 11;
    const second = (11 - (weighted(`${nine}${first}`, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    if (first < 10 && second < 10) return `${nine}${first}${second}`;
  }
  return norwegian(count + 100_000);
}

function swedish(count: number): string {
  const { day, month, year, serial } = birthday(count);
  const nine = `${year}${month}${day}${String(serial + 100)}`;
  const sum = digits(nine).reduce((total, digit, index) => {
    const doubled = digit * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return `${nine.slice(0, 6)}-${nine.slice(6)}${(10 - (sum % 10)) % 10}`;
}

function finnish(count: number): string {
  const { day, month, year, serial } = birthday(count);
  const individual = String(serial + 2).padStart(3, '0');
  const mark = '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(`${day}${month}${year}${individual}`) % 31] ?? '';
  return `${day}${month}${year}-${individual}${mark}`;
}

function danish(count: number): string {
  const { day, month, year, serial } = birthday(count);
  return `${day}${month}${year}-${String(serial * 10 + 1).padStart(4, '0')}`;
}
