// What the nine demo shops offer beside invoices. Rates and fees keep within the law of each country (docs/law.md); the
// German and the Norwegian ones give the plans that public samples of this kind of interface show.

import type { CountryCode } from '../core/countries/countries.ts';
import type { AccountProfile, Campaign, InstallmentProfile, Payee } from '../core/merchant.ts';
import { noAccounts } from '../merchants/merchants.sql.ts';

/** Amounts here are whole units of the currency. */
type Units = readonly [from: number, to: number];

const minor = (units: number): bigint => BigInt(units) * 100n;

function installment(
  profileNo: number,
  numberOfInstallments: number,
  [from, to]: Units,
  interestRateBps = 0,
  fees: { startup?: number; monthly?: number } = {},
): InstallmentProfile {
  return {
    profileNo,
    numberOfInstallments,
    interestRateBps,
    startupFeeMinor: minor(fees.startup ?? 0),
    monthlyFeeMinor: minor(fees.monthly ?? 0),
    fromMinor: minor(from),
    toMinor: minor(to),
    validFrom: null,
    validTo: null,
    contractRequired: false,
    bankAccountRequired: false,
  };
}

const needsContract = (profile: InstallmentProfile): InstallmentProfile => ({ ...profile, contractRequired: true });

const collected = (profile: InstallmentProfile): InstallmentProfile => ({
  ...needsContract(profile),
  bankAccountRequired: true,
});

export const demoInstallments: Readonly<Record<CountryCode, readonly InstallmentProfile[]>> = {
  NO: [
    installment(3, 3, [150, 50_000], 1950, { startup: 95, monthly: 29 }),
    installment(4, 6, [300, 50_000], 1950, { startup: 95, monthly: 29 }),
    installment(5, 12, [1_000, 50_000], 1790, { startup: 95, monthly: 35 }),
    installment(6, 24, [2_500, 50_000], 1690, { startup: 195, monthly: 35 }),
    installment(7, 36, [5_000, 50_000], 1590, { startup: 195, monthly: 35 }),
  ],
  SE: [
    installment(1, 3, [150, 50_000], 0, { monthly: 29 }),
    installment(2, 6, [300, 50_000], 995, { monthly: 29 }),
    installment(3, 12, [1_000, 50_000], 1495, { startup: 95, monthly: 29 }),
    installment(4, 24, [2_500, 50_000], 1595, { startup: 195, monthly: 29 }),
    installment(5, 36, [5_000, 50_000], 1495, { startup: 195, monthly: 29 }),
  ],
  FI: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000], 990),
    installment(3, 12, [180, 5_000], 1390),
    installment(4, 24, [600, 5_000], 1490),
    installment(5, 36, [900, 5_000], 1490),
  ],
  DK: [
    installment(1, 3, [150, 50_000]),
    installment(2, 6, [300, 50_000], 990),
    installment(3, 12, [1_000, 50_000], 1290),
    installment(4, 24, [2_500, 50_000], 1390, { startup: 95 }),
    installment(5, 36, [5_000, 50_000], 1390, { startup: 195 }),
  ],
  DE: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000]),
    installment(3, 9, [135, 5_000]),
    collected(installment(4, 12, [300, 5_000], 790)),
    collected(installment(5, 24, [600, 5_000], 890)),
    collected(installment(6, 36, [900, 5_000], 890)),
  ],
  AT: [
    installment(1, 3, [45, 5_000]),
    installment(2, 6, [90, 5_000]),
    collected(installment(3, 12, [300, 5_000], 890)),
    collected(installment(4, 24, [600, 5_000], 990)),
  ],
  CH: [
    installment(1, 3, [45, 10_000]),
    installment(2, 6, [90, 10_000], 690),
    needsContract(installment(3, 12, [500, 10_000], 890)),
    needsContract(installment(4, 24, [900, 10_000], 890)),
  ],
  NL: [
    installment(1, 3, [45, 5_000]),
    collected(installment(2, 6, [90, 5_000], 790)),
    collected(installment(3, 12, [300, 5_000], 990)),
  ],
  BE: [
    installment(1, 3, [45, 5_000]),
    collected(installment(2, 6, [90, 5_000], 890)),
    collected(installment(3, 12, [300, 5_000], 990)),
  ],
};

/** One a country, numbered apart from the installment profiles. */
function account(interestRateBps: number, minimum: number, [from, to]: Units, monthlyFee = 0): readonly AccountProfile[] {
  return [
    {
      profileNo: 1,
      interestRateBps,
      startupFeeMinor: 0n,
      monthlyFeeMinor: minor(monthlyFee),
      minimumPaymentMinor: minor(minimum),
      minimumPaymentBps: 500,
      fromMinor: minor(from),
      toMinor: minor(to),
      validFrom: null,
      validTo: null,
      contractRequired: false,
      bankAccountRequired: false,
    },
  ];
}

