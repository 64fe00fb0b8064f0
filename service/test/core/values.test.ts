// Money, days, names: the small things that everything else counts on.
import { Decimal } from 'decimal.js';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import type { CountryCode } from '../../src/core/countries/countries.ts';
import { addDays, addMonths, ageOn, dayAt, dayOfWeek, endOfDay, hourAt, isDay, monthEnd } from '../../src/core/dates.ts';
import { decimalsOf, distance, divideRounded, minorFromWire, minorToWire, scaled } from '../../src/core/money.ts';
import { compactNationalId, fold, identityOf, type Party } from '../../src/core/party.ts';
import { builtInScorecard } from '../../src/core/risk/built-in-scorecard.ts';
import { type Application, type Facts, score } from '../../src/core/risk/decide-credit.ts';
import { noHistory } from '../../src/core/risk/history.ts';
import { plainTraits } from '../../src/core/risk/traits.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import { manyRuns } from '../support/runs.ts';

describe('money', () => {
  it('of the wire is exact both ways, to the largest amount', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -99_999_999_999n, max: 99_999_999_999n }), (minor) => {
        const wire = minorToWire(minor);
        expect(decimalsOf(wire)).toBeLessThanOrEqual(2);
        expect(minorFromWire(wire)).toBe(minor);
      }),
      manyRuns(20_000),
    );
  });

  it('is read from the shortest text, where multiplying by a hundred would be wrong', () => {
    expect([78.43, 8.16, 1.15, 4.35, 0.07].map(minorFromWire)).toEqual([7843n, 816n, 115n, 435n, 7n]);
    expect(scaled(1e-7, 7)).toBe(1n);
    expect(() => minorFromWire(0.1 + 0.2)).toThrow();
    expect(() => minorFromWire(Number.POSITIVE_INFINITY)).toThrow();
  });

  it('has the decimals of its shortest text, trailing zeros aside, also where that has an exponent', () => {
    expect([12.5, 300, 1e-7, 1.25e-7, 1e21, 1.5e21, -0.07].map(decimalsOf)).toEqual([1, 0, 7, 9, 0, 0, 2]);
    const wire = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e22, max: 1e22 });
    fc.assert(fc.property(wire, (value) => decimalsOf(value) === new Decimal(value).decimalPlaces()));
    expect(() => scaled(1e-7, 6)).toThrow();
  });

  it('differs by the same whichever comes first', () => {
    expect([distance(3n, 5n), distance(5n, 3n), distance(-5n, 3n), distance(3n, 3n)]).toEqual([2n, 2n, 8n, 0n]);
  });

  it('is rounded half away from zero', () => {
    expect([5n, 4n, -5n, -4n, 15n, 0n].map((value) => divideRounded(value, 10n))).toEqual([1n, 0n, -1n, 0n, 2n, 0n]);
  });
});

function temporalHas(day: string): boolean {
  try {
    return Temporal.PlainDate.from(day).toString() === day;
  } catch {
    return false;
  }
}

