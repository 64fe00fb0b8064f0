// Whatever becomes of a customer account, its balances, its stream, its days, its months and the ledger say one thing of each cent;
// a month's interest is what a sheet with a line a day comes to, however late its events are reported; and no statement demands
// more than is owed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalMinor } from '../../src/core/account/account.ts';
import type { EventKind } from '../../src/core/account/event.ts';
import { split } from '../../src/core/account/payment.ts';
import { decideApplication, declineOverdueApplication } from '../../src/core/account/review.ts';
import { dayMs } from '../../src/core/dates.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { AccountLife, idOf, limitMinor, sum, terms } from '../support/account-life.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.parse('2027-11-20T09:30:00Z');
const least = (...amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => (one < other ? one : other));

class Life extends AccountLife {
  protected override stated(): void {
    expectStatement(this);
  }
}

/** A line a day, in whole numbers: a day is 1/365 of a year, in leap years 1/366. */
function sheet(life: Life, month: string): bigint {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const daysOfYear = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / dayMs;
  let balances = 0n;
  for (let at = Date.UTC(year, number - 1, 1); at < Date.UTC(year, number, 1); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const moved = life.list('accountDays').filter((each) => each.day <= day);
    const balance = sum(moved, (each) => each.principalMinor);
    if (balance > 0n) balances += balance;
  }
  const [tenThousandths, divisor] = [balances * BigInt(terms.interestRateBps), 10_000n * BigInt(daysOfYear)];
  return (2n * tenThousandths + divisor) / (2n * divisor);
}

/** The statement just made, with the months that it corrected. */
function expectStatement(life: Life): void {
  const { account } = life;
  const months = life.list('accountMonths');
  const entries = life.list('accountEntries');
  for (const month of months) expect(month.interestMinor, month.month).toBe(sheet(life, month.month));
  const month = months.at(-1);
  if (!month) throw new Error('no statement');
  const own = entries.filter(({ number }) => month.firstEntry <= number && number <= month.lastEntry);
  expect(month.accruedMinor >= 0n).toBe(true);
  const closing = month.principalMinor + month.accruedMinor + month.feesMinor;
  const statedByReminder = entries.slice(month.lastEntry).reduce((all, each) => all + each.feesMinor, 0n);
  expect(month.firstEntry).toBe((months.at(-2)?.lastEntry ?? 0) + 1);
  expect(month.openingMinor + sum(own, (each) => each.principalMinor + each.interestMinor + each.feesMinor)).toBe(closing);
  expect(closing + statedByReminder).toBe(totalMinor(account));
  // What a statement demands: a twentieth, at least 10.00, at most all that is owed beside what is overdue.
  if (account.status === 'SentToDebtCollection' || month.madeOn < account.firstNoticeOn) return;
  const owed = closing - month.overdueMinor > 0n ? closing - month.overdueMinor : 0n;
  expect(month.minimumMinor <= owed && month.minimumMinor >= least(owed, 1_000n)).toBe(true);
  expect(month.minimumMinor * 20n >= owed).toBe(true);
  if (month.minimumMinor > least(owed, 1_000n)) expect((month.minimumMinor - 1n) * 20n < owed).toBe(true);
}

function expectAgreement(life: Life): void {
  life.agree();
  const { account, added } = life;
  const { principalMinor: principal, interestMinor: interest } = account;
  const payments = life.list('accountPayments');
  const returned = payments.filter(({ returnedOn }) => returnedOn !== null);
  const taken = added.Purchase + added.Withdrawal - added.WithdrawalCorrection;
  expect(account.usedMinor).toBe(taken);
  const credited = life.list('accountEntries').filter(({ kind }) => kind === 'InterestCredited');
  for (const each of credited) expect(each.principalMinor + each.interestMinor).toBe(0n);
  const back = sum(credited, (each) => each.interestMinor);
  const backAgain = sum(returned, (each) => each.principalMinor);
  expect(principal).toBe(taken - sum(payments, (each) => each.principalMinor) + backAgain - back);
  const posted = sum(life.list('accountMonths'), (each) => each.interestMinor);
  const paidInterest = sum(payments, (each) => each.interestMinor) - sum(returned, (each) => each.interestMinor);
  expect(interest).toBe(posted + added.InterestCorrection - paidInterest + back);
  expect(life.balance('merchant_payables')).toBe(-taken);
  const kept = sum(payments, (each) => each.amountMinor) - sum(returned, (each) => each.amountMinor);
  expect(life.balance('consumer_payments')).toBe(kept);
}