export const demoAccounts: Readonly<Record<CountryCode, readonly AccountProfile[]>> = {
  NO: account(1950, 100, [50, 50_000], 39),
  SE: account(1495, 100, [50, 50_000], 19),
  FI: account(1490, 10, [10, 5_000]),
  DK: account(1490, 100, [50, 50_000]),
  DE: account(990, 10, [10, 5_000]),
  AT: account(990, 10, [10, 5_000]),
  CH: account(890, 10, [10, 10_000]),
  NL: account(990, 10, [10, 5_000]),
  BE: account(990, 10, [10, 5_000]),
};

const later: Readonly<Record<CountryCode, string>> = {
  NO: 'Betal om 60 dager',
  SE: 'Betala om 60 dagar',
  FI: 'Maksa 60 päivän kuluttua',
  DK: 'Betal om 60 dage',
  DE: 'In 60 Tagen zahlen',
  AT: 'In 60 Tagen zahlen',
  CH: 'In 60 Tagen zahlen',
  NL: 'Betaal na 60 dagen',
  BE: 'Betaal na 60 dagen',
};

export const demoCampaigns = (country: CountryCode): readonly Campaign[] => [
  { campaignNumber: 60, description: later[country], daysUntilDue: 60, validFrom: null, validTo: null },
];

/** Direct debit in euro only: SEPA knows no other currency. */
export const demoDirectDebit: ReadonlySet<CountryCode> = new Set(['DE', 'AT', 'NL', 'BE', 'FI']);

const euros = (iban: string): Pick<Payee, 'ibans'> => ({ ibans: { EUR: iban } });

/** Where each shop is paid. The accounts are the published examples of their countries and belong to nobody. */
const payees: Readonly<Record<CountryCode, readonly [street: string, postalCode: string, postalPlace: string, Partial<Payee>]>> =
  {
    NO: ['Storgata 1', '0155', 'Oslo', { ibans: { NOK: 'NO9386011117947' }, kontonummer: '86011117947' }],
    SE: ['Drottninggatan 5', '111 51', 'Stockholm', { ibans: { SEK: 'SE4550000000058398257466' }, bankgiro: '5050-1055' }],
    FI: ['Aleksanterinkatu 15', '00100', 'Helsinki', { ...euros('FI2112345600000785'), sepaCreditorId: 'FI17ZZZ12345671' }],
    DK: ['Strøget 10', '1160', 'København K', { ibans: { DKK: 'DK5000400440116243' }, fikCreditorNumber: '85012345' }],
    DE: ['Torstraße 100', '10119', 'Berlin', { ...euros('DE89370400440532013000'), sepaCreditorId: 'DE98ZZZ09999999999' }],
    AT: ['Mariahilfer Straße 50', '1070', 'Wien', { ...euros('AT611904300234573201'), sepaCreditorId: 'AT61ZZZ01234567890' }],
    CH: ['Bahnhofstrasse 10', '8001', 'Zürich', { ibans: { CHF: 'CH9300762011623852957' }, qrIban: 'CH4431999123000889012' }],
    NL: ['Herengracht 200', '1016 BS', 'Amsterdam', { ...euros('NL91ABNA0417164300'), sepaCreditorId: 'NL69ZZZ123456780000' }],
    BE: ['Nieuwstraat 20', '1000', 'Brussel', { ...euros('BE68539007547034'), sepaCreditorId: 'BE81ZZZ0123456749' }],
  };

/** Numbers that nobody has, telephones set aside for fiction where a country has such, and who supervises creditors there. */
const supervision: Readonly<Record<CountryCode, Partial<Payee>>> = {
  NO: { organisationNumber: '000 000 000', supervisoryAuthority: 'Finanstilsynet, Oslo' },
  SE: {
    organisationNumber: '000000-0000',
    phone: '+46 8 465 004 10',
    supervisoryAuthority: 'Finansinspektionen, Stockholm',
  },
  FI: { organisationNumber: '0000000-0', supervisoryAuthority: 'Finanssivalvonta, Helsinki' },
  DK: { organisationNumber: '00000000', supervisoryAuthority: 'Finanstilsynet, København' },
  DE: {
    organisationNumber: 'HRB 0, Amtsgericht Charlottenburg',
    phone: '+49 30 23125 100',
    supervisoryAuthority: 'Bundesanstalt für Finanzdienstleistungsaufsicht, Bonn',
  },
  AT: { organisationNumber: 'FN 0 a', supervisoryAuthority: 'Finanzmarktaufsicht, Wien' },
  CH: { organisationNumber: 'CHE-000.000.000' },
  NL: { organisationNumber: 'KvK 00000000', supervisoryAuthority: 'Autoriteit Financiële Markten, Amsterdam' },
  BE: { organisationNumber: '0000.000.000', supervisoryAuthority: 'FOD Economie, Brussel' },
};

export function demoPayee(country: CountryCode, name: string): Payee {
  const [street, postalCode, postalPlace, own] = payees[country];
  return {
    name,
    address: { street, postalCode, postalPlace, countryCode: country },
    ...noAccounts,
    ...own,
    ...supervision[country],
    email: 'service@shop.example',
    website: 'https://shop.example',
  };
}
