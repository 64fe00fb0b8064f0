// Whatever becomes of an order, its rows, its ledger and its customer's exposure say one thing of each cent: what was captured and
// is neither refunded nor paid is owed, what was refunded after it was paid is owed back, and no more is ever asked than that.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayAt, dayMs } from '../../src/core/dates.ts';
import { type CaptureRequest, capture } from '../../src/core/order/capture.ts';
import type { PaymentReturn } from '../../src/core/order/collecting.ts';
import { leftToPayMinor, pay } from '../../src/core/order/payment.ts';
import { returnPayment } from '../../src/core/order/payment-return.ts';
import { refund } from '../../src/core/order/refund.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { Capture, Order, Payment } from '../../src/core/order/rows.ts';
import { expireOrder, voidOrder } from '../../src/core/order/void.ts';
import { installmentMinor } from '../../src/core/plan/plan.ts';
import { openMinorOf, openPrincipalOf } from '../../src/core/plan/schedule.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.parse('2026-03-11T09:30:00Z');
const shop = merchantIn('DE');
const merchant = { ...shop, contract: { ...shop.contract, reminders: { feeMinor: 250n, chargesInterest: true } } };
const installment = (numberOfInstallments: number, interestRateBps: number, startup: bigint, monthly: bigint) => ({
  directDebit: false,
  campaignNumber: null,
  daysUntilDue: null,
  installment: {
    profileNo: 1,
    numberOfInstallments,
    interestRateBps,
    startupFeeMinor: String(startup),
    monthlyFeeMinor: String(monthly),
  },
  account: null,
});

const noticeOf = (answer: unknown) => (answer instanceof Refusal ? answer.notices[0] : undefined);
const idOf = (answer: unknown): string | undefined => noticeOf(answer)?.id;
const openOf = (answer: unknown): unknown => noticeOf(answer)?.values?.['open'];
/** An amount in a message, in cents. */
const minorOf = (amount: unknown): bigint => BigInt(String(amount).replace('.', ''));
const sum = <Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint => rows.reduce((all, row) => all + of(row), 0n);

class Life extends HeldOrder {
  #count = 0;
  get captures(): readonly Capture[] {
    return this.list('captures');
  }
  get today(): string {
    return dayAt(this.now, this.merchant.timeZone);
  }
  payment(transactionId: string): Payment | undefined {
    return this.list('payments').find((each) => each.transactionId === transactionId);
  }
  /** What the installments of a capture cost beside it. */
  costsOf({ number }: Capture): bigint {
    const rows = this.list('captureInstallments').filter(({ captureNumber }) => captureNumber === number);
    return sum(rows, (row) => row.interestMinor + row.feeMinor);
  }
  leftOf(of: Capture): bigint {
    return leftToPayMinor(of, this.list('captureInstallments'));
  }

  capture(amountMinor: bigint | null, over: Partial<CaptureRequest> = {}, numberTaken = false) {
    const none = { number: `c${++this.#count}`, currency: null, campaignNumber: null, items: null, remarks: null, shipping: [] };
    return this.take(capture(this.inHand, { amountMinor, ...none, ...over }, numberTaken, this.setting));
  }
  refund(captureNumber: string | null, amountMinor: bigint | null, number: string | null = null, numberTaken = false) {
    const request = { captureNumber, amountMinor, number, path: 'items', items: null, remarks: null };
    return this.take(refund(this.inHand, request, numberTaken, this.setting));
  }
  void(amountMinor: bigint | null) {
    return this.take(voidOrder(this.inHand, { amountMinor, currency: null, items: null, remarks: null }, this.setting));
  }
  pay(captureNumber: string, amountMinor: bigint, valueOn = this.today, transactionId = `t${++this.#count}`) {
    const request = { captureNumber, amountMinor, valueOn, transactionId, reason: null };
    return this.take(pay(this.inHand, request, this.payment(transactionId), this.setting));
  }
  takeBack(transactionId: string, isDirectDebit = false) {
    const earlier = this.list('paymentReturns').find((each) => each.transactionId === transactionId);
    const request = { returnedOn: this.today, reason: null, isDirectDebit };
    return this.take(returnPayment(this.inHand, this.payment(transactionId), earlier, request, this.setting));
  }
  remind() {
    const decided = remind(this.inHand, undefined, this.setting);
    if (decided) this.take(decided);
    return decided;
  }
  expire() {
    const decided = expireOrder(this.inHand, this.setting);
    if (decided) this.take(decided);
    return decided;
  }
}

