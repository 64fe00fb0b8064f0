// A debt on a customer account is reminded step by step: no letter costs more than was agreed and than the law of its day allows, what
// is late is counted once, and never is more demanded than is owed.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Account, totalMinor } from '../../src/core/account/account.ts';
import { demandsOf, dunningStep } from '../../src/core/account/dunning.ts';
import { exposureOf } from '../../src/core/account/in-hand.ts';
import { minimumMinor } from '../../src/core/account/keep.ts';
import { accountFeeMinor } from '../../src/core/account/letter-fee.ts';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { lastDayInTime } from '../../src/core/countries/holidays.ts';
import { addDays, type Day, dayMs } from '../../src/core/dates.ts';
import type { Merchant } from '../../src/core/merchant.ts';
import type { Customer } from '../../src/core/rows.ts';
import { AccountLife, shopIn, terms } from '../support/account-life.ts';

const opened = '2026-01-20';

/** 500.00 were bought on 20 January 2026, and nothing is paid: the first statement is due on 15 February, a Sunday. */
function unpaid(merchant: Merchant, agreed?: string): AccountLife {
  const own = { ...terms, ...(agreed !== undefined && { reminderFeeMinor: agreed }) };
  const life = new AccountLife({ openedOn: opened, terms: own }, merchant);
  life.add('Purchase', 50_000n);
  return life.passTo('2026-02-28');
}
/** Of the two reminders; what follows comes as the law of the country lets it. */
const letterDays: readonly Day[] = ['2026-03-02', '2026-03-16'];
const steps = ['FirstReminder', 'SecondReminder', 'UnderCancelation', 'SentToDebtCollection'] as const;
/** On to the day on which an account comes so far; the account as it was on the day before. */
function passUntil(life: AccountLife, status: Account['status']): Account {
  for (let days = 0; days < 200; days += 1) {
    const before = life.account;
    if (life.pass(1).account.status === status) return before;
  }
  throw new Error(`never ${status}`);
}
const lettersOf = (life: AccountLife) => life.list('accountEntries').filter(({ kind }) => kind === 'Reminder');

