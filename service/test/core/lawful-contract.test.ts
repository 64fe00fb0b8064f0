// What of a contract the law lets be offered: a plan above a cap for every basket is refused, one above it for some is told, and no
// letter may be agreed to cost more than the law allows.
import { describe, expect, it } from 'vitest';
import { aboveLaw, judgeContract } from '../../src/core/agreement/lawful-contract.ts';
import { currencyFault, payeeAccount } from '../../src/core/checkout/currency.ts';
import { countries } from '../../src/core/countries/countries.ts';
import type { InstallmentProfile } from '../../src/core/credit-profiles.ts';
import type { Day } from '../../src/core/dates.ts';
import type { Contract, Merchant, Payee } from '../../src/core/merchant.ts';
import type { Currency } from '../../src/core/money.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { revolving, shop, six } from '../support/checkout.ts';

const on = '2026-06-10';
type Country = Merchant['country'];
const legalPages = { termsAndConditionsUrl: 'https://a.example', privacyStatementUrl: 'https://b.example' };
/** A shop with nothing to say against it, but for what is given. */
const contractOf = (over: Partial<Contract>, country: Country = 'FI'): Contract => {
  const { contract } = shop({ installmentProfiles: [], accountProfiles: [], legalPages, ...over }, country);
  const { payee } = contract;
  return { ...contract, payee: { ...payee, organisationNumber: '1', vatNumber: 'FI1', email: 'a@b.fi', ...over.payee } };
};
const judged = (over: Partial<Contract>, at: Day = on, country: Country = 'FI') =>
  judgeContract(contractOf(over, country), { country, currency: countries[country].currency }, at);
const told = (...all: Parameters<typeof judged>): string[] => {
  const found = judged(...all);
  if (!(found instanceof Refusal)) return found.map(({ field, text }) => `${field}: ${text}`);
  return found.notices.map(
    ({ field, values = {} }) => `${field} ${values['parameter']} ${values['cap']} ${values['actual']} ${values['country']}`,
  );
};
const plain = { ...six, interestRateBps: 900, startupFeeMinor: 0n, monthlyFeeMinor: 0n };
const plan = (over: Partial<InstallmentProfile>, at?: Day) => told({ installmentProfiles: [plain, { ...plain, ...over }] }, at);
const refusedAt = (cap: string, actual: string) => [`contract.installmentProfiles[1] interestCap ${cap} ${actual} FI`];

describe('a plan', () => {
  it('is refused above a cap of its day, and lawful at it', () => {
    expect(plan({ interestRateBps: 1_750 })).toEqual([]);
    expect(plan({ interestRateBps: 1_751 })).toEqual(refusedAt('17.50 %', '17.51 %'));
    expect(plan({ interestRateBps: 1_751 }, '2025-03-01')).toEqual([]);
  });

  it('is judged by the law of the day on which it begins, and not once it is over', () => {
    expect(plan({ interestRateBps: 1_800, validFrom: '2025-06-30' }, '2025-03-01')).toEqual([]);
    expect(plan({ interestRateBps: 1_800, validFrom: '2025-07-01' }, '2025-03-01')).toEqual(refusedAt('17.50 %', '18.00 %'));
    expect(plan({ interestRateBps: 1_800, validFrom: '2025-03-01' })).toEqual(refusedAt('17.50 %', '18.00 %'));
    expect(plan({ interestRateBps: 1_800, validTo: on })).toEqual(refusedAt('17.50 %', '18.00 %'));
    expect(plan({ interestRateBps: 1_800, validTo: '2026-06-09' })).toEqual([]);
  });

  it('that is above a cap for some baskets is told with the first and the last of those that were tried', () => {
    const some = (least: string, last: string, actual: string, cap = '5.00') => [
      `contract.installmentProfiles[1]: Not offered for some baskets between ${least} and ${last}: otherCostCap allows ${cap}, and it comes to ${actual}.`,
    ];
    const dear = { monthlyFeeMinor: 400n, toMinor: 99_999_999_999n };
    expect(plan({ ...dear, fromMinor: 5_000n })).toEqual(some('50.00', '1186.85', '24.00'));
    expect(plan({ ...dear, fromMinor: 0n })).toEqual(some('1.00', '825.40', '24.00'));
    expect(plan({ ...dear, fromMinor: 101n })).toEqual(some('1.01', '828.83', '24.00'));
    expect(plan({ monthlyFeeMinor: 100n, fromMinor: 100n, toMinor: 10_000_000n })).toEqual(some('1.00', '316.22', '6.00'));
    const never = ['contract.installmentProfiles[1] otherCostCap 5.00 6.00 FI'];
    expect(plan({ monthlyFeeMinor: 100n, fromMinor: 5_000n, toMinor: 5_000n })).toEqual(never);
    expect(plan({ monthlyFeeMinor: 100n, fromMinor: 5_000n, toMinor: 30_000n })).toEqual(never);
    // Larger than any that is tried.
    expect(plan({ monthlyFeeMinor: 100n, fromMinor: 20_000_000n, toMinor: 99_999_999_999n })).toEqual([]);
    expect(plan({ monthlyFeeMinor: 100n, fromMinor: 30_000n, toMinor: 40_000n })).toEqual(
      some('300.00', '330.19', '6.00', '5.40'),
    );
  });

  it('that no basket has is no matter of the law', () => {
    expect(plan({ interestRateBps: 900, numberOfInstallments: 120, fromMinor: 100n, toMinor: 100n })).toEqual([]);
  });
});

