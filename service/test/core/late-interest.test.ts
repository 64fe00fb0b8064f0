// Interest on late payment, computed a second time in another way: by pieces of time with one rate each, as people reckon it with a
// calendar at hand, and with rates written down here and not read from the rows.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { addDays } from '../../src/core/dates.ts';
import { type LateTerms, lateInterestMinor, lateRateOn } from '../../src/core/law/late-interest.ts';
import { lawOn } from '../../src/core/law/law-on.ts';
import { costMinor } from '../../src/core/law/reminder-fee.ts';
import { manyRuns } from '../support/runs.ts';

const statutory = (country: CountryCode): LateTerms => ({ country, agreedBps: null, creditBps: null });
const interest = (terms: LateTerms, principalMinor: bigint, lateFrom: string, to: string, from = lateFrom): bigint =>
  lateInterestMinor(principalMinor, terms, { lateFrom, from, to });

/** Per cent a year from a day on; 0 where none was found. */
const rates: Readonly<Record<CountryCode, readonly (readonly [from: string, percent: number])[]>> = {
  NO: [
    ['2023-01-01', 10.75],
    ['2023-07-01', 11.75],
    ['2024-01-01', 12.5],
    ['2025-07-01', 12.25],
    ['2026-01-01', 12],
    ['2026-07-01', 12.25],
    ['2027-01-01', 0],
  ],
  SE: [
    ['2023-01-01', 0],
    ['2024-01-01', 12],
    ['2024-07-01', 0],
    ['2025-01-01', 10.5],
    ['2025-07-01', 10],
    ['2027-01-01', 0],
  ],
  FI: [
    ['2023-01-01', 9.5],
    ['2023-07-01', 11],
    ['2024-01-01', 11.5],
    ['2025-01-01', 10.5],
    ['2025-07-01', 9.5],
    ['2027-01-01', 0],
  ],
  DK: [
    ['2023-01-01', 9.9],
    ['2023-07-01', 11.25],
    ['2024-01-01', 11.75],
    ['2024-07-01', 11.5],
    ['2025-01-01', 10.75],
    ['2025-07-01', 9.75],
    ['2026-07-01', 10],
    ['2027-01-01', 0],
  ],
  DE: [
    ['2023-01-01', 6.62],
    ['2023-07-01', 8.12],
    ['2024-01-01', 8.62],
    ['2024-07-01', 8.37],
    ['2025-01-01', 7.27],
    ['2025-07-01', 6.27],
    ['2026-07-01', 6.52],
    ['2027-01-01', 0],
  ],
  AT: [['2023-01-01', 4]],
  CH: [['2023-01-01', 5]],
  NL: [
    ['2023-01-01', 4],
    ['2023-07-01', 6],
    ['2024-01-01', 7],
    ['2025-01-01', 6],
    ['2026-01-01', 4],
    ['2027-01-01', 0],
  ],
  BE: [
    ['2023-01-01', 0],
    ['2024-01-01', 5.75],
    ['2025-01-01', 4.5],
    ['2027-01-01', 0],
  ],
};

