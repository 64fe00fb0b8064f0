// What the paper of a contract says of who agreed to what: a figure that is not the agreed one is a promise, or a debt that nobody owes.
import { describe, expect, it } from 'vitest';
import type { Decided } from '../../src/core/changes.ts';
import { buyerOf, contractDataOf } from '../../src/core/checkout/contract-data.ts';
import { type MadeContract, makeContract } from '../../src/core/checkout/make-contract.ts';
import type { Checkout, PaymentContract } from '../../src/core/checkout/rows.ts';
import type { ContractRequest } from '../../src/core/checkout/terms.ts';
import { dayAt, dayMs } from '../../src/core/dates.ts';
import type { ContractData, CreditData } from '../../src/core/documents/contract.ts';
import { contractPages } from '../../src/core/documents/contract-pages.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import { languages, texts } from '../../src/core/texts/texts.ts';
import { settingOf } from '../support/applicant.ts';
import { asking, checkoutUntil, chosen, revolving, shop, six } from '../support/checkout.ts';

const now = Date.parse('2026-06-10T09:30:00Z');
const checkout: Checkout = {
  ...checkoutUntil(now + dayMs),
  orderDetails: {
    number: 'o1',
    items: [
      { quantity: 2, description: 'Lamp' },
      { quantity: 0.5, description: 'Cable' },
    ],
  },
};
const iban = 'DE89370400440532013000';
type Paper = ContractData & { readonly credit: CreditData };
interface Asked {
  readonly choice?: ContractRequest['choice'];
  readonly bankAccount?: string;
  readonly bankCode?: string;
  readonly merchant?: Merchant;
  readonly from?: Partial<Checkout>;
  readonly made?: Partial<PaymentContract>;
  readonly at?: number;
}
function paperOf({ choice = chosen('Invoice'), bankAccount, bankCode, merchant = shop(), from, made, at = now }: Asked): Paper {
  const request = { ...asking(choice, bankAccount), bankCode: bankCode ?? null };
  const placed = { ...checkout, currency: merchant.currency, ...from };
  const { contract, agreed } = (makeContract(placed, request, settingOf(merchant, at)) as Decided<MadeContract>).answer;
  const basket = { amountMinor: placed.amountMinor, currency: placed.currency, on: dayAt(at, merchant.timeZone) };
  const paper = contractDataOf({ contract: { ...contract, ...made }, agreed, basket, checkout: placed, request }, merchant);
  if (paper.credit === null) throw new Error('no credit');
  return { ...paper, credit: paper.credit };
}
const named = (merchant: Merchant, over: Partial<Merchant['contract']['payee']>): Merchant => {
  const { contract } = merchant;
  return { ...merchant, contract: { ...contract, payee: { ...contract.payee, ...over } } };
};
const onPlan = chosen('Installment', { profileNo: 1 });
const onAccount = chosen('Account', { profileNo: 9 });

describe('who agreed', () => {
  it('is the payee, and the shop where it has another name', () => {
    const address = { street: 'Weg 1', postalCode: '10115', postalPlace: 'Berlin', countryCode: 'DE' } as const;
    const registered = { organisationNumber: 'HRB 1', vatNumber: 'DE1', email: 'a@b.de', phone: '1', website: 'https://b.de' };
    const merchant = named(shop(), { name: 'Payee GmbH', address, ...registered, supervisoryAuthority: 'BaFin' });
    const { creditor, shop: seller } = paperOf({ merchant });
    expect(creditor).toEqual({
      name: 'Payee GmbH',
      addressLines: ['Weg 1', '10115 Berlin'],
      ...registered,
      supervisoryAuthority: 'BaFin',
    });
    const nothing = { organisationNumber: null, email: null, phone: null, website: null };
    expect(seller).toEqual({ name: 'Shop DE', addressLines: [], ...nothing });
    const bare = paperOf({ merchant: named(shop(), { name: 'Shop DE', address: null, supervisoryAuthority: null }) });
    expect(bare).toMatchObject({ shop: null, creditor: { addressLines: [], supervisoryAuthority: null } });
  });

  it.each([
    [
      { firstName: 'Kim', lastName: 'Test' },
      { category: 'Person', name: 'Kim Test' },
    ],
    [
      { lastName: 'Test', companyName: 'X' },
      { category: 'Person', name: 'Test' },
    ],
    [
      { customerCategory: 'Company', companyName: 'X AG', lastName: 'Test' },
      { category: 'Company', name: 'X AG' },
    ],
    [
      { customerCategory: 'Company', firstName: 'Kim', lastName: 'Test' },
      { category: 'Company', name: 'Test' },
    ],
    [
      { email: 'a@b.de', birthDate: '1990-01-01' },
      { email: 'a@b.de', birthDate: '1990-01-01', phone: null },
    ],
    [{ mobilePhone: '2', phone: '1' }, { phone: '2' }],
    [{ phone: '1' }, { phone: '1' }],
    [null, { name: '', email: null, birthDate: null, phone: null, addressLines: [] }],
    [{ firstName: 5, lastName: 'Test' }, { name: 'Test' }],
    [
      {
        address: {
          careOf: 'Weber',
          street: 'Weg',
          streetNumber: '1',
          streetNumberAdditional: 'b',
          postalCode: '1',
          postalPlace: 'X',
        },
      },
      { addressLines: ['c/o Weber', 'Weg 1 b', '1 X'] },
    ],
    [{ address: { street: 'Weg', postalPlace: 'X' } }, { addressLines: ['Weg', 'X'] }],
  ])('of %j is %j', (customer, expected) => {
    expect(buyerOf({ customer, customerNumber: '7' })).toMatchObject({ ...expected, customerNumber: '7' });
  });

  it('bought what the order says; what is not for one purchase names none', () => {
    const items = ['2 × Lamp', '0,5 × Cable'];
    expect(paperOf({}).purchase).toEqual({ orderNumber: 'o1', items, cashPriceMinor: 60_000n });
    expect(paperOf({ from: { orderDetails: null } }).purchase).toEqual({ orderNumber: null, items: [], cashPriceMinor: null });
  });
});

