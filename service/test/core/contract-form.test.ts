// A contract as people write it: what is read otherwise than it was meant is charged to every consumer of a shop, and what is refused
// without a reason keeps a shop out.
import { describe, expect, it } from 'vitest';
import { contractFromForm, contractToForm } from '../../src/core/agreement/contract-form.ts';
import { pageAddress } from '../../src/core/agreement/page-address.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { countries } from '../../src/core/countries/countries.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { policy } from '../support/application.ts';
import { faultsOf } from '../support/faults-of.ts';

const address = { street: 'Torstraße 100', postalCode: '10119', postalPlace: 'Berlin', countryCode: 'DE' };
const payee = { name: 'Nordlicht GmbH', address, ibans: { EUR: 'DE89370400440532013000' } };
const least = { paymentTypes: ['Invoice'], expiryDays: 1, invoiceDays: 1, payee };
const credit = { profileNo: 1, contractRequired: false, bankAccountRequired: false };
const plan = { ...credit, interestRatePercent: 7.9, startupFee: 5, monthlyFee: 1.5, from: 90, numberOfInstallments: 2 };
const account = {
  ...credit,
  interestRatePercent: 12,
  startupFee: 0,
  monthlyFee: 0,
  from: 0,
  minimumPayment: 10,
  minimumPaymentPercent: 5,
};
const campaign = { campaignNumber: 1, description: 'Summer', daysUntilDue: 365 };