const dayNumber = (day: string): number => Date.parse(day) / 86_400_000;
const yearsOn = (day: string, years: number): string => {
  const on = `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
  return Number.isNaN(Date.parse(on)) || new Date(on).toISOString().slice(0, 10) !== on ? `${on.slice(0, 4)}-02-28` : on;
};

/** Simple interest of the days [from, end): cut where a rate or a year changes. */
function simple(country: CountryCode, from: string, end: string): Decimal {
  const cuts = [...rates[country].map(([day]) => day), ...[2024, 2025, 2026, 2027, 2028].map((year) => `${year}-01-01`)];
  const edges = [from, ...cuts.filter((day) => from < day && day < end).sort(), end];
  return edges.slice(1).reduce((sum, edge, index) => {
    const start = edges[index] ?? from;
    const percent = rates[country].findLast(([day]) => day <= start)?.[1] ?? 0;
    const year = new Date(start).getUTCFullYear() % 4 === 0 ? 366 : 365;
    return sum.plus(new Decimal(percent).times(dayNumber(edge) - dayNumber(start)).div(100 * year));
  }, new Decimal(0));
}

/** Of one unit late since a day; in the Netherlands what a whole year of delay brought is added to what bears interest. */
function byPieces(country: CountryCode, lateFrom: string, end: string): Decimal {
  if (country !== 'NL') return simple(country, lateFrom, end);
  let owed = new Decimal(1);
  let start = lateFrom;
  for (let years = 1; start < end; years += 1) {
    const anniversary = yearsOn(lateFrom, years);
    const stop = anniversary < end ? anniversary : end;
    owed = owed.times(simple(country, start, stop).plus(1));
    start = stop;
  }
  return owed.minus(1);
}

describe('interest on late payment', () => {
  it('is in every country what it is by pieces of time, whenever it begins and ends', () => {
    const day = fc.integer({ min: 0, max: 1900 }).map((count) => addDays('2023-01-01', count));
    fc.assert(
      fc.property(
        fc.constantFrom(...countryCodes),
        fc.bigInt({ min: 1n, max: 10_000_000n }),
        fc.tuple(day, day, day),
        (country, principalMinor, days) => {
          const [lateFrom, from, to] = days.sort() as [string, string, string];
          const paid = byPieces(country, lateFrom, addDays(to, 1)).minus(byPieces(country, lateFrom, from));
          // A sum of 365ths is a little less than the half that it is; no other result is as near to one.
          const expected = paid.times(principalMinor.toString()).toDecimalPlaces(10).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
          expect(interest(statutory(country), principalMinor, lateFrom, to, from).toString()).toBe(expected.toFixed(0));
        },
      ),
      manyRuns(400),
    );
  });

  // Each reckoned by hand: principal × (days × rate + …) / (100 × days of the year).
  it.each([
    // 10 000 × (30 × 12.50 + 62 × 12.25) / 36 500
    ['NO', 1_000_000n, '2025-06-01', '2025-08-31', 31_082n],
    // 5 000 × (15 × 10.50 + 15 × 10.00) / 36 500
    ['SE', 500_000n, '2025-06-16', '2025-07-15', 4_212n],
    // 400 × (10 × 11.50 / 36 600 + 10 × 10.50 / 36 500)
    ['FI', 40_000n, '2024-12-22', '2025-01-10', 241n],
    // 1 000 × (10 × 9.75 + 10 × 10.00) / 36 500
    ['DK', 100_000n, '2026-06-21', '2026-07-10', 541n],
    // 1 000 × (31 × 8.37 / 36 600 + 31 × 7.27 / 36 500)
    ['DE', 100_000n, '2024-12-01', '2025-01-31', 1_326n],
    // 250 × 60 × 4 / 36 600
    ['AT', 25_000n, '2024-02-01', '2024-03-31', 164n],
    // 800 × 5 / 100, a whole year
    ['CH', 80_000n, '2026-01-01', '2026-12-31', 4_000n],
    // The year: 122 × 4 / 36 500 + 184 × 6 / 36 500 + 60 × 7 / 36 600 = 5.50919 %; then 1 055.09 × 31 × 7 / 36 600
    ['NL', 100_000n, '2023-03-01', '2024-03-31', 6_135n],
    // 300 × (15 × 5.75 / 36 600 + 15 × 4.50 / 36 500)
    ['BE', 30_000n, '2024-12-17', '2025-01-15', 126n],
    // Of 2023 no Belgian rate was found: 300 × 10 × 5.75 / 36 600
    ['BE', 30_000n, '2023-12-22', '2024-01-10', 47n],
    // Nor of 2027 a German one: 1 000 × 31 × 6.52 / 36 500
    ['DE', 100_000n, '2026-12-01', '2027-03-31', 554n],
  ] as const)('%s %d from %s to %s', (country, principalMinor, from, to, expected) => {
    expect(interest(statutory(country), principalMinor, from, to)).toBe(expected);
  });

  it.each([
    ['an agreed rate, where it may be', 'SE', 2150, '2026-11-22', 2150],
    ['the cap, where more was agreed', 'SE', 3000, '2026-11-22', 2200],
    ['the Belgian cap', 'BE', 1200, '2026-11-22', 1050],
    ['the statutory rate, where no more may be agreed', 'NO', 1500, '2026-06-30', 1200],
    ['the statutory rate, where nothing was found of an agreed one', 'DE', 900, '2026-11-22', 652],
    ['less than the statutory rate, where less was agreed', 'DK', 500, '2026-11-22', 500],
    ['nothing, where the day is not known', 'SE', 2150, '2027-01-01', undefined],
  ] as const)('bears %s', (_what, country, agreedBps, on, expected) => {
    expect(lateRateOn({ country, agreedBps, creditBps: null }, on)).toBe(expected);
  });

  it.each(['NO', 'SE', 'FI', 'DK', 'DE', 'AT', 'CH', 'BE'] as const)(
    'of an agreed rate follows in %s what each day allows',
    (country) => {
      const terms = { country, agreedBps: 900, creditBps: null };
      let shares = new Decimal(0);
      for (let day = '2023-11-15'; day <= '2027-01-15'; day = addDays(day, 1))
        shares = shares.plus(new Decimal(lateRateOn(terms, day) ?? 0).div(day.startsWith('2024') ? 3_660_000 : 3_650_000));
      const expected = shares.times(10n ** 9n).toDecimalPlaces(0, Decimal.ROUND_HALF_UP);
      expect(interest(terms, 10n ** 9n, '2023-11-15', '2027-01-15').toString()).toBe(expected.toFixed(0));
    },
  );

  it('is of no day before it is late, and of nothing that is not owed', () => {
    expect(interest(statutory('AT'), 100_000n, '2026-03-01', '2026-03-10', '2026-03-20')).toBe(0n);
    expect(interest(statutory('AT'), 0n, '2026-03-01', '2026-03-31')).toBe(0n);
    expect(interest(statutory('AT'), -100_000n, '2026-03-01', '2026-03-31')).toBe(0n);
    expect(interest(statutory('AT'), 100_000n, '2026-03-01', '2026-03-01')).toBe(11n);
    // A payment before the first late day changes nothing of the days after.
    const whole = interest(statutory('AT'), 100_000n, '2026-03-01', '2026-03-31');
    expect([whole, interest(statutory('AT'), 100_000n, '2026-03-01', '2026-03-31', '2026-02-01')]).toEqual([340n, 340n]);
  });

  it('is in Switzerland never above the rate of a credit under its law', () => {
    expect(lateRateOn({ country: 'CH', agreedBps: null, creditBps: 300 }, '2026-11-22')).toBe(300);
    expect(lateRateOn({ country: 'CH', agreedBps: null, creditBps: 890 }, '2026-11-22')).toBe(500);
    expect(lateRateOn({ country: 'DE', agreedBps: null, creditBps: 300 }, '2026-11-22')).toBe(652);
  });
});

it.each([
  ['NL', 1_000n, 4_000n],
  ['NL', 26_666n, 4_000n],
  ['NL', 26_667n, 4_000n],
  ['NL', 26_670n, 4_001n],
  ['NL', 250_000n, 37_500n],
  ['NL', 500_000n, 62_500n],
  ['NL', 1_000_000n, 87_500n],
  ['NL', 20_000_000n, 277_500n],
  ['NL', 200_000_000n, 677_500n],
  ['BE', 14_999n, 2_000n],
  ['BE', 15_000n, 2_000n],
  ['BE', 50_000n, 6_500n],
  ['BE', 100_000n, 9_000n],
  ['BE', 9_000_000n, 200_000n],
] as const)('collecting costs in %s of %d at most %d', (country, debtMinor, expected) => {
  const scale = lawOn(country, '2026-11-22').rows.collectionCost?.value;
  expect(scale && costMinor(scale, debtMinor)).toBe(expected);
});
