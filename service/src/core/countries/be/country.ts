// Belgium.

import type { Country } from '../country.ts';
import { ascension, whitMonday } from '../holiday-rules.ts';
import { germanLetters } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';

export const belgium: Country = {
  currency: 'EUR',
  language: 'NL',
  timeZone: 'Europe/Brussels',
  hasEnglishArticle: false,
  identifiesByNumber: false,
  numbers,
  sharedNumbers: null,
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
  letterPairs: null,
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: null, certainty: 'medium', source: 'nothing reported to the Commission by 2026-07-09; no bill found' },
    late: { changes: 'decree', startsAt: 'freeDays', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 10, certainty: 'medium', source: 'art. 60 WBTW (10 years since 2023)' }],
    disputeBody: 'Ombudsfin, Brussel, ombudsfin.be',
    debtAdvice: { text: 'OCMW / CPAS (gemeente / commune)', certainty: 'low', source: 'recalled' },
    supervisor: {
      text: 'FOD Economie / SPF Économie, Vooruitgangstraat 50 rue du Progrès, 1210 Brussel / Bruxelles',
      certainty: 'low',
      source: 'recalled',
    },
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: false,
  },
  reminders: {
    charged: [2],
    freeFrom: 'arrival',
    afterDeadline: false,
    unnamed: 'ifAgreed',
    // WER XIX.2 § 2: the product that the debt arose from.
    names: 'goods',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '/', FR: '/' }, locales: { NL: 'nl-BE', FR: 'fr-BE' } },
  address,
  demoShop,
  register: null,
};
