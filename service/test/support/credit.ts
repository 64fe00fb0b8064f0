// A credit in installments, as it was captured whole on one day.
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Day, dayAt } from '../../src/core/dates.ts';
import { capture } from '../../src/core/order/capture.ts';
import { principalLeftMinor } from '../../src/core/order/dunning.ts';
import { earlyRepaymentOf } from '../../src/core/order/early-repayment.ts';
import { leftToPayMinor, pay } from '../../src/core/order/payment.ts';
import { returnPayment } from '../../src/core/order/payment-return.ts';
import { refund } from '../../src/core/order/refund.ts';
import type { Capture, Order } from '../../src/core/order/rows.ts';
import { installmentMinor } from '../../src/core/plan/plan.ts';
import { openMinorOf } from '../../src/core/plan/schedule.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { HeldOrder } from './held.ts';
import { merchantIn } from './merchant.ts';

export const start = Date.parse('2026-03-11T09:30:00Z');
export const first: Day = '2026-03-11';

export interface Plan {
  readonly amount: number;
  readonly months: number;
  readonly rate: number;
  readonly startup: number;
  readonly monthly: number;
}

/** What an order says of its plan; null of an invoice. */
export function creditTerms(plan: Omit<Plan, 'amount'> | null) {
  const installment = plan && {
    profileNo: 1,
    numberOfInstallments: plan.months,
    interestRateBps: plan.rate,
    startupFeeMinor: String(plan.startup),
    monthlyFeeMinor: String(plan.monthly),
  };
  return { directDebit: false, campaignNumber: null, daysUntilDue: null, installment, account: null };
}

/** Captured whole, on 11 March 2026 where no other moment is given. */
export class Credit extends HeldOrder {
  constructor({ amount, ...plan }: Plan, merchant = merchantIn('DE'), order: Partial<Order> = {}, at = start) {
    const [terms, authorizedMinor] = [creditTerms(plan), BigInt(amount)];
    super(merchant, at, { authorizedMinor, terms, paymentType: 'Installment', insertedAt: at, ...order });
    this.capture(BigInt(amount), 'c1');
  }
  capture(amountMinor: bigint, number: string): void {
    const none = { currency: null, campaignNumber: null, items: null, remarks: null, shipping: [] };
    this.take(capture(this.inHand, { amountMinor, number, ...none }, false, this.setting));
  }
  on(day: Day, time = '09:30'): this {
    this.now = Date.parse(`${day}T${time}:00Z`);
    return this;
  }
  /** What else its row says from now on. */
  set(set: Partial<Capture>): this {
    this.put('captures', { ...this.one, ...set });
    return this;
  }
  get open(): bigint {
    return leftToPayMinor(this.one, this.rows);
  }
  get costs(): bigint {
    return this.rows.reduce((sum, { interestMinor, feeMinor }) => sum + interestMinor + feeMinor, 0n);
  }
  get paid(): bigint {
    const sum = (all: readonly { readonly amountMinor: bigint }[]): bigint =>
      all.reduce((total, { amountMinor }) => total + amountMinor, 0n);
    return sum(this.list('payments')) - sum(this.list('paymentReturns'));
  }
  quote(on: Day, amountMinor?: bigint) {
    return earlyRepaymentOf(this.one, this.rows, this.list('costReturns'), {
      on,
      ...(amountMinor !== undefined && { amountMinor }),
    });
  }
  pay(on: Day, amountMinor: bigint, isEarly = true): boolean {
    this.on(on);
    const transactionId = String(this.list('payments').length);
    const request = { captureNumber: 'c1', amountMinor, valueOn: on, transactionId, reason: null, isEarly };
    return !(this.take(pay(this.inHand, request, undefined, this.setting)) instanceof Refusal);
  }
  refund(amountMinor: bigint): void {
    const request = { captureNumber: 'c1', amountMinor, number: null, path: 'items', items: null, remarks: null };
    this.take(refund(this.inHand, request, false, this.setting));
  }
  /** The bank takes a payment back, the latest where none is named. */
  takeBack(at = -1): void {
    const payment = this.list('payments').at(at);
    if (this.list('paymentReturns').some(({ transactionId }) => transactionId === payment?.transactionId)) return;
    const request = { returnedOn: dayAt(this.now, this.merchant.timeZone), reason: null, isDirectDebit: false };
    this.take(returnPayment(this.inHand, payment, undefined, request, this.setting));
  }
  /** Rows, counters and ledger say the same. */
  agree(): void {
    const { one, rows } = this;
    expect(rows.every((row) => row.principalMinor >= 0n && row.interestMinor >= 0n && row.feeMinor >= 0n)).toBe(true);
    expect(rows.every((row) => 0n <= openMinorOf(row))).toBe(true);
    const principal = rows.reduce((sum, row) => sum + row.principalMinor, 0n);
    expect(principal).toBe(one.amountMinor - one.refundedMinor + one.creditMinor);
    // No more of the capital is owed back than was paid.
    expect(one.creditMinor <= one.paidMinor).toBe(true);
    if (one.creditMinor > 0n) expect(principalLeftMinor(one)).toBe(0n);
    const costs = this.list('costReturns').reduce((sum, each) => sum + each.interestMinor + each.feeMinor, 0n);
    const capital = (all: readonly { readonly principalMinor: bigint }[]): bigint =>
      all.reduce((sum, each) => sum + each.principalMinor, 0n);
    expect(one.paidMinor).toBe(capital(this.list('payments')) - capital(this.list('paymentReturns')) + costs);
    expect(this.balance('consumer_credits')).toBe(-one.creditMinor);
    // Of what went back nothing is owed, and no costs of it.
    if (one.refundedMinor === one.amountMinor) expect(this.costs).toBe(0n);
    expect(principalLeftMinor(one)).toBe(this.balance('receivables'));
    expect(this.exposure.debtMinor).toBe(principalLeftMinor(one));
    expect(this.balance('consumer_payments')).toBe(this.paid);
    expect(rows.reduce((sum, { paidMinor }) => sum + paidMinor, 0n)).toBe(this.paid);
  }
}

/** Installments paid on their days, before anything is repaid early. */
export function paidUntil(credit: Credit, count: number): Day {
  let on = first;
  for (const row of credit.rows.slice(0, count)) {
    credit.pay(row.dueOn, installmentMinor(row), false);
    on = row.dueOn;
  }
  return on;
}

export const plans = fc.record({
  amount: fc.integer({ min: 2_000, max: 2_000_000 }),
  months: fc.integer({ min: 2, max: 24 }),
  rate: fc.integer({ min: 0, max: 4_000 }),
  startup: fc.integer({ min: 0, max: 9_900 }),
  monthly: fc.integer({ min: 0, max: 900 }),
});