describe('the letters about an account', () => {
  const inEuro = { ...shopIn('DK', null), currency: 'EUR' as const };
  it.each([
    ['are charged as the law says where nothing is agreed', shopIn('DK', null), undefined, [10_000n, 10_000n, 0n, 0n]],
    ['cost what the shop asks', shopIn('DK', 4_000n), undefined, [4_000n, 4_000n, 0n, 0n]],
    ['cost no more than the law allows', shopIn('DK', 12_000n), undefined, [10_000n, 10_000n, 0n, 0n]],
    ['cost no more than was agreed when the account was opened', shopIn('DK', null), '6000', [6_000n, 6_000n, 0n, 0n]],
    ['cost less where the shop asks for less than was agreed', shopIn('DK', 4_000n), '6000', [4_000n, 4_000n, 0n, 0n]],
    ['are charged in Finland from fourteen days after the due day on', shopIn('FI', null), undefined, [500n, 500n, 0n, 0n]],
    ['are charged in Norway once, as no deadline was missed before the second', shopIn('NO', null), '9900', [3_800n, 0n, 0n, 0n]],
    ['cost nothing in Sweden from the second on', shopIn('SE', null), '6000', [6_000n, 0n, 0n, 0n]],
    ['cost nothing in another currency than the law’s', inEuro, undefined, [0n, 0n, 0n, 0n]],
  ])('%s', (_name, merchant, agreed, fees) => {
    const life = unpaid(merchant, agreed);
    for (const [index, status] of steps.entries()) {
      const before = passUntil(life, status);
      const day = life.today;
      expect(letterDays[index] ?? day).toBe(day);
      const [letter] = lettersOf(life).slice(index);
      const fee = fees[index] ?? 0n;
      const booked = { feesMinor: fee, principalMinor: 0n, interestMinor: 0n, valueOn: day, bookedOn: day };
      expect(letter).toMatchObject({ reference: status, ...booked });
      expect(life.account).toMatchObject({ status, lastNoticeOn: day });
      // The fee is overdue with what it is about; in the end all is.
      const overdueMinor = index === 3 ? totalMinor(life.account) : before.overdueMinor + fee;
      expect(life.account).toMatchObject({ overdueMinor, ...(index === 3 && { dueMinor: 0n }) });
      const about = life.events.filter(({ subject }) => subject === status);
      const charged = fee > 0n ? [{ type: 'account.fee_charged', amountMinor: fee }] : [];
      expect(about.toSorted(({ type: a }, { type: b }) => (a > b ? -1 : 1))).toMatchObject([
        { type: 'account.reminded', amountMinor: 0n, details: { overdueAmount: overdueMinor, feeAmount: fee } },
        ...charged,
      ]);
      // Each has a paper, but the last, which the notice before it announced.
      const paper = { number: letter?.number, status, madeOn: day, payBy: addDays(life.account.dunningOn, -1), feeMinor: fee };
      const owedMinor = totalMinor(life.account);
      expect(life.list('accountLetters')[index]).toEqual(
        index === 3 ? undefined : expect.objectContaining({ ...paper, overdueMinor, owedMinor }),
      );
      life.agree();
    }
    expect(life.exposure.dunnedCount).toBe(1);
    life.pass(200);
    expect(lettersOf(life).length).toBe(4);
  });

  it.each(countryCodes)('in %s cost nothing where the agreement names no fee, and one of them costs what it names', (country) => {
    const named = accountFeeMinor(country, 100n, { on: opened, amountMinor: 50_000n });
    const life = unpaid(shopIn(country, 100n), '100');
    passUntil(life, 'SentToDebtCollection');
    const fees = lettersOf(life).map(({ feesMinor }) => feesMinor);
    expect(fees.reduce((most, each) => (each > most ? each : most))).toBe(named);
    expect(named).toBe(['AT', 'CH', 'NL', 'BE'].includes(country) ? 0n : 100n);
  });

  it('that were made after the money had come are cancelled, and everything that fell due by them', () => {
    const life = unpaid(shopIn('DK', null));
    passUntil(life, 'SentToDebtCollection');
    const [first] = life.list('accountLetters');
    const asked = (first?.overdueMinor ?? 0n) - (first?.feeMinor ?? 0n);
    const { feesMinor, overdueMinor } = life.account;
    expect([first?.feeMinor, overdueMinor]).toEqual([10_000n, totalMinor(life.account)]);
    // A cent less than was asked for was rightly reminded of.
    const daysAgo = (Date.parse(life.today) - Date.parse('2026-03-01')) / dayMs;
    const other = unpaid(shopIn('DK', null));
    passUntil(other, 'SentToDebtCollection');
    other.pay(asked - 1n, daysAgo);
    expect(other.account.status).toBe('SentToDebtCollection');
    life.pay(asked, daysAgo);
    expect(life.account.status).toBe('Ok');
    expect(life.account.dunningOn > life.today).toBe(true);
    expect(life.account.feesMinor < feesMinor - 19_000n).toBe(true);
    expect(life.account.overdueMinor < totalMinor(life.account)).toBe(true);
    expect(life.exposure.dunnedCount).toBe(0);
    expect(life.list('accountLetters').map(({ cancelledOn }) => cancelledOn)).toEqual([life.today, life.today, life.today]);
    life.agree();
    life.passTo(life.account.dunningOn);
    expect(life.account.status).toBe('FirstReminder');
    life.agree();
  });

  it('give back what was paid of their fees once they are cancelled, with the dunning running or over', () => {
    for (const isOver of [false, true]) {
      const life = unpaid(shopIn('DK', 4_000n));
      passUntil(life, 'SecondReminder');
      const [first] = life.list('accountLetters');
      const asked = (first?.overdueMinor ?? 0n) - (first?.feeMinor ?? 0n);
      life.pass(1).pay(isOver ? life.account.overdueMinor : 5_000n);
      expect(life.account).toMatchObject({ status: isOver ? 'Ok' : 'SecondReminder' });
      const { feesMinor: open } = life.account;
      expect(open < 8_000n).toBe(true);
      const [owed, dueOn] = [totalMinor(life.account), life.account.dueOn];
      // Beside the two fees it is as if the money had come alone.
      life.pass(1).pay(asked, (Date.parse(life.today) - Date.parse('2026-03-01')) / dayMs);
      expect(totalMinor(life.account)).toBe(owed - 8_000n - asked);
      const given = { kind: 'ReminderCancelled', feesMinor: -open, principalMinor: open - 8_000n, valueOn: '2026-03-01' };
      expect(life.list('accountEntries').at(-2)).toMatchObject(given);
      const shares = { credit: 8_000n - open };
      expect(life.events.findLast(({ type }) => type === 'account.reminder_cancelled')).toMatchObject({
        amountMinor: 8_000n,
        shares,
      });
      expect(life.list('accountLetters').map(({ cancelledOn }) => cancelledOn)).toEqual([life.today, life.today]);
      expect(life.exposure.dunnedCount).toBe(0);
      expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: 0n, dueOn });
      life.agree();
      // Once: the same letters are not cancelled again.
      const entries = life.list('accountEntries').length;
      life.pay(asked, (Date.parse(life.today) - Date.parse('2026-03-01')) / dayMs);
      expect(life.list('accountEntries')).toHaveLength(entries + 1);
    }
  });

  /** 200.00, then the first letter is paid and 800.00 are bought; at last money of before the letter is known that pays what it asked for. */
  const paidBefore = (merchant: Merchant, until: Day, isDuePaid = false) => {
    const life = new AccountLife({ openedOn: opened }, merchant);
    life.add('Purchase', 20_000n);
    life.passTo('2026-03-03');
    const [letter] = life.list('accountLetters');
    const asked = (letter?.overdueMinor ?? 0n) - (letter?.feeMinor ?? 0n);
    life.pay(life.account.overdueMinor + (isDuePaid ? life.account.dueMinor : 0n));
    life.add('Purchase', 80_000n);
    const before = life.passTo(until).account;
    life.pay(asked, (Date.parse(until) - Date.parse('2026-03-01')) / dayMs);
    life.agree();
    return { life, before, asked };
  };

  it('are cancelled with those of a later dunning, of which the rest stays demanded', () => {
    const { life, before, asked } = paidBefore(shopIn('DK', null), '2026-04-29');
    expect(before).toMatchObject({ status: 'SecondReminder', overdueCount: 2 });
    // The fee of the first letter was paid: it is no part of what is overdue.
    expect(life.account).toMatchObject({
      status: 'Ok',
      overdueMinor: before.overdueMinor - 20_000n - asked,
      overdueCount: 1,
      feesMinor: 0n,
    });
    expect(life.account.overdueMinor > 0n).toBe(true);
    expect(life.exposure).toMatchObject({ dunnedCount: 0, paidLateCount: 1 });
    life.pass(1);
    expect(life.account.status).toBe('FirstReminder');
  });

  it('are cancelled alone where a later dunning is about more than the money and their fees pay', () => {
    const { life, before, asked } = paidBefore(shopIn('DK', 1_000n), '2026-05-14', true);
    expect(before.status).toBe('SecondReminder');
    const letters = life.list('accountLetters');
    expect(letters.map(({ cancelledOn }) => cancelledOn)).toEqual([life.today, null, null]);
    expect(life.account).toMatchObject({ status: before.status, overdueMinor: before.overdueMinor - asked });
    expect(totalMinor(life.account)).toBe(totalMinor(before) - 1_000n - asked);
    expect(life.exposure.dunnedCount).toBe(1);
  });

  it('are followed by nothing where the notice was paid in time, though that is known after all fell due', () => {
    const late = (valueOn: (notice: { payBy: Day }) => Day, less = 0n): Account => {
      const life = unpaid(shopIn('DE', null));
      passUntil(life, 'SentToDebtCollection');
      const notice = life.list('accountLetters').at(-1);
      if (notice === undefined) throw new Error('no notice');
      life.pay(notice.overdueMinor - less, (Date.parse(life.today) - Date.parse(valueOn(notice))) / dayMs);
      life.agree();
      return life.account;
    };
    expect(late(({ payBy }) => payBy)).toMatchObject({ status: 'Ok', overdueMinor: 0n });
    expect(late(({ payBy }) => payBy, 1n).status).toBe('SentToDebtCollection');
    expect(late(({ payBy }) => addDays(payBy, 5)).status).toBe('SentToDebtCollection');
  });

  it('do not count a statement that was paid since, where the law wants two overdue', () => {
    const life = unpaid(shopIn('DE', null)).passTo('2026-03-30');
    expect(life.account).toMatchObject({ status: 'SecondReminder', overdueCount: 2 });
    const months = life.list('accountMonths');
    const minimumMinor = months.at(-1)?.minimumMinor ?? 0n;
    // Paid down to the second statement, of much less than is owed, so that the share alone would do.
    const one = {
      ...life.account,
      overdueMinor: minimumMinor,
      feesMinor: 0n,
      interestMinor: 0n,
      principalMinor: minimumMinor * 2n,
      usedMinor: minimumMinor * 2n,
    };
    expect(dunningStep(one, months, '2026-04-13', 'DE')?.status).toBe('SecondReminder');
    const two = { ...one, overdueMinor: minimumMinor + 1n };
    expect(dunningStep(two, months, '2026-04-13', 'DE')?.status).toBe('UnderCancelation');
  });

  it('come to an end before the notice where the law wants more to be overdue', () => {
    // Of Switzerland a tenth of what is owed, whatever the days say: two statements of 5 % each are a little less.
    const life = unpaid(shopIn('CH', null)).passTo('2026-04-12');
    expect(life.account).toMatchObject({ status: 'SecondReminder', overdueCount: 2 });
    expect(life.account.overdueMinor * 10n < totalMinor(life.account)).toBe(true);
    passUntil(life, 'UnderCancelation');
    expect(life.account.overdueMinor * 10n >= totalMinor(life.account)).toBe(true);
    // And four weeks in Sweden, from the arrival of the notice on.
    const swedish = unpaid(shopIn('SE', null));
    passUntil(swedish, 'UnderCancelation');
    const notice = swedish.list('accountLetters').at(-1);
    expect((notice?.payBy ?? '') >= addDays(swedish.today, 28)).toBe(true);
    passUntil(swedish, 'SentToDebtCollection');
    expect((notice?.payBy ?? '') < swedish.today).toBe(true);
  });

  it('let everything fall due only for a share of the credit, of which fees are no part', () => {
    const life = unpaid(shopIn('DE', null)).passTo('2026-03-30');
    const months = life.list('accountMonths');
    const owed = { ...life.account, principalMinor: 48_000n, interestMinor: 2_000n, feesMinor: 500n };
    const status = (account: Account) => dunningStep(account, months, '2026-04-27', 'DE')?.status;
    // With the fees it were a tenth and more.
    expect(status({ ...owed, overdueMinor: 5_499n })).toBe('SecondReminder');
    expect(status({ ...owed, overdueMinor: 5_500n })).toBe('UnderCancelation');
    // What was drawn stays the credit though half of it is paid; as far as the limit goes, where it is used again and again.
    const paid = { ...owed, principalMinor: 25_000n };
    expect(status({ ...paid, overdueMinor: 5_499n })).toBe('SecondReminder');
    expect(status({ ...paid, overdueMinor: 5_500n })).toBe('UnderCancelation');
    const again = { ...paid, limitMinor: 60_000n, usedMinor: 900_000n };
    expect(status({ ...again, overdueMinor: 6_499n })).toBe('SecondReminder');
    expect(status({ ...again, overdueMinor: 6_500n })).toBe('UnderCancelation');
    // Nothing more falls due where everything was demanded.
    const all = { ...owed, principalMinor: 3_500n, interestMinor: 0n, dueMinor: 500n, overdueMinor: 3_500n };
    expect(status({ ...all, principalMinor: 3_501n })).toBe('SecondReminder');
    expect(status(all)).toBe('UnderCancelation');
  });

  it.each([
    ['SE', 32],
    ['FI', 31],
    ['DK', 30],
  ] as const)('let everything fall due in %s only for what was overdue for %i days', (country, days) => {
    const life = unpaid(shopIn(country, 0n));
    const before = passUntil(life, 'UnderCancelation');
    const late = life.list('accountMonths').filter(({ dueOn }) => addDays(lastDayInTime(country, dueOn), days) <= life.today);
    const lateMinor = late.reduce((sum, { minimumMinor }) => sum + minimumMinor, 0n) - before.feesMinor;
    expect(lateMinor * 10n > before.usedMinor).toBe(true);
    // What became overdue since does not count, and would have been enough before.
    expect(before.overdueMinor - before.feesMinor > lateMinor).toBe(true);
    life.agree();
  });

  it('let everything fall due only for what has been overdue as long as the agreement says', () => {
    const life = unpaid(shopIn('AT', null)).passTo('2026-03-17');
    // The first statement's is paid, and the second one's was due yesterday.
    life.pay(life.account.overdueMinor - 1_000n);
    expect(life.account).toMatchObject({ status: 'SecondReminder', overdueCount: 2 });
    const until = addDays(lastDayInTime('AT', '2026-03-15'), 42);
    life.passTo(addDays(until, -1));
    expect(life.account.status).toBe('SecondReminder');
    passUntil(life, 'UnderCancelation');
    expect(life.today >= until).toBe(true);
  });

  it('are not written about less than a euro, which stays overdue', () => {
    const life = unpaid(shopIn('DE', null));
    life.pay(life.account.overdueMinor - 99n);
    life.passTo('2026-03-14');
    expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: 99n, overdueCount: 1 });
    expect(lettersOf(life)).toEqual([]);
    // With the next statement it is more.
    life.passTo('2026-03-31');
    expect(life.account).toMatchObject({ status: 'FirstReminder' });
    life.agree();
  });

  it('are not written about what is due today, nor about what is paid', () => {
    const life = unpaid(shopIn('DE', null)).passTo('2026-03-16');
    // The second statement is due on a Sunday and payable in time until the day of the second letter.
    expect(life.account).toMatchObject({ status: 'SecondReminder', dueOn: '2026-03-15', overdueCount: 1 });
    const { dueMinor, overdueMinor } = life.account;
    expect(dueMinor > 0n).toBe(true);
    life.pay(overdueMinor);
    expect(life.account).toMatchObject({ status: 'Ok', dueMinor, overdueMinor: 0n, overdueCount: 0 });
    expect(life.events.at(-1)).toMatchObject({ type: 'account.dunning_ended', subject: 'Ok', amountMinor: 0n });
    life.pay(dueMinor);
    expect(life.events.filter(({ type }) => type === 'account.dunning_ended').length).toBe(1);
    // A month later the next statement is due, and nothing of the ones before is overdue.
    life.passTo('2026-04-15').agree();
    expect(life.account).toMatchObject({ status: 'Ok', overdueMinor: 0n, overdueCount: 0 });
  });
});

