// An agreement that passes can be settled by: no capture costs more than itself in per cents, no two terms hold at once,
// every account can be paid to.
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { agreementFaults, partOf, settlementAgreementOf, termFor } from '../../src/core/settlement/agreement.ts';
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

  it('rounds half a cent upwards', () => {
    expect([1n, 99n, 50n, 49n, 10_000n].map((amount) => partOf(amount, 100))).toEqual([0n, 1n, 1n, 0n, 100n]);
  });
});