describe('what an invoice costs', () => {
  const row = { number: 1, amountMinor: 60_000n, principalMinor: 60_000n, interestMinor: 0n, feeMinor: 0n, balanceMinor: 0n };

  it('is its amount, on the day that the contract or a campaign says', () => {
    const { credit, payment } = paperOf({ merchant: shop({ invoiceDays: 21 }) });
    expect(credit).toMatchObject({
      type: 'Invoice',
      title: 'Rechnung - 21 Tage',
      amountMinor: 60_000n,
      totalMinor: 60_000n,
      nominalRate: '0.00',
      annualPercentageRate: '0.00',
      withdrawalDays: 14,
      installments: [{ ...row, dueOn: '2026-07-01' }],
    });
    expect(payment).toMatchObject({ dueOn: '2026-07-01', amountMinor: 60_000n, debtor: { name: 'Kim Test' } });
    const later = paperOf({ choice: chosen('Invoice', { campaignNumber: 60 }) }).credit;
    expect(later).toMatchObject({ title: 'Rechnung - 60 Tage', installments: [{ dueOn: '2026-08-09' }] });
  });

  it('is due so many days after the end of the month where all are due together, and paid under the invoice’s reference', () => {
    const { credit, payment } = paperOf({
      choice: chosen('Consolidatedinvoice'),
      merchant: shop({ consolidatedInvoiceDays: 15 }),
    });
    expect(credit).toMatchObject({ type: 'Consolidatedinvoice', installments: [{ ...row, dueOn: '2026-07-15' }] });
    expect(credit.title).not.toMatch(/\d/);
    expect(payment).toBeNull();
  });
});

describe('what being late costs', () => {
  const late = (country: Parameters<typeof shop>[1], over = {}, from: Partial<Checkout> = {}) => {
    const { credit } = paperOf({ merchant: shop(over, country), from });
    return [credit.lateInterestRate, credit.lateRule, credit.reminderFeeMinor];
  };

  it('is the rate of the day and how it moves, or the agreed one', () => {
    expect(late('DE')).toEqual(['6.27', 'halfYears', null]);
    expect(late('DE', { reminders: { interestRateBps: 500, feeMinor: 100n } })).toEqual(['5.00', 'agreed', 100n]);
    expect(late('AT')).toEqual(['4.00', undefined, null]);
    expect(late('NL')).toEqual(['4.00', 'decree', null]);
    const merchant = shop({ reminders: { interestRateBps: 500, feeMinor: 100n } });
    const [account, mandated] = [
      paperOf({ merchant, choice: onAccount }),
      paperOf({ merchant, choice: onAccount, bankAccount: iban }),
    ];
    expect(account.credit).toMatchObject({ lateInterestRate: null, reminderFeeMinor: 100n });
    expect(account.credit).not.toHaveProperty('lateRule');
    expect(mandated.credit).toMatchObject({ lateInterestRate: '5.00', lateRule: 'agreed', reminderFeeMinor: 100n });
  });

  it('is no more than the rate of a credit where its law says so', () => {
    const merchant = shop(
      {
        installmentProfiles: [{ ...six, interestRateBps: 300, startupFeeMinor: 0n, monthlyFeeMinor: 0n, signedInWriting: true }],
      },
      'CH',
    );
    expect([paperOf({ merchant }), paperOf({ merchant, choice: onPlan })].map(({ credit }) => credit.lateInterestRate)).toEqual([
      '5.00',
      '3.00',
    ]);
  });

  it('is not told of a day for which the law’s rate is not known', () => {
    const at = Date.parse('2030-06-10T09:30:00Z');
    const { credit } = paperOf({ merchant: shop({}, 'FI'), from: { expiresAt: at + 1 }, at });
    expect([credit.lateInterestRate, 'lateRule' in credit]).toEqual([null, false]);
  });

  it('is a fee where the law has one and the basket is in its currency', () => {
    expect(late('SE')[2]).toBe(6_000n);
    expect(late('DE', { reminders: { feeMinor: 100n } }, { currency: 'SEK' })[2]).toBeNull();
  });
});

