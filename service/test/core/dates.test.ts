// Days on which money is due are those of the calendar, leap years and changes of the clock included.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addMonths,
  ageOn,
  dayAt,
  dayOfWeek,
  daysBetween,
  endOfDay,
  hourAt,
  isDay,
  isLeapYear,
  isValidOn,
  monthEnd,
  timeAt,
} from '../../src/core/dates.ts';

/** As the platform’s own calendar has it. */
const platform = (day: string, days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);

describe('a day of the calendar', () => {
  it('so many days later is that of the platform’s calendar, over whole centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_900_000 }), fc.integer({ min: -150_000, max: 150_000 }), (from, days) => {
        const day = platform('1600-01-01', from);
        expect(addDays(day, days)).toBe(platform(day, days));
        expect(daysBetween(day, addDays(day, days))).toBe(days);
        expect(dayOfWeek(day)).toBe(((new Date(day).getUTCDay() + 6) % 7) + 1);
      }),
      { numRuns: 500 },
    );
    // The leap day of a century ends four hundred years.
    expect(['2000-02-28', '2100-02-28', '2096-02-28'].map((day) => addDays(day, 1))).toEqual([
      '2000-02-29',
      '2100-03-01',
      '2096-02-29',
    ]);
    expect([addDays('9999-12-31', 1), addDays('0001-01-01', -1)]).toEqual(['+010000-01-01', '0000-12-31']);
  });

  it('is one only where the calendar has it', () => {
    for (const day of ['2000-02-29', '2024-02-29', '2026-12-31', '0001-01-01']) expect([day, isDay(day)]).toEqual([day, true]);
    const none = ['2100-02-29', '2026-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '0000-01-01'];
    const other = ['x2026-01-01', '2026-01-01x', '2026-1-01', '2026-01-1', '20260101', '', '2026-01-010'];
    for (const text of [...none, ...other]) expect([text, isDay(text)]).toEqual([text, false]);
    expect(['2000', '2100', '2024', '2026'].map((year) => isLeapYear(`${year}-06-01`))).toEqual([true, false, true, false]);
  });

  it('so many months later is the last of a month that has no such day', () => {
    expect([addMonths('2024-01-31', 1), addMonths('2026-01-31', 1), addMonths('2026-03-31', -13)]).toEqual([
      '2024-02-29',
      '2026-02-28',
      '2025-02-28',
    ]);
    expect(['2100-02-01', '2000-02-01', '2026-12-05'].map(monthEnd)).toEqual(['2100-02-28', '2000-02-29', '2026-12-31']);
  });

  it('makes a person a year older on the birthday, and who is born on a leap day on the first of March', () => {
    expect(['2026-12-07', '2026-12-08'].map((on) => ageOn('2008-12-08', on))).toEqual([17, 18]);
    expect(['2026-02-28', '2026-03-01'].map((on) => ageOn('2008-02-29', on))).toEqual([17, 18]);
    // Of a birthday to come it is whole years until then.
    expect(['2028-01-01', '2028-06-01', '2029-06-01'].map((on) => ageOn('2030-01-01', on) + 0)).toEqual([-2, -1, 0]);
  });

  it('is offered on from its first to its last day, both included; what is open has no end', () => {
    const during = (validFrom: string | null, validTo: string | null) =>
      ['2026-06-09', '2026-06-10', '2026-06-11'].map((day) => isValidOn({ validFrom, validTo }, day));
    expect(during('2026-06-10', '2026-06-10')).toEqual([false, true, false]);
    expect(during('2026-06-10', null)).toEqual([false, true, true]);
    expect(during(null, '2026-06-10')).toEqual([true, true, false]);
    expect(during(null, null)).toEqual([true, true, true]);
  });
});

describe('a moment', () => {
  it('is on the day, hour and minute of its time zone, also where the clock is changed', () => {
    const [summer, before] = [Date.parse('2026-03-29T01:05:00Z'), Date.parse('2026-03-29T00:59:00Z')];
    expect([timeAt(summer, 'Europe/Berlin'), timeAt(before, 'Europe/Berlin')]).toEqual(['03:05', '01:59']);
    expect([hourAt(summer, 'Europe/Berlin'), hourAt(before, 'Europe/Berlin')]).toEqual([3, 1]);
    expect(hourAt(Date.parse('2026-06-10T22:30:00Z'), 'Europe/Berlin')).toBe(0);
    const end = endOfDay('2026-03-29', 'Europe/Berlin');
    expect(end).toBe(Date.parse('2026-03-29T22:00:00Z'));
    for (const [at, day] of [
      [end, '2026-03-30'],
      [end - 1, '2026-03-29'],
      [end, '2026-03-30'],
      [Date.parse('2026-03-28T23:00:00Z'), '2026-03-29'],
      [Date.parse('2026-03-28T22:59:59.999Z'), '2026-03-28'],
    ] as const)
      expect(dayAt(at, 'Europe/Berlin')).toBe(day);
  });

  it('are told for days in any order, also where more are asked for than are kept', () => {
    const from = Date.parse('2026-03-20T00:30:00Z');
    const instants = Array.from({ length: 60 }, (_none, index) => from + ((index * 37) % 60) * 7 * 3_600_000);
    const zones = ['Europe/Berlin', 'Europe/Helsinki'];
    const told = zones.flatMap((zone) => instants.map((instant) => dayAt(instant, zone)));
    const direct = zones.flatMap((zone) =>
      instants.map((instant) =>
        Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString(),
      ),
    );
    expect(told).toEqual(direct);
  });
});
