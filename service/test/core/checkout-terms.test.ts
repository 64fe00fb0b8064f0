// What a buyer agrees to by choosing how to pay is what the shop’s contract has, for this basket, on this day, and what the law allows:
// nothing else is agreed, and what is offered can be agreed to.
import { describe, expect, it } from 'vitest';
import { type Basket, isDebited, needsAccount, productsFor } from '../../src/core/checkout/products.ts';
import { type Agreed, agree, isRateOf, storedTerms, type Terms, termsOf } from '../../src/core/checkout/terms.ts';
import type { Contract, Merchant } from '../../src/core/merchant.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { basket, chosen, noDebit, revolving, shop, six } from '../support/checkout.ts';

const agreeTo = (choice: Parameters<typeof agree>[0], over: Partial<Basket> = {}, merchant: Merchant = shop()) =>
  agree(choice, { ...basket, ...over }, merchant, 'pay');
const refusedAs = (...asked: Parameters<typeof agreeTo>): unknown[] => {
  const answer = agreeTo(...asked);
  if (!(answer instanceof Refusal)) return [];
  const { id, field, values } = answer.notices[0];
  return [id, field, ...(values && Object.keys(values).length > 0 ? [values] : [])];
};
const agreedOn = (...asked: Parameters<typeof agreeTo>): Agreed => agreeTo(...asked) as Agreed;
const plain = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: null };

describe('an invoice', () => {
  it('is due when the contract says, or the campaign that was chosen, while it runs', () => {
    expect(agreedOn(chosen('Invoice'))).toEqual({ terms: plain, plan: null, profile: null });
    const campaign = { ...plain, campaignNumber: 60, daysUntilDue: 60 };
    expect(agreedOn(chosen('Invoice', { campaignNumber: 60 }))).toEqual({ terms: campaign, plan: null, profile: null });
    const unknown = ['method.campaign', 'pay.campaign.campaignNumber'];
    expect(refusedAs(chosen('Invoice', { campaignNumber: 61 }))).toEqual(unknown);
    expect(refusedAs(chosen('Invoice', { campaignNumber: 90 }))).toEqual(unknown);
    expect(agreedOn(chosen('Invoice', { campaignNumber: 90 }), { on: '2026-06-11' }).terms.daysUntilDue).toBe(90);
    // At the end of a month all are due together.
    const monthly = agreedOn(chosen('Consolidatedinvoice', { campaignNumber: 61, directDebit: true }));
    expect(monthly).toEqual({ terms: { ...plain, directDebit: true }, plan: null, profile: null });
  });

  it('is collected only where that can be done, and never agreed to for later orders', () => {
    expect(agreedOn(chosen('Invoice', { directDebit: true })).terms.directDebit).toBe(true);
    const elsewhere = ['method.not_available', 'pay.directDebit'];
    expect(refusedAs(chosen('Invoice', { directDebit: true }), {}, shop(noDebit))).toEqual(elsewhere);
    expect(refusedAs(chosen('Consolidatedinvoice', { directDebit: true }), {}, shop(noDebit))).toEqual(elsewhere);
    expect(refusedAs(chosen('Invoice', { directDebit: true }), { currency: 'SEK' })).toEqual(elsewhere);
    expect(refusedAs(chosen('Invoice', { recurring: true }))).toEqual(['method.recurring', 'pay.recurringDirectDebit']);
    const none = shop({ paymentTypes: ['Consolidatedinvoice'] });
    expect(refusedAs(chosen('Invoice'), {}, none)).toEqual(['method.not_available', 'pay.type']);
  });
});

