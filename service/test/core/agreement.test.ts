// An agreement that passes can be settled by: no capture costs more than itself in per cents, no two terms hold at once,
// every account can be paid to.
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { type Currency, currencies } from '../../src/core/money.ts';
import { oneOf } from '../../src/core/refusals.ts';
import {
  agreementFaults,
  partOf,
  payoutAccountFaults,
  settlementAgreementOf,
  termFor,
} from '../../src/core/settlement/agreement.ts';
import type { FeeTerm } from '../../src/core/settlement/terms.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';

const faults = (part: Partial<Contract>): unknown[] =>
  agreementFaults({ ...demoContract('DE'), ...part }).map(({ id, field }) => [id, field]);
const term = (over: Partial<FeeTerm> = {}): FeeTerm => ({ paymentType: 'Invoice', percentBps: 100, fixedMinor: 10n, ...over });

describe('an agreement', () => {
  it.each(countryCodes)('of the demo shop of %s can be settled by', (country) =>
    expect(agreementFaults(demoContract(country))).toEqual([]),
  );

  it('that says nothing is no fee, no reserve and a statement every Monday', () => {
    expect(settlementAgreementOf({})).toEqual({
      fees: { terms: [], onRefund: 'kept' },
      reserve: { percentBps: 0, days: 0 },
      period: 'weekly',
      weekday: 1,
      delayDays: 0,
      minimumPayoutMinor: 0n,
    });
  });

  it('holds one term for a payment type on a day', () => {
    const terms = [term({ validTo: '2026-05-31' }), term({ validFrom: '2026-06-01', percentBps: 200 })];
    expect(faults({ fees: { terms } })).toEqual([]);
    expect(termFor(terms, 'Invoice', '2026-05-31')?.percentBps).toBe(100);
    expect(termFor(terms, 'Invoice', '2026-06-01')?.percentBps).toBe(200);
    expect(termFor(terms, 'Account', '2026-06-01')).toBeUndefined();
    expect(faults({ fees: { terms: [term(), term({ validFrom: '2030-01-01' })] } })).toEqual([
      ['agreement.terms_overlap', 'fees.terms.1'],
    ]);
  });

  it('is refused where it could not be settled by, member by member', () => {
    const wrong = { percentBps: 9_901, fixedMinor: -1n, paymentType: 'Cash', validFrom: '2026-02-01', validTo: '2026-01-01' };
    expect(faults({ fees: { terms: [wrong] }, reserve: { percentBps: 100, days: 0 } })).toEqual([
      ['value.format', 'fees.terms.0.paymentType'],
      ['value.out_of_range', 'fees.terms.0.percentBps'],
      ['value.out_of_range', 'fees.terms.0.fixedMinor'],
      ['value.out_of_range', 'fees.terms.0.validTo'],
      ['value.out_of_range', 'reserve.days'],
    ]);
    const settlement = {
      period: 'weekly',
      weekday: 8,
      delayDays: 61,
      minimumPayoutMinor: -1n,
      payoutAccounts: { EUR: { name: ' ', iban: 'DE89370400440532013001', bic: 'NO' } },
    } as const;
    expect(faults({ settlement })).toEqual([
      ['value.out_of_range', 'settlement.weekday'],
      ['value.out_of_range', 'settlement.delayDays'],
      ['value.out_of_range', 'settlement.minimumPayoutMinor'],
      ['value.required', 'settlement.payoutAccounts.EUR.name'],
      ['payout.account_invalid', 'settlement.payoutAccounts.EUR.iban'],
      ['payout.account_invalid', 'settlement.payoutAccounts.EUR.bic'],
    ]);
  });

  it.each<[string, (value: number) => Partial<Contract>, least: number, most: number]>([
    ['fees.terms.0.percentBps', (percentBps) => ({ fees: { terms: [term({ percentBps })] } }), 0, 10_000],
    [
      'fees.terms.0.percentBps',
      (percentBps) => ({ fees: { terms: [term({ percentBps })] }, reserve: { percentBps: 9_000, days: 1 } }),
      0,
      1_000,
    ],
    ['fees.terms.0.fixedMinor', (amount) => ({ fees: { terms: [term({ fixedMinor: BigInt(amount) })] } }), 0, 1_000_000],
    ['reserve.percentBps', (percentBps) => ({ fees: { terms: [] }, reserve: { percentBps, days: 1 } }), 0, 10_000],
    ['reserve.days', (days) => ({ reserve: { percentBps: 100, days } }), 1, 730],
    ['reserve.days', (days) => ({ reserve: { percentBps: 0, days } }), 0, 730],
    ['settlement.weekday', (weekday) => ({ settlement: { period: 'weekly', weekday } }), 1, 7],
    ['settlement.delayDays', (delayDays) => ({ settlement: { period: 'daily', delayDays } }), 0, 60],
    [
      'settlement.minimumPayoutMinor',
      (amount) => ({ settlement: { period: 'monthly', minimumPayoutMinor: BigInt(amount) } }),
      0,
      100_000_000,
    ],
  ])('has %s within its bounds, which are included', (field, having, least, most) => {
    for (const value of [least, most]) expect(faults(having(value)), String(value)).toEqual([]);
    for (const value of [least - 1, most + 1])
      expect(faults(having(value)), String(value)).toEqual([['value.out_of_range', field]]);
  });

  it.each([
    ['begins on the day on which the other ends', true, { validTo: '2026-05-31' }, { validFrom: '2026-05-31' }],
    ['ends on the day on which the other begins', true, { validFrom: '2026-05-31' }, { validTo: '2026-05-31' }],
    ['begins the day after', false, { validTo: '2026-05-31' }, { validFrom: '2026-06-01' }],
    ['ends the day before', false, { validFrom: '2026-06-01' }, { validTo: '2026-05-31' }],
    ['is of another payment type', false, {}, { paymentType: 'Account' }],
  ])('whose second term %s is refused: %s', (_name, isRefused, one, other) => {
    const overlap = { id: 'agreement.terms_overlap', field: 'fees.terms.1', values: { paymentType: 'Invoice' } };
    const contract = { ...demoContract('DE'), fees: { terms: [term(one), term(other)] } };
    expect(agreementFaults(contract)).toEqual(isRefused ? [overlap] : []);
  });

  it('of one day, without fees, without settlement or with an account that needs no BIC can be settled by', () => {
    expect(faults({ fees: { terms: [term({ validFrom: '2026-05-31', validTo: '2026-05-31' })] } })).toEqual([]);
    const { fees: _fees, settlement: _settlement, reserve: _reserve, ...silent } = demoContract('DE');
    expect(agreementFaults(silent)).toEqual([]);
    const account = { name: 'Shop', iban: 'DE89370400440532013000' };
    for (const bic of [undefined, null, 'COBADEFFXXX']) {
      const payoutAccounts = { EUR: { ...account, ...(bic !== undefined && { bic }) } };
      expect(faults({ settlement: { period: 'weekly', payoutAccounts } })).toEqual([]);
    }
  });

  it('names a period and currencies that there are', () => {
    const settlement = { period: 'yearly', payoutAccounts: { USD: { name: 'Shop', iban: 'DE89370400440532013000' } } };
    const found = agreementFaults({
      ...demoContract('DE'),
      settlement: settlement as unknown as Contract['settlement'] & object,
    });
    expect(found).toEqual([
      { id: 'value.format', field: 'settlement.period', values: oneOf(['daily', 'weekly', 'monthly']) },
      { id: 'value.format', field: 'settlement.payoutAccounts.USD', values: oneOf(currencies) },
    ]);
  });

  it('says what is wrong with an account', () => {
    const why = (iban: string, bic: string) =>
      payoutAccountFaults({ name: 'Shop', iban, bic }, 'EUR', 'x').map(({ values }) => values);
    expect(why('DE89370400440532013001', 'NO')).toEqual([{ why: expect.any(String) }, { why: 'bic' }]);
  });

  it.each<[string, Currency, string | undefined]>([
    ['TR330006100519786457841326', 'EUR', 'outside_sepa'],
    ['TR330006100519786457841326', 'CHF', undefined],
    ['CH4431999123000889012', 'CHF', 'qr_iban'],
    ['CH44 3199 9123 0008 8901 2', 'EUR', 'qr_iban'],
    ['CH9300762011623852957', 'EUR', undefined],
    ['GI75NWBK000000007099453', 'EUR', undefined],
    ['RS35260005601001611379', 'EUR', undefined],
    ['SE4550000000058398257466', 'SEK', undefined],
  ])('judges %s for payouts in %s', (iban, currency, why) => {
    const expected = why ? [{ id: 'payout.account_invalid', field: 'x.iban', values: { why } }] : [];
    expect(payoutAccountFaults({ name: 'Shop', iban }, currency, 'x')).toEqual(expected);
  });

  it('rounds half a cent upwards', () => {
    expect([1n, 99n, 50n, 49n, 10_000n].map((amount) => partOf(amount, 100))).toEqual([0n, 1n, 1n, 0n, 100n]);
  });
});
