// A credit keeps within every cap to the cent and is above it by the next; of a day the law says what was found for it and for no other
// day; where it was not found, the last number goes on being a cap, and nothing else.
import { describe, expect, it } from 'vitest';
import { type CountryCode, countryCodes } from '../../src/core/countries/countries.ts';
import { addDays, addMonths, daysBetween } from '../../src/core/dates.ts';
import { consentRequired } from '../../src/core/law/consent.ts';
import { lawOfDay, lawWarnings, runningOut } from '../../src/core/law/day.ts';
import {
  asksForAgreement,
  breachOf,
  firstDay,
  hasDuty,
  type InForce,
  type Law,
  lawOn,
  type Offer,
  rowsOf,
} from '../../src/core/law/law-on.ts';
import { documentYears, keptUntil, overBefore, overEverywhereBefore } from '../../src/core/law/retention.ts';
import { type LawParameter, type LawValues, row } from '../../src/core/law/rows.ts';
import { shownValue } from '../../src/core/law/shown.ts';
import { withDuty } from '../../src/core/law/with-duty.ts';
import { Rate } from '../../src/core/plan/apr.ts';

const on = '2026-06-10';
const today = '2026-11-20';

/** A law that says only this. */
function saying(values: Partial<LawValues>, lapsed: Partial<LawValues> = {}): Law {
  const rowsFor = (some: Partial<LawValues>): InForce =>
    Object.fromEntries(
      Object.entries(some).map(([name, value]) => [name, row(name as LawParameter, on, value as never, 'high', 'an act')]),
    ) as InForce;
  return { ...lawOn('DE', on), rows: rowsFor(values), lapsed: rowsFor(lapsed) };
}
const offer: Offer = {
  product: 'Installment',
  creditMinor: 100_000n,
  interestRateBps: 1_000,
  annualRate: new Rate('0.1'),
  months: 12,
  interestMinor: 5_000n,
  startupFeeMinor: 1_000n,
  feesMinor: 3_000n,
  signedInWriting: false,
};
const breached = (values: Partial<LawValues>, over: Partial<Offer> = {}, lapsed: Partial<LawValues> = {}) => {
  const breach = breachOf({ ...offer, ...over }, saying(values, lapsed));
  return breach && [breach.parameter, breach.cap, breach.actual];
};

