// What being late costs, letter by letter, to the cent: the fee and the interest that the law of each day and the agreement allow, and
// that no day is charged twice. The figures are reckoned by hand: principal × days × rate / 365.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { addDays, later } from '../../src/core/dates.ts';
import { chargesOf, lateTermsOf } from '../../src/core/order/late-charges.ts';
import type { ReminderTerms } from '../../src/core/order/reminder-terms.ts';
import { plans } from '../support/credit.ts';
import { LateDebt } from '../support/late.ts';
import { merchantIn } from '../support/merchant.ts';
import { manyRuns } from '../support/runs.ts';

const days: ReminderTerms = { firstDays: 14, secondDays: 21, payWithinDays: 14 };
const threeWeeks: ReminderTerms = { ...days, chargesInterest: true };
const chargedIn = (letters: LateDebt['letters']) => letters.map(({ feeMinor, interestMinor }) => [feeMinor, interestMinor]);

type Letter = readonly [feeMinor: bigint, interestMinor: bigint, rateBps: number | undefined, announcedMinor: bigint];

/** Letters of 29 June and of 20 July: 14 days of June, then one of June and 20 of July. Sources: core/countries, in each law.ts. */
const runs: readonly (readonly [CountryCode, ReminderTerms, Letter, Letter])[] = [
  // forsinkelsesrenteloven § 3: 14 × 12.00; 12.00 + 20 × 12.25. inkassoforskriften § 1-2: 1/20 of 750 NOK.
  ['NO', {}, [3_800n, 460n, 1200, 0n], [3_800n, 704n, 1225, 0n]],
  // räntelagen § 6: 14 and 21 × 10.00. One letter may cost 60 SEK.
  ['SE', { feeMinor: 6_000n }, [6_000n, 384n, 1000, 0n], [0n, 575n, 1000, 0n]],
  // korkolaki: 14 and 21 × 9.50. perintälaki: 5 EUR from 14 days after the due day on.
  ['FI', {}, [500n, 364n, 950, 0n], [500n, 547n, 950, 0n]],
  // renteloven § 5: 14 × 9.75; 9.75 + 20 × 10.00; § 9 b: 100 DKK.
  ['DK', {}, [10_000n, 374n, 975, 0n], [10_000n, 575n, 1000, 0n]],
  // § 288 BGB: in default by the first letter, 6.27 + 20 × 6.52. What a letter by post costs, and not the first.
  ['DE', { feeMinor: 120n }, [0n, 0n, undefined, 0n], [120n, 374n, 652, 0n]],
  // § 1000 ABGB: 14 and 21 × 4.00; no fee by any clause.
  ['AT', { feeMinor: 120n }, [0n, 153n, 400, 0n], [0n, 230n, 400, 0n]],
  // OR art. 104: 21 × 5.00 after the first letter.
  ['CH', { feeMinor: 120n }, [0n, 0n, undefined, 0n], [0n, 288n, 500, 0n]],
  // art. 6:119 BW: 14 and 21 × 4.00; art. 6:96 BW: 15 % of 1 000, once the free letter was not followed for 14 days.
  ['NL', { feeMinor: 20_000n }, [0n, 153n, 400, 15_000n], [15_000n, 230n, 400, 0n]],
  // Book XIX CDE: there on 2 July, so interest and a fee from 17 July on; 4 × 4.50.
  ['BE', { feeMinor: 750n }, [0n, 0n, undefined, 750n], [750n, 49n, 450, 0n]],
];

