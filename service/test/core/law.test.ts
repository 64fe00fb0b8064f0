// A plan above what the law allows is void in some countries, and costs the creditor all interest in others: it must never
// be offered. What the law says is data, held here against what was collected with its sources.
import { describe, expect, it } from 'vitest';
import { type CountryCode, countries, countryCodes } from '../../src/core/countries/countries.ts';
import type { InstallmentProfile } from '../../src/core/credit-profiles.ts';
import { addDays } from '../../src/core/dates.ts';
import { consentRequired } from '../../src/core/law/consent.ts';
import { lawWarnings } from '../../src/core/law/day.ts';
import { lawRows } from '../../src/core/law/law.ts';
import { asksForAgreement, type Law, lawOn, withinLaw } from '../../src/core/law/law-on.ts';
import { duties } from '../../src/core/law/rows.ts';
import type { Contract } from '../../src/core/merchant.ts';
import { annualRate, type Flow, Rate, rateText } from '../../src/core/plan/apr.ts';
import { accountFor, planFor, plansFor } from '../../src/core/plan/offers.ts';
import { openEndedOf } from '../../src/core/plan/open-ended.ts';
import { demoContract } from '../../src/sandbox/demo-shops.ts';
import apr from '../vectors/apr.json' with { type: 'json' };
import vectors from '../vectors/legal-parameters.json' with { type: 'json' };

const today = '2026-11-20';

interface Vector {
  readonly input: { readonly country: string; readonly parameter: string; readonly as_of: string };
  readonly expected: { readonly value: unknown };
}

/** The first number of a value that is a sentence. */
const number = (value: unknown): number => Number(/\d+(\.\d+)?/.exec(String(value))?.[0]);
const bps = (value: unknown): number => Math.round(number(value) * 100);
const minor = (value: unknown): bigint => BigInt(number(value) * 100);

type Check = (law: Law, value: unknown) => void;
const late: Check = (law, value) => expect(law.rows.lateInterest?.value).toBe(bps(value));
const reminder: Check = (law, value) => expect(law.rows.reminderFee?.value).toBe(minor(value));
const withdrawal: Check = (law, value) => expect(law.withdrawalDays).toBe(value);
const firstCap = (law: Law, product: 'installmentRateCap' | 'accountRateCap' = 'installmentRateCap') =>
  law.rows[product]?.value.map((each) => each.capBps);
const swiss: Check = (law, value) => {
  const [installments, accounts] = String(value).split('/').map(bps);
  expect([firstCap(law), firstCap(law, 'accountRateCap')]).toEqual([[installments], [accounts]]);
};
const none: Check = (law) => {
  expect(law.rows.interestCap?.value).toBeNull();
  expect(law.rows.installmentRateCap).toBeUndefined();
};
const belgian: Check = (law, value) => {
  const table = value as Record<string, string[]>;
  expect(firstCap(law)).toEqual(table['instalment']?.map(bps));
  expect(firstCap(law, 'accountRateCap')).toEqual(table['credit line without card']?.map(bps));
};