describe('a credit', () => {
  it('is within each cap to the number itself, and above it by the least', () => {
    expect(breached({ interestCap: 1_000 })).toBeUndefined();
    expect(breached({ interestCap: 999 })).toEqual(['interestCap', '9.99 %', '10.00 %']);
    expect(breached({ interestCap: null })).toBeUndefined();
    expect(breached({ startupFeeCap: 1_000n })).toBeUndefined();
    expect(breached({ startupFeeCap: 999n })).toEqual(['startupFeeCap', '9.99', '10.00']);
    const rates = [
      { upToMinor: 100_000n, capBps: 1_000 },
      { upToMinor: 200_000n, capBps: 900 },
    ];
    expect(breached({ installmentRateCap: rates })).toBeUndefined();
    expect(breached({ installmentRateCap: rates }, { annualRate: new Rate('0.10001') })).toEqual([
      'installmentRateCap',
      '10.00 %',
      '10.0010 %',
    ]);
    expect(breached({ installmentRateCap: rates }, { creditMinor: 100_001n })).toEqual([
      'installmentRateCap',
      '9.00 %',
      '10.0000 %',
    ]);
    // Above the last amount there is no number.
    expect(breached({ installmentRateCap: rates }, { creditMinor: 200_001n, annualRate: new Rate(9) })).toBeUndefined();
    // An account has a cap of its own.
    expect(breached({ installmentRateCap: [{ upToMinor: null, capBps: 1 }] }, { product: 'Account' })).toBeUndefined();
    expect(breached({ accountRateCap: [{ upToMinor: null, capBps: 999 }] }, { product: 'Account' })?.[0]).toBe('accountRateCap');
    expect(breached({ accountRateCap: [{ upToMinor: null, capBps: 1 }] })).toBeUndefined();
  });

  it('costs in all no more than the law allows, interest and fees together', () => {
    expect(breached({ totalCostCap: 800 })).toBeUndefined();
    expect(breached({ totalCostCap: 800 }, { interestMinor: 5_001n })).toEqual(['totalCostCap', '80.00', '80.01']);
    // Of an account it is not known beforehand; and a small purchase may be left out.
    expect(breached({ totalCostCap: 1 }, { product: 'Account' })).toBeUndefined();
    expect(breached({ totalCostCap: 1, totalCostCapAbove: 100_000n })).toBeUndefined();
    expect(breached({ totalCostCap: 1, totalCostCapAbove: 99_999n })?.[0]).toBe('totalCostCap');
  });

  it('costs beside its interest no more than by its days, at most so much a year and in any case so much', () => {
    // A thousandth of a per cent a day: 1 000.00 × 360 days are 3.60.
    const cap = { perDayMillionths: 10n, atLeastMinor: 100n, perYearMinor: 1_000n };
    expect(breached({ otherCostCap: cap }, { feesMinor: 360n })).toBeUndefined();
    expect(breached({ otherCostCap: cap }, { feesMinor: 361n })).toEqual(['otherCostCap', '3.60', '3.61']);
    expect(breached({ otherCostCap: cap }, { creditMinor: 1_000_000n, feesMinor: 1_001n })?.[1]).toBe('10.00');
    expect(breached({ otherCostCap: cap }, { creditMinor: 1_000_000n, months: 6, feesMinor: 501n })?.[1]).toBe('5.00');
    expect(breached({ otherCostCap: cap }, { months: 1, feesMinor: 101n })?.[1]).toBe('1.00');
    expect(breached({ otherCostCap: cap }, { months: 1, feesMinor: 100n })).toBeUndefined();
    // Of months with a February in them no more days are counted than they have.
    for (let months = 1; months <= 36; months += 1) {
      const begins = Array.from({ length: 366 + 365 }, (_, day) => addDays('2026-01-01', day));
      const fewest = BigInt(Math.min(...begins.map((day) => daysBetween(day, addMonths(day, months)))));
      const byDays = { perDayMillionths: 10_000n, atLeastMinor: 0n, perYearMinor: 10n ** 12n };
      const most = (100_000n * 10_000n * fewest) / 1_000_000n;
      expect(breached({ otherCostCap: byDays }, { months, feesMinor: most + 1n })?.[0], String(months)).toBe('otherCostCap');
    }
  });

  it('is signed where the law asks for it, unless the law leaves it to itself', () => {
    const signed = { duties: ['textForm', 'signedWriting'] } as const;
    const leftOut = { costFree: true, belowMinor: 100_000n, withinMonths: 3 };
    expect(breached(signed)).toEqual(['duties', 'signed in writing', 'in text form']);
    expect(breached(signed, { signedInWriting: true })).toBeUndefined();
    expect(breached({ ...signed, leftOut })?.[0]).toBe('duties');
    expect(breached({ ...signed, leftOut }, { interestMinor: 0n, feesMinor: 0n })).toBeUndefined();
    expect(breached({ ...signed, leftOut }, { interestMinor: 3_000n, feesMinor: 3_000n })?.[0]).toBe('duties');
    expect(breached({ ...signed, leftOut }, { creditMinor: 99_999n })).toBeUndefined();
    expect(breached({ ...signed, leftOut }, { months: 3 })).toBeUndefined();
    expect(breached({ duties: ['signedWriting'] })).toBeUndefined();
    expect(breached({})).toBeUndefined();
    const credit = { creditMinor: 1n, costMinor: 0n, months: 1 };
    expect(asksForAgreement(credit, saying({ duties: ['textForm'] }))).toBe(true);
    expect([asksForAgreement(credit, saying({})), hasDuty('textForm', saying({}))]).toEqual([false, false]);
  });

  it('is held against a cap whose time ran out until the next one is known, and against no duty', () => {
    expect(breached({}, {}, { interestCap: 999 })?.[0]).toBe('interestCap');
    expect(breached({ interestCap: 1_000 }, {}, { interestCap: 999 })).toBeUndefined();
    expect(breached({}, {}, { duties: ['textForm', 'signedWriting'] })).toBeUndefined();
  });
});

