// A contract made in the checkout freezes what the buyer agreed to, with the paper that says it; an order that was agreed on as a credit
// has another total only by those terms, and above what was agreed only by a new agreement where the law asks for one (C26).
import { describe, expect, it } from 'vitest';
import type { Decided } from '../../src/core/changes.ts';
import { type NewTotal, needsNewContract, newAgreement, newTotalFault } from '../../src/core/checkout/keep-agreed.ts';
import { type MadeContract, makeContract } from '../../src/core/checkout/make-contract.ts';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import { type ContractRequest, storedTerms, type Terms, termsOf } from '../../src/core/checkout/terms.ts';
import type { InstallmentProfile } from '../../src/core/credit-profiles.ts';
import { dayMs } from '../../src/core/dates.ts';
import { contentOf } from '../../src/core/documents/content.ts';
import type { ContractData } from '../../src/core/documents/contract.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { Order, OrderContents } from '../../src/core/order/rows.ts';
import { asJson } from '../../src/core/risk/decision.ts';
import type { StoredDocument } from '../../src/core/rows.ts';
import { idOf } from '../support/account-life.ts';
import { kim, settingOf } from '../support/applicant.ts';
import { asking, checkoutUntil, chosen, noDebit, revolving, shop, six } from '../support/checkout.ts';

const now = Date.parse('2026-06-10T09:30:00Z');
const checkout = checkoutUntil(now + dayMs);
const iban = 'DE89 3704 0044 0532 0130 00';
const make = (request: ContractRequest, merchant: Merchant = shop(), from: Checkout = checkout) =>
  makeContract(from, request, settingOf(merchant, now)) as Decided<MadeContract>;
const invoice = asking(chosen('Invoice'));
const onPlan = asking(chosen('Installment', { profileNo: 1 }));