const step = fc.record({
  do: fc.constantFrom('pass' as const, 'pass' as const, 'pay' as const, 'return' as const, 'add' as const, 'add' as const),
  kind: fc.constantFrom<EventKind[]>(
    'Purchase',
    'Purchase',
    'Withdrawal',
    'WithdrawalCorrection',
    'WithdrawalCommission',
    'InterestCorrection',
    'Info',
  ),
  cents: fc.oneof(fc.bigInt({ min: 1n, max: 5_000n }), fc.bigInt({ min: 1n, max: 60_000n })),
  days: fc.integer({ min: 0, max: 45 }),
});

function perform(
  life: Life,
  { do: what, kind, cents, days }: { do: string; kind: EventKind; cents: bigint; days: number },
): void {
  if (what === 'pass') {
    life.pass(days);
    return;
  }
  const { account } = life;
  const owed = totalMinor(account) > 0n ? totalMinor(account) : 0n;
  if (what === 'return') {
    const left = life.list('accountPayments').filter(({ returnedOn }) => returnedOn === null);
    const payment = left[Number(cents) % left.length];
    if (!payment) return;
    // No day before the payment came.
    const daysSince = (Date.parse(life.today) - Date.parse(payment.valueOn)) / dayMs;
    life.takeBack(payment.transactionId, Math.min(days, daysSince));
    expect(totalMinor(life.account)).toBe(totalMinor(account) + payment.amountMinor);
    return;
  }
  if (what === 'pay') {
    expect(idOf(life.pay(owed + 1n, 0, false))).toBe('account.payment_exceeds');
    // A third pays all there is.
    const amount = cents % 3n === 0n && owed > 0n ? owed : cents;
    const { payment } = life.pay(amount, days) as {
      payment: { feesMinor: bigint; interestMinor: bigint; principalMinor: bigint };
    };
    // Fees, then interest, then principal, which also takes what is over.
    const positive = (each: bigint): bigint => (each > 0n ? each : 0n);
    // Less what letters cost that were made after the money had come.
    const entries = life.list('accountEntries').slice(account.entryCount);
    const cancelled = entries.find((each) => each.kind === 'ReminderCancelled')?.feesMinor ?? 0n;
    const fees = least(positive(account.feesMinor + cancelled), amount);
    const interest = least(positive(account.interestMinor), amount - fees);
    expect(payment).toMatchObject({ feesMinor: fees, interestMinor: interest, principalMinor: amount - fees - interest });
    expect(life.account.interestMinor >= 0n).toBe(true);
    return;
  }
  const uses = kind === 'Purchase' || kind === 'Withdrawal' || kind === 'WithdrawalCommission';
  const isAdded = uses
    ? account.status === 'Ok' && cents + totalMinor(account) <= limitMinor
    : kind !== 'WithdrawalCorrection' || cents <= account.usedMinor;
  expect(life.add(kind, kind === 'InterestCorrection' && cents % 2n === 0n ? -cents : cents, days)).toMatchObject({
    eventAdded: isAdded,
  });
}

describe('a customer account', () => {
  it('whatever becomes of it, is counted, paid and booked to the cent', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const life = new Life();
        for (const each of steps) {
          perform(life, each);
          expectAgreement(life);
        }
      }),
      manyRuns(400),
    );
  });
});

const rejected = (id: string) => ({ eventAdded: false, outcome: 'Rejected', reasons: [{ id }] });
const added = { eventAdded: true, outcome: 'Accepted', reasons: [] };