describe('the law of a day', () => {
  it('is that of the unions a country is in, and its own', () => {
    const places = (country: CountryCode) => [...new Set(rowsOf(country).map(({ place }) => place))];
    expect([places('CH'), places('NO'), places('DE')]).toEqual([['CH'], ['EEA', 'NO'], ['EEA', 'EU', 'DE']]);
    // A country that has not carried the new directive out has nothing of it.
    expect(places('SE')).toEqual(['EEA', 'SE']);
    for (const country of countryCodes) expect(rowsOf(country).every(({ parameter, source }) => parameter && source)).toBe(true);
  });

  it('has no number where the law itself has none, and says nothing where none was found', () => {
    expect(lawOn('NO', on).rows.interestCap).toMatchObject({ value: null, place: 'NO' });
    // That the union has no number says nothing of Sweden, which has numbers since 2025 and had others before.
    expect(lawOn('SE', '2012-01-01').rows.interestCap).toBeUndefined();
    expect(lawOn('BE', '2012-01-01').rows.interestCap).toMatchObject({ value: null, place: 'EEA' });
    expect(() => lawOn('DE', '2010-06-10')).toThrow('no law of DE is known for 2010-06-10');
    expect(lawOn('DE', firstDay)).toMatchObject({ withdrawalDays: 14, on: firstDay, country: 'DE' });
  });

  it('forbids scores to look at some kinds of data since it says so', () => {
    expect(lawOn('DE', '2026-11-19').scoring).toEqual({ notInCredit: [], notInFraud: [], historyAlone: true });
    expect(lawOn('DE', today).scoring).toMatchObject({
      historyAlone: false,
      notInCredit: expect.arrayContaining(['age', 'gender']),
    });
  });

  it('is shown with what was not found, and what comes next in its order', () => {
    const law = lawOfDay('DE', '2026-06-30');
    expect(law.holds.find(({ parameter }) => parameter === 'lateInterest')).toMatchObject({ from: '2026-01-01', value: 627 });
    expect(law.holds.some(({ parameter }) => law.notFound.some((each) => each.parameter === parameter))).toBe(false);
    const days = law.next.map(({ from }) => from);
    expect(days).toEqual(days.toSorted());
    expect(days.every((day) => day > '2026-06-30')).toBe(true);
    expect(law.next.find(({ parameter }) => parameter === 'lateInterest')).toMatchObject({
      from: '2026-07-01',
      row: { value: 652 },
    });
    expect(law.next.find(({ parameter }) => parameter === 'duties')).toMatchObject({ from: today, row: { place: 'EU' } });
    // After the last known half-year comes nothing, and then it is not found.
    expect(lawOfDay('DE', '2026-07-01').next.find(({ parameter }) => parameter === 'lateInterest')).toEqual({
      parameter: 'lateInterest',
      from: '2027-01-01',
      row: null,
    });
    // Of the second half of 2024 no Swedish rate was found, though one is known of 2025.
    expect(lawOfDay('SE', '2024-03-01').next.find(({ parameter }) => parameter === 'lateInterest')).toMatchObject({
      from: '2024-07-01',
      row: null,
    });
    const later = lawOfDay('DE', '2027-01-01');
    expect(later.notFound).toEqual([{ parameter: 'lateInterest', last: expect.objectContaining({ value: 652 }) }]);
    expect(later.next).toEqual([]);
    expect(lawOfDay('SE', '2024-08-01').notFound).toContainEqual({ parameter: 'startupFeeCap', last: null });
    expect(lawOfDay('SE', '2024-08-01').next.find(({ parameter }) => parameter === 'startupFeeCap')).toMatchObject({
      from: '2025-03-01',
    });
  });

  it('runs out, which is known from thirty days before until rows are added', () => {
    const of = (day: string) => runningOut('DE', day);
    expect([of('2026-11-30'), of('2026-12-01'), of('2027-05-01')]).toEqual([
      [],
      [{ parameter: 'lateInterest', until: '2026-12-31' }],
      [{ parameter: 'lateInterest', until: '2026-12-31' }],
    ]);
    // A half-year that another follows runs out for nobody.
    expect(of('2026-06-30')).toEqual([]);
    const warnings = lawWarnings(Date.parse('2026-12-10T12:00:00Z'));
    expect(warnings).toContain('The law of DE is known until 2026-12-31 for lateInterest; add rows (docs/law.md).');
    expect(warnings.filter((each) => each.includes('of SE'))).toHaveLength(1);
    expect(warnings.find((each) => each.includes('of SE'))).toMatch(/lateInterest, .*add rows/);
  });
});