/** Which rows of the collection are numbers of ours, and how. */
const held: Readonly<Record<string, Check>> = {
  'EU withdrawal_period_days': withdrawal,
  'AT withdrawal_period_days': withdrawal,
  'CH withdrawal_period_days': withdrawal,
  'NO late_interest': late,
  'NO late_interest.history': late,
  'AT late_interest': late,
  'NO reminder_fee': reminder,
  'SE reminder_fee': reminder,
  'FI reminder_fee': reminder,
  'DK reminder_fee': (law, value) => {
    reminder(law, value);
    expect([law.rows.chargedReminders?.value, law.rows.reminderGapDays?.value]).toEqual([3, 10]);
  },
  'NO rate_cap': none,
  'DE rate_cap': none,
  'AT rate_cap': none,
  'SE cost_cap': (law) => expect(law.rows.totalCostCap?.value).toBe(10_000),
  'DK cost_cap': (law) => expect(law.rows.totalCostCap?.value).toBe(10_000),
  'DK apr_cap': (law, value) => expect([firstCap(law), firstCap(law, 'accountRateCap')]).toEqual([[bps(value)], [bps(value)]]),
  'DK marketing_ban_apr': (law, value) => expect(law.rows.advertisingBan?.value).toBe(bps(value)),
  'FI reference_rate.2025H1': (law, value) => expect(law.rows.interestCap?.value).toBe(bps(value) + 1500),
  'FI other_cost_cap': (law) =>
    expect(law.rows.otherCostCap?.value).toEqual({ perDayMillionths: 100n, atLeastMinor: 500n, perYearMinor: 15_000n }),
  'CH rate_cap.cash_credit_and_purchase_finance': (law, value) => expect(firstCap(law)).toEqual([bps(value)]),
  'CH rate_cap.overdraft_and_card': (law, value) => expect(firstCap(law, 'accountRateCap')).toEqual([bps(value)]),
  'CH rate_cap history': swiss,
  'NL max_kredietvergoeding': (law, value) =>
    expect([firstCap(law), firstCap(law, 'accountRateCap')]).toEqual([[bps(value)], [bps(value)]]),
  'NL bnpl_minors': (law, value) => expect(law.minimumAge).toBe(number(value)),
  'BE max_apr (up to 1250 / 1250-5000 / above 5000 EUR)': belgian,
  'BE max_apr derived': (law) => expect(firstCap(law)).toEqual([2050, 1550, 1200]),
  'BE late_payment': (law) => expect([law.rows.reminderFee?.value, law.rows.freeReminderDays?.value]).toEqual([750n, 14]),
};

/*
 * The other rows of the collection are no numbers an offer or a reminder is held against: how acts came about, formulas whose
 * results are rows here (SE, FI, NL, CH), business customers, collection after reminders, what happens when a cap is broken.
 */
const otherwise =
  /transposition|formula|b2b|collection|payment_demand|payment_plan|breach|late_charges|early_repayment|late_indemnity|kkg_scope|^EU (ccd2|apr)|max_apr change|SE (rate_cap|setup_fee_cap)|FI rate_cap|DK late_interest|DE (form|late_interest|reminder_fee)|NL rate_cap|CH rate_cap.formula/;

describe('the law', () => {
  it('is what was collected, row by row', () => {
    const unknown: string[] = [];
    for (const { input, expected } of vectors as readonly Vector[]) {
      const name = `${input.country} ${input.parameter}`;
      const check = held[name];
      const country = (input.country === 'EU' ? 'DE' : input.country) as CountryCode;
      if (check) check(lawOn(country, input.as_of), expected.value);
      else if (!otherwise.test(name)) unknown.push(name);
    }
    expect(unknown).toEqual([]);
  });

  it('changes on the day a row names, not before', () => {
    for (const row of lawRows) {
      const place = row.place === 'EU' || row.place === 'EEA' ? 'DE' : row.place;
      if (
        row.from <= '2016-01-01' ||
        lawRows.some(
          (each) => each !== row && each.place === place && each.place !== row.place && each.parameter === row.parameter,
        )
      )
        continue;
      expect(lawOn(place, row.from).rows[row.parameter]).toBe(row);
      expect(lawOn(place, addDays(row.from, -1)).rows[row.parameter]).not.toBe(row);
    }
  });

  it('gives every country fourteen days to withdraw, eighteen years, and a source for every value', () => {
    for (const country of countryCodes) expect(lawOn(country, today)).toMatchObject({ withdrawalDays: 14, minimumAge: 18 });
    expect(lawRows.filter((row) => row.source.length < 5).map((row) => row.parameter)).toEqual([]);
  });

  it('asks for the new duties since 20 November 2026 where a country’s own law was seen to have them', () => {
    const before = lawOn('DE', '2026-11-19').rows.duties?.value;
    expect(before).toEqual(['standardInformation', 'textForm']);
    expect(lawOn('DE', '2026-11-20').rows.duties?.value).toEqual(duties.filter((each) => each !== 'signedWriting'));
    expect(lawOn('CH', today).rows.duties?.value).not.toContain('standardInformation');
    for (const country of ['NO', 'AT', 'NL', 'BE', 'SE', 'DK'] as const)
      expect(lawOn(country, today).rows.duties?.value).toEqual(before);
  });

  it('makes an invoice of 14 days, free of charge, a credit where the new duties hold, and nowhere else', () => {
    const invoice = { creditMinor: 10_000n, costMinor: 0n, months: 1 };
    for (const country of ['DE', 'FI'] as const)
      expect(['2026-11-19', '2026-11-20'].map((on) => asksForAgreement(invoice, lawOn(country, on)))).toEqual([false, true]);
    for (const country of ['NO', 'SE', 'DK', 'AT', 'NL', 'BE', 'CH'] as const)
      expect([country, asksForAgreement(invoice, lawOn(country, '2027-11-20'))]).toEqual([country, false]);
    expect(['2026-11-19', '2026-11-20'].map((on) => consentRequired({ kind: 'Invoice', directDebit: false }, 'FI', on))).toEqual([
      false,
      true,
    ]);
  });

  it('is a floor under a merchant’s own minimum age', () => {
    const own = demoContract('DE').policy;
    expect(withinLaw({ ...own, minimumAge: 16 }, lawOn('DE', today)).minimumAge).toBe(18);
    expect(withinLaw({ ...own, minimumAge: 21 }, lawOn('DE', today)).minimumAge).toBe(21);
  });
});