describe('a contract of a checkout', () => {
  it('holds the terms of the day for a day, says them on paper and is paid under a reference of its own', () => {
    const { answer, changes, events } = make(onPlan);
    const { contract, agreed } = answer;
    expect(contract).toMatchObject({ checkoutId: 'c', paymentType: 'Installment', amountMinor: 60_000n, currency: 'EUR' });
    expect(contract).toMatchObject({ madeAt: now, expiresAt: now + dayMs, usedAt: null, orderId: null });
    expect(contract).toMatchObject({ mandateNumber: null, bankAccount: null, bankAccountKey: null });
    const terms = termsOf(contract);
    expect(terms).toMatchObject({ directDebit: false, installment: agreed.terms.installment, daysUntilDue: null });
    expect(terms.late).toEqual({ interestRateBps: null, reminderFeeMinor: 0n });
    expect(terms.paymentReference).toMatch(/^RF\d+/);
    expect(changes).toMatchObject([
      { table: 'contracts', kind: 'insert', row: contract },
      { table: 'documents', kind: 'insert', row: { id: contract.documentId, kind: 'Contract', subject: contract.number } },
    ]);
    const paper = contentOf(String((changes[1]?.row as StoredDocument | undefined)?.content)) as ContractData;
    expect(paper).toMatchObject({ madeOn: '2026-06-10', withdrawalUrl: `https://pay.example/w/${contract.id}` });
    expect(paper.credit).toMatchObject({ type: 'Installment', totalMinor: 62_683n, amountMinor: 60_000n });
    expect(paper.payment?.reference).toBe(terms.paymentReference);
    expect(events).toEqual([
      {
        type: 'contract.made',
        orderId: null,
        resource: { type: 'contract', number: contract.number, version: 1 },
        subject: contract.number,
        currency: 'EUR',
        amountMinor: 60_000n,
        details: { paymentType: 'Installment', checkoutId: 'c' },
      },
    ]);
  });

  it('that is collected has a mandate and no reference to pay under', () => {
    const { contract } = make(asking(chosen('Installment', { profileNo: 1, directDebit: true }), iban)).answer;
    expect(contract).toMatchObject({ bankAccount: iban, bankAccountKey: 'key' });
    expect(contract.mandateNumber).toMatch(/^\d+$/);
    expect(termsOf(contract)).toMatchObject({ directDebit: true });
    expect(termsOf(contract)).not.toHaveProperty('paymentReference');
    // An account that was named is one to collect from, also where the choice does not say so.
    expect(termsOf(make(asking(chosen('Invoice'), iban)).answer.contract).directDebit).toBe(true);
  });

  it('keeps what later terms of the shop would change: the days to pay and what being late costs', () => {
    const late = shop({ invoiceDays: 21, reminders: { interestRateBps: 500, feeMinor: 100n } });
    expect(termsOf(make(invoice, late).answer.contract)).toMatchObject({
      daysUntilDue: 21,
      late: { interestRateBps: 500, reminderFeeMinor: 100n },
    });
    expect(termsOf(make(asking(chosen('Invoice', { campaignNumber: 60 })), late).answer.contract).daysUntilDue).toBe(60);
    const monthly = make(asking(chosen('Consolidatedinvoice')), late).answer.contract;
    // Each invoice of a month's end, and each statement of an account, has a reference of its own.
    expect(termsOf(monthly)).toMatchObject({ daysUntilDue: null });
    expect(termsOf(monthly)).not.toHaveProperty('paymentReference');
    const account = make(asking(chosen('Account', { profileNo: 9 })), late).answer.contract;
    expect(termsOf(account)).not.toHaveProperty('paymentReference');
    // Its own rate goes on and no other, also on what no account can ask for; a mandate collects of the order.
    expect(termsOf(account).late).toEqual({ interestRateBps: 0, reminderFeeMinor: 100n });
    const mandated = make(asking(chosen('Account', { profileNo: 9, directDebit: true }), iban), late).answer.contract;
    expect(termsOf(mandated).late).toEqual({ interestRateBps: 500, reminderFeeMinor: 100n });
    expect(termsOf(make(invoice, late).answer.contract).paymentReference).toMatch(/^RF/);
  });

  it('is refused like an order that is paid so, and once the checkout is over or was used', () => {
    expect(idOf(make(asking(chosen('Installment', { profileNo: 2 }))))).toBe('installment.profile');
    expect(idOf(make(invoice, shop(), { ...checkout, expiresAt: now }))).toBe('checkout.not_found');
    expect(idOf(make(invoice, shop(), { ...checkout, orderId: 'o' }))).toBe('checkout.used');
    const collected = shop({ installmentProfiles: [{ ...six, bankAccountRequired: true }] });
    expect(idOf(make(onPlan, collected))).toBe('value.required');
    expect(idOf(make(asking(chosen('Installment', { profileNo: 1 }), iban), collected))).toBeUndefined();
    expect(idOf(make(asking(chosen('Invoice', { directDebit: true }), 'DE00 3704 0044 0532 0130 00')))).toBe('value.format');
  });
});

const { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor } = six;
const installment = { profileNo, numberOfInstallments, interestRateBps, startupFeeMinor, monthlyFeeMinor };
const {
  fromMinor: _from,
  toMinor: _to,
  validFrom: _since,
  validTo: _until,
  contractRequired: _asked,
  ...withAccount
} = revolving;
const { bankAccountRequired: _debited, ...account } = withAccount;
const plain: Terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: null };

/** An order that 600.00 were approved for on 1 June 2026, asked for another total on the 10th. */
function wanting(totalMinor: bigint, terms: Partial<Terms> = { installment }, merchant: Merchant = shop()): NewTotal {
  const order = {
    currency: 'EUR',
    approvedMinor: 60_000n,
    insertedAt: Date.parse('2026-06-01T09:30:00Z'),
    paymentType: terms.account ? 'Account' : 'Installment',
    terms: storedTerms({ ...plain, ...terms }),
  } as unknown as Order;
  return { order, totalMinor, merchant, now };
}
const fault = (wanted: NewTotal) => idOf(newTotalFault(wanted, 'field'));
const planOnly = (over: Partial<InstallmentProfile>, country: Parameters<typeof shop>[1] = 'DE') =>
  shop({ installmentProfiles: [{ ...six, ...over }] }, country);