describe('what a payment covers', () => {
  const coveredBy = (paper: ContractData): string[] => {
    const { allocation } = texts[paper.language].contract;
    const rows = contractPages(paper).blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
    return rows.flatMap(([label, text]) => (label === allocation ? [text] : []));
  };
  const on = (day: string, choice: ContractRequest['choice']): Paper => {
    const at = Date.parse(`${day}T09:30:00Z`);
    return paperOf({ choice, from: { expiresAt: at + dayMs }, at });
  };
  const { allocationText, allocationLate } = texts.DE.contract;

  it('last is the interest on what is late of installments, and of an invoice since the law takes it for a credit', () => {
    const last = Array.from({ length: 3 }, () => `${allocationText} ${allocationLate}`);
    for (const type of ['Invoice', 'Consolidatedinvoice']) {
      expect(coveredBy(on('2026-11-19', chosen(type)))).toEqual(last.map(() => allocationText));
      expect(coveredBy(on('2026-11-20', chosen(type)))).toEqual(last);
    }
    for (const day of ['2026-11-19', '2026-11-20']) expect(coveredBy(on(day, onPlan))).toEqual(last);
  });

  it('on an account is what the merchant’s contract says first, in every language, and not where a mandate collects it of the order', () => {
    const merchant = shop({ accountPaymentOrder: ['interest', 'principal', 'fees'] });
    const paper = paperOf({ merchant, choice: onAccount });
    const mandated = paperOf({ merchant, choice: onAccount, bankAccount: iban });
    for (const language of languages) {
      const { contract: words } = texts[language];
      const inOrder = [words.coveredInterest, words.coveredPrincipal, words.coveredFees];
      const [said] = coveredBy({ ...paper, language });
      expect(said).toMatch(new RegExp(inOrder.map((name) => ` ${name}\\b`).join('.*')));
      expect(coveredBy({ ...mandated, language })).toContain(words.allocationText);
    }
    expect(paperOf({ choice: onAccount }).credit).not.toHaveProperty('paymentOrder');
  });
});

