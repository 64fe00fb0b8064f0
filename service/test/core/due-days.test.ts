// A due day nobody can pay on, or one that creeps from the 31st to the 28th for good, costs consumers late fees they do not
// owe.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countryCodes } from '../../src/core/countries/countries.ts';
import { dayAtBank, easterSunday, holidaysOf, isBusinessDay, nextBusinessDay } from '../../src/core/countries/holidays.ts';
import { addDays, addMonths, dayOfWeek } from '../../src/core/dates.ts';
import { dueDays } from '../../src/core/plan/due-days.ts';
import { manyRuns } from '../support/runs.ts';

describe('the calendar', () => {
  it('knows Easter', () => {
    const known = [
      '1961-04-02',
      '1999-04-04',
      '2000-04-23',
      '2008-03-23',
      '2019-04-21',
      '2024-03-31',
      '2025-04-20',
      '2026-04-05',
      '2038-04-25',
    ];
    expect(known.map((day) => easterSunday(Number(day.slice(0, 4))))).toEqual(known);
    for (let year = 1950; year < 2150; year += 1) expect(dayOfWeek(easterSunday(year))).toBe(7);
  });

  it('knows the holidays of 2026 on which banks are closed', () => {
    const weekdays = (country: (typeof countryCodes)[number]) =>
      [...holidaysOf(country, 2026)]
        .filter((day) => dayOfWeek(day) < 6)
        .sort()
        .map((day) => day.slice(5))
        .join(' ');
    expect(Object.fromEntries(countryCodes.map((country) => [country, weekdays(country)]))).toEqual({
      NO: '01-01 04-02 04-03 04-06 05-01 05-14 05-25 12-24 12-25',
      SE: '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31',
      FI: '01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25',
      DK: '01-01 04-02 04-03 04-06 05-14 05-15 05-25 06-05 12-24 12-25 12-31',
      DE: '01-01 04-03 04-06 05-01 05-14 05-25 12-25',
      AT: '01-01 01-06 04-03 04-06 05-01 05-14 05-25 06-04 10-26 12-08 12-25',
      CH: '01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-25',
      NL: '01-01 04-03 04-06 04-27 05-01 05-05 05-14 05-25 12-25',
      BE: '01-01 04-03 04-06 05-01 05-14 05-25 07-21 11-11 12-25',
    });
    expect(isBusinessDay('NL', '2025-04-26')).toBe(false);
    expect(nextBusinessDay('NL', '2025-04-26')).toBe('2025-04-28');
    expect(nextBusinessDay('SE', '2026-06-19')).toBe('2026-06-22');
  });
});

describe('due days', () => {
  it('come back to the 31st after a short month', () => {
    expect(dueDays('2027-01-31', 4, 'DE')).toEqual(['2027-03-01', '2027-03-31', '2027-04-30', '2027-05-31']);
    expect(dueDays('2028-01-31', 2, 'DE')).toEqual(['2028-02-29', '2028-03-31']);
    expect(addMonths('2027-01-31', 1)).toBe('2027-02-28');
  });

  it('are days on which banks work, rise, and are never before the month is over nor a week later', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 36_500 }),
        fc.constantFrom(...countryCodes),
        fc.integer({ min: 1, max: 36 }),
        (offset, country, count) => {
          const start = addDays('2020-01-01', offset);
          const days = dueDays(start, count, country);
          for (const [index, day] of days.entries()) {
            const month = addMonths(start, index + 1);
            expect(isBusinessDay(country, day)).toBe(true);
            expect(day >= month && day <= addDays(month, 6)).toBe(true);
            expect(day > (days[index - 1] ?? start)).toBe(true);
          }
        },
      ),
      manyRuns(300),
    );
  });
});

it('the day at a bank is that of its country, and of the euro’s settlement system elsewhere', () => {
  // Past midnight in Berlin, not in London.
  const now = Date.parse('2026-11-30T23:30:00Z');
  for (const iban of ['DE89370400440532013000', 'FI2112345600000785', 'GB29NWBK60161331926819'])
    expect(dayAtBank(iban, now)).toBe('2026-12-01');
  expect([dayAtBank('FI2112345600000785', now - 3_600_000), dayAtBank('DE89370400440532013000', now - 3_600_000)]).toEqual([
    '2026-12-01',
    '2026-11-30',
  ]);
});
