// What an order is placed on: a contract binds only the person, amount, method and account it was made for, once and in its time, and
// money is collected only from an account that can be one.

import { describe, expect, it } from 'vitest';
import { accountSent } from '../../src/core/bank/bank-account.ts';
import {
  type Agreement,
  bankAccountFault,
  isOpenFor,
  type NamedAccount,
  type PaymentRequest,
  paymentAgreementOf,
  useContract,
} from '../../src/core/checkout/agreement.ts';
import { checkoutFault, checkoutMs, checkoutOfOrder, useCheckout } from '../../src/core/checkout/checkout.ts';
import type { Basket } from '../../src/core/checkout/products.ts';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import { type Choice, storedTerms, type Terms } from '../../src/core/checkout/terms.ts';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import type { Contract } from '../../src/core/merchant.ts';
import type { Order, OrderContents } from '../../src/core/order/rows.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { settingOf } from '../support/applicant.ts';
import { agreedContract, basket, checkoutUntil, chosen, noDebit, revolving, shop, six } from '../support/checkout.ts';

const now = Date.parse('2026-06-10T09:30:00Z');
const iban = 'DE89370400440532013000';
const { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor } = six;
const plan = { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor };
const terms: Terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: plan, account: null };
const { profileNo: number, minimumPaymentMinor, minimumPaymentBps } = revolving;
const account = {
  profileNo: number,
  interestRateBps: 1_200,
  startupFeeMinor: 0n,
  monthlyFeeMinor: 0n,
  minimumPaymentMinor,
  minimumPaymentBps,
};

const contract = agreedContract(storedTerms(terms), now, now + 1);
const party = { nationalId: null, birthDate: '1984-12-08', name: 'Kim Test' };
const onPlan = chosen('Installment', { profileNo: 1 });
const request: PaymentRequest = {
  choice: onPlan,
  bankAccount: null,
  bankCode: null,
  contractNamed: true,
  contract,
  checkoutId: 'c',
  contractParty: { name: 'Kim Test' },
  party,
};

const placed = (
  over: Partial<PaymentRequest> = {},
  made: Partial<PaymentContract> = {},
  on: Partial<Basket> = {},
  merchant = shop(),
  at = now,
) => paymentAgreementOf({ ...request, contract: { ...contract, ...made }, ...over }, { ...basket, ...on }, merchant, at, 'pay');
const told = (answer: Agreement | Refusal) =>
  answer instanceof Refusal ? `${answer.notices[0].field} ${answer.notices[0].id}` : answer;
const needed = 'pay.contractId method.contract_needed';

