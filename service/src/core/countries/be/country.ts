// Belgium.
import type { Country } from '../country.ts';
import { ascension, whitMonday } from '../holiday-rules.ts';
import { germanLetters } from '../letters.ts';
import { numbers } from './numbers.ts';

export const belgium: Country = {
  currency: 'EUR',
  language: 'NL',
  timeZone: 'Europe/Brussels',
  identifiesByNumber: false,
  numbers,
  identityOfUnread: null,
  examples: {
    person: '85.07.30-033.28',
    company: '0123.456.749',
    postalCode: '1000',
    phone: '+32470123456',
    iban: 'BE68 5390 0754 7034',
  },
  holidays: { fixed: ['07-21', '08-15', '11-01', '11-11'], fromEaster: [ascension, whitMonday], moving: null, ofYear: null },
  letters: germanLetters,
  phonetics: 'doubleMetaphone',
};