describe('1 000 that were due on 15 June 2026', () => {
  it.each(runs)('cost in %s what the law of the day of each letter allows', (country, asked, first, second) => {
    const debt = new LateDebt(country, { reminders: { ...threeWeeks, ...asked } });
    for (const [day, [feeMinor, interestMinor, rateBps, announcedMinor]] of [
      ['2026-06-29', first],
      ['2026-07-20', second],
    ] as const) {
      const charges = debt.charges(day);
      expect(charges).toEqual({ feeMinor, interestMinor, rateBps, announcedMinor });
      expect(debt.interest(day)).toEqual({ isRunning: rateBps !== undefined, interestMinor });
      expect(chargedIn(debt.remind(day))).toEqual([[feeMinor, interestMinor]]);
    }
  });

  it.each(runs)('bear no interest in %s where the contract does not ask for it', (country, asked, first, second) => {
    const debt = new LateDebt(country, { reminders: { ...days, ...asked } });
    for (const [day, [feeMinor, , , announcedMinor]] of [
      ['2026-06-29', first],
      ['2026-07-20', second],
    ] as const) {
      expect(debt.charges(day)).toEqual({ feeMinor, interestMinor: 0n, rateBps: undefined, announcedMinor });
      debt.remind(day);
    }
  });
});

describe('a fee', () => {
  it('is where no contract says anything the one that the law names, and none where it names no fee', () => {
    const first = (country: CountryCode) => new LateDebt(country, { reminders: {} }).charges('2026-06-29').feeMinor;
    expect((['DK', 'NO', 'FI'] as const).map(first)).toEqual([10_000n, 3_800n, 500n]);
    expect((['SE', 'DE', 'AT', 'CH', 'NL', 'BE'] as const).map(first)).toEqual([0n, 0n, 0n, 0n, 0n, 0n]);
  });

  it('is in Sweden and Belgium one that the contract of the merchant names, or the agreement of the buyer', () => {
    const [swedish, belgian] = [6_000n, 750n];
    const feeOf = (country: 'SE' | 'BE', debt: ConstructorParameters<typeof LateDebt>[1]): bigint => {
      const late = new LateDebt(country, { ...debt, reminders: { ...threeWeeks, ...debt?.reminders } });
      if (country === 'BE') late.remind('2026-06-29');
      return late.charges(country === 'BE' ? '2026-07-20' : '2026-06-29').feeMinor;
    };
    const stated = (reminderFeeMinor: bigint) => ({
      late: { interestRateBps: null, reminderFeeMinor: String(reminderFeeMinor) },
    });
    expect([feeOf('SE', {}), feeOf('BE', {})]).toEqual([0n, 0n]);
    expect([feeOf('SE', stated(swedish)), feeOf('BE', stated(belgian))]).toEqual([swedish, belgian]);
    const named = [feeOf('SE', { reminders: { feeMinor: swedish } }), feeOf('BE', { reminders: { feeMinor: belgian } })];
    expect(named).toEqual([swedish, belgian]);
  });

  it.each([
    ['what the buyer agreed to, where the merchant asks for more', 5_000n, '4000', 4_000n],
    ['what the merchant asks for, where that is less', 3_000n, '4000', 3_000n],
    ['what renteloven § 9 b allows, where both are more', 10_001n, '20000', 10_000n],
    ['nothing, where the buyer agreed to none', 10_000n, '0', 0n],
  ] as const)('is %s', (_what, feeMinor, reminderFeeMinor, expected) => {
    const debt = new LateDebt('DK', { reminders: { feeMinor }, late: { interestRateBps: null, reminderFeeMinor } });
    expect(debt.charges('2026-06-29').feeMinor).toBe(expected);
  });

  it('is the only charge where the agreement is one of an account, which names no interest on late payment', () => {
    const debt = new LateDebt('DK', { reminders: threeWeeks, late: { interestRateBps: 0, reminderFeeMinor: '10000' } });
    expect(debt.charges('2026-06-29')).toMatchObject({ feeMinor: 10_000n, interestMinor: 0n, rateBps: undefined });
  });

  it('is none of a debt in another currency than the law names it in; interest is', () => {
    const debt = new LateDebt('DK', { reminders: threeWeeks, order: { currency: 'EUR' } });
    expect(debt.charges('2026-06-29')).toMatchObject({ feeMinor: 0n, interestMinor: 374n });
  });

  it.each([
    // Free for 14 days from the due day on.
    ['FI', '2026-06-28', 0n],
    ['FI', '2026-06-29', 500n],
    ['NO', '2026-06-28', 0n],
    ['NO', '2026-06-29', 3_800n],
    ['DK', '2026-06-16', 10_000n],
  ] as const)('of a first letter in %s is on %s %d', (country, day, expected) => {
    expect(new LateDebt(country).charges(day).feeMinor).toBe(expected);
  });

  it.each([
    // Sent on Monday, 29 June, it is there on Thursday, 2 July; 14 whole days follow.
    ['BE', { feeMinor: 750n }, '2026-07-16', 0n],
    ['BE', { feeMinor: 750n }, '2026-07-17', 750n],
    ['NL', { feeMinor: 20_000n }, '2026-07-16', 0n],
    ['NL', { feeMinor: 20_000n }, '2026-07-17', 15_000n],
    // renteloven § 9 b: ten days between two.
    ['DK', {}, '2026-07-08', 0n],
    ['DK', {}, '2026-07-09', 10_000n],
  ] as const)('of a second letter in %s by %o is on %s %d', (country, asked, day, expected) => {
    const debt = new LateDebt(country, { reminders: { ...threeWeeks, ...asked } });
    debt.remind('2026-06-29');
    expect(debt.charges(day).feeMinor).toBe(expected);
  });

  it('is announced in the free letter also where the contract has the next one sooner: that one waits until it can be charged', () => {
    const announced = (secondDays: number) =>
      new LateDebt('BE', { reminders: { ...threeWeeks, feeMinor: 750n, secondDays } }).charges('2026-06-29').announcedMinor;
    expect([14, 17, 18, 21].map(announced)).toEqual([750n, 750n, 750n, 750n]);
  });

  it('of a debt whose payment a bank took back counts the letters before: the gap, and how many may cost something', () => {
    const once = (letters: number) => new LateDebt('DK').set({ remindedOn: '2026-06-25', reminderCount: letters });
    // renteloven § 9 b: ten days between letters. A third letter is free, as the contract charges two.
    expect(once(1).charges('2026-06-29').feeMinor).toBe(0n);
    expect(once(1).charges('2026-07-05').feeMinor).toBe(10_000n);
    expect(once(2).charges('2026-07-20').feeMinor).toBe(0n);
    // inkassoforskriften § 1-3: two in all.
    expect(new LateDebt('NO').set({ remindedOn: '2026-06-25', reminderCount: 2 }).charges('2026-08-20').feeMinor).toBe(0n);
  });

  it('keeps to the cap on all cost, of which a part of the order has what its own installments cost', () => {
    const debt = new LateDebt('DK', { plan: { months: 2, rate: 0, startup: 0, monthly: 0 } });
    const late = debt.late('2026-07-29');
    const capture = { ...late.capture, amountMinor: 9_000n };
    const installments = late.installments.slice(0, 1).map((each) => ({ ...each, interestMinor: 3_000n, feeMinor: 2_670n }));
    expect(chargesOf({ ...late, capture, installments }, debt.merchant).feeMinor).toBe(9_000n - 5_670n);
  });

  it('of the next installment does not ask for the letters of the one before', () => {
    const plan = { months: 2, rate: 0, startup: 0, monthly: 0 };
    const debt = new LateDebt('DK', { plan }).set({ remindedOn: '2026-07-25', reminderCount: 2 });
    expect(debt.charges('2026-07-29').feeMinor).toBe(10_000n);
  });

  it('by a scale is reckoned of the principal that the free letter asked for, and of no fee', () => {
    const plan = { months: 2, rate: 0, startup: 0, monthly: 1_000 };
    const debt = new LateDebt('NL', { plan, reminders: { firstDays: 7, feeMinor: 50_000n } });
    debt.remind('2026-07-08');
    // 15 % of 500, also once the second is overdue, which was due on 3 August (art. 6:96 BW).
    expect(debt.charges('2026-08-03').feeMinor).toBe(7_500n);
    expect(debt.charges('2026-08-04').feeMinor).toBe(7_500n);
  });
});