const profile = (over: Partial<InstallmentProfile>): InstallmentProfile => ({
  profileNo: 1,
  numberOfInstallments: 12,
  interestRateBps: 0,
  startupFeeMinor: 0n,
  monthlyFeeMinor: 0n,
  fromMinor: 1n,
  toMinor: 10_000_000_00n,
  validFrom: null,
  validTo: null,
  contractRequired: false,
  bankAccountRequired: false,
  ...over,
});

const shop = (country: CountryCode, ...installmentProfiles: InstallmentProfile[]) => ({
  country,
  contract: { ...demoContract(country), installmentProfiles } as Contract,
});

/** Why one profile is not offered. */
function reasonFor(country: CountryCode, over: Partial<InstallmentProfile>, basketMinor = 100_000n, on = today) {
  const { plans, withheld } = plansFor(basketMinor, shop(country, profile(over)), on);
  return withheld[0]?.withheld ?? plans.length;
}

describe('what runs out', () => {
  const warned = (day: string) => lawWarnings(Date.parse(`${day}T12:00:00Z`)).join('\n');

  it('is warned of thirty days before, and no longer once a row of the next half-year is there', () => {
    expect(warned('2026-11-30')).not.toMatch(/of (NO|DE)/);
    for (const country of ['NO', 'SE', 'FI', 'DK', 'DE', 'CH', 'NL', 'BE'])
      expect(warned('2026-12-01')).toMatch(
        new RegExp(`law of ${country} is known until 2026-12-31 for .*(lateInterest|RateCap)`),
      );
    expect(warned('2026-12-01')).not.toMatch(/of AT/);
    expect(warned('2027-02-01')).toContain('The law of DE is known until 2026-12-31 for lateInterest');
    expect(warned('2026-06-15')).not.toMatch(/of (NO|DE)/);
  });
});

