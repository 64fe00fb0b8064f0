// A reminder of what is overdue: which day it is made on and which not, what it says and asks for, and what it leaves on the rows.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { addDays, type Day } from '../../src/core/dates.ts';
import { receive } from '../../src/core/order/bank-payment.ts';
import type { Collection } from '../../src/core/order/collecting.ts';
import { principalLeftMinor } from '../../src/core/order/dunning.ts';
import { remind } from '../../src/core/order/reminder.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import type { OrderContents } from '../../src/core/order/rows.ts';
import { LateDebt } from '../support/late.ts';
import { manyRuns } from '../support/runs.ts';

const threeWeeks: ReminderTerms = { firstDays: 14, secondDays: 21, payWithinDays: 14, chargesInterest: true };
const debited = { bankAccount: 'x', customer: {} } as OrderContents;
const reminded = (debt: LateDebt) => debt.events.filter(({ type }) => type === 'capture.reminded');
const levelsOf = (letters: LateDebt['letters']) => letters.map(({ captureNumber, level }) => [captureNumber, level]);

describe('1 000 that were due on 15 June 2026', () => {
  it.each([
    ['the usual days', undefined, '2026-06-22', '2026-07-02', '2026-07-06', '2026-07-16'],
    [
      'a day, a day and a day',
      { firstDays: 1, secondDays: 1, payWithinDays: 1 },
      '2026-06-16',
      '2026-06-17',
      '2026-06-18',
      '2026-06-19',
    ],
    ['three weeks after two', threeWeeks, '2026-06-29', '2026-07-13', '2026-07-20', '2026-08-03'],
  ] as const)(
    'are reminded of twice after %s, on the day and not before',
    (_days, reminders, first, payFirst, second, paySecond) => {
      const debt = new LateDebt('AT', reminders && { reminders });
      expect(debt.remind(addDays(first, -1))).toEqual([]);
      expect(debt.remind(first)).toMatchObject([{ number: 1, level: 1, madeOn: first, payBy: payFirst }]);
      expect(debt.remind(first)).toEqual([]);
      expect(debt.remind(addDays(second, -1))).toEqual([]);
      expect(debt.remind(second)).toMatchObject([{ number: 2, level: 2, madeOn: second, payBy: paySecond }]);
      // A person decides from here on.
      for (const day of [second, addDays(second, 1), addDays(second, 400)]) expect(debt.remind(day)).toEqual([]);
      expect(debt.one).toMatchObject({ reminderLevel: 2, reminderCount: 2, remindedOn: second });
    },
  );

  it.each(['NL', 'BE'] as const)(
    'are reminded of again in %s once the day of the first letter has passed, not before',
    (country) => {
      const debt = new LateDebt(country);
      // There on Thursday, 25 June; 14 whole days follow.
      expect(debt.remind('2026-06-22')).toMatchObject([{ payBy: '2026-07-09' }]);
      expect(debt.remind('2026-07-09')).toEqual([]);
      expect(debt.remind('2026-07-10')).toMatchObject([{ level: 2 }]);
    },
  );

  it.each([
    ['DE', 100n],
    ['CH', 100n],
    ['DK', 1000n],
  ] as const)(
    'of which next to nothing is left in %s are not reminded of, and no letter costs more than it is about',
    (country, least) => {
      const left = (minor: bigint) =>
        new LateDebt(country, { reminders: { feeMinor: 40_000n } }).set({ paidMinor: 100_000n - minor });
      expect(left(least - 1n).remind('2026-07-20')).toEqual([]);
      const [letter] = left(least).remind('2026-07-20');
      expect(letter).toMatchObject({ level: 1 });
      expect((letter?.feeMinor ?? 0n) <= least).toBe(true);
    },
  );

  it('are not reminded of while a bank is asked for them, although the merchant can ask none any more', () => {
    const debt = new LateDebt('DK').on('2026-06-22');
    const contents = { bankAccount: 'x', customer: {} } as OrderContents;
    const asked = (state: string) => [{ captureNumber: debt.one.number, state } as Collection];
    expect(remind(debt.inHand, contents, debt.setting, asked('Exported'))).toBeUndefined();
    expect(remind(debt.inHand, contents, debt.setting, asked('Returned'))?.events).toMatchObject([{ type: 'capture.reminded' }]);
  });

  it('of which a bank is asked once more are not asked for, although it returned them before', () => {
    const debt = new LateDebt('DK').set({ debitReturnedOn: '2026-06-16' }).on('2026-06-23');
    const again = { captureNumber: debt.one.number, installment: 0, state: 'Exported' } as Collection;
    expect(remind(debt.inHand, debited, debt.setting, [again])).toBeUndefined();
  });

  it('are reminded of by the calendar of the merchant', () => {
    const debt = new LateDebt('DK');
    // Midnight in Copenhagen
    expect(debt.on('2026-06-21', '21:59').decide()).toBeUndefined();
    debt.take(debt.on('2026-06-21', '22:00').decide() ?? { answer: undefined, changes: [], events: [] });
    expect(debt.letters).toMatchObject([{ madeOn: '2026-06-22', insertedAt: Date.parse('2026-06-21T22:00:00Z') }]);
    expect(debt.one).toMatchObject({ remindedOn: '2026-06-22', updatedAt: Date.parse('2026-06-21T22:00:00Z') });
  });

  it('are reminded of late where no one looked before, and the second letter waits as long as ever', () => {
    const debt = new LateDebt('AT', { reminders: threeWeeks });
    expect(debt.remind('2026-09-01')).toMatchObject([{ level: 1 }]);
    expect(debt.remind('2026-09-21')).toEqual([]);
    expect(debt.remind('2026-09-22')).toMatchObject([{ level: 2 }]);
  });

  it('are asked for with all that letters charged and no payment took, its interest apart', () => {
    const debt = new LateDebt('DK', { reminders: threeWeeks });
    const { payee } = debt.merchant.contract;
    // renteloven §§ 5, 9 b: 100 DKK, and 1 000 × 14 × 9.75 / 36 500
    const [one] = debt.remind('2026-06-29');
    expect(one).toStrictEqual({
      captureNumber: 'c1',
      number: 1,
      orderId: 'o',
      level: 1,
      madeOn: '2026-06-29',
      payBy: '2026-07-13',
      feeMinor: 10_000n,
      interestMinor: 374n,
      feesOpenMinor: 10_374n,
      interestOpenMinor: 374n,
      openMinor: 110_374n,
      due: [{ on: '2026-06-15', amountMinor: '100000' }],
      letterTerms: { shopName: 'Shop DK', payee, lateRateBps: 975 },
      documentId: expect.any(String),
      cancelledOn: null,
      insertedAt: debt.now,
    });
    expect(debt.one).toMatchObject({ reminderFeeMinor: 10_374n, lateInterestMinor: 374n });
    // Fees before interest, interest before the goods.
    expect(debt.pay('2026-06-29', 10_200n, false)).toBe(true);
    expect(debt.list('payments')).toMatchObject([{ feeMinor: 10_000n, interestMinor: 200n, principalMinor: 0n }]);
    // 9.75 + 20 × 10.00, and 1.74 of the first.
    expect(debt.remind('2026-07-20')).toMatchObject([
      {
        number: 2,
        feeMinor: 10_000n,
        interestMinor: 575n,
        feesOpenMinor: 10_749n,
        interestOpenMinor: 749n,
        openMinor: 110_749n,
        letterTerms: { lateRateBps: 1000 },
      },
    ]);
    expect(debt.one).toMatchObject({ reminderFeeMinor: 20_949n, lateInterestMinor: 949n });
    expect(debt.open).toBe(110_749n);
    expect(new Set(debt.letters.map(({ documentId }) => documentId)).size).toBe(2);
    expect(reminded(debt)).toEqual([
      {
        type: 'capture.reminded',
        orderId: 'o',
        subject: 'c1',
        currency: 'DKK',
        amountMinor: 0n,
        details: { level: 1, openAmount: 110_374n, feeAmount: 10_000n, interestAmount: 374n, payBy: '2026-07-13' },
      },
      expect.objectContaining({
        details: { level: 2, openAmount: 110_749n, feeAmount: 10_000n, interestAmount: 575n, payBy: '2026-08-03' },
      }),
    ]);
  });

  it('bear no interest in the letter after what of them was paid', () => {
    const debt = new LateDebt('AT', { reminders: threeWeeks });
    expect(debt.remind('2026-06-29')).toMatchObject([{ interestMinor: 153n }]);
    debt.pay('2026-06-29', 60_153n, false);
    // § 1000 ABGB: 400 × 21 × 4.00 / 36 500
    expect(debt.remind('2026-07-20')).toMatchObject([
      { interestMinor: 92n, interestOpenMinor: 92n, openMinor: 40_092n, due: [{ on: '2026-06-15', amountMinor: '40000' }] },
    ]);
  });

  it('keep no interest that was not charged', () => {
    const debt = new LateDebt('DK');
    const [letter] = debt.remind('2026-06-22');
    expect(letter).toMatchObject({ feeMinor: 10_000n, interestMinor: 0n, interestOpenMinor: 0n, openMinor: 110_000n });
    expect(letter?.letterTerms).toStrictEqual({ shopName: 'Shop DK', payee: debt.merchant.contract.payee });
    expect(debt.one.lateInterestMinor).toBeNull();
  });
});