describe('days', () => {
  it('are the merchant’s: an instant late in the evening is tomorrow further east', () => {
    const instant = Date.parse('2026-11-20T22:30:00Z');
    expect(dayAt(instant, 'Europe/Berlin')).toBe('2026-11-20');
    expect(dayAt(instant, 'Europe/Helsinki')).toBe('2026-11-21');
  });

  it('are added without losing one to daylight saving', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-12-20', 14)).toBe('2027-01-03');
    expect(monthEnd('2028-02-03')).toBe('2028-02-29');
  });

  it('end when the local day ends, also on the day the clocks change', () => {
    expect(new Date(endOfDay('2026-12-20', 'Europe/Berlin')).toISOString()).toBe('2026-12-20T23:00:00.000Z');
    expect(new Date(endOfDay('2026-10-25', 'Europe/Berlin')).toISOString()).toBe('2026-10-25T23:00:00.000Z');
    expect(new Date(endOfDay('2026-10-24', 'Europe/Berlin')).toISOString()).toBe('2026-10-24T22:00:00.000Z');
  });

  it('are counted as Temporal counts them, from the year 1 to beyond 9999', () => {
    // PostgreSQL has no year 0.
    const first = Temporal.PlainDate.from('0001-01-01');
    const ofAllYears = fc.integer({ min: 0, max: 3_652_058 });
    // The last days of months, and leap days among them, are where counting goes wrong.
    const monthEnds = fc
      .integer({ min: 0, max: 119_987 })
      .map((months) => first.add({ months: months + 1 }).since(first).days - 1);
    const ordinary = fc.integer({ min: 700_000, max: 760_000 });
    const days = fc.oneof(ofAllYears, monthEnds, ordinary).map((count) => first.add({ days: count }));
    fc.assert(
      fc.property(days, days, fc.integer({ min: -5000, max: 5000 }), (date, other, count) => {
        const [day, on] = [date.toString(), other.toString()];
        const years = date.until(other, { largestUnit: 'years' }).years;
        expect(addDays(day, count)).toBe(date.add({ days: count }).toString());
        expect(addMonths(day, count)).toBe(date.add({ months: count }).toString());
        expect(dayOfWeek(day)).toBe(date.dayOfWeek);
        expect(monthEnd(day)).toBe(date.with({ day: date.daysInMonth }).toString());
        if (years >= 0) expect(ageOn(day, on)).toBe(years);
        else expect(ageOn(day, on)).toBeLessThanOrEqual(0);
        expect(isDay(day)).toBe(true);
      }),
      manyRuns(20_000),
    );
  });

  it('begin, end and have their hours as Temporal says, also on the days the clocks change', () => {
    const zones = fc.constantFrom(
      'Europe/Berlin',
      'Europe/Helsinki',
      'Atlantic/Azores',
      'Australia/Lord_Howe',
      'America/Sao_Paulo',
    );
    const instants = fc.oneof(
      fc.integer({ min: Date.parse('1990-01-01'), max: Date.parse('2040-01-01') }),
      fc.integer({ min: Date.parse('2026-10-24'), max: Date.parse('2026-10-27') }),
      fc.integer({ min: Date.parse('2026-03-28'), max: Date.parse('2026-03-31') }),
    );
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const local = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
        const day = local.toPlainDate();
        expect(dayAt(instant, zone)).toBe(day.toString());
        expect(hourAt(instant, zone)).toBe(local.hour);
        expect(endOfDay(day.toString(), zone)).toBe(day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds);
      }),
      manyRuns(2000),
    );
  });

  it('are none that the calendar does not have', () => {
    expect(isDay('0000-01-01')).toBe(false);
    const parts = fc.tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 14 }), fc.integer({ min: 0, max: 33 }));
    fc.assert(
      fc.property(parts, ([year, month, day]) => {
        const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
        expect(isDay(text)).toBe(temporalHas(text));
        if (!isDay(text)) expect(() => addDays(text, 1)).toThrow(RangeError);
      }),
      manyRuns(5000),
    );
  });

  it('exist or do not', () => {
    const exist = {
      '2028-02-29': true,
      '2026-02-29': false,
      '2026-13-01': false,
      '2026-1-1': false,
      '20260101': false,
      '': false,
    };
    for (const [day, expected] of Object.entries(exist)) expect(isDay(day), day).toBe(expected);
  });

  it('make an age on the birthday, not before', () => {
    expect([ageOn('2008-11-21', '2026-11-20'), ageOn('2008-11-20', '2026-11-20')]).toEqual([17, 18]);
    expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')]).toEqual([17, 18]);
  });
});

describe('a person', () => {
  const party: Party = {
    category: 'Person',
    nationalId: null,
    customerNumber: null,
    name: 'Åsa Øst-Müller',
    email: 'Asa@Example.com',
    birthDate: '1984-12-08',
    postalCode: '111 36',
  };

  it('is told by national id, else number, else name with birth date or e-mail and postal code', () => {
    expect(identityOf({ ...party, nationalId: '198412081234', customerNumber: '7' }, 'SE')).toEqual({
      text: 'id:8412081234',
      byNumber: false,
    });
    expect(identityOf({ ...party, customerNumber: '7' }, 'SE')).toEqual({ text: 'number:7', byNumber: true });
    expect(identityOf(party, 'SE').text).toBe('name:asa ost muller|1984-12-08|111 36');
    expect(identityOf({ ...party, birthDate: null }, 'SE').text).toBe('name:asa ost muller|asa@example.com|111 36');
  });

  it('has one postal code, however it is spelled, and is found under a spelling that it was stored by', () => {
    const named = (postalCode: string, ofAddress: CountryCode) => identityOf({ ...party, postalCode }, 'DE', ofAddress);
    expect(named('10827', 'DE')).toEqual({ text: 'name:asa ost muller|1984-12-08|10827', byNumber: false });
    expect(named('1015 rn', 'NL')).toEqual({ text: 'name:asa ost muller|1984-12-08|1015 rn', byNumber: false });
    expect(named('1015rn', 'NL')).toMatchObject({ spelled: 'name:asa ost muller|1984-12-08|1015rn' });
    expect(named('D-10827', 'DE')).toMatchObject({ spelled: 'name:asa ost muller|1984-12-08|d 10827' });
    const same = [
      ['10827', 'D-10827', 'DE-10827', ' 10827 '],
      ['1015RN', '1015 RN', 'NL-1015 RN', '1015 rn'],
      ['1010', 'A-1010'],
    ];
    for (const [at, country] of (['DE', 'NL', 'AT'] as const).entries())
      expect(new Set(same[at]?.map((code) => named(code, country).text)).size, country).toBe(1);
  });

  it('has one name, however it is written', () => {
    expect(fold(' ÅSA  ØST–Müller ')).toBe(fold('Asa Ost Muller'));
    expect(fold('Weiß')).toBe('weiss');
    expect(compactNationalId('841208-1234', 'SE')).toBe(compactNationalId('19841208-1234', 'SE'));
    expect(compactNationalId('131052-308t', 'FI')).toBe('131052308T');
  });
});