describe('what was demanded', () => {
  it('and not paid, is held against the holder in the currency of the account', () => {
    const life = unpaid(shopIn('DE', null));
    const { owner: _owner, ...inHand } = life.inHand;
    const other = { ...life.exposure, currency: 'SEK' } as const;
    const both = { customer: { key: 'k' } as Customer, exposures: [other, life.exposure] };
    expect(exposureOf({ ...inHand, owner: both }).currency).toBe('EUR');
    expect(() => exposureOf({ ...inHand, owner: { ...both, exposures: [other] } })).toThrow('no exposure');
    expect(() => exposureOf(inHand)).toThrow('no exposure');
  });

  it('of two statements that became overdue, is paid late twice', () => {
    const life = unpaid(shopIn('DE', null)).passTo('2026-03-20');
    expect(life.account.overdueCount).toBe(2);
    life.pay(life.account.overdueMinor);
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 2 });
  });

  it('is paid late after its day, also before the account was looked at', () => {
    const life = new AccountLife({ openedOn: opened });
    life.add('Purchase', 50_000n);
    life.passTo('2026-02-16').on('2026-02-17').pay(life.account.dueMinor);
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 0, paidLateCount: 1 });
  });

  it('and was due on a Sunday, is paid in time on the Monday', () => {
    const life = new AccountLife({ openedOn: opened });
    life.add('Purchase', 50_000n);
    const { dueMinor } = life.passTo('2026-02-16').account;
    expect(life.account).toMatchObject({ dueOn: '2026-02-15', overdueMinor: 0n, nextStepOn: '2026-02-17' });
    life.pay(dueMinor);
    expect(life.exposure).toMatchObject({ paidOnTimeCount: 1, paidLateCount: 0 });
  });

  it('is paid in its order, and never more than is owed', () => {
    const amount = fc.bigInt({ min: 0n, max: 1_000n });
    fc.assert(
      fc.property(amount, amount, fc.bigInt({ min: -300n, max: 2_500n }), amount, (overdueMinor, dueMinor, left, paidMinor) => {
        const account = { overdueMinor, dueMinor, overdueCount: 3, status: 'SecondReminder', principalMinor: left };
        const now = demandsOf({ ...account, interestMinor: 0n, feesMinor: 0n } as Account, paidMinor);
        const owed = left > 0n ? left : 0n;
        const all = overdueMinor + dueMinor - paidMinor > 0n ? overdueMinor + dueMinor - paidMinor : 0n;
        // What is paid goes to what is overdue before it goes to what is due.
        const late = overdueMinor > paidMinor ? overdueMinor - paidMinor : 0n;
        expect(now.overdueMinor).toBe(late < owed ? late : owed);
        expect(now.overdueMinor + now.dueMinor).toBe(all < owed ? all : owed);
        const isLate = now.overdueMinor > 0n;
        expect([now.status, now.overdueCount]).toEqual(isLate ? ['SecondReminder', 3] : ['Ok', 0]);
      }),
    );
  });

  it('is a part of all that is owed, at least the smallest payment and at most everything', () => {
    const owing = (minor: bigint, bps = 500) =>
      ({
        principalMinor: minor,
        interestMinor: 0n,
        feesMinor: 0n,
        terms: { ...terms, minimumPaymentBps: bps },
      }) as unknown as Account;
    const cases = [
      [0n, 0n, 0n],
      [999n, 0n, 999n],
      [20_000n, 0n, 1_000n],
      [20_001n, 0n, 1_001n],
      [50_000n, 10_000n, 2_000n],
      [500n, 900n, 0n],
    ] as const;
    for (const [owed, overdue, expected] of cases) expect(minimumMinor(owing(owed), overdue)).toBe(expected);
    expect(minimumMinor(owing(50_000n, 10_000), 0n)).toBe(50_000n);
  });
});