describe('interest', () => {
  it('runs from the day after the due day', () => {
    const debt = new LateDebt('DK', { reminders: threeWeeks });
    expect(debt.charges('2026-06-15').interestMinor).toBe(0n);
    // 26.7 and 53.4 øre
    expect(debt.charges('2026-06-16').interestMinor).toBe(27n);
    expect(debt.charges('2026-06-17').interestMinor).toBe(53n);
  });

  it.each([
    // The day after the letter of 29 June: 1 000 × 6.27 / 36 500
    ['DE', '2026-06-29', false, 0n, undefined],
    ['DE', '2026-06-30', true, 17n, 627],
    // After the 14 days that a letter gives that was there on 2 July: 1 000 × 4.50 / 36 500
    ['BE', '2026-07-16', false, 0n, undefined],
    ['BE', '2026-07-17', true, 12n, 450],
  ] as const)('runs in %s on %s: %s', (country, day, isRunning, interestMinor, rateBps) => {
    const debt = new LateDebt(country, { reminders: threeWeeks });
    debt.remind('2026-06-29');
    expect(debt.interest(day)).toEqual({ isRunning, interestMinor });
    expect(debt.charges(day)).toMatchObject({ interestMinor, rateBps });
  });

  it('that a first letter makes run is not made to run by one of an earlier dunning', () => {
    for (const country of ['DE', 'CH', 'BE'] as const) {
      const debt = new LateDebt(country).set({ remindedOn: '2026-06-17', reminderCount: 1 });
      expect(debt.interest('2026-07-31')).toEqual({ isRunning: false, interestMinor: 0n });
    }
  });

  it('of a due debt that no letter asked for is said also where the contract says nothing of reminders', () => {
    expect(new LateDebt('DK').interest('2026-06-29')).toEqual({ isRunning: true, interestMinor: 374n });
  });

  it('after the second letter runs as of the first', () => {
    const debt = new LateDebt('BE', { reminders: { ...threeWeeks, secondDays: 14 } });
    debt.remind('2026-06-29');
    // From 17 July on, 14 days after the first was there: 4.50, and 3 × 4.50
    expect(debt.interest('2026-07-16')).toEqual({ isRunning: false, interestMinor: 0n });
    expect(debt.remind('2026-07-16')).toEqual([]);
    expect(chargedIn(debt.remind('2026-07-17'))).toEqual([[0n, 12n]]);
    expect(debt.interest('2026-07-20')).toEqual({ isRunning: true, interestMinor: 37n });
  });

  it('is for each installment from its own day on, and of its principal alone', () => {
    for (const monthly of [0, 500]) {
      const plan = { months: 3, rate: 0, startup: 0, monthly };
      const debt = new LateDebt('DK', { amount: 300_000, plan, reminders: threeWeeks });
      // 14 × 10.00 of 1 000; then 21 of it and 2 of the one that was due on 3 August: 575 + 55
      expect(chargedIn(debt.remind('2026-07-15'))).toEqual([[10_000n, 384n]]);
      expect(chargedIn(debt.remind('2026-08-05'))).toEqual([[10_000n, 630n]]);
    }
  });

  it.each([
    ['by the statutory rate where none is agreed', undefined, undefined, 1000],
    ['by the rate of the merchant', 1_800, undefined, 1800],
    ['by the rate that the buyer agreed to, also where the merchant asks for more by now', 1_800, 1_200, 1200],
    ['by the statutory one, where the buyer agreed to that', 1_800, null, 1000],
    ['never above the cap of konsumentkreditlagen § 19 a', 3_000, undefined, 2200],
    ['never above that cap, also where more is on paper', undefined, 3_000, 2200],
  ] as const)('is reckoned %s', (_what, asked, agreed, rateBps) => {
    const reminders = { ...threeWeeks, ...(asked !== undefined && { interestRateBps: asked }) };
    const late = agreed !== undefined && { late: { interestRateBps: agreed, reminderFeeMinor: '6000' } };
    const debt = new LateDebt('SE', { reminders, ...late });
    // Of 1 000 in 14 days, rounded.
    const interestMinor = (BigInt(rateBps) * 14n * 100_000n + 1_825_000n) / 3_650_000n;
    expect(debt.charges('2026-06-29')).toMatchObject({ rateBps, interestMinor });
  });

  it('of all letters is what the days bear together, each day once', () => {
    const span = fc.integer({ min: 1, max: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom<CountryCode>('NO', 'SE', 'FI', 'DK', 'AT', 'NL'),
        // Of less no letter is written.
        fc.integer({ min: 1000, max: 5_000_000 }),
        fc.tuple(span, span),
        (country, amount, [firstDays, secondDays]) => {
          const reminders = { firstDays, secondDays, chargesInterest: true };
          const debt = new LateDebt(country, { amount, reminders });
          const first = addDays('2026-06-15', firstDays);
          const [letter] = debt.remind(first);
          // The day to pay has passed, also where it moved to behind a weekend.
          const second = later(addDays(first, secondDays), addDays(letter?.payBy ?? first, 4));
          const together = new LateDebt(country, { amount, reminders }).interest(second).interestMinor;
          debt.remind(second);
          const { letters } = debt;
          expect(letters).toHaveLength(2);
          // Each letter is rounded once.
          expect([-1n, 0n, 1n]).toContain(letters.reduce((sum, { interestMinor }) => sum + interestMinor, -together));
          expect(debt.interest(second).interestMinor).toBe(0n);
        },
      ),
      manyRuns(60),
    );
  });
});

