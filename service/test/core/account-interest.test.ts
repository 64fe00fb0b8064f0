// Interest against a computation that shares nothing with it: day by day, in plain decimals, with the calendar of Date.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interestMinor, type Movement } from '../../src/core/account/interest.ts';
import { accountNumber, readAccountNumber } from '../../src/core/account/number.ts';
import { split } from '../../src/core/account/payment.ts';
import { addDays } from '../../src/core/dates.ts';
import { reminderFeeMinor } from '../../src/core/law/reminder-fee.ts';
import { manyRuns } from '../support/runs.ts';

const start = Date.UTC(2027, 0, 1);
const dayOf = (index: number): string => new Date(start + index * 86_400_000).toISOString().slice(0, 10);
const daysOfYear = (year: number): number => (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / 86_400_000;

/** A sheet with a line a day: balance × rate / days of the year; their sum rounded once. */
function sheet(opening: number, moved: readonly (readonly [number, number])[], from: number, to: number, bps: number): string {
  let sum = new Decimal(0);
  for (let index = from; index <= to; index += 1) {
    const balance = moved.filter(([day]) => from <= day && day <= index).reduce((total, [, amount]) => total + amount, opening);
    const year = new Date(start + index * 86_400_000).getUTCFullYear();
    if (balance > 0) sum = sum.plus(new Decimal(balance).times(bps).div(10_000).div(daysOfYear(year)));
  }
  return sum.toDecimalPlaces(0, Decimal.ROUND_HALF_UP).toFixed();
}

describe('interest', () => {
  it('is what a sheet with a line a day comes to, over leap years and turns of the year', () => {
    Decimal.set({ precision: 60 });
    const movement = fc.tuple(fc.integer({ min: 0, max: 730 }), fc.integer({ min: -500_000, max: 500_000 }));
    const time = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 1_000_000 }),
        fc.array(movement, { maxLength: 20 }),
        time,
        fc.integer({ min: 0, max: 3000 }),
        (opening, moved, [from, length], bps) => {
          const movements = moved
            .filter(([day]) => from <= day && day <= from + length)
            .map(([day, amount]): Movement => ({ day: dayOf(day), principalMinor: BigInt(amount) }));
          const found = interestMinor(BigInt(opening), movements, { from: dayOf(from), to: dayOf(from + length) }, bps);
          expect(found.toString()).toBe(sheet(opening, moved, from, from + length, bps));
        },
      ),
      manyRuns(300),
    );
  });

  it.each([
    ['a year of 1000.00 at 10 % is 100.00', 100_000n, '2027-01-01', '2027-12-31', 1000, 10_000n],
    ['so is a leap year', 100_000n, '2028-01-01', '2028-12-31', 1000, 10_000n],
    ['30 days of 1000.00 at 9.9 %', 100_000n, '2026-11-01', '2026-11-30', 990, 814n],
    ['a balance below zero earns nothing', -100_000n, '2027-01-01', '2027-12-31', 1000, 0n],
    ['one cent for a day is less than a cent', 1n, '2027-01-01', '2027-01-01', 2000, 0n],
  ])('%s', (_name, opening, from, to, bps, expected) => {
    expect(interestMinor(opening, [], { from, to }, bps)).toBe(expected);
  });
});

describe('an account number', () => {
  it('is the published one, with its check digit', () => {
    expect(accountNumber('0100000000')).toBe('0100.0000008');
    expect(readAccountNumber('0100.0000008')).toBe('0100.0000008');
    expect(readAccountNumber(' 01000000008 ')).toBe('0100.0000008');
  });

  it('with one digit wrong, or two neighbours exchanged, is none', () => {
    const digits = fc.stringMatching(/^\d{10}$/);
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 10 }), fc.integer({ min: 1, max: 9 }), (ten, at, by) => {
        const number = accountNumber(ten).replace('.', '');
        const wrong = Array.from(number, (digit, index) => (index === at ? String((Number(digit) + by) % 10) : digit)).join('');
        expect(readAccountNumber(wrong)).toBeNull();
        expect(readAccountNumber(number)).toBe(accountNumber(ten));
      }),
    );
  });
});

describe('a payment', () => {
  it('is split to the last cent, in any order of the parts', () => {
    const amount = fc.bigInt({ min: -5000n, max: 5000n });
    const order = fc.shuffledSubarray(['fees', 'interest', 'principal'] as const, { minLength: 3 });
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        fc.bigInt({ min: 1n, max: 20_000n }),
        order,
        (feesMinor, interestOwed, principalMinor, paid, parts) => {
          const owed = { feesMinor, interestMinor: interestOwed, principalMinor };
          const { fees, interest, principal } = split(owed, paid, parts);
          expect(fees + interest + principal).toBe(paid);
          for (const [part, of] of [
            [fees, feesMinor],
            [interest, interestOwed],
          ] as const) {
            expect(part >= 0n && (part === 0n || part <= of)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a reminder', () => {
  it.each([
    // Letters of an account are 14 days apart: the deadline of the first is not missed yet, nor has a letter been there so long.
    ['NO', '2026-12-01', [38_00n, 0n]],
    ['SE', '2026-12-01', [60_00n, 0n]],
    ['FI', '2026-12-01', [5_00n, 5_00n]],
    ['DK', '2026-12-01', [100_00n, 100_00n]],
    ['DE', '2026-12-01', [0n, 0n]],
    ['BE', '2026-12-01', [0n, 0n]],
  ] as const)('costs in %s on %s no more than the law allows', (country, on, fees) => {
    const found = [1, 2].map((level) => {
      const before = level === 1 ? null : addDays(on, -14);
      const step = {
        level,
        on,
        dueOn: addDays(on, -14 * level),
        before,
        payWithinDays: 14,
        overdueMinor: 100_00n,
        isStated: true,
      };
      return reminderFeeMinor(country, undefined, step);
    });
    expect(found).toEqual(fees);
  });
});