describe('a plan above a cap', () => {
  it('is not offered, and the reason names cap, value and source', () => {
    expect(reasonFor('CH', { interestRateBps: 1100 })).toMatchObject({
      reason: 'law',
      breach: {
        parameter: 'installmentRateCap',
        cap: '10.00 %',
        from: '2026-01-01',
        actual: expect.stringMatching(/^11\.5/),
        source: expect.stringContaining('KKG'),
      },
    });
    expect(reasonFor('CH', { interestRateBps: 1100, signedInWriting: true }, 100_000n, '2024-06-01')).toBe(1);
    expect(reasonFor('FI', { interestRateBps: 1751 })).toMatchObject({ breach: { parameter: 'interestCap', cap: '17.50 %' } });
    expect(reasonFor('SE', { interestRateBps: 2201 })).toMatchObject({ breach: { parameter: 'interestCap' } });
    expect(reasonFor('SE', { startupFeeMinor: 59_201n }, 1_000_000n)).toMatchObject({
      breach: { parameter: 'startupFeeCap', cap: '592.00', actual: '592.01' },
    });
    expect(reasonFor('SE', { monthlyFeeMinor: 16_700n }, 200_000n)).toMatchObject({
      breach: { parameter: 'totalCostCap', cap: '2000.00', actual: '2004.00' },
    });
    expect(reasonFor('DK', { monthlyFeeMinor: 3_000n })).toMatchObject({
      breach: { parameter: 'installmentRateCap', cap: '35.00 %' },
    });
    expect(reasonFor('FI', { monthlyFeeMinor: 301n })).toMatchObject({
      breach: { parameter: 'otherCostCap', cap: '36.00', actual: '36.12' },
    });
    expect(reasonFor('FI', { monthlyFeeMinor: 300n })).toBe(1);
    expect(reasonFor('BE', { interestRateBps: 1500 }, 125_000n)).toBe(1);
    expect(reasonFor('BE', { interestRateBps: 1500 }, 125_001n)).toMatchObject({ breach: { cap: '15.50 %' } });
    expect(reasonFor('NL', { interestRateBps: 1100, monthlyFeeMinor: 100n })).toMatchObject({ breach: { cap: '12.00 %' } });
  });

  it('is held in Sweden against no purchase up to two per cent of the prisbasbelopp', () => {
    expect(reasonFor('SE', { monthlyFeeMinor: 10_000n }, 118_400n)).toBe(1);
    expect(reasonFor('SE', { monthlyFeeMinor: 10_000n }, 118_401n)).toMatchObject({ breach: { parameter: 'totalCostCap' } });
    expect(reasonFor('SE', { monthlyFeeMinor: 10_000n }, 118_000n, '2025-12-31')).toMatchObject({
      breach: { parameter: 'totalCostCap' },
    });
  });

  it('is in Switzerland one over more than three months that is not signed in writing', () => {
    const unsigned = { breach: { parameter: 'duties', cap: 'signed in writing' } };
    const costs = { interestRateBps: 690 };
    expect(reasonFor('CH', { ...costs, numberOfInstallments: 3 })).toBe(1);
    expect(reasonFor('CH', { ...costs, numberOfInstallments: 4 })).toMatchObject(unsigned);
    expect(reasonFor('CH', { ...costs, numberOfInstallments: 4 }, 49_999n)).toBe(1);
    expect(reasonFor('CH', { ...costs, numberOfInstallments: 4, signedInWriting: true })).toBe(1);
    expect(reasonFor('CH', { numberOfInstallments: 12 })).toBe(1);
    const account = { ...accountProfile, interestRateBps: 890 };
    const at = { country: 'CH', currency: 'CHF' } as const;
    expect(accountFor(5_000n, account, at, today)).toMatchObject({ withheld: unsigned });
    expect(accountFor(5_000n, { ...account, signedInWriting: true }, at, today)).toMatchObject({ profile: { profileNo: 1 } });
  });

  it('is held against the last cap known where its time ran out', () => {
    expect(reasonFor('SE', { interestRateBps: 2201 }, 100_000n, '2027-03-01')).toMatchObject({
      breach: { parameter: 'interestCap', from: '2026-11-20' },
    });
  });

  it('is told apart from one that is not agreed for the basket or the day', () => {
    expect(reasonFor('DE', { fromMinor: 100_001n })).toEqual({ reason: 'outOfRange' });
    expect(reasonFor('DE', { toMinor: 99_999n })).toEqual({ reason: 'outOfRange' });
    expect(reasonFor('DE', { validTo: '2026-11-19' })).toEqual({ reason: 'notValidToday' });
    expect(reasonFor('DE', { validFrom: '2026-11-21' })).toEqual({ reason: 'notValidToday' });
    expect(reasonFor('DE', {}, 1n)).toEqual({ reason: 'noPlan' });
    expect(reasonFor('DE', { validFrom: '2026-11-20', validTo: '2026-11-20' })).toBe(1);
  });
});

it('plans are offered from the fewest installments to the most, of as many by the number of their profile', () => {
  const profiles = [
    profile({ profileNo: 4, numberOfInstallments: 6 }),
    profile({ profileNo: 2, numberOfInstallments: 6 }),
    profile({ profileNo: 3, numberOfInstallments: 3 }),
  ];
  const { plans } = plansFor(100_000n, shop('DE', ...profiles), today);
  expect(plans.map(({ terms }) => [terms.numberOfInstallments, terms.profileNo])).toEqual([
    [3, 3],
    [6, 2],
    [6, 4],
  ]);
});

