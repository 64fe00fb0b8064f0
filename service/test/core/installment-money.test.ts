// An order in installments by example: what of it falls due when, is late, is put off, is refunded and taken back (ADR 9).
import { describe, expect, it } from 'vitest';
import { dayAt, dayMs } from '../../src/core/dates.ts';
import { entriesOf } from '../../src/core/ledger.ts';
import { capture } from '../../src/core/order/capture.ts';
import { openLateInterestMinor, openReminderFeeMinor, overdueParts } from '../../src/core/order/dunning.ts';
import { leftToPayMinor, pay } from '../../src/core/order/payment.ts';
import { returnPayment } from '../../src/core/order/payment-return.ts';
import { refund } from '../../src/core/order/refund.ts';
import { remind } from '../../src/core/order/reminder.ts';
import { notifyReturn } from '../../src/core/order/return.ts';
import type { CaptureInstallment, Order } from '../../src/core/order/rows.ts';
import { planOf } from '../../src/core/plan/plan.ts';
import { laidOn, takenBack } from '../../src/core/plan/schedule.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { HeldOrder } from '../support/held.ts';
import { merchantIn } from '../support/merchant.ts';

const start = Date.parse('2026-03-11T09:30:00Z');
const shop = merchantIn('DE');
const merchant = { ...shop, contract: { ...shop.contract, reminders: { feeMinor: 250n, chargesInterest: true } } };
const idOf = (answer: unknown): string | undefined => (answer instanceof Refusal ? answer.notices[0].id : undefined);
const sum = (rows: readonly CaptureInstallment[], of: (row: CaptureInstallment) => bigint): bigint =>
  rows.reduce((all, row) => all + of(row), 0n);

/** Captured whole on 11 March 2026, so due on 13 April (the 11th is a Saturday), 11 May and 11 June. */
class Life extends HeldOrder {
  constructor(authorizedMinor: bigint, months: number | null, interestRateBps = 0, over: Partial<Order> = {}) {
    const fees = { startupFeeMinor: '0', monthlyFeeMinor: '0' };
    const installment = months && { profileNo: 1, numberOfInstallments: months, interestRateBps, ...fees };
    const terms = installment && { directDebit: false, campaignNumber: null, daysUntilDue: null, installment, account: null };
    super(merchant, start, { authorizedMinor, terms, paymentType: months === null ? 'Invoice' : 'Installment', ...over });
    const none = { currency: null, campaignNumber: null, items: null, remarks: null, shipping: [] };
    this.take(capture(this.inHand, { amountMinor: null, number: 'c1', ...none }, false, this.setting));
  }
  get left(): bigint {
    return leftToPayMinor(this.one, this.rows);
  }
  at(day: string): this {
    this.now = Date.parse(`${day}T09:30:00Z`);
    return this;
  }
  pay(amountMinor: bigint, transactionId = String(this.list('payments').length)) {
    const valueOn = dayAt(this.now, merchant.timeZone);
    return this.take(
      pay(this.inHand, { captureNumber: 'c1', amountMinor, valueOn, transactionId, reason: null }, undefined, this.setting),
    );
  }
  refund(amountMinor: bigint | null) {
    const none = { captureNumber: 'c1', number: null, path: 'items', items: null, remarks: null };
    return this.take(refund(this.inHand, { amountMinor, ...none }, false, this.setting));
  }
  takeBack(transactionId: string) {
    const payment = this.list('payments').find((each) => each.transactionId === transactionId);
    const request = { returnedOn: dayAt(this.now, merchant.timeZone), reason: null, isDirectDebit: false };
    return this.take(returnPayment(this.inHand, payment, undefined, request, this.setting));
  }
  remind() {
    const decided = remind(this.inHand, undefined, this.setting);
    if (decided) this.take(decided);
    return this.list('captureReminders').at(-1);
  }
  notifyReturn(captureNumber: string | null = 'c1') {
    return this.take(notifyReturn(this.inHand, { captureNumber, amountMinor: null, items: null, remarks: null }, this.setting));
  }
}

