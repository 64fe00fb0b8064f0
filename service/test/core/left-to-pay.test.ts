// What a credit note and the page of a debt say is left: each part once, nothing that is paid, the fees of reminders beside it; and what
// a payer is asked for now is all that is overdue, or else the next part.
import { describe, expect, it } from 'vitest';
import { type InvoiceData, invoicePages } from '../../src/core/documents/invoice.ts';
import { askedNow, type LeftToPay, leftMinor, leftTerms, leftTermsOf, leftToPayOf } from '../../src/core/order/left-to-pay.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Credit } from '../support/credit.ts';
import { merchantIn } from '../support/merchant.ts';

const plan = { amount: 30_000, months: 3, rate: 1_990, startup: 0, monthly: 100 };
const invoice = () => new Credit(plan, merchantIn('DE'), { paymentType: 'Invoice', terms: null, authorizedMinor: 40_000n });
const leftOf = (credit: Credit, asOf = '2026-03-12'): LeftToPay => leftToPayOf(credit.one, credit.rows, asOf);

describe('what is left to pay of a capture', () => {
  it('of an invoice is one amount on one day', () => {
    const credit = invoice();
    credit.pay('2026-03-11', 10_000n, false);
    credit.refund(5_000n);
    expect(leftOf(credit)).toEqual({
      asOf: '2026-03-12',
      capturedMinor: 30_000n,
      refundedMinor: 5_000n,
      paidMinor: 10_000n,
      creditMinor: 0n,
      feesMinor: 0n,
      due: [{ on: '2026-03-25', amountMinor: 15_000n }],
      inInstallments: false,
    });
  });

  it('of a plan is what is open of each installment, with its costs; of this capture alone', () => {
    const credit = new Credit(plan, merchantIn('DE'), { authorizedMinor: 50_000n });
    credit.capture(20_000n, 'c2');
    const own = credit.rows.filter(({ captureNumber }) => captureNumber === 'c1');
    credit.pay('2026-03-11', openMinorOf(...own.slice(0, 1)) + 1n, false);
    const left = leftOf(credit);
    const open = credit.rows.filter(({ captureNumber }) => captureNumber === 'c1').slice(1);
    expect(left.due).toEqual(open.map((row) => ({ on: row.dueOn, amountMinor: openMinorOf(row) })));
    expect([left.inInstallments, left.due.length, leftMinor(left)]).toEqual([true, 2, credit.open]);
  });

  it('is with the fees of reminders as far as they are not paid, and nothing where all is', () => {
    const credit = invoice().set({ reminderFeeMinor: 500n, reminderFeePaidMinor: 200n });
    expect([leftOf(credit).feesMinor, leftMinor(leftOf(credit))]).toEqual([300n, 30_300n]);
    credit.refund(30_000n);
    expect([leftOf(credit).due, leftMinor(leftOf(credit))]).toEqual([[], 0n]);
  });
});

describe('what was charged for being late', () => {
  const reminded = () => invoice().set({ reminderFeeMinor: 581n, reminderFeePaidMinor: 250n, lateInterestMinor: 81n });

  it('is fees and interest apart, with what of them is paid', () => {
    expect(leftOf(reminded()).late).toEqual({ feeMinor: 500n, interestMinor: 81n, paidMinor: 250n, openInterestMinor: 81n });
  });

  it('is what was paid of it where a refund of all took the rest away, so that the reckoning comes out', () => {
    const credit = reminded();
    credit.refund(30_000n);
    const { late, feesMinor } = leftOf(credit);
    expect([late, feesMinor]).toEqual([{ feeMinor: 250n, interestMinor: 0n, paidMinor: 250n, openInterestMinor: 0n }, 0n]);
  });

  it.each([
    ['was paid', 15_000n, 250n, true],
    ['was paid, of what was refunded in part', 14_999n, 250n, false],
    ['was not paid', 15_000n, 0n, false],
  ])(
    'and %s is said by the credit note not to be paid back: %d and %d: %s',
    (_what, refundMinor, reminderFeePaidMinor, isSaid) => {
      const credit = reminded();
      credit.refund(15_000n);
      credit.set({ reminderFeePaidMinor, paidMinor: 14_000n });
      credit.refund(refundMinor);
      const note = {
        kind: 'CreditNote',
        number: 'r1',
        captureNumber: 'c1',
        language: 'EN',
        country: 'DE',
        currency: 'EUR',
        payee: credit.merchant.contract.payee,
        buyer: { name: 'A', addressLines: [], customerNumber: null, address: null },
        lines: [],
        due: [],
        reference: null,
        debitedIban: null,
        totalMinor: refundMinor,
        backMinor: credit.one.creditMinor,
        madeOn: '2026-03-12',
        orderedOn: '2026-03-11',
        orderNumber: 'o',
        left: leftOf(credit),
      } as unknown as InvoiceData;
      const said = JSON.stringify(invoicePages(note));
      expect(said).toContain('You had already paid');
      expect(/What you had paid for reminders and late payment, [^ ]*2[.,]50/.test(said)).toBe(isSaid);
    },
  );

  it('is kept with a credit note', () => {
    const left = leftOf(reminded());
    expect(leftTermsOf(JSON.parse(JSON.stringify(leftTerms(left, 0n))))?.left).toEqual(left);
  });
});

describe('what a payer is asked for now', () => {
  const [one, two, three] = ['2026-04-13', '2026-05-11', '2026-06-11'];
  const due = [one, two, three].map((on, index) => ({ on, amountMinor: 100n * BigInt(index + 1) }));
  const left: LeftToPay = { ...leftOf(invoice()), due, feesMinor: 7n, inInstallments: true };

  it.each([
    ['the next part, also on its day', one, { on: one, amountMinor: 107n, parts: 1 }],
    ['what is overdue', '2026-04-14', { on: one, amountMinor: 107n, parts: 1 }],
    ['all that is overdue', '2026-05-12', { on: one, amountMinor: 307n, parts: 2 }],
    ['all that is overdue, without what is due today', three, { on: one, amountMinor: 307n, parts: 2 }],
  ])('is %s', (_name, asOf, asked) => {
    expect(askedNow({ ...left, asOf })).toEqual(asked);
  });

  it('is on the day itself where only fees are left', () => {
    expect(askedNow({ ...left, due: [], asOf: two })).toEqual({ on: two, amountMinor: 7n, parts: 0 });
  });
});

it('what a refund left is read back from its credit note as it was; a refund from before says nothing', () => {
  const credit = new Credit(plan);
  credit.pay('2026-03-11', 12_000n, false);
  const amounts = { refundedMinor: 1_500n, creditMinor: 30n, feesMinor: 250n };
  const left: LeftToPay = { ...leftOf(credit), ...amounts };
  expect(left.due).toHaveLength(2);
  const kept = leftTerms(left, 5_000n);
  expect(leftTermsOf(JSON.parse(JSON.stringify(kept)))).toEqual({ left, backMinor: 5_000n });
  expect(leftTermsOf(null)).toBeUndefined();
});
