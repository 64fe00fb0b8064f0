// The Netherlands.

import { addDays, type Day, dayOfWeek } from '../../dates.ts';
import type { Country } from '../country.ts';
import { ascension, whitMonday } from '../holiday-rules.ts';
import { germanLetters } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';

export const netherlands: Country = {
  currency: 'EUR',
  language: 'NL',
  timeZone: 'Europe/Amsterdam',
  hasEnglishArticle: true,
  identifiesByNumber: false,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '1112.22.333',
    company: '12345678',
    postalCode: '1012 PH',
    phone: '+31612345678',
    iban: 'NL91 ABNA 0417 1643 00',
  },
  holidays: { fixed: ['05-05'], fromEaster: [ascension, whitMonday], moving: null, ofYear: (year) => [kingsDay(year)] },
  letters: germanLetters,
  letterPairs: null,
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: null, certainty: 'high', source: 'bill 36924, not voted on by 2026-08-21; no Staatsblad seen' },
    late: { changes: 'decree', startsAt: 'dueDay', compounds: true, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 7, certainty: 'medium', source: 'art. 52 AWR' }],
    disputeBody: 'Klachteninstituut Financiële Dienstverlening (Kifid), Den Haag, kifid.nl',
    debtAdvice: { text: 'Schuldhulp van uw gemeente en Geldfit, geldfit.nl', certainty: 'low', source: 'recalled' },
    supervisor: {
      text: 'Autoriteit Financiële Markten (AFM), Vijzelgracht 50, 1017 HS Amsterdam',
      certainty: 'low',
      source: 'recalled',
    },
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: false,
  },
  reminders: {
    // Collection costs by the scale, once the free letter was not followed.
    charged: [2],
    freeFrom: 'arrival',
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

/** 27 April, or the day before when that is a Sunday. */
function kingsDay(year: number): Day {
  const day = `${year}-04-27`;
  return dayOfWeek(day) === 7 ? addDays(day, -1) : day;
}