describe('an event (C62)', () => {
  it('is added to the last cent of the limit, which fees and interest use up too', () => {
    const life = new Life();
    expect(life.add('WithdrawalCommission', 300n)).toMatchObject(added);
    expect(life.add('InterestCorrection', 200n)).toMatchObject(added);
    expect(life.add('Purchase', 99_501n)).toMatchObject(rejected('risk.limit'));
    expect(life.add('Withdrawal', 99_500n)).toMatchObject(added);
    expect(life.add('WithdrawalCommission', 1n)).toMatchObject(rejected('risk.limit'));
    expectAgreement(life);
    expect(life.events.at(-1)).toMatchObject({ type: 'account.event_rejected', amountMinor: 1n });
    const [event] = life.list('accountEvents');
    expect(life.list('accountEntries')[0]).toMatchObject({ eventId: event?.id, reference: event?.accountTransactionId });
  });

  it('charges no fee for a payout that the agreement does not name, as those of before and of orders do not', () => {
    const { payoutFees: _named, ...before } = terms;
    const life = new Life({ terms: before });
    expect(life.add('Withdrawal', 500n)).toMatchObject(added);
    expect(life.add('WithdrawalCommission', 0n)).toMatchObject(added);
    expect(life.add('WithdrawalCommission', 1n)).toMatchObject(rejected('account.fee_not_agreed'));
    expect(life.account).toMatchObject({ principalMinor: 500n, feesMinor: 0n });
  });

  it('uses no more of an account that an order opened than was overpaid, also before its limit follows a correction', () => {
    const life = new AccountLife();
    life.add('Purchase', limitMinor);
    life.put('accounts', { ...life.account, orderNumber: 'o' });
    expect(life.add('InterestCorrection', -1_000n)).toMatchObject({ eventAdded: true });
    expect(life.add('Purchase', 200n)).toMatchObject({ eventAdded: false, reasons: [{ id: 'risk.limit' }] });
    life.pay(limitMinor);
    expect(life.account.limitMinor).toBe(0n);
    expect(life.add('Purchase', 1_001n)).toMatchObject({ eventAdded: false });
    expect(life.add('Purchase', 1_000n)).toMatchObject({ eventAdded: true });
  });

  it('gives back what was taken, and no more', () => {
    const life = new Life();
    life.add('Purchase', 500n);
    expect(life.add('WithdrawalCorrection', 501n)).toMatchObject(rejected('account.nothing_to_correct'));
    expect(life.add('WithdrawalCorrection', 500n)).toMatchObject(added);
    expect(life.account).toMatchObject({ principalMinor: 0n, usedMinor: 0n });
  });

  it('is taken by no account that is stopped or in dunning, but corrections are', () => {
    for (const [over, reason] of [
      [{ stopped: true }, 'account.stopped'],
      [{ status: 'FirstReminder' }, 'account.in_dunning'],
    ] as const) {
      const life = new Life({ ...over, principalMinor: 500n, usedMinor: 500n, overdueMinor: 100n, overdueCount: 1 });
      expect(life.add('Purchase', 1n)).toMatchObject(rejected(reason));
      expect(life.add('WithdrawalCommission', 1n)).toMatchObject(rejected(reason));
      expect(life.add('WithdrawalCorrection', 1n)).toMatchObject(added);
      expect(life.add('InterestCorrection', -1n)).toMatchObject(added);
    }
  });

  it('ends the dunning where it corrects all that was demanded', () => {
    const life = new Life({
      status: 'SecondReminder',
      principalMinor: 500n,
      usedMinor: 500n,
      overdueMinor: 500n,
      overdueCount: 1,
    });
    life.add('WithdrawalCorrection', 499n);
    expect(life.account).toMatchObject({ status: 'SecondReminder', overdueMinor: 1n, overdueCount: 1 });
    life.add('WithdrawalCorrection', 1n);
    expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: 0n, overdueCount: 0 });
  });

  it('uses its id up, for good and for this content alone (C63)', () => {
    const life = new Life();
    const first = life.add('Purchase', 500n, 0, 'T');
    expect(life.add('Purchase', 500n, 0, 'T')).toEqual(first);
    expect(idOf(life.add('Purchase', 501n, 0, 'T'))).toBe('account.transaction_used');
    expect(life.add('Purchase', 200_000n, 0, 'U')).toMatchObject(rejected('risk.limit'));
    expect(life.add('Purchase', 300n, 0, 'U')).toMatchObject(added);
    life.add('Purchase', 300n, 0, null);
    expect(life.add('Purchase', 300n, 0, null)).toMatchObject(added);
    expect(life.account.principalMinor).toBe(1_400n);
  });

  it('counts from its day, from no day before the account was opened, and comes at most a day early (C63)', () => {
    const life = new Life();
    life.add('Purchase', 100n, 5);
    expect(life.list('accountDays')).toMatchObject([{ day: '2027-11-20', principalMinor: 100n }]);
    life.add('Purchase', 100n, -1);
    expect(life.list('accountDays')).toMatchObject([{}, { day: '2027-11-21', principalMinor: 100n }]);
    expect(idOf(life.add('Purchase', 100n, -1 - 1 / dayMs))).toBe('value.out_of_range');
  });

  it('needs an account, in its currency', () => {
    expect(idOf(new Life({ state: 'Declined' }).add('Purchase', 1n))).toBe('account.not_found');
    expect(idOf(new Life({ currency: 'SEK' }).add('Purchase', 1n))).toBe('account.currency');
  });
});