describe('a month of an account', () => {
  it('that was used has its interest, its fee and its statement, each of the month it is about', () => {
    const life = new AccountLife({ openedOn: opened });
    life.add('Purchase', 50_000n);
    life.passTo('2026-02-01');
    const posted = { reference: '2026-01', valueOn: '2026-01-31', bookedOn: '2026-02-01' };
    expect(life.list('accountEntries')).toMatchObject([
      { kind: 'Purchase' },
      { kind: 'Interest', interestMinor: 163n, ...posted },
      { kind: 'MonthlyFee', feesMinor: 150n, ...posted },
    ]);
    expect(life.events.slice(1)).toMatchObject([
      { type: 'account.interest_posted', subject: '2026-01', amountMinor: 163n },
      { type: 'account.fee_charged', subject: '2026-01', amountMinor: 150n },
      { type: 'account.statement_made', subject: '2026-01-01' },
    ]);
    const { name: shopName, contract } = life.merchant;
    expect(life.list('accountMonths')).toMatchObject([
      { statementTerms: { shopName, payee: contract.payee }, dueOn: '2026-02-15' },
    ]);
  });

  it('in which nothing is owed, costs nothing and demands nothing', () => {
    const life = new AccountLife({ openedOn: opened });
    life.add('WithdrawalCommission', 100n);
    life.pay(100n);
    life.passTo('2026-03-01').agree();
    expect(life.list('accountEntries').map(({ kind }) => kind)).toEqual(['WithdrawalCommission', 'Payment']);
    expect(life.list('accountMonths')).toMatchObject([{ minimumMinor: 0n }, { minimumMinor: 0n, firstEntry: 3, lastEntry: 2 }]);
    expect(life.account).toMatchObject({ dueMinor: 0n, status: 'Ok', nextStepOn: '2026-04-01' });
  });

  it('is corrected once where a purchase is reported late, and no other month is', () => {
    const life = new AccountLife({ openedOn: opened });
    life.add('Purchase', 50_000n);
    life.passTo('2026-02-10');
    life.add('Purchase', 30_000n, 12);
    life.passTo('2026-05-01').agree();
    const corrections = life.list('accountEntries').filter(({ kind }) => kind === 'InterestAdjustment');
    // Three days of 300.00, from 29 January on: the month is 1.8715 in all, of which 1.63 was posted.
    expect(corrections).toMatchObject([
      { reference: '2026-01', interestMinor: 24n, valueOn: '2026-01-31', bookedOn: '2026-03-01' },
    ]);
  });

  it('is corrected however late it is, and the statement goes on from the one of the month before', () => {
    const life = new AccountLife({ openedOn: opened, firstNoticeOn: '2026-12-01', terms: { ...terms, monthlyFeeMinor: '0' } });
    life.add('Purchase', 50_000n);
    life.passTo('2026-03-10');
    life.add('Purchase', 30_000n, 41);
    life.passTo('2026-04-01').agree();
    const months = life.list('accountMonths');
    expect(months.map(({ interestMinor }) => interestMinor)).toEqual([195n, 608n, 673n]);
    expect(months.map(({ firstEntry, lastEntry }) => [firstEntry, lastEntry])).toEqual([
      [1, 2],
      [3, 3],
      [4, 7],
    ]);
    expect(months.map(({ openingMinor }) => openingMinor)).toEqual([0n, 50_163n, 50_543n]);
    // A cent changes no interest: there is no line of nothing, nor one of a fee that was not agreed.
    life.add('Purchase', 1n, 5);
    life.passTo('2026-05-01').agree();
    const kinds = life.list('accountEntries').map(({ kind }) => kind);
    expect(kinds.slice(6)).toEqual(['Interest', 'Purchase', 'Interest']);
    expect(kinds).not.toContain('MonthlyFee');
  });

  it('comes for no account that is under review or declined, and for none that was closed', () => {
    for (const over of [{ state: 'UnderReview' }, { state: 'Declined' }, { status: 'ClosedFromDebtCollection' }] as const) {
      const life = new AccountLife({ openedOn: opened, ...over }).pass(100);
      expect([life.list('accountMonths'), life.list('accountEntries')]).toEqual([[], []]);
    }
  });

  it('comes on its day and no millisecond before', () => {
    const life = new AccountLife({ openedOn: opened });
    const firstOfFebruary = Date.parse('2026-01-31T23:00:00Z');
    life.now = firstOfFebruary - 1;
    expect(life.pass(0).list('accountMonths').length).toBe(0);
    life.now = firstOfFebruary;
    expect(life.pass(0).list('accountMonths').length).toBe(1);
    life.now -= dayMs;
    expect(life.pass(0).list('accountMonths').length).toBe(1);
  });
});
