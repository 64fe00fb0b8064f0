// What a letter about a debt may cost: never more than the law of its day allows, nothing where it comes too soon for a fee, and no
// more than the agreement names.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { addDays } from '../../src/core/dates.ts';
import {
  arrivalOf,
  highestFeeMinor,
  type ReminderStep,
  reminderFeeMinor,
  statedFeeMinor,
} from '../../src/core/law/reminder-fee.ts';

const on = '2026-06-22';
/** A second letter about 100.00 that was due three weeks ago. */
const step: ReminderStep = { level: 2, on, dueOn: '2026-06-01', before: '2026-06-01', payWithinDays: 14, overdueMinor: 10_000n };

describe('the fee of a letter', () => {
  it('is in Norway that of a second letter once its first missed a deadline of fourteen days', () => {
    const fee = (over: Partial<ReminderStep>) => reminderFeeMinor('NO', undefined, { ...step, on: '2026-06-30', ...over });
    expect(fee({ before: '2026-06-15' })).toBe(3_800n);
    expect(fee({ before: '2026-06-15', on: '2026-06-29' })).toBe(0n);
    // A deadline that was too short for a fee is none to miss.
    expect(fee({ before: '2026-06-15', payWithinDays: 13 })).toBe(0n);
    // A first letter within fourteen days of the due day cost nothing; the next one after them does.
    expect(fee({ before: '2026-06-14', payWithinDays: 10, on: '2026-06-15' })).toBe(3_800n);
    expect(fee({ before: '2026-06-14', payWithinDays: 10, on: '2026-06-14' })).toBe(0n);
    expect(fee({ level: 1, before: null, on: '2026-06-14' })).toBe(0n);
    expect(fee({ level: 1, before: null, on: '2026-06-15' })).toBe(3_800n);
    // A third is none of those that may be charged.
    expect(fee({ level: 3, before: '2026-06-01' })).toBe(0n);
  });

  it('is in the Netherlands and Belgium due once the first letter was there for fourteen days', () => {
    // Posted on a Friday it is there on the Wednesday, posted before Easter only after it.
    expect(arrivalOf('NL', '2026-06-05')).toBe('2026-06-10');
    expect(arrivalOf('NL', '2026-04-02')).toBe('2026-04-09');
    const fee = (day: string) => reminderFeeMinor('NL', 10_000n, { ...step, before: '2026-06-05', on: day });
    expect([fee('2026-06-24'), fee('2026-06-25')]).toEqual([0n, 4_000n]);
  });

  it('waits in Finland and Denmark for the days between two letters', () => {
    const fee = (country: 'FI' | 'DK', before: string) => reminderFeeMinor(country, undefined, { ...step, before });
    expect([fee('FI', addDays(on, -13)), fee('FI', addDays(on, -14))]).toEqual([0n, 500n]);
    expect([fee('DK', addDays(on, -9)), fee('DK', addDays(on, -10))]).toEqual([0n, 10_000n]);
  });

  it('is never above the highest, whatever was agreed, and nothing where no letter may be charged', () => {
    const amount = fc.option(fc.bigInt({ min: 0n, max: 50_000n }), { nil: undefined });
    fc.assert(
      fc.property(fc.constantFrom(...countryCodes), amount, fc.bigInt({ min: 1n, max: 1_000_000n }), (country, agreed, debt) => {
        const highest = highestFeeMinor(country, on, debt);
        const stated = statedFeeMinor(country, agreed, { on, amountMinor: debt });
        expect(highest <= highestFeeMinor(country, on)).toBe(true);
        for (const level of [1, 2, 3]) {
          const fee = reminderFeeMinor(country, agreed, { ...step, level, overdueMinor: debt });
          // The agreement names what a letter costs at most.
          expect(fee <= stated && stated <= highest).toBe(true);
          if (agreed !== undefined) expect(fee <= agreed).toBe(true);
        }
        if (agreed !== undefined) expect(stated).toBe(agreed < highest ? agreed : highest);
        if (country === 'AT' || country === 'CH') expect(highest).toBe(0n);
      }),
    );
  });

  it('is named by an agreement that says nothing of it where a fee is usual, and by no other', () => {
    const stated = countryCodes.map((country) => [country, statedFeeMinor(country, undefined, { on, amountMinor: 100_000n })]);
    expect(Object.fromEntries(stated)).toEqual({
      NO: 3_800n,
      SE: 6_000n,
      FI: 500n,
      DK: 10_000n,
      DE: 0n,
      AT: 0n,
      CH: 0n,
      NL: 0n,
      BE: 750n,
    });
  });

  it('of collecting follows the debt, and of any debt is the most that the scale has', () => {
    expect([10_000n, 250_000n, 300_000n].map((debt) => highestFeeMinor('NL', on, debt))).toEqual([4_000n, 37_500n, 42_500n]);
    expect(highestFeeMinor('NL', on)).toBe(677_500n);
    expect(highestFeeMinor('DE', on)).toBe(120n);
  });
});