describe('an account under review', () => {
  const held = { eventAdded: true, outcome: 'Pending', reasons: [{ id: 'account.event_held' }] };
  const waiting = () => {
    const life = new Life({ state: 'UnderReview', decideBy: start + 3 * dayMs });
    expect(life.add('Purchase', 60_000n)).toMatchObject(held);
    expect(life.add('Purchase', 60_000n)).toMatchObject(held);
    expect(life.add('WithdrawalCommission', 300n)).toMatchObject(held);
    expect(life.account).toMatchObject({ heldCount: 3, principalMinor: 0n, usedMinor: 0n });
    return life;
  };

  it('books what it held once it is approved, in its order, as far as the limit goes', () => {
    const life = waiting();
    expect(life.take(decideApplication(life.inHand, 'approve', life.setting))).toMatchObject({ heldCount: 0 });
    expect(life.account).toMatchObject({
      state: 'Open',
      heldCount: 0,
      principalMinor: 60_000n,
      feesMinor: 300n,
      usedMinor: 60_000n,
    });
    expect(life.list('accountEvents').map(({ state }) => state)).toEqual(['Booked', 'Declined', 'Booked']);
    expect(life.balance('account_principal')).toBe(60_000n);
    expect(life.balance('account_fees')).toBe(300n);
    expect(life.exposure.heldMinor).toBe(0n);
  });

  it('holds what no open account would take, as that is decided when it is booked; what only informs is noted', () => {
    const life = new Life({ state: 'UnderReview' });
    for (const [kind, amount] of [
      ['Purchase', 200_000n],
      ['WithdrawalCorrection', 500n],
    ] as const)
      expect(life.add(kind, amount)).toMatchObject(held);
    expect(life.add('Info', 500n)).toMatchObject({ outcome: 'NotEvaluated', reasons: [{ id: 'account.event_noted' }] });
    expect(life.events.map(({ type, amountMinor }) => [type, amountMinor])).toEqual([
      ['account.event_held', 0n],
      ['account.event_held', 0n],
      ['account.noted', 0n],
    ]);
  });

  it('is as if there had been none once it is declined: nothing is booked, and its promise is given back', () => {
    const life = waiting();
    life.take(decideApplication(life.inHand, 'decline', life.setting));
    expect(life.account).toMatchObject({ state: 'Declined', heldCount: 0, principalMinor: 0n, feesMinor: 0n });
    expect(life.list('accountEvents').map(({ state }) => state)).toEqual(['Declined', 'Declined', 'Declined']);
    expect(life.exposure.heldMinor).toBe(-limitMinor);
    expect(life.balance('holds')).toBe(limitMinor);
    expect(life.balance('account_principal')).toBe(0n);
  });

  it('is decided once, and no longer approved once its time is over', () => {
    const life = waiting();
    life.now = start + 3 * dayMs - 1;
    expect(declineOverdueApplication(life.inHand, life.setting)).toBeUndefined();
    life.now += 1;
    expect(idOf(life.take(decideApplication(life.inHand, 'approve', life.setting)))).toBe('review.over');
    const declined = declineOverdueApplication(life.inHand, life.setting);
    expect(declined?.answer.state).toBe('Declined');
    life.take(declined ?? decideApplication(life.inHand, 'decline', life.setting));
    expect(idOf(life.take(decideApplication(life.inHand, 'approve', life.setting)))).toBe('account.not_under_review');
    expect(declineOverdueApplication(life.inHand, life.setting)).toBeUndefined();
  });
});