describe('interest on a credit', () => {
  const plan = { profileNo: 1, numberOfInstallments: 12, interestRateBps: 300, startupFeeMinor: 0n, monthlyFeeMinor: 0n };
  const creditBps = (creditMinor: bigint, over: Partial<typeof plan> = {}, country: CountryCode = 'CH') =>
    lateTermsOf({ installment: { ...plan, ...over }, creditMinor }, merchantIn(country), '2026-06-29').creditBps;

  it('is in Switzerland never above its rate, where the law of consumer credit holds (KKG art. 18(3))', () => {
    const debt = (rate: number) =>
      new LateDebt('CH', { plan: { months: 12, rate, startup: 0, monthly: 0 }, reminders: threeWeeks });
    for (const [rate, rateBps] of [
      [300, 300],
      [890, 500],
    ] as const) {
      const late = debt(rate);
      late.remind('2026-07-15');
      expect(late.charges('2026-08-03').rateBps).toBe(rateBps);
    }
  });

  it('looks at that rate only where KKG art. 7 leaves no credit out', () => {
    expect([creditBps(49_999n), creditBps(50_000n)]).toEqual([null, 300]);
    expect([3, 4].map((numberOfInstallments) => creditBps(100_000n, { numberOfInstallments }))).toEqual([null, 300]);
    expect([0n, 100n].map((monthlyFeeMinor) => creditBps(100_000n, { interestRateBps: 0, monthlyFeeMinor }))).toEqual([null, 0]);
    // Free of cost, as far as anything can be said of what has no plan.
    expect(creditBps(50_000n, { startupFeeMinor: 50_000n })).toBe(null);
    expect(lateTermsOf({ installment: null, creditMinor: 100_000n }, merchantIn('CH'), '2026-06-29')).toEqual({
      country: 'CH',
      agreedBps: null,
      creditBps: null,
    });
  });
});