it('an account is refused above a cap of its day, or of the day on which it begins, and not once it is over', () => {
  const account = (over: object, at?: Day) => told({ accountProfiles: [revolving, { ...revolving, ...over }] }, at);
  const refused = ['contract.accountProfiles[1] interestCap 17.50 % 17.51 % FI'];
  expect(account({ interestRateBps: 1_750 })).toEqual([]);
  expect(account({ interestRateBps: 1_751 })).toEqual(refused);
  expect(account({ interestRateBps: 1_751, validTo: on })).toEqual(refused);
  expect(account({ interestRateBps: 1_751, validTo: '2026-06-09' })).toEqual([]);
  expect(account({ interestRateBps: 1_751, validFrom: '2025-07-01' }, '2025-03-01')).toEqual(refused);
});

describe('a letter', () => {
  const asking = (reminders: Contract['reminders'] & object, country: Country = 'FI', at = on) =>
    told({ reminders }, at, country);

  it('asks no fee and no interest above the law, whose last number goes on being a cap', () => {
    expect(asking({ feeMinor: 500n, interestRateBps: 950 })).toEqual([]);
    for (const at of [on, '2030-01-01'])
      expect(asking({ feeMinor: 501n, interestRateBps: 951 }, 'FI', at)).toEqual([
        'contract.reminders.fee reminderFee 5.00 5.01 FI',
        'contract.reminders.interestRatePercent lateInterestCap 9.50 % 9.51 % FI',
      ]);
    expect(asking({})).toEqual([]);
  });

  it('may ask for the interest that may be agreed where a country says it, else for the statutory one', () => {
    expect(asking({ interestRateBps: 400 }, 'AT')).toEqual([]);
    expect(asking({ interestRateBps: 401 }, 'AT')).toEqual([
      'contract.reminders.interestRatePercent lateInterestCap 4.00 % 4.01 % AT',
    ]);
    expect(asking({ feeMinor: 1n }, 'AT')).toEqual(['contract.reminders.fee reminderFee 0.00 0.01 AT']);
  });

  it('above the law is found in a contract that holds', () => {
    const found = (over: Partial<Contract>) => aboveLaw(contractOf(over), { country: 'FI', currency: 'EUR' }, on);
    expect(found({ reminders: { feeMinor: 501n } })).toEqual([
      { field: 'contract.reminders.fee', text: 'reminderFee allows 5.00, and it comes to 5.01.' },
    ]);
    expect(found({ legalPages: {} })).toEqual([]);
  });
});