describe('a contract', () => {
  it('holds as it was made, though the shop’s products changed', () => {
    const merchant = shop({ installmentProfiles: [{ ...six, interestRateBps: 1_900 }] });
    expect(placed({}, {}, {}, merchant)).toEqual({ terms, bankAccount: null });
  });

  const chose = (over: Partial<Choice>) => ({ choice: { ...onPlan, ...over } });
  it.each([
    [{}, {}, {}, true],
    [{ contractParty: null }, {}, {}, true],
    [{ contractParty: { name: 'Ida Weber' } }, {}, {}, false],
    [{ contractParty: { name: '', birthDate: null } }, {}, {}, false],
    [{ contractParty: { birthDate: '1990-01-01' } }, {}, {}, false],
    [{}, { orderId: 'o' }, {}, false],
    [{}, { expiresAt: now }, {}, false],
    [{}, {}, { amountMinor: 59_999n }, false],
    [{}, {}, { currency: 'SEK' as const }, false],
    [{}, { paymentType: 'Invoice' }, {}, false],
    [{ checkoutId: null }, {}, {}, true],
    [{ checkoutId: 'other' }, {}, {}, false],
    [chose({ profileNo: 2 }), {}, {}, false],
    [chose({ profileNo: null }), {}, {}, false],
    [chose({ numberOfInstallments: 6 }), {}, {}, true],
    [chose({ numberOfInstallments: 7 }), {}, {}, false],
    [chose({ interestRate: 9 }), {}, {}, true],
    [chose({ interestRate: 19 }), {}, {}, false],
    [{ choice: { ...onPlan, recurring: true } }, {}, {}, false],
    [{ bankAccount: iban }, { bankAccount: 'de89 3704 0044 0532 0130 00' }, {}, true],
    [{ bankAccount: iban }, { bankAccount: 'AT611904300234573201' }, {}, false],
  ])('for %o, made with %o for %o, holds: %s', (over, made, on, expected) => {
    const answer = placed(over, made, on);
    expect(!(answer instanceof Refusal)).toBe(expected);
    // It was named and does not hold: another one is needed, where the rest of what was asked is in order.
    if (!expected) expect(told(placed(over, { ...made, orderId: 'o' }, on))).not.toEqual(expect.objectContaining({ terms }));
  });

  it('that was named and does not count is asked for again', () => {
    expect(told(placed({}, { orderId: 'o' }))).toBe(needed);
    expect(told(placed({ contractNamed: false, contract: null }))).toEqual({ terms, bankAccount: null });
    const demanding = shop({ installmentProfiles: [{ ...six, contractRequired: true }] });
    expect(told(placed({ contractNamed: false, contract: null }, {}, {}, demanding))).toBe(needed);
  });

  it('of an account or an invoice is found by its own profile, and has no number of installments', () => {
    const made = (type: string, own: Terms): Partial<PaymentContract> => ({ paymentType: type, terms: storedTerms(own) });
    const onAccount = { ...terms, installment: null, account };
    const ask = (over: Partial<Choice>) =>
      placed({ choice: chosen('Account', { profileNo: 9, ...over }) }, made('Account', onAccount));
    expect(ask({})).toEqual({ terms: onAccount, bankAccount: null });
    expect(ask({ interestRate: 99 })).toEqual({ terms: onAccount, bankAccount: null });
    expect(ask({ numberOfInstallments: 6 })).toBeInstanceOf(Refusal);
    expect(ask({ profileNo: 8 })).toBeInstanceOf(Refusal);
    const plain = { ...terms, installment: null };
    const invoice = (over: Partial<Choice> = {}) =>
      placed({ choice: chosen('Invoice', over) }, { paymentType: 'Invoice', terms: null });
    expect(invoice()).toEqual({ terms: plain, bankAccount: null });
    expect(invoice({ numberOfInstallments: 6 })).toBeInstanceOf(Refusal);
    // Who orders on a plain invoice may be said after its terms were shown, but not who is debited.
    const unnamed = (made: Partial<PaymentContract>) =>
      placed({ choice: chosen('Invoice'), contractParty: { name: '' } }, { paymentType: 'Invoice', terms: null, ...made });
    expect(unnamed({})).toEqual({ terms: plain, bankAccount: null });
    expect(unnamed({ bankAccount: iban, mandateNumber: 'M' })).toBeInstanceOf(Refusal);
  });

  it('is collected from the account it names, or one that is named with the order where that can be done', () => {
    const own = placed({}, { bankAccount: iban, mandateNumber: 'M' });
    expect(own).toEqual({ terms: { ...terms, directDebit: true, mandateNumber: 'M' }, bankAccount: iban });
    expect(placed({ bankAccount: iban })).toEqual({ terms: { ...terms, directDebit: true }, bankAccount: iban });
    expect(told(placed({ bankAccount: 'DE89370400440532013001' }))).toBe('pay.directDebit.bankAccount value.format');
    expect(told(placed({ bankAccount: iban }, {}, {}, shop(noDebit)))).toBe('pay.directDebit method.not_available');
    // The contract has an account: that the shop collects no more from new ones is no matter.
    expect(placed({}, { bankAccount: iban }, {}, shop(noDebit))).toMatchObject({ bankAccount: iban });
    expect(placed({ choice: { ...onPlan, directDebit: true } })).toEqual({ terms, bankAccount: null });
  });

  it('is open for whoever is not surely another, until its last moment, and is used up by its order', () => {
    const isOpen = (at: number) =>
      isOpenFor({ contract, contractParty: null, party }, { type: 'Installment', bankAccount: null }, basket, shop(), at);
    expect([isOpen(now), isOpen(now + 1)]).toEqual([true, false]);
    const order = { id: 'o' } as Order;
    expect(useContract(contract, order, 5)).toMatchObject({
      table: 'contracts',
      row: contract,
      set: { orderId: 'o', usedAt: 5 },
    });
  });
});