/** Every sentence of the head of this file, on the rows as they are. */
function expectAgreement(life: Life): void {
  const { order, exposure, captures, installments } = life.inHand;
  const payments = life.list('payments');
  const returns = life.list('paymentReturns');
  // Costs that were paid and fell when the rest was repaid early: they count as paid of the capital.
  const fallen = life.list('costReturns');
  const left = (each: Capture): bigint => each.amountMinor - each.refundedMinor - each.paidMinor + each.creditMinor;
  const owed = sum(captures, left);
  const open = order.authorizedMinor - order.capturedMinor - order.voidedMinor;
  expect(open >= 0n).toBe(true);
  expect(order.capturedMinor).toBe(sum(captures, (each) => each.amountMinor));
  expect(order.refundedMinor).toBe(sum(captures, (each) => each.refundedMinor));
  expect([exposure.heldMinor, exposure.debtMinor]).toEqual([open, owed]);
  expect(exposure.paidOnTimeCount + exposure.paidLateCount).toBe(captures.filter((each) => each.settledOn !== null).length);
  for (const each of captures) {
    const rows = installments.filter(({ captureNumber }) => captureNumber === each.number);
    const [came, went] = [payments, returns].map((list) => list.filter(({ captureNumber }) => captureNumber === each.number));
    const kept = (of: (row: Payment | PaymentReturn) => bigint) => sum(came as Payment[], of) - sum(went as PaymentReturn[], of);
    for (const amount of [left(each), each.refundedMinor, each.paidMinor, each.creditMinor]) expect(amount >= 0n).toBe(true);
    expect(each.refundedMinor <= each.amountMinor && each.creditMinor <= each.paidMinor).toBe(true);
    expect(each.reminderFeePaidMinor >= 0n && each.reminderFeePaidMinor <= each.reminderFeeMinor).toBe(true);
    expect((each.lateInterestPaidMinor ?? 0n) <= (each.lateInterestMinor ?? 0n)).toBe(true);
    if (each.lateInterestMinor === null) expect(each.lateInterestPaidMinor).toBeNull();
    const asked = rows.length === 0 ? left(each) : sum(rows, installmentMinor) - sum(rows, (row) => row.paidMinor);
    expect(life.leftOf(each)).toBe(asked + (left(each) > 0n ? each.reminderFeeMinor - each.reminderFeePaidMinor : 0n));
    const returned = sum(
      fallen.filter(({ captureNumber }) => captureNumber === each.number),
      (row) => row.interestMinor + row.feeMinor,
    );
    expect(kept((row) => row.principalMinor) + returned).toBe(each.paidMinor);
    expect(kept((row) => row.amountMinor)).toBe(kept((row) => row.principalMinor + row.interestMinor + row.feeMinor));
    if (rows.length === 0) {
      expect(kept((row) => row.interestMinor)).toBe(each.lateInterestPaidMinor ?? 0n);
      expect(kept((row) => row.amountMinor)).toBe(each.paidMinor + each.reminderFeePaidMinor);
    } else {
      expect(sum(rows, openPrincipalOf)).toBe(left(each));
      expect(kept((row) => row.amountMinor)).toBe(sum(rows, (row) => row.paidMinor) + each.reminderFeePaidMinor);
      expect(rows.every((row) => openMinorOf(row) >= 0n && row.principalMinor >= 0n)).toBe(true);
      expect(each.dueOn).toBe((rows.find((row) => openMinorOf(row) > 0n) ?? rows.at(-1))?.dueOn);
    }
  }
  expect(life.ledger.every(({ amountMinor }) => amountMinor > 0n)).toBe(true);
  const net = (of: (row: Payment | PaymentReturn) => bigint): bigint => sum(payments, of) - sum(returns, of);
  expect(life.balance('holds')).toBe(order.authorizedMinor - open);
  expect(life.balance('receivables')).toBe(owed);
  expect(life.balance('merchant_payables')).toBe(order.refundedMinor - order.capturedMinor);
  expect(life.balance('consumer_payments')).toBe(net((row) => row.amountMinor));
  expect(life.balance('consumer_credits')).toBe(-sum(captures, (each) => each.creditMinor));
  expect(life.balance('interest_income')).toBe(sum(fallen, (row) => row.interestMinor) - net((row) => row.interestMinor));
  expect(life.balance('fee_income')).toBe(sum(fallen, (row) => row.feeMinor) - net((row) => row.feeMinor));
}