describe('what the law asks of a shop', () => {
  it('is the consent of a buyer to every credit and mandate, and to an invoice where the country asks for it', () => {
    const [invoice, debited, monthly] = [
      { kind: 'Invoice', directDebit: false },
      { kind: 'Invoice', directDebit: true },
      { kind: 'Consolidatedinvoice' },
    ] as const;
    const [plan, account] = [{ kind: 'Installment' } as never, { kind: 'Account' } as never];
    const asked = (country: CountryCode, day: string) =>
      [invoice, monthly, debited, plan, account].map((each) => consentRequired(each, country, day));
    expect(asked('NO', on)).toEqual([false, false, true, true, true]);
    expect(asked('DE', on)).toEqual([true, true, true, true, true]);
    expect(asked('FI', '2026-11-19')).toEqual([false, false, true, true, true]);
    expect(asked('FI', today)).toEqual([true, true, true, true, true]);
    expect([consentRequired(invoice, 'DE', '2010-06-11'), consentRequired(invoice, 'CH', '2010-06-11')]).toEqual([true, true]);
  });

  it('is known by country and first day of each duty', () => {
    expect(withDuty('withdrawalReminder')).toEqual(
      [
        { country: 'FI', since: today },
        { country: 'DE', since: today },
      ].toSorted(
        (one, other) => countryCodes.indexOf(one.country as CountryCode) - countryCodes.indexOf(other.country as CountryCode),
      ),
    );
    expect(withDuty('signedWriting').map(({ country }) => country)).toEqual(['CH']);
    // From the first of its rows on, whatever later ones say.
    expect(withDuty('textForm').find(({ country }) => country === 'DE')?.since).toBe('2010-06-11');
  });

  it('is that documents are kept to the end of a year by the rule of their day, and no longer', () => {
    expect([documentYears('DE', '2024-12-31'), documentYears('DE', '2025-01-01'), documentYears('NO', '1999-12-31')]).toEqual([
      8, 8, 5,
    ]);
    expect([keptUntil('DK', '2026-03-01'), keptUntil('BE', '2026-12-31')]).toEqual(['2031-12-31', '2036-12-31']);
    expect([overBefore('DK', '2026-03-01'), overBefore('BE', '2026-03-01')]).toEqual(['2021-01-01', '2016-01-01']);
    // Of what may be any country's, the longest time holds.
    expect(overEverywhereBefore('2026-03-01')).toBe('2016-01-01');
  });

  it('is shown with its numbers as people read them', () => {
    const shown = <Name extends LawParameter>(parameter: Name, value: LawValues[Name]) =>
      shownValue(row(parameter, on, value, 'high', 'an act'));
    expect([shown('interestCap', null), shown('interestCap', 1_225), shown('totalCostCap', 10_000)]).toEqual([
      'no number',
      '12.25 %',
      '100.00 %',
    ]);
    const caps = [
      { upToMinor: 125_000n, capBps: 2_050 },
      { upToMinor: null, capBps: 1_200 },
    ];
    expect(shown('accountRateCap', caps)).toBe('up to 1250.00: 20.50 %; 12.00 %');
    expect(shown('otherCostCap', { perDayMillionths: 100n, atLeastMinor: 500n, perYearMinor: 15_000n })).toBe(
      '0.01 % of the credit a day, at most 150.00 a year; 5.00 in any case',
    );
    const parts = [
      { upToMinor: 15_000n, shareBps: 0, baseMinor: 2_000n },
      { upToMinor: 50_000n, shareBps: 1_000, baseMinor: 3_000n },
    ];
    const rest = { upToMinor: null, shareBps: 50, baseMinor: null };
    expect(shown('collectionCost', { parts: [...parts, rest], leastMinor: 0n, mostMinor: 200_000n })).toBe(
      'up to 150.00: 20.00; up to 500.00: 30.00 + 10 %; above: 0.5 % of the part; at most 2000.00',
    );
    const free = { upToMinor: null, shareBps: 0, baseMinor: null };
    expect(shown('collectionCost', { parts: [free], leastMinor: 4_000n, mostMinor: 5_000n })).toBe(
      'above: 0 % of the part; at least 40.00, at most 50.00',
    );
    expect(shown('leftOut', { costFree: true, belowMinor: 50_000n, withinMonths: 3 })).toBe(
      'free of interest and charges; below 500.00; paid back within 3 months',
    );
    expect(shown('leftOut', { costFree: false, belowMinor: 0n, withinMonths: 0 })).toBe('none');
    expect(shown('scoring', { notInCredit: ['age', 'gender'], notInFraud: ['age'], historyAlone: false })).toBe(
      'of credit: age, gender; of fraud: age; a register does not reject by payment history alone',
    );
    expect(shown('scoring', { notInCredit: ['age'], notInFraud: ['age'], historyAlone: true })).toBe(
      'of credit: age; nor of fraud',
    );
    expect([shown('reminderFee', 3_800n), shown('minimumAge', 18), shown('duties', ['textForm', 'noTying'])]).toEqual([
      '38.00',
      '18',
      'textForm, noTying',
    ]);
  });
});
