// Finland.

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

export const finland: Country = {
  currency: 'EUR',
  language: 'FI',
  timeZone: 'Europe/Helsinki',
  hasEnglishArticle: false,
  identifiesByNumber: true,
  numbers,
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '131052-308T',
    company: '1234567-1',
    postalCode: '00100',
    phone: '+358412345678',
    iban: 'FI21 1234 5600 0007 85',
  },
  holidays: {
    fixed: ['01-01', '01-06', '05-01', '12-06', '12-24', '12-25', '12-26'],
    fromEaster: [goodFriday, easterMonday, ascension],
    moving: [
      ['06-19', friday],
      ['06-20', saturday],
      ['10-31', saturday],
    ],
    ofYear: null,
  },
  letters: nordicLetters,
  letterPairs: ['ae', 'oe'],
  phonetics: 'doubleMetaphone',
  law: {
    union: 'EU',
    rows: law,
    remarks,
    transposition: { from: '2026-11-20', certainty: 'high', source: 'acts 31, 32, 33 and 39/2026, decree 164/2026' },
    late: { changes: 'halfYears', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [{ from: '2000-01-01', years: 6, certainty: 'medium', source: 'kirjanpitolaki (1336/1997) 2:10' }],
    disputeBody: 'Kuluttajariitalautakunta, Helsinki, kuluttajariita.fi',
    debtAdvice: {
      text: 'Oikeusaputoimiston talous- ja velkaneuvonta, oikeus.fi; Takuusäätiön Velkalinja, takuusaatio.fi',
      certainty: 'medium',
      source: 'tuusula.fi, demokraatti.fi; the addresses recalled',
    },
    supervisor: { text: 'Finanssivalvonta, Snellmaninkatu 6, 00100 Helsinki', certainty: 'low', source: 'recalled' },
    invoiceConsentFrom: null,
    showsPlanBeforeConsent: false,
  },
  reminders: {
    charged: [1, 2],
    freeFrom: 'dueDay',
    afterDeadline: false,
    unnamed: 'charged',
    names: 'order',
  },
  bank,
  payment,
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '/' }, locales: null },
  address,
  demoShop,
  register: { persons: 'byNumberAndPostalCode', byPhone: false, population },
};