it('a free letter announces what the next one will cost, which waits until it may', () => {
  // Book XIX CDE: 7.50 EUR, 14 days after the free letter was there.
  for (const [secondDays, announced] of [
    [21, { announcedFee: '750' }],
    [14, { announcedFee: '750' }],
  ] as const) {
    const debt = new LateDebt('BE', { reminders: { feeMinor: 750n, secondDays } });
    const rest = { shopName: 'Shop BE', payee: debt.merchant.contract.payee };
    expect(debt.remind('2026-06-29')[0]?.letterTerms).toStrictEqual({ ...rest, ...announced });
    expect(debt.remind('2026-07-20')[0]?.letterTerms).toStrictEqual(rest);
  }
});

describe('no letter is made', () => {
  it('of what is paid, or not due', () => {
    const debt = new LateDebt('DK', { reminders: { firstDays: 1 } });
    expect(debt.on('2026-06-15').decide()).toBeUndefined();
    debt.pay('2026-06-15', 100_000n, false);
    expect(debt.on('2026-07-15').decide()).toBeUndefined();
  });

  it('up to and with the day until which a person paused them', () => {
    const debt = new LateDebt('DK').set({ remindersPausedUntil: '2026-07-10' });
    for (const day of ['2026-06-22', '2026-07-09', '2026-07-10']) expect(debt.remind(day)).toEqual([]);
    expect(debt.remind('2026-07-11')).toMatchObject([{ level: 1 }]);
    debt.set({ remindersPausedUntil: '2026-07-25' });
    expect(debt.remind('2026-07-25')).toEqual([]);
    expect(debt.remind('2026-07-26')).toMatchObject([{ level: 2 }]);
  });

  it('to who left it to us to collect, until the bank took the collection back', () => {
    const bankAccount = 'DE89370400440532013000';
    const debt = new LateDebt('DE');
    expect(debt.remind('2026-08-01', { bankAccount })).toEqual([]);
    debt.set({ debitReturnedOn: '2026-08-01' });
    expect(debt.remind('2026-08-09', { bankAccount })).toEqual([]);
    expect(debt.remind('2026-08-10', { bankAccount })).toMatchObject([{ level: 1 }]);
    expect(new LateDebt('DE').remind('2026-08-01', { bankAccount: null })).toMatchObject([{ level: 1 }]);
  });

  it('to a person who was erased: there is no address', () => {
    expect(new LateDebt('DK').remind('2026-08-01', { customer: null })).toEqual([]);
    expect(new LateDebt('DK').remind('2026-08-01', { customer: { firstName: 'A' } })).toMatchObject([{ level: 1 }]);
  });

  it('of what was put on a customer account: its statements ask for it', () => {
    const account = { profileNo: 1, interestRateBps: 990, startupFeeMinor: '0', monthlyFeeMinor: '0', minimumPaymentMinor: '0' };
    const terms = { directDebit: false, campaignNumber: null, daysUntilDue: null, installment: null, account };
    const debt = new LateDebt('DK', { order: { paymentType: 'Account', terms } });
    expect(debt.one.dueOn < '2026-08-01').toBe(true);
    expect(debt.on('2027-01-01').decide()).toBeUndefined();
  });
});