it('what consumers have to be told and are not is hinted at', () => {
  const fields = (over: Partial<Contract>, country: Country = 'FI') =>
    told(over, on, country).map((each) => each.replace(/:.*/, ''));
  expect(fields({})).toEqual([]);
  expect(fields({ legalPages: {} })).toEqual([
    'contract.legalPages.termsAndConditionsUrl',
    'contract.legalPages.privacyStatementUrl',
  ]);
  const { payee } = contractOf({});
  const bare = { ...payee, organisationNumber: null, vatNumber: null, email: null };
  expect(fields({ payee: bare })).toEqual(['organisationNumber', 'vatNumber', 'email'].map((name) => `contract.payee.${name}`));
  const { legalPages: _pages, ...silent } = contractOf({});
  expect(judgeContract(silent, { country: 'FI', currency: 'EUR' }, on)).toEqual(
    ['termsAndConditionsUrl', 'privacyStatementUrl'].map((name) => {
      return { field: `contract.legalPages.${name}`, text: 'Consumers are shown a sample text until there is one.' };
    }),
  );
  expect(told({ payee: bare })[0]).toMatch(/: Asked for on invoices and in pre-contractual information\.$/);
  const swiss = contractOf({}, 'CH').payee;
  expect(fields({ payee: { ...swiss, qrIban: null } }, 'CH')).toEqual(['contract.payee.qrIban']);
  expect(told({ payee: { ...swiss, qrIban: null } }, on, 'CH')[0]).toMatch(/: Without one invoices have no Swiss payment part/);
  expect(fields({ payee: { ...swiss, qrIban: 'CH4431999123000889012' } }, 'CH')).toEqual([]);
});

describe('a currency', () => {
  const none = { ibans: {}, bic: null, qrIban: null, bankgiro: null, kontonummer: null, fikCreditorNumber: null };
  const payeeWith = (over: Partial<Payee>): Payee => ({ ...contractOf({}).payee, ...none, ...over });
  const limit = { orderMinor: 1n, customerMinor: 1n };
  const faultIn = (country: Country, currency: Currency, over: Partial<Payee>) => {
    const { contract, ...merchant } = shop({}, country);
    const limits = { EUR: limit, SEK: limit };
    return currencyFault(
      { ...merchant, contract: { ...contract, payee: payeeWith(over), policy: { ...contract.policy, limits } } },
      currency,
      'f',
    );
  };

  it('is paid to the country’s own account where it is its own, else to an IBAN of it', () => {
    const both = payeeWith({ bankgiro: '5050-1055', ibans: { EUR: 'eur', SEK: 'sek' } });
    expect([payeeAccount(both, 'SE', 'SEK'), payeeAccount(both, 'SE', 'EUR'), payeeAccount(both, 'DE', 'SEK')]).toEqual([
      '5050-1055',
      'eur',
      'sek',
    ]);
    expect(payeeAccount({ ...both, bankgiro: null }, 'SE', 'SEK')).toBe('sek');
    expect(payeeAccount({ ...both, ibans: {} }, 'SE', 'EUR')).toBeUndefined();
  });

  it('is sold in where the policy has limits and the payee an account', () => {
    expect(faultIn('DE', 'EUR', { ibans: { EUR: 'eur' } })).toBeUndefined();
    expect(faultIn('DE', 'SEK', { ibans: { EUR: 'eur' } })?.notices).toEqual([
      { id: 'order.currency_not_payable', field: 'f', values: { currency: 'SEK' } },
    ]);
    expect(faultIn('DE', 'DKK', { ibans: { DKK: 'dkk' } })?.notices[0].id).toBe('order.currency_not_offered');
  });

  it('of its own country a shop without any account goes on selling in', () => {
    expect(faultIn('DE', 'EUR', {})).toBeUndefined();
    expect(faultIn('DE', 'SEK', {})?.notices[0].id).toBe('order.currency_not_payable');
    for (const account of ['qrIban', 'bankgiro', 'kontonummer', 'fikCreditorNumber'] as const)
      expect(faultIn('DE', 'EUR', { [account]: '1' })?.notices[0].id, account).toBe('order.currency_not_payable');
    expect(faultIn('DE', 'EUR', { ibans: { SEK: 'sek' } })?.notices[0].id).toBe('order.currency_not_payable');
  });
});
