// Luxembourg, as a tenth country would be added: one folder. A sketch for the test, not researched like the nine.
import { wrong } from '../../../src/core/bank/account.ts';
import type { Country } from '../../../src/core/countries/country.ts';
import { account, installment } from '../../../src/core/countries/demo-shop.ts';
import { ascension, whitMonday } from '../../../src/core/countries/holiday-rules.ts';
import { germanLetters } from '../../../src/core/countries/letters.ts';
import { plain } from '../../../src/core/countries/national-number.ts';
import { french } from '../../../src/core/countries/street-kinds.ts';
import { row } from '../../../src/core/law/rows.ts';
import { remittanceOf } from '../../../src/core/payment-reference/remittance.ts';
import { rfReference } from '../../../src/core/payment-reference/rf.ts';

export const luxembourg: Country = {
  currency: 'EUR',
  language: 'FR',
  timeZone: 'Europe/Luxembourg',
  hasEnglishArticle: false,
  identifiesByNumber: false,
  numbers: [
    {
      kind: 'matricule',
      holder: 'Person',
      read: (text) => (/^\d{13}$/.test(text) ? plain('matricule', 'Person', text, text) : 'form'),
    },
  ],
  sharedNumbers: null,
  identityOfUnread: null,
  examples: {
    person: '1893120105732',
    company: 'LU12345613',
    postalCode: '1009',
    phone: '+352628123456',
    iban: 'LU28 0019 4006 4475 0000',
  },
  holidays: { fixed: ['05-09', '06-23', '08-15', '11-01'], fromEaster: [ascension, whitMonday], moving: null, ofYear: null },
  letters: germanLetters,
  letterPairs: null,
  phonetics: 'doubleMetaphone',
  register: null,
  demoShop: {
    name: 'Maison Moselle',
    installmentProfiles: [installment(1, 3, [45, 5_000])],
    accountProfile: account(990, 10, [10, 5_000]),
    payIn60Days: 'Payez dans 60 jours',
    directDebit: false,
    payee: {
      address: { street: '12, rue du Marché-aux-Herbes', postalCode: '1728', postalPlace: 'Luxembourg' },
      ibans: { EUR: 'LU280019400644750000' },
    },
    settlementPeriod: 'monthly',
    returnsPercentageOnRefund: false,
    reserve: null,
  },
  address: {
    postalCode: /^\d{4}$/,
    postalPrefixes: 'L',
    registerDigits: 4,
    writePostalCode: null,
    readRegisterCode: null,
    microstate: null,
    streetEndings: [],
    streetAbbreviations: 'r=r',
    streetWords: french,
    numberMayLead: true,
    hasRomanFloors: false,
    districts: null,
    parcelStations: ['packup'],
    bordersUnseen: null,
    towns: 'Luxembourg 1009-2999 49.6 6.1|Esch-sur-Alzette 4001-4399 49.5 6',
    otherNames: 'Luxembourg|Luxemburg|Lëtzebuerg',
  },
  bank: {
    codeDigits: null,
    codeMayBeShort: false,
    accountMayBeginWithLetters: false,
    codeIsInBic: false,
    keepsSigns: false,
    read: () => wrong,
    bbanHolds: null,
    isForBillsAlone: null,
    bankOf: null,
    directory: null,
  },
  payment: {
    referenceDigits: 13,
    reference: (base) => rfReference(base),
    printReference: null,
    account: null,
    hasSwissBill: false,
    remittance: remittanceOf,
    barCode: null,
    creditorIdLength: 26,
    vatRates: ['17', '14', '8', '3', '0'],
  },
  writing: { marks: null, currencyFirst: [], dayMarks: { NL: '-', FR: '.' }, locales: { FR: 'fr-LU' } },
  law: {
    union: 'EU',
    rows: [row('reminderFee', '2024-01-01', 1_000n, 'low', 'invented for this test')],
    remarks: [],
    transposition: { from: '2026-11-20', certainty: 'low', source: 'invented for this test' },
    late: { changes: 'halfYears', startsAt: 'dueDay', compounds: false, withinCredit: false, isPaidLast: false },
    retention: [
      { from: '2000-01-01', years: 10, certainty: 'medium', source: 'Code de commerce art. 16' },
      { from: '2030-01-01', years: 8, certainty: 'medium', source: 'invented for this test' },
    ],
    disputeBody: null,
    debtAdvice: { text: 'Ligue médico-sociale, Luxembourg', certainty: 'low', source: 'of a test' },
    supervisor: null,
    invoiceConsentFrom: '2010-06-11',
    showsPlanBeforeConsent: false,
  },
  reminders: { charged: [2], freeFrom: 'letter', afterDeadline: false, unnamed: 'charged', names: 'order' },
};
