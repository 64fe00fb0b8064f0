// Switzerland.

import { languages } from '../../texts/texts.ts';
import type { Country } from '../country.ts';
import { ascension, easterMonday, goodFriday, whitMonday } from '../holiday-rules.ts';
import { germanLetters, germanPairs } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';

export const switzerland: Country = {
  currency: 'CHF',
  language: 'DE',
  timeZone: 'Europe/Zurich',
  hasEnglishArticle: false,
  identifiesByNumber: false,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '756.9217.0769.85',
    company: 'CHE-123.456.788',
    postalCode: '8001',
    phone: '+41781234567',
    iban: 'CH93 0076 2011 6238 5295 7',
  },
  holidays: {
    fixed: ['01-01', '01-02', '05-01', '08-01', '12-25', '12-26'],
    fromEaster: [goodFriday, easterMonday, ascension, whitMonday],
    moving: null,
    ofYear: null,
  },
  letters: germanLetters,
  letterPairs: germanPairs,
  phonetics: 'cologne',
  law: {
    union: null,
    rows: law,
    remarks,
    transposition: null,
    late: { changes: 'never', startsAt: 'firstReminder', compounds: false, withinCredit: true, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 10, certainty: 'medium', source: 'Art. 958f OR' }],
    disputeBody: null,
    debtAdvice: { text: 'Schuldenberatung Schweiz, schulden.ch', certainty: 'low', source: 'recalled' },
    supervisor: null,
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: false,
  },
  reminders: {
    // No law names an amount.
    charged: [],
    freeFrom: 'letter',
    afterDeadline: false,
    unnamed: 'none',
    names: 'order',
  },
  bank,
  payment,
  writing: {
    marks: { thousands: '’', decimal: '.' },
    currencyFirst: languages,
    dayMarks: { NL: '-', FR: '.' },
    locales: { DE: 'de-CH', FR: 'de-CH', EN: 'de-CH' },
  },
  address,
  demoShop,
  register: null,
};