const share = fc.integer({ min: 1, max: 1000 });
const which = fc.integer({ min: 0, max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('capture' as const), which, share }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('refund' as const, 'takeBack' as const), which, share }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pay' as const), which, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('void' as const), which, share }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('pass' as const, 'remind' as const), which, share }) },
);
const agreed = fc.option(
  fc.record({
    months: fc.integer({ min: 1, max: 12 }),
    rate: fc.constantFrom(0, 990, 1990),
    startup: fc.bigInt({ min: 0n, max: 2_000n }),
    monthly: fc.bigInt({ min: 0n, max: 500n }),
  }),
);
/** So many thousandths, at least a cent. */
const partOf = (amount: bigint, thousandths: number): bigint => (amount * BigInt(thousandths)) / 1000n || 1n;

function perform(life: Life, step: { do: string; which: number; share: number }): void {
  const { order, captures } = life.inHand;
  const open = order.authorizedMinor - order.capturedMinor - order.voidedMinor;
  const one = captures[step.which % Math.max(1, captures.length)];
  // A third of what is asked for takes all there is, as shops do most.
  const of = (all: bigint): bigint => (step.share % 3 === 0 ? all : partOf(all, step.share));
  if (step.do === 'pass') life.now += (step.share % 60) * dayMs;
  if (step.do === 'remind') life.remind();
  if (step.do === 'capture' && open > 0n) life.capture(of(open));
  if (step.do === 'void' && open > 0n) life.void(partOf(open, step.share));
  if (!one) return;
  if (step.do === 'refund') life.refund(one.number, of(one.amountMinor - one.refundedMinor));
  if (step.do === 'pay' && life.leftOf(one) > 0n) {
    const [before, costs] = [life.leftOf(one), life.costsOf(one)];
    const refused = life.pay(one.number, before + 1n);
    expect(idOf(refused)).toBe('payment.exceeds_open');
    // Who pays all of it before its time owes less (C96); how much less is proved in early-repayment.test.ts.
    const most = minorOf(openOf(refused));
    const amount = of(before) < most ? of(before) : most;
    const paid = life.pay(one.number, amount);
    const after = before - amount - (costs - life.costsOf(one));
    expect(paid).toMatchObject({ openMinor: after });
    expect(life.leftOf(life.captures.find(({ number }) => number === one.number) as Capture)).toBe(after);
  }
  const payments = life.list('payments');
  const taken = payments[step.which % Math.max(1, payments.length)];
  if (step.do === 'takeBack' && taken) life.takeBack(taken.transactionId);
}

describe('an order', () => {
  it('whatever becomes of it, is owed, paid and booked to the cent', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 300_000n }), agreed, fc.array(step, { maxLength: 30 }), (amount, plan, steps) => {
        const terms = plan && installment(plan.months, plan.rate, plan.startup, plan.monthly);
        const life = new Life(merchant, start, { authorizedMinor: amount, terms, paymentType: plan ? 'Installment' : 'Invoice' });
        life.capture(partOf(amount, 600));
        for (const each of steps) {
          perform(life, each);
          expectAgreement(life);
        }
      }),
      manyRuns(400),
    );
  });
});

const day = (days: number): string => dayAt(start + days * dayMs, merchant.timeZone);
/** An order of 100.00 with one capture of all of it, c1, due after 14 days. */
function captured(over: Partial<Order> = {}): Life {
  const life = new Life(merchant, start, { authorizedMinor: 10_000n, ...over });
  life.capture(null);
  return life;
}
const theOne = (life: Life): Capture => {
  const [one] = life.captures;
  if (!one) throw new Error('no capture');
  return one;
};