describe('another total of an order', () => {
  it('on a plan is within what the plan is offered for, by the terms that were agreed', () => {
    expect([5_000n, 60_000n, 100_000n].map((total) => fault(wanting(total)))).toEqual([undefined, undefined, undefined]);
    expect([4_999n, 100_001n].map((total) => fault(wanting(total)))).toEqual(['installment.no_plans', 'installment.no_plans']);
    const refused = newTotalFault(wanting(4_999n), 'field');
    expect(refused?.notices[0].field).toBe('field');
    // Of a profile that the shop has given up no range is left, but a plan is still needed.
    const given = shop({ installmentProfiles: [] });
    expect([1_000n, 900_000n].map((total) => fault(wanting(total, { installment }, given)))).toEqual([undefined, undefined]);
    expect(fault(wanting(3n, { installment }, given))).toBe('installment.amount');
    // The range is that of the profile it was agreed on.
    const two = shop({ installmentProfiles: [{ ...six, profileNo: 2, toMinor: 5_000n }, six] });
    expect(fault(wanting(70_000n, { installment }, two))).toBeUndefined();
    // It stays agreed after its last day.
    expect(fault(wanting(70_000n, { installment }, planOnly({ validTo: '2026-06-02' })))).toBeUndefined();
    // What the shop asks for today is not what was agreed.
    expect(fault(wanting(70_000n, { installment }, planOnly({ interestRateBps: 9_000 }, 'FI')))).toBeUndefined();
  });

  it('on an account is within its range; on an invoice it may be any', () => {
    expect([5_000n, 100_000n].map((total) => fault(wanting(total, { account })))).toEqual([undefined, undefined]);
    expect([4_999n, 100_001n].map((total) => fault(wanting(total, { account })))).toEqual(['account.profile', 'account.profile']);
    expect(fault(wanting(1n, { account }, shop({ accountProfiles: [] })))).toBeUndefined();
    expect(fault(wanting(1n, {}))).toBeUndefined();
    const dear = { account: { ...account, interestRateBps: 9_000 } };
    expect(fault(wanting(70_000n, dear, shop({}, 'FI')))).toBe('method.not_available');
    expect(fault(wanting(70_000n, { installment: { ...installment, interestRateBps: 9_000 } }, shop({}, 'FI')))).toBe(
      'method.not_available',
    );
  });

  it('is in Switzerland more than was agreed only where it is signed, and less in the form in which it was', () => {
    const swiss = (totalMinor: bigint, over: Partial<InstallmentProfile> = {}) => {
      const wanted = wanting(
        totalMinor,
        { installment: { ...installment, startupFeeMinor: 0n, monthlyFeeMinor: 0n } },
        planOnly(over, 'CH'),
      );
      return fault({ ...wanted, order: { ...wanted.order, currency: 'CHF' } });
    };
    expect([swiss(60_001n), swiss(60_000n), swiss(60_001n, { signedInWriting: true })]).toEqual([
      'method.not_available',
      undefined,
      undefined,
    ]);
  });

  it('is judged by the law of the order’s day up to what was agreed, and by today’s above it', () => {
    // In Finland 19.50 % could be agreed on in the first half of 2024, and no more than 17.50 % in 2026.
    const agreed = { ...installment, interestRateBps: 1_900, startupFeeMinor: 0n, monthlyFeeMinor: 0n };
    const finnish = (totalMinor: bigint) => {
      const wanted = wanting(totalMinor, { installment: agreed }, planOnly({}, 'FI'));
      return fault({ ...wanted, order: { ...wanted.order, insertedAt: Date.parse('2024-03-01T09:30:00Z') } });
    };
    expect([finnish(60_000n), finnish(60_001n)]).toEqual([undefined, 'method.not_available']);
  });

  it('asks a consumer to agree anew to more than was agreed, and a company where the shop does', () => {
    expect(needsNewContract(wanting(60_001n), true)).toBe(true);
    expect(needsNewContract(wanting(60_000n), true)).toBe(false);
    expect(needsNewContract(wanting(60_001n), false)).toBe(false);
    expect(needsNewContract(wanting(60_001n, { account }), true)).toBe(false);
    expect(needsNewContract(wanting(60_001n, { installment }, planOnly({ contractRequired: true })), false)).toBe(true);
    expect(needsNewContract(wanting(60_001n, { installment }, planOnly({ contractRequired: true, profileNo: 2 })), false)).toBe(
      false,
    );
    // What costs nothing is no credit until the new directive holds, and one of three months costs nothing in Germany only then.
    const free = { installment: { ...installment, interestRateBps: 0, startupFeeMinor: 0n, monthlyFeeMinor: 0n } };
    expect(needsNewContract(wanting(60_001n, free), true)).toBe(false);
    expect(needsNewContract({ ...wanting(60_001n, free), now: Date.parse('2026-11-20T09:30:00Z') }, true)).toBe(true);
    expect(needsNewContract(wanting(60_001n, { installment: { ...free.installment, monthlyFeeMinor: 1n } }), true)).toBe(true);
  });

  it('rests on the contract that was named, with the mandate and the account of the order', () => {
    const made: PaymentContract = {
      ...make(onPlan).answer.contract,
      amountMinor: 70_000n,
      terms: asJson({ ...plain, installment }),
    };
    const contents = (bankAccount: string | null) => ({ bankAccount }) as OrderContents;
    const named = { contract: made, contractParty: null, party: kim };
    const wanted = wanting(70_000n, { installment, mandateNumber: 'M1' });
    expect(newAgreement(named, contents(null), wanted)).toEqual({
      terms: { ...plain, installment, mandateNumber: 'M1' },
      bankAccount: null,
      contract: made,
    });
    expect(newAgreement(named, contents(iban), wanted)).toEqual({
      terms: { ...plain, installment, mandateNumber: 'M1', directDebit: true },
      bankAccount: iban,
      contract: made,
    });
    const collected = {
      ...named,
      contract: { ...made, bankAccount: iban, mandateNumber: 'M2', terms: asJson({ ...plain, installment, directDebit: true }) },
    };
    expect(newAgreement(collected, contents(iban), wanted)).toMatchObject({
      terms: { mandateNumber: 'M2', directDebit: true },
      bankAccount: iban,
    });
    // It brings no account of its own, and is of no other total, payment or person.
    expect(newAgreement(collected, contents(null), wanted)).toBeUndefined();
    expect(newAgreement({ ...named, contract: null }, contents(null), wanted)).toBeUndefined();
    expect(newAgreement(named, contents(null), wanting(70_001n))).toBeUndefined();
    expect(newAgreement(named, contents(null), wanting(70_000n, { account }))).toBeUndefined();
    expect(
      newAgreement({ ...named, contractParty: { ...kim, birthDate: '1990-01-01' } }, contents(null), wanted),
    ).toBeUndefined();
    const unmandated = newAgreement(named, contents(null), wanting(70_000n));
    expect(unmandated?.terms).toEqual({ ...plain, installment });
    expect(
      newAgreement({ ...named, contract: { ...made, terms: asJson({ ...plain, directDebit: true }) } }, contents(null), wanted)
        ?.terms.directDebit,
    ).toBe(true);
  });
});

it('a shop that collects nothing makes no contract to collect on', () => {
  expect(idOf(make(asking(chosen('Invoice', { directDebit: true }), iban), shop(noDebit)))).toBe('method.not_available');
});