describe('what a credit costs', () => {
  it('in installments are its payments on their days, with what is owed after each', () => {
    const { credit, withdrawalUrl } = paperOf({ choice: onPlan });
    expect(credit).toMatchObject({
      type: 'Installment',
      title: expect.stringContaining('6'),
      nominalRate: '9.00',
      totalMinor: 62_683n,
      startupFeeMinor: 500n,
      monthlyFeeMinor: 100n,
    });
    expect(credit.installments.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(credit.installments.map(({ dueOn }) => dueOn)).toEqual([
      '2026-07-10',
      '2026-08-10',
      '2026-09-10',
      // The tenth is a Saturday.
      '2026-10-12',
      '2026-11-10',
      '2026-12-10',
    ]);
    let left = 60_000n;
    for (const { principalMinor, interestMinor, feeMinor, amountMinor, balanceMinor } of credit.installments) {
      left -= principalMinor;
      expect([amountMinor, balanceMinor]).toEqual([principalMinor + interestMinor + feeMinor, left]);
    }
    expect(left).toBe(0n);
    expect(withdrawalUrl).toMatch(/^https:\/\/pay\.example\/w\//);
  });

  it('on account is paid as the merchant’s profile says, in every language; not where a mandate collects it of the order', () => {
    const paid = (paper: ContractData): string[] => {
      const { payments } = texts[paper.language].contract;
      const rows = contractPages(paper).blocks.flatMap((block) => (block.kind === 'facts' ? block.rows : []));
      return [...new Set(rows.flatMap(([label, text]) => (label === payments ? [text] : [])))];
    };
    const asking = (minimumPaymentMinor: bigint, minimumPaymentBps: number) =>
      paperOf({
        choice: onAccount,
        merchant: shop({ accountProfiles: [{ ...revolving, minimumPaymentMinor, minimumPaymentBps }] }),
      });
    const usual = asking(2_500n, 325);
    expect(usual.credit.account).toMatchObject({ minimumPaymentMinor: 2_500n, minimumPaymentBps: 325, paymentDays: 14 });
    for (const language of languages) {
      const [said, ...more] = paid({ ...usual, language });
      for (const number of [/\b3[.,]25\b/, /\b25[.,]00\b/, /\b14\b/]) expect(said).toMatch(number);
      expect(more).toEqual([]);
      expect(paid({ ...asking(2_500n, 0), language })[0]).not.toMatch(/%/);
      expect(paid({ ...asking(0n, 325), language })[0]).not.toMatch(/EUR/);
    }
    const { monthly } = texts.DE.contract;
    expect(paid(asking(0n, 0))).toEqual([monthly]);
    const { account: free, ...rest } = asking(0n, 0).credit;
    // No statement of it asks for anything, so that none is the first.
    const opened = free && { ...rest, account: { ...free, firstStatementOn: '2026-12-01' } };
    expect(opened && paid({ ...usual, credit: opened })).toEqual([monthly]);
    // What was agreed before it was recorded goes on to say what it said.
    const { account: _unrecorded, ...credit } = usual.credit;
    const older = { ...usual, credit: { ...credit, lateInterestRate: '6.27' } };
    expect(paid(older)).toEqual([monthly]);
    const said = JSON.stringify(contractPages(older));
    const { contract } = texts.DE;
    for (const text of [contract.drawdownText, contract.monthlyFee, '6,27', contract.terminationOpen])
      expect(said).toContain(text);
    for (const text of [contract.stoppedUse, contract.allDue, contract.payoutFee, 'anderer Zins'])
      expect(said).not.toContain(text);
    const mandated = paperOf({ choice: onAccount, bankAccount: iban });
    expect([paid(mandated), 'account' in mandated.credit]).toEqual([[monthly], false]);
  });

  it('on account follows the law’s assumptions, and an order on it is withdrawn from by the page, too', () => {
    const dear = { ...revolving, startupFeeMinor: 1_000n, monthlyFeeMinor: 200n };
    const merchant = shop({ accountProfiles: [dear] });
    const { credit, withdrawalUrl } = paperOf({ choice: onAccount, merchant });
    expect(credit).toMatchObject({ type: 'Account', nominalRate: '12.00', assumedMinor: 150_000n, installments: [] });
    expect(credit).toMatchObject({
      startupFeeMinor: 1_000n,
      monthlyFeeMinor: 200n,
      totalMinor: 67_300n,
      annualPercentageRate: '17.45',
    });
    expect(withdrawalUrl).toMatch(/^https/);
    expect(paperOf({ choice: onAccount, from: { orderDetails: null } }).withdrawalUrl).toMatch(/^https/);
  });
});

describe('a mandate', () => {
  it('names whose account is debited, for whom, and whether again', () => {
    const { directDebit, payment } = paperOf({ bankAccount: 'DE89 3704 0044 0532 0130 00' });
    const { sepaCreditorId } = shop().contract.payee;
    expect(directDebit).toEqual({
      reference: expect.stringMatching(/^\d+$/),
      creditorId: sepaCreditorId,
      accountHolder: 'Kim Test',
      iban,
      bic: 'COBADEFFXXX',
      recurrent: false,
    });
    expect(payment).toBeNull();
    expect(paperOf({ choice: { ...onPlan, directDebit: true }, bankAccount: iban }).directDebit?.recurrent).toBe(true);
    expect(paperOf({ bankAccount: '532013000', bankCode: '37040044' }).directDebit).toMatchObject({ iban });
    expect(paperOf({ bankAccount: iban, bankCode: 'COBADEFF' }).directDebit?.bic).toBe('COBADEFF');
  });

  it('is there where it has a number, an account and a creditor', () => {
    expect(paperOf({}).directDebit).toBeNull();
    expect(paperOf({ bankAccount: iban, made: { mandateNumber: null } }).directDebit).toBeNull();
    expect(paperOf({ bankAccount: iban, made: { bankAccount: null } }).directDebit).toBeNull();
    const merchant = named(shop(), { sepaCreditorId: null });
    expect(paperOf({ made: { mandateNumber: '1', bankAccount: iban }, merchant }).directDebit).toBeNull();
  });
});