describe('what the demo shops offer', () => {
  it('is within the law, from the smallest to the largest basket', () => {
    const withheld = countryCodes.flatMap((country) => {
      const { installmentProfiles, accountProfiles } = demoContract(country);
      const { currency } = countries[country];
      return [
        ...installmentProfiles.flatMap((each) =>
          [each.fromMinor, each.fromMinor + 1n, each.toMinor].map((basket) => ({
            each,
            offer: planFor(basket, each, country, today),
            basket,
          })),
        ),
        ...accountProfiles.map((each) => ({
          each,
          offer: accountFor(each.fromMinor, each, { country, currency }, today),
          basket: each.fromMinor,
        })),
      ].flatMap(({ each, offer, basket }) =>
        'withheld' in offer ? [{ country, no: each.profileNo, basket, ...offer.withheld }] : [],
      );
    });
    expect(withheld).toEqual([]);
  });
});

describe('an account', () => {
  it('has the rate that the assumptions for open-ended credit give', () => {
    const example = apr.find((each) => each.expected.apr_percent === '11.164789');
    const effectiveSevenPercent = new Rate('1.07').pow(new Rate(1).div(12)).minus(1).times(120_000);
    // The nearest nominal rate in hundredths of a per cent: 6.78 %.
    const year = openEndedOf(3_000_000n, {
      ...accountProfile,
      interestRateBps: effectiveSevenPercent.round().toNumber(),
      startupFeeMinor: 60_000n,
    });
    expect(Number(rateText(year?.annualRate ?? new Rate(0)))).toBeCloseTo(Number(example?.expected.apr_percent), 1);
    expect(openEndedOf(100_000n, { ...accountProfile, interestRateBps: 0 })?.annualRate.isZero()).toBe(true);
    expect(openEndedOf(100n, { ...accountProfile, startupFeeMinor: 100n })).toBeUndefined();
    // Of no credit there is no rate, not one of nothing.
    expect(openEndedOf(0n, { startupFeeMinor: 0n, monthlyFeeMinor: 0n, interestRateBps: 0 })).toBeUndefined();
  });

  it('costs in a year of twelve equal parts the interest on what is left of them and its fees, and the rate counts all', () => {
    const year = openEndedOf(120_000n, { interestRateBps: 1_200, startupFeeMinor: 1_000n, monthlyFeeMinor: 500n });
    // One per cent a month on 1200, 1100 … 100; twelve fees and the first.
    expect([year?.interestMinor, year?.feesMinor]).toEqual([7_800n, 7_000n]);
    const flows = Array.from({ length: 12 }, (_each, month): Flow => {
      const interest = 1_200n - 100n * BigInt(month);
      return { at: { numerator: month + 1, denominator: 12 }, amount: -(10_000n + interest + 500n) };
    });
    const expected = annualRate([{ at: { numerator: 0, denominator: 12 }, amount: 119_000n }, ...flows]);
    expect(rateText(year?.annualRate ?? new Rate(0))).toBe(rateText(expected ?? new Rate(-1)));
  });

  it('is withheld like a plan: for its range, its day and the law', () => {
    const at = { country: 'CH', currency: 'CHF' } as const;
    expect(accountFor(1n, accountProfile, at, today)).toEqual({ withheld: { reason: 'outOfRange' } });
    expect(accountFor(5_000n, { ...accountProfile, validTo: '2020-01-01' }, at, today)).toEqual({
      withheld: { reason: 'notValidToday' },
    });
    expect(accountFor(5_000n, { ...accountProfile, startupFeeMinor: 200_000n }, at, today)).toEqual({
      withheld: { reason: 'noPlan' },
    });
    expect(accountFor(5_000n, { ...accountProfile, interestRateBps: 1200 }, at, today)).toMatchObject({
      withheld: { breach: { parameter: 'accountRateCap', cap: '12.00 %' } },
    });
  });
});

const [accountProfile] = demoContract('DE').accountProfiles as [Contract['accountProfiles'][number]];
