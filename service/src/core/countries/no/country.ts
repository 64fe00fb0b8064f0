// Norway.

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

export const norway: Country = {
  currency: 'NOK',
  language: 'NO',
  timeZone: 'Europe/Oslo',
  hasEnglishArticle: false,
  identifiesByNumber: true,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '018690 99062',
    company: '912 345 602',
    postalCode: '0150',
    phone: '+4740612345',
    iban: 'NO93 8601 1117 947',
  },
  // Norges Bank settles nothing on Christmas Eve.
  holidays: {
    fixed: ['01-01', '05-01', '05-17', '12-24', '12-25', '12-26'],
    fromEaster: [-3, goodFriday, easterMonday, ascension, whitMonday],
    moving: null,
    ofYear: null,
  },
  letters: nordicLetters,
  letterPairs: ['aa', 'oe'],
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EEA',
    rows: law,
    remarks,
    transposition: {
      from: null,
      certainty: 'medium',
      source: 'not in Norwegian law; a proposal is to be sent on consultation (EEA note)',
    },
    late: { changes: 'halfYears', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 5, certainty: 'medium', source: 'bokføringsloven § 13' }],
    disputeBody: 'Finansklagenemnda, Oslo, finkn.no',
    debtAdvice: { text: 'NAV-kontoret i kommunen, nav.no', certainty: 'medium', source: 'webforumet.no; the address recalled' },
    supervisor: { text: 'Finanstilsynet, Revierstredet 3, 0151 Oslo', certainty: 'low', source: 'recalled' },
    invoiceConsentFrom: null,
    showsPlanBeforeConsent: false,
  },
  reminders: {
    charged: [1, 2],
    freeFrom: 'dueDay',
    afterDeadline: true,
    unnamed: 'charged',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '/' }, locales: null },
  address,
  demoShop,
  register: { persons: 'byPhone', byPhone: true, population },
};