describe('a capture (C22)', () => {
  it('takes what is left, and never a cent more', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    expect(idOf(life.capture(10_001n))).toBe('capture.exceeds_open');
    expect(life.capture(4_000n)).toMatchObject({ order: { state: 'PartlyCaptured', capturedMinor: 4_000n } });
    expect(openOf(life.capture(6_001n))).toBe('60.00');
    expect(life.capture(null)).toMatchObject({ order: { state: 'Captured' }, capture: { amountMinor: 6_000n } });
    expect(idOf(life.capture(null))).toBe('order.nothing_open');
  });

  it('has the shop’s number or one of ours, and no number twice', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    expect(idOf(life.capture(1n, { number: 'F-1' }, true))).toBe('capture.number_used');
    expect(life.capture(1n, { number: 'F-1' })).toMatchObject({ capture: { number: 'F-1' } });
    expect(life.capture(1n, { number: null })).toMatchObject({ capture: { number: expect.stringMatching(/^9000000\d+$/) } });
    expect(noticeOf(life.capture(1n, { currency: 'NOK' }))).toMatchObject({ id: 'order.currency', values: { currency: 'EUR' } });
    expect(life.capture(1n, { currency: 'EUR' })).toMatchObject({ capture: { amountMinor: 1n } });
  });

  it.each([
    ['of an invoice', { paymentType: 'Invoice' }, {}, day(14)],
    ['of an invoice with days of its own', { paymentType: 'Invoice', daysUntilDue: 5 }, {}, day(5)],
    ['of a campaign of the contract', { paymentType: 'Invoice' }, { campaignNumber: 60 }, day(60)],
    ['of a consolidated invoice', { paymentType: 'Consolidatedinvoice' }, {}, '2026-03-31'],
    ['of one with days of its own that are too few', { paymentType: 'Consolidatedinvoice', daysUntilDue: 10 }, {}, '2026-04-14'],
    ['of one with days of its own', { paymentType: 'Consolidatedinvoice', daysUntilDue: 20 }, {}, '2026-04-20'],
    ['of an account, on a day on which banks work', { paymentType: 'Account' }, {}, '2026-04-13'],
  ])('%s is due when it was agreed (C40)', (_name, order, request, dueOn) => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n, ...order });
    expect(life.capture(null, request)).toMatchObject({ capture: { invoicedOn: day(0), dueOn } });
  });

  it('of a campaign is refused where the contract has none of its number, or the order is no invoice', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    expect(idOf(life.capture(1n, { campaignNumber: 61 }))).toBe('method.campaign');
    const account = new Life(merchant, start, { authorizedMinor: 10_000n, paymentType: 'Account' });
    expect(idOf(account.capture(1n, { campaignNumber: 60 }))).toBe('method.campaign');
  });

  it('keeps the campaign and the reference that were agreed with the order; the reference is the first capture’s (C31)', () => {
    const agreed = { directDebit: false, campaignNumber: 7, daysUntilDue: 90, installment: null, account: null };
    const terms = { ...agreed, paymentReference: 'RF18539007547034' };
    const life = new Life(merchant, start, { authorizedMinor: 10_000n, terms });
    expect(life.capture(1n, { campaignNumber: 7 })).toMatchObject({
      capture: { dueOn: day(90), paymentReference: 'RF18539007547034' },
    });
    const second = life.capture(1n);
    expect(second).toMatchObject({ capture: { dueOn: day(90) } });
    expect(second).not.toMatchObject({ capture: { paymentReference: 'RF18539007547034' } });
  });
});