describe('two captures of an order', () => {
  const two = (secondOn: Day): LateDebt => {
    const debt = new LateDebt('DK', { reminders: threeWeeks, order: { authorizedMinor: 150_000n } });
    debt.on(secondOn).capture(50_000n, 'c2');
    return debt;
  };

  it('are reminded of in a letter each, with its own money, and each counts in what later decisions see', () => {
    const debt = two('2026-06-01');
    // Half of the interest of the other: 500 × 14 × 9.75 / 36 500
    expect(debt.remind('2026-06-29')).toMatchObject([
      { captureNumber: 'c1', openMinor: 110_374n },
      { captureNumber: 'c2', interestMinor: 187n, openMinor: 60_187n },
    ]);
    expect(debt.list('captures').map(({ reminderFeeMinor }) => reminderFeeMinor)).toEqual([10_374n, 10_187n]);
    expect(reminded(debt).map(({ subject }) => subject)).toEqual(['c1', 'c2']);
    expect(debt.exposure.dunnedCount).toBe(2);
    const tables = debt
      .on('2026-07-20')
      .decide()
      ?.changes.map(({ table }) => table);
    expect(tables).toEqual(['captures', 'captureReminders', 'captures', 'captureReminders']);
  });

  it('have levels of their own, and only a first letter counts in what later decisions see', () => {
    // The other is due on 6 July.
    const debt = two('2026-06-22');
    expect(levelsOf(debt.remind('2026-06-29'))).toEqual([['c1', 1]]);
    expect(debt.exposure.dunnedCount).toBe(1);
    expect(levelsOf(debt.remind('2026-07-20'))).toEqual([
      ['c1', 2],
      ['c2', 1],
    ]);
    expect(debt.exposure.dunnedCount).toBe(2);
    expect(levelsOf(debt.remind('2026-08-10'))).toEqual([['c2', 2]]);
    expect(debt.exposure.dunnedCount).toBe(2);
  });

  it('wait for each other in nothing: the one that is paid or paused leaves the other as it is', () => {
    const debt = two('2026-06-01').set({ remindersPausedUntil: '2026-12-31' });
    expect(levelsOf(debt.remind('2026-06-29'))).toEqual([['c2', 1]]);
    debt.set({ remindersPausedUntil: null }).pay('2026-06-30', 100_000n, false);
    expect(levelsOf(debt.remind('2026-07-20'))).toEqual([['c2', 2]]);
  });
});