describe('a payment on an account', () => {
  it('is booked once under its number, and refused for anything else under it', () => {
    const life = new Life();
    life.add('Purchase', 500n);
    life.now += 2 * dayMs;
    const first = life.pay(200n, 1, true, 'T') as { payment: object };
    expect((life.pay(200n, 1, true, 'T') as { payment: object }).payment).toBe(first.payment);
    expect(life.list('accountPayments').length).toBe(1);
    expect(idOf(life.pay(201n, 1, true, 'T'))).toBe('account.payment_used');
    expect(idOf(life.pay(200n, 0, true, 'T'))).toBe('account.payment_used');
    // From before the opening it counts as on its day, also when it is sent again.
    const early = life.pay(1n, 9, true, 'E') as { payment: object };
    expect(early.payment).toMatchObject({ valueOn: '2027-11-20' });
    expect((life.pay(1n, 9, true, 'E') as { payment: object }).payment).toBe(early.payment);
  });

  it('needs an open account and a day that has come', () => {
    expect(idOf(new Life({ state: 'Declined' }).pay(1n))).toBe('account.not_found');
    expect(idOf(new Life({ state: 'UnderReview' }).pay(1n))).toBe('account.not_open');
    expect(idOf(new Life().pay(1n, -1))).toBe('value.out_of_range');
  });

  it('is no more than is owed unless it says so, and what is a credit is not owed', () => {
    const life = new Life();
    life.add('WithdrawalCommission', 500n);
    const refused = life.pay(501n, 0, false);
    expect(refused instanceof Refusal && refused.notices[0].values).toEqual({ open: '5.00' });
    expect(life.pay(500n, 0, false)).toMatchObject({ payment: { feesMinor: 500n } });
    expect(life.events.slice(1).map(({ type }) => type)).toEqual(['account.fees_paid']);
    life.pay(700n);
    const credit = life.pay(1n, 0, false);
    expect(credit instanceof Refusal && credit.notices[0].values).toEqual({ open: '0.00' });
  });

  it('pays in the order of the contract; what is over is credit of the holder', () => {
    const owes = { principalMinor: 500n, interestMinor: 30n, feesMinor: 20n };
    expect(split(owes, 540n, ['principal', 'interest', 'fees'])).toEqual({ fees: 10n, interest: 30n, principal: 500n });
    expect(split(owes, 40n, ['fees', 'interest', 'principal'])).toEqual({ fees: 20n, interest: 20n, principal: 0n });
    expect(split(owes, 560n, ['fees', 'interest', 'principal'])).toEqual({ fees: 20n, interest: 30n, principal: 510n });
    // A credit of interest, as a correction leaves it, is not paid.
    expect(split({ ...owes, interestMinor: -5n }, 30n, ['fees', 'interest', 'principal'])).toEqual({
      fees: 20n,
      interest: 0n,
      principal: 10n,
    });
  });
});