describe('installments', () => {
  it('are paid one after the other, each on the day of what completes it', () => {
    const life = new Life(30_000n, 3);
    life.at('2026-03-20').pay(9_999n);
    expect(life.rows.map(({ paidOn }) => paidOn)).toEqual([null, null, null]);
    life.at('2026-03-21').pay(2n);
    expect(life.rows.map(({ paidOn }) => paidOn)).toEqual(['2026-03-21', null, null]);
    expect(life.one.dueOn).toBe('2026-05-11');
    life.at('2026-03-22').pay(19_999n);
    expect(life.rows.map(({ paidOn }) => paidOn)).toEqual(['2026-03-21', '2026-03-22', '2026-03-22']);
  });

  it('count as paid on time where each was, and as late where one was not; taken back, as neither', () => {
    for (const [firstOn, counts] of [
      ['2026-04-13', { paidOnTimeCount: 1, paidLateCount: 0 }],
      ['2026-04-14', { paidOnTimeCount: 0, paidLateCount: 1 }],
    ] as const) {
      const life = new Life(30_000n, 3);
      life.at(firstOn).pay(10_000n);
      life.pay(20_000n, 'T');
      expect(life.exposure).toMatchObject(counts);
      life.takeBack('T');
      expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
    }
  });

  it('change where money comes or goes, and nowhere else', () => {
    const { rows } = new Life(30_000n, 3);
    const { changed } = laidOn(rows, 10_000n, '2026-03-20');
    expect(changed.map(([row]) => row.number)).toEqual([1]);
    const paid = rows.map((row) => changed.find(([before]) => before === row)?.[1] ?? row);
    expect(laidOn(paid, 1n, '2026-03-21').changed.map(([row]) => row.number)).toEqual([2]);
    expect(takenBack(paid, 4_000n).changed.map(([row, { paidMinor }]) => [row.number, paidMinor])).toEqual([[1, 6_000n]]);
  });

  it('of a refund bear what a smaller credit would have borne', () => {
    const [life, half] = [new Life(120_000n, 12, 1_990), new Life(60_000n, 12, 1_990)];
    life.refund(60_000n);
    expect(sum(half.rows, (row) => row.interestMinor) > 0n).toBe(true);
    expect(life.rows.map(({ interestMinor, principalMinor }) => [interestMinor, principalMinor])).toEqual(
      half.rows.map(({ interestMinor, principalMinor }) => [interestMinor, principalMinor]),
    );
  });

  it('owe again what was taken back, less what was refunded meanwhile, off the latest', () => {
    const life = new Life(20_000n, 2);
    life.pay(20_000n, 'T');
    life.refund(15_000n);
    expect(life.takeBack('T')).toMatchObject({ principalMinor: 20_000n, creditMinor: 15_000n });
    expect(life.rows.map(({ principalMinor }) => principalMinor)).toEqual([5_000n, 0n]);
    expect(life.left).toBe(5_000n);
  });

  it('have no plan where the start-up fee takes the basket, or the rate is beyond any number (C42)', () => {
    const terms = { profileNo: 1, numberOfInstallments: 1, interestRateBps: 0, startupFeeMinor: 100n, monthlyFeeMinor: 0n };
    for (const basket of [99n, 100n]) expect(planOf(basket, terms)).toBeUndefined();
    expect(planOf(101n, terms)?.totalMinor).toBe(201n);
    expect(planOf(101n, { ...terms, monthlyFeeMinor: 10n ** 26n })).toBeUndefined();
  });
});