describe('installments', () => {
  const plan = { months: 3, rate: 0, startup: 0, monthly: 500 };

  it('are reminded of together, with the fees of the plan, and the next one anew once they are paid', () => {
    const debt = new LateDebt('DK', { amount: 300_000, plan, reminders: { ...threeWeeks, chargesInterest: false } });
    expect(debt.remind('2026-07-14')).toEqual([]);
    expect(debt.remind('2026-07-15')).toMatchObject([
      { number: 1, level: 1, openMinor: 110_500n, due: [{ on: '2026-07-01', amountMinor: '100500' }] },
    ]);
    expect(debt.remind('2026-08-05')).toMatchObject([
      {
        number: 2,
        level: 2,
        feesOpenMinor: 20_000n,
        openMinor: 221_000n,
        due: [
          { on: '2026-07-01', amountMinor: '100500' },
          { on: '2026-08-03', amountMinor: '100500' },
        ],
      },
    ]);
    debt.pay('2026-08-06', 221_000n, false);
    expect(debt.one).toMatchObject({ reminderLevel: 0, reminderCount: 2, remindedOn: '2026-08-05', dueOn: '2026-09-01' });
    // 14 days after its own day, and not three weeks after the last letter.
    expect(debt.remind('2026-09-14')).toEqual([]);
    expect(debt.remind('2026-09-15')).toMatchObject([{ number: 3, level: 1, feesOpenMinor: 10_000n, openMinor: 110_500n }]);
    expect(debt.exposure.dunnedCount).toBe(2);
    debt.agreeOnReminders();
  });
});

it('any life of a debt has at most two letters a dunning, on their days, and rows that say what they charged', () => {
  const step = fc.record({
    days: fc.integer({ min: 0, max: 30 }),
    do: fc.constantFrom('remind', 'remind', 'remind', 'pay', 'pause'),
    share: fc.integer({ min: 1, max: 10 }),
  });
  const country = fc.constantFrom(...countryCodes);
  fc.assert(
    fc.property(
      country,
      fc.option(fc.constant({ months: 6, rate: 990, startup: 0, monthly: 300 })),
      fc.array(step),
      (place, plan, steps) => {
        const debt = new LateDebt(place, { amount: 200_000, reminders: threeWeeks, ...(plan && { plan }) });
        let day: Day = '2026-06-15';
        for (const { days, do: what, share } of steps) {
          day = addDays(day, days);
          const before = debt.one;
          const amount = (debt.open * BigInt(share)) / 10n;
          if (what === 'pay' && amount > 0n) debt.pay(day, amount, false);
          if (what === 'pause') debt.set({ remindersPausedUntil: addDays(day, share) });
          if (what !== 'remind') continue;
          const made = debt.remind(day);
          expect(made.length <= 1).toBe(true);
          for (const letter of made) {
            expect(letter).toMatchObject({ number: before.reminderCount + 1, level: before.reminderLevel + 1, madeOn: day });
            expect(letter.level <= 2 && day > (before.remindersPausedUntil ?? '')).toBe(true);
            const earliest = letter.level === 1 ? addDays(before.dueOn, 14) : addDays(before.remindedOn ?? day, 21);
            expect(earliest <= day).toBe(true);
            const due = (letter.due as { amountMinor: string }[]).reduce((sum, each) => sum + BigInt(each.amountMinor), 0n);
            expect(letter.openMinor).toBe(due + letter.feesOpenMinor);
            expect(letter.openMinor <= debt.open).toBe(true);
            expect(debt.remind(day)).toEqual([]);
          }
          debt.agreeOnReminders();
        }
        expect(principalLeftMinor(debt.one) >= 0n).toBe(true);
      },
    ),
    manyRuns(60),
  );
});