describe('a plan in installments', () => {
  const choice = chosen('Installment', { profileNo: 1 });
  it('is that of its profile, whole', () => {
    const { terms, plan, profile } = agreedOn(choice);
    const { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor } = six;
    const own = { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor };
    expect(terms).toEqual({ ...plain, installment: own });
    expect(profile).toBe(six);
    expect([plan?.installments.length, plan?.totalMinor]).toEqual([6, 62_683n]);
    expect(agreedOn({ ...choice, directDebit: true }).terms.directDebit).toBe(true);
    expect(agreedOn({ ...choice, numberOfInstallments: 6 }).profile).toBe(six);
  });

  it('is refused with what is wrong of the choice', () => {
    const at = (member: string) => `pay.installment.${member}`;
    expect(refusedAs(chosen('Installment'))).toEqual(['value.required', at('profileNo')]);
    expect(refusedAs({ ...choice, profileNo: 2 })).toEqual(['installment.profile', at('profileNo')]);
    expect(refusedAs({ ...choice, numberOfInstallments: 7 })).toEqual([
      'installment.number',
      at('numberOfInstallments'),
      { number: '6' },
    ]);
    expect(refusedAs(choice, { amountMinor: 4_999n })).toEqual(['installment.no_plans', at('profileNo')]);
    expect(agreedOn(choice, { amountMinor: 5_000n }).profile).toBe(six);
    expect(refusedAs(choice, { amountMinor: 100_001n })).toEqual(['installment.no_plans', at('profileNo')]);
    const tomorrow = shop({ installmentProfiles: [{ ...six, validFrom: '2026-06-11' }] });
    expect(refusedAs(choice, {}, tomorrow)).toEqual(['installment.no_plans', at('profileNo')]);
    const any = shop({ installmentProfiles: [{ ...six, fromMinor: 0n }] });
    expect(refusedAs(choice, { amountMinor: 3n }, any)).toEqual(['installment.amount', at('numberOfInstallments')]);
    expect(refusedAs(choice, { currency: 'SEK' })).toEqual(['method.not_available', 'pay.type']);
    const dear = shop({ installmentProfiles: [{ ...six, interestRateBps: 9_000 }] }, 'FI');
    expect(refusedAs(choice, {}, dear)).toEqual(['method.not_available', 'pay.type']);
    expect(refusedAs({ ...choice, directDebit: true }, {}, shop(noDebit))).toEqual(['method.not_available', 'pay.directDebit']);
  });

  it('is agreed to at its nominal or its effective rate, and at no other', () => {
    const effective = Number(agreedOn(choice).plan?.effectiveInterestRate);
    expect(effective > 9).toBe(true);
    for (const interestRate of [9, effective]) expect(agreedOn({ ...choice, interestRate }).profile).toBe(six);
    for (const interestRate of [9.01, 9.001, effective + 0.01])
      expect(refusedAs({ ...choice, interestRate })).toEqual([
        'installment.rate',
        'pay.installment.customerInterestRate',
        { rate: '9' },
      ]);
    // Of a basket that has no plan it is the nominal one alone.
    expect([isRateOf(9, six, 1n), isRateOf(effective, six, 1n)]).toEqual([true, false]);
    expect(isRateOf(9.001, { ...six, interestRateBps: 900 }, 60_000n)).toBe(false);
  });
});

describe('an account', () => {
  const choice = chosen('Account', { profileNo: 9 });
  it('is that of its profile, whole', () => {
    const { profileNo, interestRateBps, startupFeeMinor, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps } = revolving;
    const own = { profileNo, interestRateBps, startupFeeMinor, monthlyFeeMinor, minimumPaymentMinor, minimumPaymentBps };
    expect(agreedOn(choice)).toEqual({ terms: { ...plain, account: own }, plan: null, profile: revolving });
    expect(agreedOn({ ...choice, directDebit: true }).terms.directDebit).toBe(true);
  });

  it('is refused with what is wrong of the choice', () => {
    const at = 'pay.account.profileNo';
    expect(refusedAs(chosen('Account'))).toEqual(['value.required', at]);
    expect(refusedAs({ ...choice, profileNo: 8 })).toEqual(['account.profile', at]);
    expect(refusedAs(choice, { amountMinor: 4_999n })).toEqual(['account.profile', at]);
    expect(refusedAs(choice, {}, shop({ accountProfiles: [{ ...revolving, validTo: '2026-06-09' }] }))).toEqual([
      'account.profile',
      at,
    ]);
    expect(refusedAs(choice, { currency: 'SEK' })).toEqual(['method.not_available', 'pay.type']);
    const dear = shop({ accountProfiles: [{ ...revolving, interestRateBps: 9_000 }] }, 'FI');
    expect(refusedAs(choice, {}, dear)).toEqual(['method.not_available', 'pay.type']);
    expect(refusedAs({ ...choice, directDebit: true }, {}, shop(noDebit))).toEqual(['method.not_available', 'pay.directDebit']);
  });
});

