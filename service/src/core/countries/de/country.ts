// Germany.
import type { Country } from '../country.ts';
import { ascension, whitMonday } from '../holiday-rules.ts';
import { germanLetters } from '../letters.ts';
import { numbers } from './numbers.ts';

export const germany: Country = {
  currency: 'EUR',
  language: 'DE',
  timeZone: 'Europe/Berlin',
  identifiesByNumber: false,
  numbers,
  identityOfUnread: null,
  examples: {
    person: '86 095 742 719',
    company: 'DE123456788',
    postalCode: '10827',
    phone: '+4915123456789',
    iban: 'DE89 3704 0044 0532 0130 00',
  },
  holidays: { fixed: ['10-03'], fromEaster: [ascension, whitMonday], moving: null, ofYear: null },
  letters: germanLetters,
  phonetics: 'cologne',
};
