// Denmark.

import { addDays } from '../../dates.ts';
import type { Country } from '../country.ts';
import { ascension, easterMonday, goodFriday, whitMonday } from '../holiday-rules.ts';
import { nordicLetters } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';
import { population } from './population.ts';

export const denmark: Country = {
  currency: 'DKK',
  language: 'DA',
  timeZone: 'Europe/Copenhagen',
  hasEnglishArticle: false,
  identifiesByNumber: true,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '251248-9996',
    company: '12 34 56 74',
    postalCode: '1050',
    phone: '+4534412345',
    iban: 'DK50 0040 0440 1162 43',
  },
  // With the days on which Danish banks are closed by agreement. The Great Prayer Day ended with 2023.
  holidays: {
    fixed: ['01-01', '06-05', '12-24', '12-25', '12-26', '12-31'],
    fromEaster: [-3, goodFriday, easterMonday, ascension, ascension + 1, whitMonday],
    moving: null,
    ofYear: (year, easter) => (year < 2024 ? [addDays(easter, 26)] : []),
  },
  letters: nordicLetters,
  letterPairs: ['aa', 'oe'],
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: null, certainty: 'medium', source: 'bill L 19 (2025-26); act number not found' },
    late: { changes: 'halfYears', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 5, certainty: 'medium', source: 'bogføringsloven (lov nr. 700/2022) § 12' }],
    disputeBody: 'Det finansielle ankenævn, København, fanke.dk',
    debtAdvice: {
      text: 'Forbrugerrådet Tænk, Økonomi- og Gældsrådgivning, taenk.dk',
      certainty: 'medium',
      source: 'kristeligt-dagblad.dk, bt.dk; the address recalled',
    },
    supervisor: { text: 'Finanstilsynet, Strandgade 29, 1401 København K', certainty: 'low', source: 'recalled' },
    invoiceConsentFrom: null,
    showsPlanBeforeConsent: false,
  },
  reminders: {
    charged: [1, 2],
    freeFrom: 'letter',
    afterDeadline: false,
    unnamed: 'charged',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '/' }, locales: null },
  address,
  demoShop,
  register: { persons: 'byNumber', byPhone: true, population },
};