describe('what is overdue', () => {
  it('fell due before today and is not paid, of this capture alone', () => {
    const life = new Life(30_000n, 3, 1_990);
    life.pay(4_000n);
    const foreign = life.rows.map((row) => ({ ...row, captureNumber: 'c2' }));
    const on = (day: string) => overdueParts(life.one, [...foreign, ...life.rows], 'DE', day).map(({ on: dueOn }) => dueOn);
    expect(on('2026-04-13')).toEqual([]);
    expect(on('2026-04-14')).toEqual(['2026-04-13']);
    expect(on('2026-05-12')).toEqual(['2026-04-13', '2026-05-11']);
    const [first, second] = life.rows;
    const [late] = overdueParts(life.one, life.rows, 'DE', '2026-04-14');
    // What was paid of it covered its interest first.
    expect(late?.amountMinor).toBe((first?.principalMinor ?? 0n) + (first?.interestMinor ?? 0n) - 4_000n);
    expect(late?.principalMinor).toBe(late?.amountMinor);
    expect(overdueParts(life.one, life.rows, 'DE', '2026-05-12')[1]?.principalMinor).toBe(second?.principalMinor);
    life.pay((late?.amountMinor ?? 0n) + 1n);
    expect(overdueParts(life.one, life.rows, 'DE', '2026-05-12').map(({ on: dueOn }) => dueOn)).toEqual(['2026-05-11']);
    const invoice = new Life(10_000n, null);
    expect(overdueParts(invoice.one, [], 'DE', '2026-03-25')).toEqual([]);
    expect(overdueParts(invoice.one, foreign, 'DE', '2026-03-26')).toEqual([
      { on: '2026-03-25', owedSince: '2026-03-25', amountMinor: 10_000n, principalMinor: 10_000n },
    ]);
  });

  it('is reminded with its fees, which go when a refund leaves nothing to pay', () => {
    const life = new Life(10_000n, null).at('2026-04-01');
    expect(life.remind()).toMatchObject({ level: 1 });
    const letter = life.at('2026-04-20').remind();
    expect(letter).toMatchObject({
      level: 2,
      openMinor: 10_000n + life.one.reminderFeeMinor,
      feesOpenMinor: life.one.reminderFeeMinor,
    });
    expect(life.left).toBe(10_000n + life.one.reminderFeeMinor);
    expect(openLateInterestMinor(life.one)).toBe(life.one.lateInterestMinor);
    expect(life.one.lateInterestMinor).not.toBe(0n);
    life.refund(null);
    expect([life.left, openReminderFeeMinor(life.one), openLateInterestMinor(life.one)]).toEqual([0n, 0n, 0n]);
  });

  it('was paid with fees and interest: taken back, each is owed again as what it was', () => {
    const life = new Life(10_000n, null).at('2026-04-01');
    life.remind();
    life.at('2026-04-20').remind();
    const { reminderFeeMinor, lateInterestMinor } = life.one;
    const interest = lateInterestMinor ?? 0n;
    life.pay(life.left, 'T');
    expect(life.one).toMatchObject({ reminderFeePaidMinor: reminderFeeMinor, lateInterestPaidMinor: interest });
    expect(life.takeBack('T')).toMatchObject({
      principalMinor: 10_000n,
      interestMinor: interest,
      feeMinor: reminderFeeMinor - interest,
    });
    expect(life.one).toMatchObject({ reminderFeePaidMinor: 0n, lateInterestPaidMinor: 0n, paidMinor: 0n });
    expect([life.balance('interest_income'), life.balance('fee_income'), life.balance('consumer_payments')]).toEqual([
      0n,
      0n,
      0n,
    ]);
  });
});

describe('the interest on an invoice that is late', () => {
  const plain = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account: null };
  const [before, since] = ['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z'].map((at) => Date.parse(at)) as [number, number];
  it.each([
    ['first', 'where it was ordered before the law took it for a credit', { insertedAt: before }],
    ['last', 'where it was ordered since', { insertedAt: since }],
    ['last', 'where it is one of a month', { insertedAt: since, paymentType: 'Consolidatedinvoice' }],
    ['first', 'where its agreement is of before', { insertedAt: since, terms: { ...plain, agreedOn: '2026-11-19' } }],
    ['last', 'where it was agreed on anew since', { insertedAt: before, terms: { ...plain, agreedOn: '2026-11-20' } }],
  ] as const)('is paid %s %s', (expected, _where, order) => {
    const life = new Life(10_000n, null, 0, order).at('2026-06-01');
    life.remind();
    life.at('2026-06-20').remind();
    const interest = life.one.lateInterestMinor ?? 0n;
    life.pay(life.left - interest, 'T');
    const [own] = life.list('payments');
    expect([own?.interestMinor, life.left]).toEqual(expected === 'last' ? [0n, 0n] : [interest, interest]);
    expect(life.takeBack('T')).toMatchObject({ principalMinor: own?.principalMinor, interestMinor: own?.interestMinor });
  });
});