/** Every member there is. */
const whole = {
  paymentTypes: ['Invoice', 'Installment', 'Account'],
  expiryDays: 365,
  expiryWarningDays: [5, 2],
  invoiceDays: 120,
  consolidatedInvoiceDays: 90,
  returnPauseDays: 90,
  reminders: { firstDays: 1, secondDays: 90, payWithinDays: 10, fee: 2.5, chargesInterest: true, interestRatePercent: 5.25 },
  reviewHours: 720,
  confirmationMinutes: 5,
  installmentProfiles: [
    {
      ...plan,
      to: 5_000,
      contractRequired: true,
      bankAccountRequired: true,
      signedInWriting: true,
      validFrom: '2026-01-01',
      validTo: '2026-01-01',
    },
    { ...plan, profileNo: 2, numberOfInstallments: 120, from: 90, to: 90 },
  ],
  accountProfiles: [account, { ...account, profileNo: 2, validFrom: '2026-01-01' }],
  accountPaymentOrder: ['principal', 'fees', 'interest'],
  campaigns: [campaign, { ...campaign, campaignNumber: 2, validFrom: '2026-01-01', validTo: '2026-12-31' }],
  directDebit: true,
  creditRisk: 'merchant',
  refusesTestNumbers: true,
  bankCountries: ['DE', 'AT'],
  payee: {
    ...payee,
    bic: 'COBADEFFXXX',
    qrIban: 'CH4431999123000889012',
    bankgiro: '5050-1055',
    kontonummer: '86011117947',
    fikCreditorNumber: '12345678',
    sepaCreditorId: 'DE98ZZZ09999999999',
    organisationNumber: 'HRB 1',
    vatNumber: 'DE1',
    email: 'shop@example.com',
    phone: '+49 30 123456',
    website: 'https://shop.example.com',
    supervisoryAuthority: 'BaFin',
  },
  legalPages: { termsAndConditionsUrl: 'https://shop.example.com/{language}/terms' },
  fees: {
    terms: [
      { paymentType: 'Invoice', percent: 2.49, fixed: 0.35, validTo: '2026-06-30' },
      { paymentType: 'Invoice', percent: 0, fixed: 1, validFrom: '2026-07-01' },
    ],
    onRefund: 'percentReturned',
  },
  reserve: { percent: 5, days: 90 },
  settlement: {
    period: 'monthly',
    weekday: 7,
    delayDays: 60,
    minimumPayout: 25,
    payoutAccounts: { EUR: { name: 'Nordlicht', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' } },
  },
};

const read = (form: unknown, country: CountryCode = 'DE'): Contract | Refusal =>
  contractFromForm(form, { country, currency: countries[country].currency }, policy);
const contractOf = (form: object, country?: CountryCode): Contract => {
  const contract = read(form, country);
  if (contract instanceof Refusal) throw new Error(JSON.stringify(contract.notices));
  return contract;
};

/** Ten terms, a day each. */
const days = Array.from({ length: 10 }, (_, index) => {
  const day = `2026-01-1${index}`;
  return { paymentType: 'Invoice', validFrom: day, validTo: day };
});

describe('a contract', () => {
  it('is written again as it was read, with every member it can have', () => {
    expect(contractToForm(contractOf(whole))).toEqual(whole);
    const { fees: _fees, settlement: _settlement, ...rest } = whole;
    const few = {
      ...rest,
      reminders: { firstDays: 3 },
      fees: { terms: [] },
      settlement: { period: 'daily', payoutAccounts: { EUR: { name: 'x', iban: 'DE89370400440532013000' } } },
    };
    expect(contractToForm(contractOf(few))).toEqual(few);
    expect(contractToForm(contractOf({ ...rest, settlement: { period: 'weekly' } }))).toMatchObject({
      settlement: { period: 'weekly' },
    });
    expect(Object.keys(contractToForm(contractOf(rest)))).not.toEqual(expect.arrayContaining(['fees']));
  });

  it('is read in minor units and hundredths of a per cent', () => {
    const { installmentProfiles, accountProfiles, reminders, fees, reserve, settlement } = contractOf(whole);
    expect(installmentProfiles[0]).toEqual({
      profileNo: 1,
      interestRateBps: 790,
      startupFeeMinor: 500n,
      monthlyFeeMinor: 150n,
      fromMinor: 9_000n,
      toMinor: 500_000n,
      contractRequired: true,
      bankAccountRequired: true,
      signedInWriting: true,
      validFrom: '2026-01-01',
      validTo: '2026-01-01',
      numberOfInstallments: 2,
    });
    expect(accountProfiles[0]).toMatchObject({
      interestRateBps: 1_200,
      minimumPaymentMinor: 1_000n,
      minimumPaymentBps: 500,
      validTo: null,
    });
    expect(reminders).toMatchObject({ feeMinor: 250n, interestRateBps: 525, chargesInterest: true });
    expect(fees?.terms[0]).toEqual({ paymentType: 'Invoice', percentBps: 249, fixedMinor: 35n, validTo: '2026-06-30' });
    expect([reserve, settlement?.minimumPayoutMinor]).toEqual([{ percentBps: 500, days: 90 }, 2_500n]);
  });

  it('that says no more than it has to agrees to nothing else', () => {
    const nothing = {
      consolidatedInvoiceDays: 0,
      returnPauseDays: 14,
      installmentProfiles: [],
      accountProfiles: [],
      campaigns: [],
    };
    const none = { bic: null, qrIban: null, bankgiro: null, kontonummer: null, fikCreditorNumber: null, sepaCreditorId: null };
    const { payee: written, ...rest } = least;
    expect(contractOf(least)).toStrictEqual({ ...rest, ...nothing, directDebit: false, policy, payee: { ...written, ...none } });
    expect(contractToForm(contractOf(least))).toStrictEqual({ ...least, ...nothing, directDebit: false });
    const lean = {
      ...least,
      installmentProfiles: [{ profileNo: 1, numberOfInstallments: 2 }],
      accountProfiles: [{ profileNo: 1, minimumPaymentPercent: 0 }],
    };
    const none2 = { interestRateBps: 0, startupFeeMinor: 0n, monthlyFeeMinor: 0n, fromMinor: 0n, validFrom: null, validTo: null };
    const { installmentProfiles, accountProfiles } = contractOf(lean);
    expect(installmentProfiles[0]).toMatchObject({ ...credit, ...none2 });
    expect(accountProfiles[0]).toMatchObject({ ...credit, ...none2, minimumPaymentMinor: 0n });
    expect([installmentProfiles[0], accountProfiles[0]].some((each) => each && 'signedInWriting' in each)).toBe(false);
    expect(contractToForm(contractOf(lean))['installmentProfiles']).toStrictEqual([
      { ...credit, interestRatePercent: 0, startupFee: 0, monthlyFee: 0, from: 0, numberOfInstallments: 2 },
    ]);
  });

  it.each([
    [{}, []],
    [{ invoicedays: 1 }, ['invoicedays policy.unknown_member']],
    [{ paymentTypes: [] }, ['paymentTypes value.required']],
    [{ paymentTypes: ['Installment'] }, ['installmentProfiles value.required']],
    [{ paymentTypes: ['Account'] }, ['accountProfiles value.required']],
    [{ expiryDays: 366, invoiceDays: 121 }, ['expiryDays value.out_of_range', 'invoiceDays value.out_of_range']],
    [{ returnPauseDays: 13 }, ['returnPauseDays value.out_of_range']],
    [{ consolidatedInvoiceDays: 1 }, ['consolidatedInvoiceDays value.out_of_range']],
    [{ consolidatedInvoiceDays: 13 }, ['consolidatedInvoiceDays value.out_of_range']],
    [{ consolidatedInvoiceDays: 91 }, ['consolidatedInvoiceDays value.out_of_range']],
    [{ reviewHours: 0 }, ['reviewHours value.out_of_range']],
    [{ confirmationMinutes: 4 }, ['confirmationMinutes value.out_of_range']],
    [{ accountPaymentOrder: ['fees', 'interest'] }, ['accountPaymentOrder value.required']],
    [{ accountPaymentOrder: ['fees', 'interest', 'principal'] }, []],
    [{ creditRisk: 'bank' }, ['creditRisk value.format']],
    [{ bankCountries: ['FR'] }, ['bankCountries[0] value.format']],
    [{ legalPages: { imprint: 'x' } }, ['legalPages.imprint policy.unknown_member']],
    [{ directDebit: true }, ['payee.sepaCreditorId value.required']],
    [{ installmentProfiles: [{ ...plan, from: 2, to: 1 }] }, ['installmentProfiles[0].to value.out_of_range']],
    [
      { installmentProfiles: [{ ...plan, to: 90, validFrom: '2026-01-02', validTo: '2026-01-01' }] },
      ['installmentProfiles[0].validTo value.out_of_range'],
    ],
    [{ installmentProfiles: [{ ...plan, validFrom: '2026-01-02' }] }, []],
    [{ installmentProfiles: [{ ...plan, validTo: '2026-01-02' }] }, []],
    [
      { installmentProfiles: [plan, { ...plan, numberOfInstallments: 3 }] },
      ['installmentProfiles[1].profileNo value.out_of_range'],
    ],
    [
      { installmentProfiles: [{ ...plan, numberOfInstallments: 121 }] },
      ['installmentProfiles[0].numberOfInstallments value.out_of_range'],
    ],
    [
      { installmentProfiles: [{ ...plan, bankAccountRequired: true }] },
      ['installmentProfiles[0].bankAccountRequired value.out_of_range'],
    ],
    [{ installmentProfiles: [{ ...plan, minimumPayment: 1 }] }, ['installmentProfiles[0].minimumPayment policy.unknown_member']],
    [{ accountProfiles: [account, account] }, ['accountProfiles[1].profileNo value.out_of_range']],
    [
      { accountProfiles: [{ ...account, bankAccountRequired: true }] },
      ['accountProfiles[0].bankAccountRequired value.out_of_range'],
    ],
    [{ campaigns: [campaign, campaign] }, ['campaigns[1].campaignNumber value.out_of_range']],
    [
      { campaigns: [{ ...campaign, daysUntilDue: 366, days: 1 }] },
      ['campaigns[0].days policy.unknown_member', 'campaigns[0].daysUntilDue value.out_of_range'],
    ],
    [{ reminders: { interestRatePercent: 1 } }, ['reminders.chargesInterest value.required']],
    [{ reminders: { chargesInterest: true } }, []],
    [
      { reminders: { firstDays: 0, secondDays: 91, days: 1 } },
      [
        'reminders.days policy.unknown_member',
        'reminders.firstDays value.out_of_range',
        'reminders.secondDays value.out_of_range',
      ],
    ],
    [
      { fees: { terms: [{ paymentType: 'Cash', rate: 1 }], more: 1 } },
      ['fees.more policy.unknown_member', 'fees.terms[0].paymentType value.format', 'fees.terms[0].rate policy.unknown_member'],
    ],
    [{ fees: { terms: [{ paymentType: 'Invoice', fixed: 10_000.01 }] } }, ['fees.terms[0].fixed value.out_of_range']],
    [
      { fees: { terms: [{ paymentType: 'Invoice', percent: 60 }] }, reserve: { percent: 41, days: 1 } },
      ['fees.terms[0].percent value.out_of_range'],
    ],
    [
      { reserve: { percent: 1, days: 731, hours: 1 } },
      ['reserve.days value.out_of_range', 'reserve.hours policy.unknown_member'],
    ],
    [
      { settlement: { weekday: 8, delayDays: 61, minimumPayout: 1_000_000.01, day: 1 } },
      [
        'settlement.day policy.unknown_member',
        'settlement.delayDays value.out_of_range',
        'settlement.minimumPayout value.out_of_range',
        'settlement.weekday value.out_of_range',
      ],
    ],
    [{ settlement: { period: 'hourly' } }, ['settlement.period value.format']],
    [
      { settlement: { payoutAccounts: { EUR: { name: 'x', iban: 'x', more: 1 }, USD: {} } } },
      [
        'settlement.payoutAccounts.EUR.iban payout.account_invalid',
        'settlement.payoutAccounts.EUR.more policy.unknown_member',
        'settlement.payoutAccounts.USD policy.unknown_member',
      ],
    ],
    [
      { fees: { terms: Array.from({ length: 3 }, () => ({ paymentType: 'Invoice' })) } },
      ['fees.terms[1] agreement.terms_overlap', 'fees.terms[2] agreement.terms_overlap'],
    ],
    [{ fees: { terms: [...days, { paymentType: 'Account', fixed: 10_001 }] } }, ['fees.terms[10].fixed value.out_of_range']],
  ])('with %j has these faults: %j', (over, expected) => {
    expect(faultsOf(read({ ...least, ...over }))).toEqual(expected.map((each) => `contract.${each}`));
  });

  it('is collected in euro alone, from whom has an id as a creditor and an account', () => {
    const collected = { sepaCreditorId: 'DE98ZZZ09999999999' };
    const form = { ...least, directDebit: true, installmentProfiles: [{ ...plan, bankAccountRequired: true }] };
    expect(faultsOf(read({ ...form, payee: { ...payee, ...collected } }))).toEqual([]);
    const danish = { ...payee, ibans: { DKK: 'DK5000400440116243' }, ...collected };
    expect(faultsOf(read({ ...form, payee: danish }, 'DK'))).toEqual([
      'contract.directDebit value.out_of_range',
      'contract.installmentProfiles[0].bankAccountRequired value.out_of_range',
    ]);
  });

  it('sets its validity and its payout account down without blanks, and weekly where nothing is said', () => {
    const settlement = { payoutAccounts: { EUR: { name: 'x', iban: 'DE89 3704 0044 0532 0130 00' } } };
    expect(contractOf({ ...least, settlement }).settlement).toStrictEqual({
      period: 'weekly',
      payoutAccounts: { EUR: { name: 'x', iban: 'DE89370400440532013000' } },
    });
    expect(contractOf({ ...least, settlement: {} }).settlement).toStrictEqual({ period: 'weekly' });
    expect(contractOf({ ...least, fees: { terms: [{ paymentType: 'Invoice' }] } }).fees).toStrictEqual({
      terms: [{ paymentType: 'Invoice', percentBps: 0, fixedMinor: 0n }],
    });
  });
});

describe('a payee', () => {
  const faults = (over: object, country?: CountryCode) => faultsOf(read({ ...least, payee: { ...payee, ...over } }, country));

  it.each([
    [{ ibans: {} }, 'DE', ['ibans.EUR value.required']],
    [{ ibans: undefined }, 'DE', ['ibans.EUR value.required']],
    [{ ibans: { EUR: 'DE89 3704 0044 0532 0130 00' } }, 'DE', []],
    [{ ibans: { EUR: 'DE89370400440532013001' } }, 'DE', ['ibans.EUR value.format']],
    // Its own check digits are right, those of the Belgian number in it are not.
    [{ ibans: { EUR: 'BE41539007547035' } }, 'DE', ['ibans.EUR value.format']],
    [{ ibans: { SEK: 'SE4550000000058398257466' } }, 'DE', ['ibans.EUR value.required']],
    [{ ibans: {}, kontonummer: '8601.11.17947' }, 'NO', []],
    [{ ibans: {}, kontonummer: '8601 11 17948' }, 'NO', ['ibans.NOK value.required', 'kontonummer value.format']],
    [{ ibans: {}, bankgiro: '5050-1055' }, 'SE', []],
    [{ ibans: {}, bankgiro: '5050-1056' }, 'SE', ['bankgiro value.format', 'ibans.SEK value.required']],
    [{ ibans: {}, fikCreditorNumber: '12345678' }, 'DK', []],
    [{ ibans: {}, fikCreditorNumber: '1234567' }, 'DK', ['fikCreditorNumber value.format', 'ibans.DKK value.required']],
    [{ fikCreditorNumber: '1234567x' }, 'DE', ['fikCreditorNumber value.format']],
    [{ fikCreditorNumber: 'x2345678' }, 'DE', ['fikCreditorNumber value.format']],
    [{ qrIban: 'CH5800791123000889012' }, 'DE', ['qrIban value.format']],
    [{ ibans: { CHF: 'CH44 3199 9123 0008 8901 2' } }, 'CH', ['ibans.CHF value.format']],
    [{ qrIban: 'CH4431999123000889013' }, 'DE', ['qrIban value.format']],
    [{ bic: 'COBA' }, 'DE', ['bic value.format']],
    [{ sepaCreditorId: 'DE97ZZZ09999999999' }, 'DE', ['sepaCreditorId value.format']],
    [{ email: 'nobody' }, 'DE', ['email value.format']],
    [{ phone: '12' }, 'DE', ['phone value.format']],
    [{ website: 'http://shop.example.com' }, 'DE', ['website value.format']],
    [
      { address: { ...address, countryCode: 'FR', city: 'x' } },
      'DE',
      ['address.city policy.unknown_member', 'address.countryCode value.format'],
    ],
    [{ fax: '1' }, 'DE', ['fax policy.unknown_member']],
    [{ name: undefined }, 'DE', ['name value.required']],
  ] as const)('with %j in %s has these faults: %j', (over, country, expected) => {
    expect(faults(over, country)).toEqual(expected.map((each) => `contract.payee.${each}`));
  });

  it('is read in one form', () => {
    const written = {
      ibans: { EUR: 'de89 3704 0044 0532 0130 00' },
      sepaCreditorId: 'de98 zzz0 9999999999',
      kontonummer: '8601.11.17947',
    };
    expect(contractOf({ ...least, payee: { ...payee, ...written } }).payee).toMatchObject({
      ibans: { EUR: 'DE89370400440532013000' },
      sepaCreditorId: 'DE98ZZZ09999999999',
      kontonummer: '86011117947',
    });
  });
});

it.each([
  ['https://shop.example.com/{language}/terms', true],
  ['https://{language}.example.com', true],
  ['http://shop.example.com', false],
  ['https://shop', false],
  ['https://me@shop.example.com', false],
  ['https://shop.example.com/{lang}', false],
  ['https://shop.example.com/a b', false],
  ['ftp://shop.example.com', false],
  ['shop.example.com', false],
])('the address of a page %s is one: %s', (text, expected) => expect(pageAddress(text)).toBe(expected ? text : undefined));
