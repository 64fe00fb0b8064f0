// Germany.

import type { Country } from '../country.ts';
import { ascension, whitMonday } from '../holiday-rules.ts';
import { germanLetters, germanPairs } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers, registerAlone } from './numbers.ts';
import { payment } from './payment.ts';

export const germany: Country = {
  currency: 'EUR',
  language: 'DE',
  timeZone: 'Europe/Berlin',
  hasEnglishArticle: false,
  identifiesByNumber: false,
  numbers,
  sharedNumbers: registerAlone,
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
  letterPairs: germanPairs,
  phonetics: 'cologne',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: '2026-11-20', certainty: 'high', source: 'act of 12 May 2026, BGBl. 2026 I Nr. 139' },
    // § 497(3) BGB: payments of a credit cover costs, then what is due, then interest on late payment.
    late: { changes: 'halfYears', startsAt: 'firstReminder', compounds: false, withinCredit: false, isPaidLast: true },
    retention: [
      {
        from: '2000-01-01',
        years: 8,
        certainty: 'medium',
        source: '§ 147 Abs. 3 AO, § 257 Abs. 4 HGB, § 14b UStG (8 years by BGBl. 2024 I Nr. 323)',
      },
    ],
    disputeBody: 'Schlichtungsstelle bei der Deutschen Bundesbank, Frankfurt am Main, bundesbank.de/schlichtungsstelle',
    debtAdvice: {
      text: 'Beratungsstellen der Verbraucherzentralen (verbraucherzentrale.de) und der Wohlfahrtsverbände, sozialplattform.de/schuldnerberatung',
      certainty: 'medium',
      source: 'sozialplattform.de',
    },
    supervisor: {
      text: 'Bundesanstalt für Finanzdienstleistungsaufsicht (BaFin), Graurheindorfer Straße 108, 53117 Bonn',
      certainty: 'low',
      source: 'recalled',
    },
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: true,
  },
  reminders: {
    // The first letter puts the consumer in default and costs nothing; what a later one really costs is the merchant’s to say.
    charged: [2],
    freeFrom: 'letter',
    afterDeadline: false,
    unnamed: 'none',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '/' }, locales: null },
  address,
  demoShop,
  register: null,
};