describe('a refund (C24)', () => {
  it('without a body takes every capture that is not refunded yet', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    for (const amount of [1_000n, 2_000n, 3_000n]) life.capture(amount);
    life.refund('c1', null);
    expect(life.refund(null, null)).toMatchObject({
      order: { refundedMinor: 6_000n },
      refunds: [
        { captureNumber: 'c2', amountMinor: 2_000n },
        { captureNumber: 'c3', amountMinor: 3_000n },
      ],
    });
    expect(idOf(life.refund(null, null))).toBe('refund.nothing_captured');
    expect(noticeOf(life.refund('c1', null))).toEqual({ id: 'refund.nothing_captured', field: 'captureNumber' });
    // A member that was not sent is not what is wrong.
    const whole = captured();
    whole.refund(null, null);
    expect(noticeOf(whole.refund(null, 1n))).toEqual({ id: 'refund.nothing_captured' });
  });

  it('of a part takes the one capture there is, and has to name one of several', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    life.capture(1_000n);
    expect(idOf(life.refund(null, 1_001n))).toBe('refund.exceeds_captured');
    expect(openOf(life.refund(null, 1_001n))).toBe('10.00');
    expect(life.refund(null, 400n)).toMatchObject({ refunds: [{ captureNumber: 'c1', amountMinor: 400n }] });
    life.capture(1_000n);
    expect(idOf(life.refund(null, 1n))).toBe('value.required');
    expect(idOf(life.refund('c9', 1n))).toBe('capture.not_found');
    expect(idOf(life.refund('c1', 601n))).toBe('refund.exceeds_captured');
    expect(idOf(life.refund(null, null, 'G-1'))).toBe('refund.one_number_many_captures');
    expect(idOf(life.refund('c1', null, 'G-1', true))).toBe('refund.number_used');
    expect(life.refund('c1', null, 'G-1')).toMatchObject({ refunds: [{ number: 'G-1', amountMinor: 600n }] });
  });

  it('of what was paid is owed back, as far as it was paid, and the note says so', () => {
    const life = captured();
    life.pay('c1', 7_000n);
    expect(life.refund('c1', 5_000n)).toMatchObject({
      refunds: [{ noteTerms: { captured: '10000', refunded: '5000', paid: '7000', credit: '2000', back: '2000', due: [] } }],
    });
    expect(theOne(life)).toMatchObject({ creditMinor: 2_000n });
    expect(life.leftOf(theOne(life))).toBe(0n);
    expect(captured({ paymentType: 'Account' }).refund('c1', 1n)).toMatchObject({ refunds: [{ noteTerms: null }] });
  });
});

describe('a void (C23)', () => {
  it('takes what is left, and never a cent more', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    life.capture(4_000n);
    expect(idOf(life.void(6_001n))).toBe('void.exceeds_open');
    expect(openOf(life.void(6_001n))).toBe('60.00');
    expect(life.void(2_000n)).toMatchObject({ order: { state: 'PartlyCaptured' }, cancellation: { amountMinor: 2_000n } });
    expect(life.void(null)).toMatchObject({ order: { state: 'Captured' }, cancellation: { amountMinor: 4_000n } });
    expect(idOf(life.void(null))).toBe('order.nothing_open');
  });

  it('comes with the end of the order’s time, not a moment before it, and once (C29)', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    life.now = start + 30 * dayMs - 1;
    expect(life.expire()).toBeUndefined();
    life.now += 1;
    expect(idOf(life.capture(1n))).toBe('order.expired');
    expect(life.expire()?.answer).toMatchObject({ order: { state: 'Expired' }, cancellation: { amountMinor: 10_000n } });
    expectAgreement(life);
    expect(life.expire()).toBeUndefined();
  });
});