describe('a return notification (C27)', () => {
  it('puts off what is open by the contract’s days, once, to days on which banks work; no money moves', () => {
    const life = new Life(30_000n, 3);
    life.pay(10_000n);
    const booked = life.ledger.length;
    expect(idOf(life.notifyReturn())).toBeUndefined();
    // Fourteen days after 11 May is Whit Monday.
    expect(life.rows.map(({ dueOn }) => dueOn)).toEqual(['2026-04-13', '2026-05-26', '2026-06-25']);
    expect(life.one.dueOn).toBe('2026-05-26');
    expect(life.ledger.length).toBe(booked);
    expect(idOf(life.notifyReturn())).toBe('return.already_notified');
    expect(life.list('returnNotifications')).toMatchObject([{ captureNumber: 'c1', orderId: 'o', insertedAt: life.now }]);
    expect(life.events.at(-1)).toMatchObject({ type: 'capture.return_notified', subject: 'c1', amountMinor: 0n });
  });

  it('puts off its own capture alone, which has to be named where there are several', () => {
    const life = new Life(30_000n, 3);
    const others = life.rows.map((row) => ({ ...row, captureNumber: 'c2' }));
    const inHand = {
      ...life.inHand,
      captures: [life.one, { ...life.one, number: 'c2' }],
      installments: [...others, ...life.rows],
    };
    const notify = (captureNumber: string | null) =>
      notifyReturn(inHand, { captureNumber, amountMinor: null, items: null, remarks: null }, life.setting);
    expect(idOf(notify(null))).toBe('value.required');
    life.take(notify('c1'));
    expect(life.one.dueOn).toBe('2026-04-27');
    expect(life.list('captureInstallments')).toHaveLength(3);
  });

  it('is for no order that is not decided yet', () => {
    const life = new Life(10_000n, null);
    const pending = { ...life.inHand, order: { ...life.inHand.order, state: 'Pending' } as Order };
    const request = { captureNumber: null, amountMinor: null, items: null, remarks: null };
    expect(idOf(notifyReturn(pending, request, life.setting))).toBe('order.pending');
  });

  it('is for an invoice that is not past due, not paid, and there', () => {
    const life = new Life(10_000n, null);
    expect(idOf(life.notifyReturn('c9'))).toBe('capture.not_found');
    expect(life.at('2026-03-26').notifyReturn()).toMatchObject({
      notices: [{ id: 'return.past_due', values: { day: '2026-03-25' } }],
    });
    life.at('2026-03-25').notifyReturn(null);
    expect(life.one.dueOn).toBe('2026-04-08');
    const paid = new Life(10_000n, null);
    paid.pay(10_000n);
    expect(idOf(paid.notifyReturn())).toBe('payment.nothing_open');
  });
});

describe('the ledger', () => {
  const event = { orderId: 'o', subject: 's', currency: 'EUR' } as const;
  it('turns a transfer round where an amount falls, and books nothing of nothing', () => {
    const updated = (amountMinor: bigint) => entriesOf({ ...event, type: 'order.updated', amountMinor });
    expect(updated(5n)).toMatchObject([{ debitAccount: 'commitments', creditAccount: 'holds', amountMinor: 5n }]);
    expect(updated(-5n)).toMatchObject([{ debitAccount: 'holds', creditAccount: 'commitments', amountMinor: 5n }]);
    expect(updated(0n)).toEqual([]);
  });

  it('books no share that has no account of its own', () => {
    const shared = (type: 'order.refunded' | 'order.voided') => () =>
      entriesOf({ ...event, type, amountMinor: 5n, shares: { interest: 1n } });
    expect(shared('order.refunded')).toThrow('no account for interest of order.refunded');
    expect(shared('order.voided')).toThrow('no account for interest of order.voided');
  });
});

it('an order that was declined is not refunded, and says so', () => {
  const life = new Life(10_000n, null);
  const declined = { ...life.inHand, order: { ...life.inHand.order, state: 'Rejected', decideBy: start + dayMs } as Order };
  const request = { captureNumber: null, amountMinor: null, number: null, path: 'items', items: null, remarks: null };
  expect(idOf(refund(declined, request, false, life.setting))).toBe('order.declined');
});
