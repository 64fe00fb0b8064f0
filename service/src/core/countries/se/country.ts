// Sweden.

import type { Country } from '../country.ts';
import { ascension, easterMonday, friday, goodFriday, saturday } from '../holiday-rules.ts';
import { nordicLetters } from '../letters.ts';
import { address } from './address.ts';
import { bank } from './bank.ts';
import { demoShop } from './demo-shop.ts';
import { law, remarks } from './law.ts';
import { numbers } from './numbers.ts';
import { payment } from './payment.ts';
import { population } from './population.ts';

export const sweden: Country = {
  currency: 'SEK',
  language: 'SV',
  timeZone: 'Europe/Stockholm',
  hasEnglishArticle: false,
  identifiesByNumber: true,
  numbers,
  sharedNumbers: null,
  identityOfUnread: (compact) => (compact.length === 12 ? compact.slice(2) : compact),
  examples: {
    person: '19811218-9876',
    company: '556000-0001',
    postalCode: '111 36',
    phone: '+46701740605',
    iban: 'SE45 5000 0000 0583 9825 7466',
  },
  // Eves count as Sundays in the act on deadlines (1930:173).
  holidays: {
    fixed: ['01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31'],
    fromEaster: [goodFriday, easterMonday, ascension],
    moving: [
      ['06-19', friday],
      ['06-20', saturday],
      ['10-31', saturday],
    ],
    ofYear: null,
  },
  letters: nordicLetters,
  letterPairs: ['aa', 'ae', 'oe'],
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: {
      from: null,
      certainty: 'medium',
      source: 'prop. 2025/26:223, force 2026-11-20; the text of the new act was not seen',
    },
    late: { changes: 'halfYears', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 7, certainty: 'medium', source: 'bokföringslagen (1999:1078) 7 kap. 2 §' }],
    disputeBody: 'Allmänna reklamationsnämnden (ARN), Stockholm, arn.se',
    debtAdvice: { text: 'Budget- och skuldrådgivningen i din kommun, hallakonsument.se', certainty: 'low', source: 'recalled' },
    supervisor: { text: 'Finansinspektionen, Box 7821, 103 97 Stockholm', certainty: 'low', source: 'recalled' },
    invoiceConsentFrom: null,
    showsPlanBeforeConsent: false,
  },
  reminders: {
    charged: [1],
    freeFrom: 'letter',
    afterDeadline: false,
    unnamed: 'ifAgreed',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '/' }, locales: null },
  address,
  demoShop,
  register: { persons: 'byNumber', byPhone: false, population },
};