describe('what a statement demands (C67)', () => {
  /** 500.00 bought on 20 November: the statement of 1 December demands a twentieth until 15 December. */
  const bought = () => {
    const life = new Life();
    life.add('Purchase', 50_000n);
    life.pass(11);
    // 11 days of 500.00 at 9.9 % are 1.49; with the fee of 1.50, 502.99.
    expect(life.account).toMatchObject({
      interestMinor: 149n,
      feesMinor: 150n,
      dueMinor: 2_515n,
      dueOn: '2027-12-15',
      overdueMinor: 0n,
    });
    return life;
  };

  it('is overdue the day after, reminded every fourteen days, and all falls due after a notice once the law lets it', () => {
    const life = bought();
    const course = [
      [14, { status: 'Ok', dueMinor: 2_515n, overdueMinor: 0n, overdueCount: 0 }],
      [1, { status: 'Ok', dueMinor: 0n, overdueMinor: 2_515n, overdueCount: 1, dunningOn: '2027-12-29' }],
      [12, { status: 'Ok' }],
      [1, { status: 'FirstReminder', dunningOn: '2028-01-12' }],
      [14, { status: 'SecondReminder' }],
      // 50.53 of 509.89 are less than a tenth, before which German law lets nothing more fall due.
      [28, { status: 'SecondReminder', overdueMinor: 5_053n, overdueCount: 2 }],
      [14, { status: 'UnderCancelation' }],
      // The notice arrives on the third working day and gives fourteen days; the statement of March may be paid until the 15th.
      [21, { status: 'UnderCancelation' }],
      [1, { status: 'SentToDebtCollection', dueMinor: 0n, nextStepOn: '2028-04-01' }],
    ] as const;
    for (const [days, expected] of course) {
      life.pass(days);
      expect(life.account).toMatchObject(expected);
      expectAgreement(life);
    }
    expect(life.account.overdueMinor).toBe(totalMinor(life.account));
    expect(life.exposure.dunnedCount).toBe(1);
    const fees = life.account.feesMinor;
    life.pass(30);
    // In debt collection interest runs on and is overdue with all the rest, and there are no more monthly fees.
    expect(life.account).toMatchObject({ feesMinor: fees, overdueMinor: totalMinor(life.account), dueMinor: 0n });
    life.pay(totalMinor(life.account));
    expect(life.account).toMatchObject({ status: 'ClosedFromDebtCollection', overdueMinor: 0n });
    life.pass(60);
    expect(life.account).toMatchObject({ status: 'ClosedFromDebtCollection', nextStepOn: null });
  });

  it.each([
    ['on its day, is paid on time', 14, 0, { paidOnTimeCount: 1, paidLateCount: 0 }],
    ['reported a day late, too', 15, 1, { paidOnTimeCount: 1, paidLateCount: 0 }],
    ['a day later, is paid late', 15, 0, { paidOnTimeCount: 0, paidLateCount: 1 }],
    ['once it was reminded, too', 28, 13, { paidOnTimeCount: 0, paidLateCount: 1 }],
  ])('and is paid %s', (_name, days, daysAgo, counts) => {
    const life = bought();
    life.pass(days);
    life.pay(2_514n, daysAgo);
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 0 });
    life.pay(days === 28 ? 300n : 1n, daysAgo);
    expect(life.account).toMatchObject({ status: 'Ok', dueMinor: 0n, overdueMinor: 0n });
    expect(life.exposure).toMatchObject(counts);
  });

  it('is nothing before the day that the shop named', () => {
    const life = new Life({ firstNoticeOn: '2028-01-01', nextNoticeOn: '2028-01-01' });
    life.add('Purchase', 50_000n);
    life.pass(11);
    expect(life.account).toMatchObject({ dueMinor: 0n, lastNoticeOn: null, nextNoticeOn: '2028-01-01', interestMinor: 149n });
    life.pass(31);
    expect(life.account).toMatchObject({ lastNoticeOn: '2028-01-01', nextNoticeOn: '2028-02-01', dueOn: '2028-01-15' });
    expect(life.account.dueMinor > 0n).toBe(true);
  });

  it('is corrected in the next month where a purchase is reported late', () => {
    const life = bought();
    life.add('Purchase', 10_000n, 1);
    life.add('Purchase', 100n);
    life.pass(31);
    // A day of 100.00 at 9.9 % more in November: its month is 1.52, rounded once.
    const [november] = life.list('accountMonths');
    expect(november).toMatchObject({ month: '2027-11-01', interestMinor: 152n });
    expect(life.list('accountEntries').find(({ kind }) => kind === 'InterestAdjustment')).toMatchObject({
      reference: '2027-11',
      valueOn: '2027-11-30',
      bookedOn: '2028-01-01',
      interestMinor: 3n,
    });
  });
});

describe('interest that was given back', () => {
  /** 600.00 bought and the first month's interest paid, of which 3.00 are given back. */
  const corrected = (): Life => {
    const life = new Life().on('2027-12-01');
    life.add('Purchase', 60_000n);
    life.passTo('2028-01-01');
    life.pay(life.account.interestMinor + life.account.feesMinor);
    life.add('InterestCorrection', -300n);
    return life;
  };

  it('pays the balance, so that who pays all that is owed is charged nothing more', () => {
    const life = corrected();
    expect(idOf(life.pay(59_701n, 0, false))).toBe('account.payment_exceeds');
    life.pay(59_700n, 0, false);
    expect(life.account).toMatchObject({ principalMinor: 0n, interestMinor: 0n, feesMinor: 0n });
    const before = life.list('accountEntries').length;
    life.passTo('2028-06-01');
    expect(life.list('accountEntries')).toHaveLength(before);
    expectAgreement(life);
  });

  it('lowers the balance that bears interest from the next posting on', () => {
    const life = corrected().passTo('2028-03-01');
    // January: 600.00 x 9.9 % x 31 / 366 = 5.03; the 3.00 are set against it, so that nothing is left to lower the balance.
    expect(life.list('accountEntries').map(({ kind }) => kind)).not.toContain('InterestCredited');
    life.pay(life.account.interestMinor + life.account.feesMinor);
    life.add('InterestCorrection', -1_000n);
    life.passTo('2028-04-01');
    // March: 5.03 on 600.00, so 4.97 of the 10.00 are left. April: 595.03 x 9.9 % x 30 / 366.
    expect(life.account).toMatchObject({ principalMinor: 59_503n, interestMinor: 0n });
    expect(life.passTo('2028-05-01').account).toMatchObject({ principalMinor: 59_503n, interestMinor: 483n });
    expectAgreement(life);
  });
});