describe('the cap on all cost of a credit in installments', () => {
  /** Costs so much beside its principal. */
  const costing = (monthly: number) => ({ months: 2, rate: 0, startup: 0, monthly });

  it('leaves of fee and interest what the plan and the letters before have not used (Denmark: 100 % of the credit)', () => {
    const debt = new LateDebt('DK', { amount: 30_000, plan: costing(5_000), reminders: threeWeeks });
    // 150 × 14 × 10.00 / 36 500
    expect(chargedIn(debt.remind('2026-07-15'))).toEqual([[10_000n, 58n]]);
    // Of 300 the plan costs 100 and the first letter 100.58; nothing is left for interest.
    expect(chargedIn(debt.remind('2026-08-05'))).toEqual([[9_942n, 0n]]);
    expect(debt.costs + debt.one.reminderFeeMinor).toBe(30_000n);
    expect(debt.set({ reminderLevel: 0 }).charges('2026-08-12')).toMatchObject({ feeMinor: 0n, interestMinor: 0n });
  });

  it('leaves the fee first, then interest', () => {
    const debt = (monthly: number) => new LateDebt('DK', { amount: 30_000, plan: costing(monthly), reminders: threeWeeks });
    expect(debt(9_971).charges('2026-07-15')).toMatchObject({ feeMinor: 10_000n, interestMinor: 58n });
    expect(debt(9_972).charges('2026-07-15')).toMatchObject({ feeMinor: 10_000n, interestMinor: 56n });
    expect(debt(10_001).charges('2026-07-15')).toMatchObject({ feeMinor: 9_998n, interestMinor: 0n });
    // A plan above the cap, as none is agreed any more: nothing is added, nor taken off.
    expect(debt(16_000).charges('2026-07-15')).toMatchObject({ feeMinor: 0n, interestMinor: 0n });
  });

  it('is of the amount alone, where so little was captured that there is no plan', () => {
    const debt = new LateDebt('DK', { amount: 5, plan: { months: 12, rate: 0, startup: 0, monthly: 0 } });
    // Once all five installments of a cent are overdue; no letter costs more than it is about.
    expect(debt.charges('2026-12-15').feeMinor).toBe(5n);
  });

  it('does not hold for what is paid at once, nor in a country without one', () => {
    expect(new LateDebt('DK', { amount: 50_000 }).charges('2026-06-29').feeMinor).toBe(10_000n);
    expect(new LateDebt('NO', { amount: 20_000, plan: costing(10_000) }).charges('2026-07-15').feeMinor).toBe(3_800n);
  });

  it.each([
    // konsumentkreditlagen § 19 b: above 2 % of 59 200, of 58 800 in 2025; of 2027 the last amount known is taken.
    ['2026-06-01', 118_400, '2026-07-15', 6_000n],
    ['2026-06-01', 118_401, '2026-07-15', 1_001n],
    ['2025-06-02', 117_600, '2025-07-15', 6_000n],
    ['2025-06-02', 117_601, '2025-07-15', 1_001n],
    ['2027-01-11', 118_400, '2027-02-25', 6_000n],
    ['2027-01-11', 118_401, '2027-02-25', 1_001n],
  ] as const)('holds in Sweden from an amount on: captured on %s, %d', (capturedOn, amount, day, feeMinor) => {
    // All but 10.01 of an amount above it is used.
    const rest = amount - (amount % 2 === 0 ? 1_000 : 1_001);
    const debt = new LateDebt('SE', { amount, plan: costing(rest / 2), capturedOn, reminders: { feeMinor: 6_000n } });
    expect(debt.charges(day).feeMinor).toBe(feeMinor);
  });

  it('is kept by every plan, however often its letters begin anew', () => {
    fc.assert(
      fc.property(plans, fc.array(fc.integer({ min: 14, max: 90 }), { minLength: 1, maxLength: 8 }), (plan, gaps) => {
        const { amount, ...rest } = plan;
        fc.pre(rest.startup < amount);
        const debt = new LateDebt('DK', { amount, plan: rest, reminders: threeWeeks });
        const cap = debt.costs > BigInt(amount) ? debt.costs : BigInt(amount);
        let day = '2026-07-01';
        for (const gap of gaps) {
          day = addDays(day, gap);
          debt.remind(day);
          expect(debt.costs + debt.one.reminderFeeMinor <= cap).toBe(true);
          debt.set({ reminderLevel: 0 });
        }
      }),
      manyRuns(60),
    );
  });
});