describe('what was agreed', () => {
  it('is kept with an order wherever it is more than a plain invoice, to the cent', () => {
    expect(storedTerms(plain)).toBeNull();
    const kept: Partial<Terms>[] = [
      { directDebit: true },
      { campaignNumber: 60 },
      { daysUntilDue: 14 },
      { late: { interestRateBps: null, reminderFeeMinor: 250n } },
      { mandateNumber: 'M1' },
      { installment: agreedOn(chosen('Installment', { profileNo: 1 })).terms.installment },
      { account: agreedOn(chosen('Account', { profileNo: 9 })).terms.account },
      { paymentReference: 'RF18' },
    ];
    for (const each of kept) {
      const terms = { ...plain, ...each };
      expect(termsOf({ terms: storedTerms(terms) })).toEqual(terms);
    }
    expect(termsOf({ terms: null })).toEqual(plain);
  });
});

describe('the products of a shop', () => {
  const shown = (over: Partial<Contract> = {}, of: Partial<Basket> = {}) =>
    productsFor({ ...basket, ...of }, shop(over)).map(({ product, missing }) => [
      product.kind,
      'directDebit' in product && product.directDebit,
      missing?.reason ?? null,
    ]);
  it('are those of its contract in their order, each with why it is not offered', () => {
    expect(shown()).toEqual([
      ['Invoice', false, null],
      ['Invoice', true, null],
      ['Consolidatedinvoice', false, null],
      ['Installment', true, null],
      ['Account', false, null],
    ]);
    expect(shown(noDebit).map(([kind, debit]) => [kind, debit])).toEqual([
      ['Invoice', false],
      ['Consolidatedinvoice', false],
      ['Installment', false],
      ['Account', false],
    ]);
    for (const type of ['Invoice', 'Consolidatedinvoice', 'Installment', 'Account'])
      expect(shown({ ...noDebit, paymentTypes: [type] }).map(([kind]) => kind)).toEqual([type]);
    expect(shown({}, { currency: 'SEK' })).toEqual([
      ['Invoice', false, null],
      ['Invoice', true, 'otherCurrency'],
      ['Consolidatedinvoice', false, null],
      ['Installment', false, 'otherCurrency'],
      ['Account', false, 'otherCurrency'],
    ]);
    expect(shown({}, { amountMinor: 100_001n }).slice(3)).toEqual([
      ['Installment', true, 'outOfRange'],
      ['Account', false, 'outOfRange'],
    ]);
  });

  it('have the plan and the rate they are offered with, and none where they are not', () => {
    const [, , , plan, account] = productsFor(basket, shop()).map(({ product }) => product);
    expect(plan).toMatchObject({ profile: six, plan: { totalMinor: 62_683n } });
    expect(account).toMatchObject({ profile: revolving, annualRate: '12.68' });
    const [, , , noPlan, noAccount] = productsFor({ ...basket, currency: 'SEK' }, shop()).map(({ product }) => product);
    expect([noPlan, noAccount]).toMatchObject([{ plan: null }, { annualRate: null }]);
  });

  it('need an account to collect from where the profile says so, and money can be collected', () => {
    const collected = { ...six, bankAccountRequired: true };
    const { payee } = shop().contract;
    const cases = [
      [null, shop(), true, false],
      [null, shop(noDebit), false, false],
      [six, shop(noDebit), false, false],
      [six, shop(), true, false],
      [collected, shop(), true, true],
      [collected, shop(noDebit), true, true],
      [collected, shop({ payee: { ...payee, sepaCreditorId: null } }), false, false],
      [collected, shop({ payee: { ...payee, ibans: {} } }), false, false],
    ] as const;
    for (const [profile, merchant, debited, needs] of cases)
      expect([isDebited(profile, basket, merchant), needsAccount(profile, basket, merchant)]).toEqual([debited, needs]);
    expect(needsAccount(collected, { currency: 'CHF' }, shop())).toBe(false);
  });
});
