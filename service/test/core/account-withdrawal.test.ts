// Who withdraws from the credit of a customer account pays back what was bought, less what was paid, and the interest of the days before
// the notice: no fee and no interest of a later day. The books agree.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, type AccountWithdrawal, totalMinor } from '../../src/core/account/account.ts';
import { lastDayToWithdrawFrom, withdrawFromAccount } from '../../src/core/account/withdraw.ts';
import { nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { addDays, type Day, dayMs } from '../../src/core/dates.ts';
import { Refusal } from '../../src/core/refusals.ts';
import { AccountLife, idOf, limitMinor, shopIn, sum } from '../support/account-life.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

class Withdrawn extends AccountLife {
  withdraw(noticedOn: Day, over: { termsReceivedOn?: Day | null; isCompany?: boolean; agreedAts?: readonly number[] } = {}) {
    const grantedAt = Date.parse(`${this.account.openedOn}T09:30:00Z`);
    const request = {
      noticedOn,
      medium: 'Letter',
      grantedAt,
      agreedAts: [],
      termsReceivedOn: null,
      isCompany: false,
      ...over,
    } as const;
    return this.take(withdrawFromAccount(this.inHand, request, this.setting));
  }
  /** Interest of a month's days before a day, at 9.9 % by actual days, rounded once. */
  interest(month: string, before: Day, days: number): bigint {
    let balances = 0n;
    for (let day = `${month}-01`; day < before && day.startsWith(month); day = addDays(day, 1)) {
      const balance = sum(
        this.list('accountDays').filter((each) => each.day <= day),
        (each) => each.principalMinor,
      );
      if (balance > 0n) balances += balance;
    }
    const year = BigInt(days) * 10_000n;
    return (2n * balances * 990n + year) / (2n * year);
  }
}

describe('a withdrawal from the credit of a customer account', () => {
  it.each([
    ['falls while the right of the grant runs', '2027-11-29', 0n],
    ['stays where only the right of the later agreement does', '2027-12-10', 900n],
  ])('leaves no fee, but one of before a later agreement %s', (_what, noticedOn, feesMinor) => {
    const life = new Withdrawn();
    life.add('Purchase', 10_000n);
    life.add('WithdrawalCommission', 900n);
    life.passTo(noticedOn);
    life.withdraw(noticedOn, { agreedAts: [Date.parse('2027-11-27T09:30:00Z')] });
    expect(life.account).toMatchObject({ stopped: true, feesMinor });
  });

  it.each([
    ['falls while that of the one before runs', '2027-12-13', 0n],
    ['stays where only that of the last runs', '2027-12-14', 900n + 150n],
  ])('from several later agreements leaves no fee, but one of before the last %s', (_what, noticedOn, feesMinor) => {
    const life = new Withdrawn();
    life.add('Purchase', 10_000n);
    // A Saturday is the fourteenth day of the first.
    const agreedAts = ['2027-12-08', '2027-11-27'].map((day) => Date.parse(`${day}T09:30:00Z`));
    life.passTo('2027-12-02');
    life.add('WithdrawalCommission', 900n);
    life.passTo(noticedOn);
    // And the fee of November.
    expect(life.account.feesMinor).toBe(900n + 150n);
    life.withdraw(noticedOn, { agreedAts });
    expect(life.account).toMatchObject({ stopped: true, feesMinor });
  });

  const moves = fc.array(
    fc.record({
      day: fc.integer({ min: 0, max: 14 }),
      what: fc.constantFrom('Purchase' as const, 'Purchase' as const, 'WithdrawalCommission' as const, 'pay' as const),
      cents: fc.bigInt({ min: 1n, max: 30_000n }),
    }),
    { maxLength: 8 },
  );
  it('leaves what was bought less what was paid, and the interest of the days before the notice', () => {
    fc.assert(
      fc.property(moves, fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 25 }), (all, noticed, later) => {
        const life = new Withdrawn();
        const noticedOn = addDays('2027-11-20', noticed);
        for (const { day, what, cents } of all.toSorted((one, other) => one.day - other.day)) {
          if (day > noticed + later) break;
          life.passTo(addDays('2027-11-20', day));
          if (what === 'pay') life.pay(cents);
          else life.add(what, cents);
        }
        life.passTo(addDays(noticedOn, later));
        const bought = life.account.usedMinor;
        const interest = life.interest('2027-11', noticedOn, 365) + life.interest('2027-12', noticedOn, 365);
        const paid = sum(life.list('accountPayments'), ({ amountMinor }) => amountMinor);
        const paidFees = sum(life.list('accountPayments'), ({ feesMinor }) => feesMinor);
        const openFees = life.account.feesMinor;
        const answer = life.withdraw(noticedOn) as AccountWithdrawal;
        const owed = bought + interest - paid;
        expect(life.account).toMatchObject({ feesMinor: 0n, dueMinor: owed > 0n ? owed : 0n, stopped: true, overdueMinor: 0n });
        expect(totalMinor(life.account)).toBe(owed);
        const { principalMinor, interestMinor, dueOn } = life.account;
        expect(answer).toMatchObject({ noticedOn, principalMinor, interestMinor, returnedMinor: paidFees, medium: 'Letter' });
        const payBy = nextBusinessDay('DE', addDays(noticedOn, 30));
        expect([answer.payBy, dueOn]).toEqual([payBy, payBy]);
        life.agree();
        const event = life.events.find(({ type }) => type === 'account.credit_withdrawn');
        expect(event).toMatchObject({ amountMinor: 0n, besides: { fees: openFees, credit: paidFees } });
        expect(event?.details).toEqual({
          noticedOn,
          payBy: answer.payBy,
          principalAmount: principalMinor,
          interestAmount: interestMinor,
        });
        // From then on no time costs anything until it is late, and it is over once it is paid.
        const months = life.list('accountMonths').length;
        life.passTo(answer.payBy);
        expect([totalMinor(life.account), life.account.overdueMinor]).toEqual([owed, 0n]);
        life.agree();
        for (const month of life.list('accountMonths').slice(months - 1)) {
          expect(month).toMatchObject({ minimumMinor: owed > 0n ? owed : 0n, dueOn: answer.payBy });
        }
        life.pass(1);
        expect(life.account).toMatchObject({ dueMinor: 0n, overdueMinor: owed > 0n ? owed : 0n });
        if (owed > 0n) life.pay(owed);
        life.pass(40);
        expect([totalMinor(life.account), life.account.status]).toEqual([owed > 0n ? 0n : owed, 'Ok']);
        life.agree();
      }),
      manyRuns(200),
    );
  });

  /** 500.00 bought on the day it was opened, 30 January 2027; of a commission of 3.00 one was paid. */
  const january = () => {
    const life = new Withdrawn({ openedOn: '2027-01-30' });
    life.add('Purchase', 50_000n);
    life.add('WithdrawalCommission', 300n);
    life.pay(100n);
    return life;
  };

  it('takes the open fees back, what was paid of them as capital, and says so with a last statement', () => {
    const life = january();
    life.pass(2);
    // Since January was posted: its fee is 1.50, and two days of 500.00 are 0.27, of which the day of the notice is none.
    expect(life.account).toMatchObject({ interestMinor: 27n, feesMinor: 350n });
    life.withdraw('2027-01-31');
    expect(life.list('accountEntries').slice(-2)).toMatchObject([
      { kind: 'InterestAdjustment', interestMinor: -13n },
      { kind: 'CreditWithdrawn', feesMinor: -350n, principalMinor: -100n, valueOn: '2027-02-01', bookedOn: '2027-02-01' },
    ]);
    expect(life.account).toMatchObject({ principalMinor: 49_900n, interestMinor: 14n, dueMinor: 49_914n });
    expect(life.list('accountMonths')).toMatchObject([
      { month: '2027-01-01', interestMinor: 14n },
      { month: '2027-02-01', interestMinor: 0n, firstEntry: 6, lastEntry: 7, madeOn: '2027-02-01', dueOn: '2027-03-02' },
    ]);
    expect(life.list('accountMonths')[1]).toMatchObject({
      principalMinor: 49_900n,
      accruedMinor: 14n,
      feesMinor: 0n,
      minimumMinor: 49_914n,
    });
    const next = { openMonth: '2027-03-01', correctFrom: '2027-03-01', lastNoticeOn: '2027-02-01', nextNoticeOn: '2027-04-01' };
    expect(life.account).toMatchObject({ ...next, nextStepOn: '2027-03-03' });
  });

  it('of the month itself has its interest in it, and is payable on its day, not fourteen days after the statement of that day', () => {
    const life = january();
    life.withdraw('2027-01-30');
    // The notice of the first day: no interest at all, and nothing of it in the stream.
    expect(life.list('accountEntries').map(({ kind }) => kind)).toEqual([
      'Purchase',
      'WithdrawalCommission',
      'Payment',
      'CreditWithdrawn',
    ]);
    life.passTo('2027-03-01');
    expect(life.account).toMatchObject({ dueMinor: 49_900n, dueOn: '2027-03-01', overdueMinor: 0n });
    life.passTo('2027-04-01');
    // Late since then: the second letter cost what the law allows, and nothing else did.
    expect(life.list('accountMonths').at(-1)).toMatchObject({
      dueOn: '2027-04-15',
      interestMinor: 0n,
      feesMinor: 120n,
      minimumMinor: 0n,
    });
    expect(life.account).toMatchObject({ status: 'SecondReminder', principalMinor: 49_900n, interestMinor: 0n });
    const other = january();
    other.pass(1).withdraw('2027-01-31');
    const kinds = other.list('accountEntries').slice(-2);
    expect(kinds).toMatchObject([
      { kind: 'Interest', reference: '2027-01', interestMinor: 14n, valueOn: '2027-01-31', bookedOn: '2027-01-31' },
      { kind: 'CreditWithdrawn' },
    ]);
    expect(other.list('accountMonths')).toMatchObject([{ month: '2027-01-01', interestMinor: 14n }]);
  });

  it('is made once, and ends a dunning that had begun', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.passTo('2027-03-05');
    expect(life.account).toMatchObject({ status: 'FirstReminder', overdueCount: 1 });
    const answer = life.withdraw('2027-03-04', { termsReceivedOn: '2027-03-01' });
    expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: 0n, overdueCount: 0 });
    expect(life.events.at(-1)).toMatchObject({ type: 'account.dunning_ended', subject: 'Ok' });
    const [entries, events] = [life.list('accountEntries').length, life.events.length];
    expect(life.withdraw('2027-03-05')).toBe(answer);
    expect([life.list('accountEntries').length, life.events.length]).toEqual([entries, events]);
    life.agree();
  });

  it('from an account that an order opened holds no more of the limit than is owed', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.put('accounts', { ...life.account, orderNumber: 'o' });
    life.pass(3).withdraw('2027-01-04');
    expect(life.account.limitMinor).toBe(totalMinor(life.account));
    expect(life.exposure.heldMinor).toBe(totalMinor(life.account) - limitMinor);
    const applied = new Withdrawn({ openedOn: '2027-01-01' });
    applied.pass(3).withdraw('2027-01-04');
    expect(applied.account.limitMinor).toBe(limitMinor);
  });

  it('from a later agreement charges no fee of a letter that was cancelled since', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.passTo('2027-03-20');
    const [, letter] = life.list('accountLetters');
    expect(letter).toMatchObject({ status: 'SecondReminder', madeOn: '2027-03-15', feeMinor: 120n });
    // An order is charged to the account; then money is known that had come before the letter.
    const agreedAt = life.now;
    life.pass(1).pay((letter?.overdueMinor ?? 0n) - (letter?.feeMinor ?? 0n), 10);
    expect(life.list('accountLetters')).toMatchObject([{ cancelledOn: null }, { cancelledOn: life.today }]);
    const { feesMinor } = life.account;
    life.pass(1).withdraw(life.today, { agreedAts: [agreedAt] });
    expect(life.account.feesMinor).toBe(feesMinor);
    expect(life.list('accountEntries').findLast(({ kind }) => kind === 'CreditWithdrawn')?.feesMinor).toBe(0n);
    life.agree();
  });

  it('from a later agreement gives no fee back of a letter that was cancelled with one of before the agreement', () => {
    const life = new Withdrawn({ openedOn: '2026-01-20' }, shopIn('DK', null));
    life.add('Purchase', 50_000n);
    life.passTo('2026-03-03');
    const agreedAt = life.now;
    life.passTo('2026-03-17').pay(10_000n, 16);
    const cancelledOn = life.today;
    expect(life.list('accountLetters')).toMatchObject([
      { madeOn: '2026-03-02', feeMinor: 10_000n, cancelledOn },
      { madeOn: '2026-03-16', feeMinor: 10_000n, cancelledOn },
    ]);
    const { feesMinor, principalMinor } = life.account;
    expect(life.withdraw(life.today, { agreedAts: [agreedAt] })).toMatchObject({ returnedMinor: 0n, principalMinor });
    expect(life.account).toMatchObject({ feesMinor, principalMinor });
    life.agree();
  });

  it('gives back the fee of a letter once, also where the money is known to have come before the letter', () => {
    const cancelFirst = new Withdrawn({ openedOn: '2027-01-01' }, shopIn('DK', 4_000n));
    const withdrawFirst = new Withdrawn({ openedOn: '2027-01-01' }, shopIn('DK', 4_000n));
    for (const life of [cancelFirst, withdrawFirst]) {
      life.add('Purchase', 50_000n);
      life.passTo('2027-03-05').pay(2_000n);
      expect(life.list('accountLetters')).toMatchObject([{ madeOn: '2027-03-01', feeMinor: 4_000n }]);
    }
    const { overdueMinor = 0n } = cancelFirst.list('accountLetters')[0] ?? {};
    const late = (life: Withdrawn) => life.pay(overdueMinor - 4_000n, 5, true, 'late');
    const withdraw = (life: Withdrawn) => life.withdraw('2027-03-04', { termsReceivedOn: '2027-03-01' });
    late(cancelFirst);
    withdraw(cancelFirst);
    withdraw(withdrawFirst);
    late(withdrawFirst);
    for (const life of [cancelFirst, withdrawFirst]) {
      const { principalMinor, interestMinor, feesMinor } = life.account;
      // 500.00 less what was paid; no fee, and the interest until the notice.
      expect([principalMinor + interestMinor - life.interest('2027-01', '2027-03-04', 365) > 0n, feesMinor]).toEqual([true, 0n]);
      life.agree();
    }
    // Interest of days before the notice is corrected by the next month.
    const difference = totalMinor(withdrawFirst.account) - totalMinor(cancelFirst.account);
    expect(difference >= 0n && difference < 10n).toBe(true);
  });

  it('of an account that had gone to debt collection demands its rest anew, and reminds of it', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.passTo('2027-05-20');
    expect(life.account.status).toBe('SentToDebtCollection');
    const answer = life.withdraw('2027-05-14', { termsReceivedOn: '2027-05-01' }) as AccountWithdrawal;
    const owed = totalMinor(life.account);
    const { payBy } = answer;
    expect(life.account).toMatchObject({
      status: 'Ok',
      overdueMinor: 0n,
      dueMinor: owed,
      dueOn: payBy,
      nextStepOn: '2027-06-15',
    });
    expect(life.events.at(-1)).toMatchObject({ type: 'account.dunning_ended', subject: 'Ok' });
    life.passTo(addDays(payBy, 1));
    expect(life.account).toMatchObject({ dueMinor: 0n, overdueMinor: owed });
    life.pass(14);
    expect(life.account.status).toBe('FirstReminder');
    life.agree();
  });

  it('booked after its day to pay demands fourteen days after its statement, on the account as on the paper', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.passTo('2027-03-10');
    const answer = life.withdraw('2027-01-10') as AccountWithdrawal;
    expect(answer.payBy).toBe('2027-02-09');
    const owed = totalMinor(life.account);
    expect(life.account).toMatchObject({ status: 'Ok', dueMinor: owed, dueOn: '2027-03-24' });
    expect(life.list('accountMonths').at(-1)).toMatchObject({ minimumMinor: owed, dueOn: '2027-03-24', madeOn: '2027-03-10' });
    life.passTo('2027-03-24');
    expect(life.account).toMatchObject({ status: 'Ok', dueMinor: owed, overdueMinor: 0n });
    life.passTo('2027-03-25');
    expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: owed, feesMinor: 0n });
    life.agree();
    const inTime = new Withdrawn({ openedOn: '2027-01-01' });
    inTime.add('Purchase', 50_000n);
    inTime.passTo('2027-02-09').withdraw('2027-01-10');
    expect([inTime.account.dueOn, inTime.list('accountMonths').at(-1)?.dueOn]).toEqual(['2027-02-09', '2027-02-09']);
  });

  it('keeps an account that debt collection closed as it is', () => {
    const life = new Withdrawn({ openedOn: '2027-01-01' });
    life.add('Purchase', 50_000n);
    life.passTo('2027-05-20');
    life.pay(totalMinor(life.account));
    expect(life.account.status).toBe('ClosedFromDebtCollection');
    life.withdraw('2027-01-10');
    expect(life.account).toMatchObject({ status: 'ClosedFromDebtCollection', stopped: true, nextStepOn: null });
  });

  it('needs an open account of a person, and a notice of a day since it was opened that has come', () => {
    const withdraw = (over: Partial<Account>, noticedOn: Day, isCompany = false) =>
      idOf(new Withdrawn({ openedOn: '2027-01-30', ...over }).withdraw(noticedOn, { isCompany }));
    const missing = { noticedOn: '2027-01-30', medium: 'Page', grantedAt: 0, termsReceivedOn: null, isCompany: false } as const;
    expect(idOf(withdrawFromAccount(undefined, missing, new Withdrawn().setting))).toBe('account.not_found');
    expect(withdraw({ state: 'Declined' }, '2027-01-30')).toBe('account.not_found');
    expect(withdraw({ state: 'UnderReview' }, '2027-01-30')).toBe('account.not_open');
    expect(withdraw({}, '2027-01-30', true)).toBe('withdrawal.none');
    expect(withdraw({}, '2027-01-31')).toBe('value.out_of_range');
    expect(withdraw({}, '2027-01-29')).toBe('value.out_of_range');
    expect(withdraw({}, '2027-01-30')).toBeUndefined();
  });

  it('is in time to the end of the fourteenth day, from the day on which the terms came where that was later', () => {
    // The fourteenth is a Saturday, and the fifteenth a Sunday: both periods end on Monday.
    const life = january();
    life.passTo('2027-02-28');
    const late = life.withdraw('2027-02-16');
    expect(late instanceof Refusal && [late.notices[0].id, late.notices[0].values]).toEqual([
      'withdrawal.over',
      { day: '2027-02-15' },
    ]);
    expect(idOf(life.withdraw('2027-02-16', { termsReceivedOn: '2027-01-31' }))).toBe('withdrawal.over');
    expect(idOf(life.withdraw('2027-02-15', { termsReceivedOn: '2027-01-31' }))).toBeUndefined();
    const grantedAt = Date.parse('2027-01-30T23:30:00Z');
    // In Berlin it is the next day by then; terms that came before count from the day it was granted.
    expect(lastDayToWithdrawFrom({ grantedAt, termsReceivedOn: null }, merchantIn('DE'))).toBe('2027-02-15');
    expect(lastDayToWithdrawFrom({ grantedAt, termsReceivedOn: '2027-02-01' }, merchantIn('DE'))).toBe('2027-02-15');
    expect(lastDayToWithdrawFrom({ grantedAt, termsReceivedOn: '2027-01-01' }, merchantIn('DE'))).toBe('2027-02-15');
    const before = { grantedAt: grantedAt - 2 * dayMs, termsReceivedOn: null };
    expect(lastDayToWithdrawFrom(before, shopIn('DE', null))).toBe('2027-02-12');
  });
});