describe('an account to collect from', () => {
  const fault = (bankAccount: string | null, bankCode: string | null = null, required = false, choice = onPlan) => {
    return faultIn('DE', bankAccount, bankCode, { isRequired: required }, choice);
  };
  function faultIn(
    country: CountryCode,
    bankAccount: string | null,
    bankCode: string | null = null,
    named: Partial<NamedAccount> = {},
    choice = onPlan,
    over: Partial<Contract> = {},
  ) {
    const collected = { isRequired: false, collectedIn: 'EUR', ...named } as const;
    const notice = bankAccountFault({ bankAccount, bankCode, choice }, collected, shop(over, country), 'pay')?.notices[0];
    return (
      notice && [notice.field?.replace('pay.directDebit.', ''), notice.id, notice.values?.['limit'] ?? notice.values?.['example']]
    );
  }

  it('is there where something is collected, and can be one', () => {
    expect(fault(null)).toBeUndefined();
    expect(fault(null, null, true)).toEqual(['bankAccount', 'value.required', undefined]);
    expect(fault(null, null, false, { ...onPlan, directDebit: true })?.[1]).toBe('value.required');
    expect(fault(iban)).toBeUndefined();
    expect(fault('123456')).toEqual(['bankAccount', 'value.too_short', '7']);
    expect(fault('12 34 56')).toEqual(['bankAccount', 'value.too_short', '7']);
    expect(fault('1234567')).not.toContain('value.too_short');
    expect(fault('DE89370400440532013001')).toEqual(['bankAccount', 'value.format', expect.stringMatching(/^DE/)]);
  });

  it('is of the bank that the code names: what is wrong of the code is told of the code', () => {
    expect(fault(iban, 'COBADEFF')).toBeUndefined();
    for (const code of ['COBA', 'UBSWCHZH', '10020030'])
      expect(fault(iban, code), code).toEqual(['bankCode', 'value.format', expect.stringMatching(/^[A-Z]{6}/)]);
  });

  it.each([
    ['DE', '532013000', null, ['bankCode', 'value.format', '37040044']],
    ['DE', '532013000', '37040044', undefined],
    // A BIC says less than the code of the German bank does.
    ['DE', '532013000', 'COBADEFF', ['bankAccount', 'value.format', expect.stringMatching(/^DE/)]],
    ['AT', '00234573201', null, ['bankCode', 'value.format', '19043']],
    ['AT', '00234573201', '19043', undefined],
    ['NL', '417164300', null, ['bankCode', 'value.format', 'ABNANL2A']],
    ['NL', '417164300', 'ABNANL2A', undefined],
    ['FI', '123456-785', null, undefined],
    ['BE', '539-0075470-34', null, undefined],
    ['DE', iban, null, undefined],
  ] as const)('in %s %s at bank %s has an IBAN, or is refused: %j', (country, bankAccount, bankCode, expected) => {
    expect(faultIn(country, bankAccount, bankCode)).toEqual(expected);
  });

  it('may lack an IBAN where it is not collected from by a file of the euro', () => {
    const number = '532013000';
    expect(faultIn('DE', number, null, { collectedIn: null })).toBeUndefined();
    expect(faultIn('DE', number, null, { collectedIn: 'SEK' })).toBeUndefined();
    const { payee } = shop().contract;
    expect(faultIn('DE', number, null, {}, onPlan, { payee: { ...payee, sepaCreditorId: null } })).toBeUndefined();
    // The mandate names the contract's account; the order means the same one.
    const named = { choice: { ...onPlan, directDebit: true }, bankAccount: number };
    expect(placed(named, { bankAccount: iban, mandateNumber: 'M' })).toMatchObject({ bankAccount: iban });
    const missing = 'pay.directDebit.bankCode value.format';
    expect(told(placed(named))).toBe(missing);
    expect(told(placed({ ...named, contractNamed: false, contract: null }))).toBe(missing);
  });

  it('is read with a code of digits as the national one, else as a BIC', () => {
    expect(accountSent('1', null)).toEqual({ account: '1' });
    for (const code of ['37040044', '370 400-44', '3'])
      expect(accountSent('1', code)).toEqual({ account: '1', bankNumber: code });
    for (const code of ['COBADEFF', 'C1', '1C', '1C1']) expect(accountSent('1', code)).toEqual({ account: '1', bic: code });
  });
});

describe('a checkout', () => {
  const checkout: Checkout = { ...checkoutUntil(now + 1), customer: { customerNumber: '7' } };
  const faultOf = (over: Partial<Checkout>, customerNumber: string | null = null, at = now) =>
    checkoutFault({ ...checkout, ...over }, customerNumber, at)?.notices[0].id;

  it('is good for one order of the customer whom the shop named, in its time', () => {
    expect([faultOf({}), faultOf({}, '7'), faultOf({ customer: null }, '8')]).toEqual([undefined, undefined, undefined]);
    // A number that we gave cannot be contradicted by the shop.
    expect(faultOf({ customer: {}, customerNumber: '7' }, '8')).toBeUndefined();
    expect(faultOf({}, '8')).toBe('checkout.customer_number');
    expect(faultOf({}, null, now + 1)).toBe('checkout.not_found');
    expect(faultOf({ orderId: 'o' })).toBe('checkout.used');
    expect(useCheckout(checkout, { id: 'o' } as Order)).toMatchObject({ row: checkout, set: { orderId: 'o' } });
  });

  it('in which another total of an order is agreed to holds what the order says, for a day', () => {
    const order = { number: 'N', currency: 'EUR' } as Order;
    const contents = {
      customer: { customerNumber: '7' },
      deliveryCustomer: { a: 1 },
      nationalId: 'n',
      deliveryNationalId: null,
      remarks: null,
    };
    const unasked = { orderId: 'o', items: null, bankAccount: null, payment: null, words: '' };
    const of = (customer: OrderContents['customer']) =>
      checkoutOfOrder(
        order,
        { ...contents, ...unasked, customer },
        { items: [1], totals: { grossMinor: 1_190n, netMinor: 1_000n } },
        settingOf(shop(), now),
      );
    expect(of(contents.customer)).toEqual({
      ...contents,
      id: expect.any(String),
      customerNumber: '7',
      currency: 'EUR',
      amountMinor: 1_190n,
      orderDetails: { number: 'N', currency: 'EUR', totalGrossAmount: 11.9, totalNetAmount: 10, items: [1] },
      orderId: null,
      expiresAt: now + checkoutMs,
    });
    expect([of({}).customerNumber, of(null).customerNumber]).toEqual([null, null]);
  });
});