describe('a payment', () => {
  it('is booked once under its number, and refused for anything else under it', () => {
    const life = captured();
    const first = life.pay('c1', 4_000n, day(0), 'T');
    expect(life.pay('c1', 4_000n, day(0), 'T')).toEqual(first);
    expect(life.list('payments').length).toBe(1);
    life.now += dayMs;
    for (const [amount, on] of [
      [4_001n, day(0)],
      [4_000n, day(1)],
    ] as const)
      expect(idOf(life.pay('c1', amount, on, 'T'))).toBe('payment.transaction_used');
    expect(idOf(life.pay('c9', 1n))).toBe('capture.not_found');
    expect(openOf(life.pay('c1', 6_001n))).toBe('60.00');
    expect(life.events.map(({ type }) => type)).toEqual(['order.captured', 'capture.paid']);
  });

  it('of one capture is none of another', () => {
    const life = new Life(merchant, start, { authorizedMinor: 10_000n });
    for (const amount of [5_000n, 5_000n]) life.capture(amount);
    life.pay('c1', 4_000n, day(0), 'T');
    expect(idOf(life.pay('c2', 4_000n, day(0), 'T'))).toBe('payment.transaction_used');
  });

  it('came on a day between the invoice and today', () => {
    const life = captured();
    expect(idOf(life.pay('c1', 1n, day(1)))).toBe('value.out_of_range');
    expect(idOf(life.pay('c1', 1n, day(-1)))).toBe('value.out_of_range');
    life.pay('c1', 10_000n);
    expect(idOf(life.pay('c1', 1n))).toBe('payment.nothing_open');
  });

  it.each([
    ['on its due day, was paid on time', 14, 1, 0],
    ['a day later, was paid late', 15, 0, 1],
  ])('of the last cent %s; taken back, it counts as neither', (_name, days, onTime, late) => {
    const life = captured();
    life.now += days * dayMs;
    life.pay('c1', 9_999n);
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
    life.pay('c1', 1n, day(days), 'T');
    expect(theOne(life).settledOn).toBe(day(days));
    expect(life.exposure).toMatchObject({ paidOnTimeCount: onTime, paidLateCount: late });
    life.takeBack('T');
    expect(theOne(life).settledOn).toBeNull();
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
  });

  it('is for fees of reminders first, then for the interest charged with them, then for the goods', () => {
    const life = captured();
    life.now = start + 45 * dayMs;
    life.remind();
    life.now += 20 * dayMs;
    life.remind();
    const { reminderFeeMinor, lateInterestMinor } = theOne(life);
    const interest = lateInterestMinor ?? 0n;
    const fee = reminderFeeMinor - interest;
    expect(fee > 0n && interest > 0n).toBe(true);
    expect(life.leftOf(theOne(life))).toBe(10_000n + fee + interest);
    expect(life.pay('c1', 1n)).toMatchObject({ payment: { feeMinor: 1n, interestMinor: 0n, principalMinor: 0n } });
    expect(life.pay('c1', fee)).toMatchObject({ payment: { feeMinor: fee - 1n, interestMinor: 1n, principalMinor: 0n } });
    expect(life.pay('c1', interest - 1n)).toMatchObject({
      payment: { feeMinor: 0n, interestMinor: interest - 1n, principalMinor: 0n },
    });
    expect(life.pay('c1', 500n, life.today, 'T')).toMatchObject({
      payment: { feeMinor: 0n, interestMinor: 0n, principalMinor: 500n },
    });
    expect(theOne(life).reminderLevel).toBe(2);
    life.pay('c1', 9_500n, life.today, 'U');
    expect(theOne(life).reminderLevel).toBe(0);
    expect(life.events.at(-1)).toMatchObject({ type: 'capture.dunning_ended', subject: 'c1' });
    // Taken back: goods first, the fees and their interest last.
    expect(life.takeBack('T')).toMatchObject({ principalMinor: 500n, interestMinor: 0n, feeMinor: 0n });
    expectAgreement(life);
  });
});

describe('a payment that the bank took back', () => {
  it('is taken back once, and only where there is one', () => {
    const life = captured();
    expect(idOf(life.takeBack('T'))).toBe('payment.not_found');
    life.pay('c1', 4_000n, day(0), 'T');
    const first = life.takeBack('T');
    expect(first).toMatchObject({ principalMinor: 4_000n, creditMinor: 0n });
    expect(life.takeBack('T')).toBe(first);
    expect(life.leftOf(theOne(life))).toBe(10_000n);
  });

  it('owes nothing back of what it had made owed, as far as the money is gone', () => {
    const life = captured();
    life.pay('c1', 10_000n, day(0), 'T');
    life.refund('c1', 3_000n);
    expect(life.takeBack('T')).toMatchObject({ principalMinor: 10_000n, creditMinor: 3_000n });
    expect(life.leftOf(theOne(life))).toBe(7_000n);
    expectAgreement(life);
  });

  it('is remembered of a direct debit alone, since reminders wait for one', () => {
    for (const isDirectDebit of [true, false]) {
      const life = captured();
      life.pay('c1', 1n, day(0), 'T');
      life.takeBack('T', isDirectDebit);
      expect(theOne(life).debitReturnedOn).toBe(isDirectDebit ? day(0) : null);
    }
  });
});