describe('the credit decision', () => {
  const { policy } = demoContract('DE');
  const application: Application = {
    category: 'Person',
    paymentType: 'Invoice',
    currency: 'EUR',
    localHour: 12,
    traits: plainTraits,
    orderMinor: 500_00n,
    addsMinor: 500_00n,
    ageYears: 36,
    needsNationalId: false,
  };
  const nothingKnown = { history: noHistory, paces: {}, listHits: [], alike: { count: 0 } };
  const facts: Facts = {
    today: '2026-11-20',
    identified: false,
    exposureMinor: 0n,
    bureau: { verdict: 'clear' },
    registers: { population: 'silent', address: 'silent' },
    ...nothingKnown,
  };
  const outcome = (a: Partial<Application>, f: Partial<Facts>): string => {
    const result = score({ ...application, ...a }, { ...facts, ...f }, policy, builtInScorecard);
    return [result.outcome, ...result.reasons.map((reason) => reason.id)].join(' ');
  };

  it.each<[string, Partial<Application>, Partial<Facts>, string]>([
    ['a complete adult within the limit', {}, {}, 'Accepted'],
    ['the last cent of the limit', { orderMinor: 1000_00n, addsMinor: 1000_00n }, {}, 'Accepted'],
    ['a cent above the order limit', { orderMinor: 1000_01n, addsMinor: 1000_01n }, {}, 'Rejected risk.limit'],
    ['a cent above what is left of the person’s limit', {}, { exposureMinor: 500_01n }, 'Rejected risk.limit'],
    ['exactly what is left', {}, { exposureMinor: 500_00n }, 'Accepted'],
    ['a day before eighteen', { ageYears: 17 }, {}, 'Rejected risk.underage'],
    ['a company has no age', { category: 'Company', ageYears: 6 }, {}, 'Accepted'],
    ['an unknown birth date', { ageYears: null }, {}, 'Accepted'],
    ['no national number where one is needed', { needsNationalId: true }, {}, 'Rejected risk.identity_required'],
    ['a national number where one is needed', { needsNationalId: true }, { identified: true }, 'Accepted'],
    ['a bureau that is silent', {}, { bureau: { verdict: 'silent' } }, 'Accepted'],
    ['a bureau that warns', {}, { bureau: { verdict: 'negative' } }, 'Rejected risk.score'],
    ['somebody who died', {}, { registers: { population: 'deceased', address: 'silent' } }, 'Rejected risk.score'],
    ['a chargeback', {}, { bureau: { verdict: 'chargeback' } }, 'Rejected risk.chargeback'],
    ['a person’s own limit', {}, { bureau: { verdict: 'limited', limitMinor: 499_99n } }, 'Rejected risk.limit'],
    ['authentication', {}, { bureau: { verdict: 'authenticate' } }, 'Pending risk.authentication'],
    ['a review', {}, { bureau: { verdict: 'review' } }, 'Pending risk.review'],
    [
      'a limit before a review: nothing is held for what cannot be granted',
      { orderMinor: 2000_00n },
      { bureau: { verdict: 'review' } },
      'Rejected risk.limit',
    ],
  ])('%s', (_name, a, f, expected) => {
    expect(outcome(a, f)).toBe(expected);
  });

  it('has no limit for a currency the merchant does not have', () => {
    const none = { ...policy, limits: {} };
    expect(score(application, facts, none, builtInScorecard)).toMatchObject({
      outcome: 'Rejected',
      reasons: [{ id: 'risk.limit' }],
    });
  });
});