describe('the first letter in the Netherlands and Belgium', () => {
  it.each(['NL', 'BE'] as const)('gives in %s the days after its arrival that have to cost nothing', (country) => {
    // Made on Monday it is there on Thursday, and fourteen days later it is 9 July.
    const debt = new LateDebt(country);
    expect(debt.remind('2026-06-22')).toMatchObject([{ level: 1, payBy: '2026-07-09' }]);
    const longer = new LateDebt(country, { reminders: { payWithinDays: 30 } });
    expect(longer.remind('2026-06-22')).toMatchObject([{ payBy: '2026-07-22' }]);
  });
});

describe('900 in three, whose second part the bank is asked for when the first came back', () => {
  const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };
  const debtWithLetter = (country: 'DK' | 'FI' = 'DK') => {
    const debt = new LateDebt(country, { amount: 90_000, plan }).set({ debitReturnedOn: '2026-07-02' }).on('2026-08-05');
    const asked = { captureNumber: 'c1', installment: 2, state: 'Exported' } as Collection;
    debt.take(remind(debt.inHand, debited, debt.setting, [asked]) ?? expect.fail());
    return debt;
  };

  it('are asked for the first alone', () => {
    const [letter] = debtWithLetter().letters;
    expect(letter).toMatchObject({ due: [{ on: '2026-07-01', amountMinor: '30000' }], openMinor: 40_000n });
  });

  it('owe no fee of that letter where the first had come before it', () => {
    const debt = debtWithLetter('FI').on('2026-08-06');
    expect(debt.one.reminderFeeMinor).toBe(500n);
    const money = {
      captureNumber: 'c1',
      amountMinor: 30_000n,
      bookedOn: '2026-08-04',
      valueOn: '2026-08-04',
      transactionId: 't',
    };
    debt.take(receive(debt.inHand, money, undefined, debt.setting));
    expect([debt.one.reminderFeeMinor, debt.open]).toEqual([0n, 60_000n]);
  });
});

describe('what was left to us to collect', () => {
  const plan = { months: 3, rate: 0, startup: 0, monthly: 0 };
  /** Of 300.00 each, due on 1 July, 3 August and 1 September; the first came back on Thursday, 20 August. */
  const returnedDebt = (country: 'AT' | 'FI') =>
    new LateDebt(country, { amount: 90_000, plan, reminders: { chargesInterest: true } }).set({ debitReturnedOn: '2026-08-20' });
  const remindOn = (debt: LateDebt, day: Day, collections: readonly Collection[]) => {
    const before = debt.letters.length;
    const decided = remind(debt.on(day).inHand, debited, debt.setting, collections);
    if (decided) debt.take(decided);
    return debt.letters.slice(before);
  };
  const came = (installment: number, day: Day) =>
    ({ captureNumber: 'c1', installment, state: 'Returned', updatedAt: Date.parse(`${day}T10:00:00Z`) }) as Collection;

  it('is late from the day on which it came back, as is its fee', () => {
    const debt = returnedDebt('FI');
    expect(debt.interest('2026-08-27').interestMinor).toBe(110n); // twice 300 × 7 × 9.50
    expect(debt.remind('2026-08-26', debited)).toEqual([]);
    // perintälaki: 5 EUR from 14 days after that day on.
    expect(debt.remind('2026-08-27', debited)).toMatchObject([
      { level: 1, feeMinor: 0n, interestMinor: 110n, openMinor: 60_110n },
    ]);
    expect(debt.remind('2026-09-10', debited)).toMatchObject([{ level: 2, feeMinor: 500n, interestMinor: 288n }]);
  });

  it('is late from its own day, where another came back before', () => {
    const debt = returnedDebt('AT');
    const exported = { captureNumber: 'c1', installment: 2, state: 'Exported' } as Collection;
    // 300 × 7 × 4.00
    expect(remindOn(debt, '2026-08-27', [came(1, '2026-08-21'), exported])).toMatchObject([{ openMinor: 30_023n }]);
    // 300 × 14 × 4.00, 300 × 3 × 4.00 from the Monday after that Saturday on, and 300 × 9 × 4.00 of the third
    expect(remindOn(debt, '2026-09-10', [came(1, '2026-08-21'), came(2, '2026-09-05')])).toMatchObject([
      { level: 2, interestMinor: 86n },
    ]);
  });
});
