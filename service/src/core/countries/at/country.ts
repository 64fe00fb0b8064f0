// Austria.

import type { Country } from '../country.ts';
import { ascension, corpusChristi, whitMonday } from '../holiday-rules.ts';
import { germanLetters, germanPairs } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';

export const austria: Country = {
  currency: 'EUR',
  language: 'DE',
  timeZone: 'Europe/Vienna',
  hasEnglishArticle: false,
  identifiesByNumber: false,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '1237 010180',
    company: 'ATU12345675',
    postalCode: '1010',
    phone: '+43664123456',
    iban: 'AT61 1904 3002 3457 3201',
  },
  holidays: {
    fixed: ['01-06', '08-15', '10-26', '11-01', '12-08'],
    fromEaster: [ascension, whitMonday, corpusChristi],
    moving: null,
    ofYear: null,
  },
  letters: germanLetters,
  letterPairs: germanPairs,
  phonetics: 'cologne',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: null, certainty: 'medium', source: 'draft VerKRÄG 2026 (79/ME); promulgation not seen' },
    late: { changes: 'never', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 7, certainty: 'medium', source: '§ 132 BAO, § 212 UGB' }],
    disputeBody: 'Schlichtung für Verbrauchergeschäfte, Wien, verbraucherschlichtung.at',
    debtAdvice: {
      text: 'Staatlich anerkannte Schuldenberatung Ihres Bundeslands, schuldenberatung.at',
      certainty: 'low',
      source: 'recalled',
    },
    supervisor: { text: 'Finanzmarktaufsicht (FMA), Otto-Wagner-Platz 5, 1090 Wien', certainty: 'low', source: 'recalled' },
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: false,
  },
  reminders: {
    // Each clause that names an amount is void.
    charged: [],
    freeFrom: 'letter',
    afterDeadline: false,
    unnamed: 'none',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: ['DE'], dayMarks: { NL: '-', FR: '/' }, locales: { DE: 'de-AT' } },
  address,
  demoShop,
  register: null,
};
