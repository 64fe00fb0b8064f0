// What values look like that every country writes in its own way: the examples that a refusal shows to who wrote another.
// Numbers of persons are set aside for tests, or printed as samples by those who give them.
import type { CountryCode } from './countries.ts';

export interface CountryExamples {
  /** A person's national number. */
  readonly person: string;
  /** A number of a company. */
  readonly company: string;
  readonly postalCode: string;
  readonly phone: string;
  readonly iban: string;
}

/** Of a bank whose account is shown for Germany. */
export const bicExample = 'COBADEFFXXX';

export const countryExamples: Readonly<Record<CountryCode, CountryExamples>> = {
  NO: {
    person: '018690 99062',
    company: '912 345 602',
    postalCode: '0150',
    phone: '+4740612345',
    iban: 'NO93 8601 1117 947',
  },
  SE: {
    person: '19811218-9876',
    company: '556000-0001',
    postalCode: '111 36',
    phone: '+46701740605',
    iban: 'SE45 5000 0000 0583 9825 7466',
  },
  FI: {
    person: '131052-308T',
    company: '1234567-1',
    postalCode: '00100',
    phone: '+358412345678',
    iban: 'FI21 1234 5600 0007 85',
  },
  DK: {
    person: '251248-9996',
    company: '12 34 56 74',
    postalCode: '1050',
    phone: '+4534412345',
    iban: 'DK50 0040 0440 1162 43',
  },
  DE: {
    person: '86 095 742 719',
    company: 'DE123456788',
    postalCode: '10827',
    phone: '+4915123456789',
    iban: 'DE89 3704 0044 0532 0130 00',
  },
  AT: {
    person: '1237 010180',
    company: 'ATU12345675',
    postalCode: '1010',
    phone: '+43664123456',
    iban: 'AT61 1904 3002 3457 3201',
  },
  CH: {
    person: '756.9217.0769.85',
    company: 'CHE-123.456.788',
    postalCode: '8001',
    phone: '+41781234567',
    iban: 'CH93 0076 2011 6238 5295 7',
  },
  NL: {
    person: '1112.22.333',
    company: '12345678',
    postalCode: '1012 PH',
    phone: '+31612345678',
    iban: 'NL91 ABNA 0417 1643 00',
  },
  BE: {
    person: '85.07.30-033.28',
    company: '0123.456.749',
    postalCode: '1000',
    phone: '+32470123456',
    iban: 'BE68 5390 0754 7034',
  },
};
