// What the law says on a day, as it was collected with its sources: a rate of a neighbouring day would be void in some countries.
// The table is written from the collection and not from the rows, so that a slip of one of the two shows.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

interface CountryLaw {
  readonly country: string;
  readonly rows: readonly {
    readonly parameter: string;
    readonly value: string;
    readonly certainty: string;
    readonly source: string;
  }[];
  readonly notFound: readonly { readonly parameter: string; readonly until?: string }[];
  readonly next: readonly { readonly parameter: string; readonly from: string; readonly value?: string }[];
}

async function lawOf(country: string, on: string): Promise<CountryLaw> {
  const answer = await app.ask('GET', `/admin/v1/law?on=${on}&country=${country}`, undefined, { key: 'sandbox-operator' });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body['countries'] as CountryLaw[])[0] as CountryLaw;
}

/** Country, parameter, and for each day the value and its certainty (h, m, l), or nothing where none was found. */
const collected: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
  [
    'NO',
    'lateInterest',
    {
      '2023-03-01': '10.75 h',
      '2023-07-01': '11.75 l',
      '2024-01-01': '12.50 h',
      '2024-12-31': '12.50 h',
      '2025-06-30': '12.50 h',
      '2025-07-01': '12.25 h',
      '2026-01-01': '12.00 h',
      '2026-06-30': '12.00 h',
      '2026-07-01': '12.25 h',
      '2026-11-22': '12.25 h',
      '2027-01-01': '',
      '2021-05-05': '',
    },
  ],
  ['NO', 'lateInterestCap', { '2026-06-30': '12.00 h', '2026-11-22': '12.25 h', '2027-02-01': '' }],
  ['NO', 'reminderFee', { '2023-01-01': '35.00 h', '2025-12-31': '35.00 h', '2026-01-01': '38.00 h' }],
  ['NO', 'chargedReminders', { '2026-11-22': '2 h' }],
  ['NO', 'reminderGapDays', { '2026-11-22': '14 h' }],
  ['NO', 'freeReminderDays', { '2026-11-22': '14 h' }],
  ['NO', 'interestCap', { '2026-11-22': 'no number h' }],
  [
    'SE',
    'interestCap',
    {
      '2025-02-28': '',
      '2025-03-01': '22.50 l',
      '2025-07-01': '22.00 m',
      '2026-07-01': '22.00 h',
      '2026-11-20': '22.00 l',
      '2027-01-01': '',
    },
  ],
  ['SE', 'lateInterestCap', { '2025-03-01': '22.50 l', '2025-07-01': '22.00 m', '2026-11-19': '22.00 h', '2027-01-01': '' }],
  [
    'SE',
    'lateInterest',
    {
      '2023-06-01': '',
      '2024-01-01': '12.00 l',
      '2024-07-01': '',
      '2025-01-01': '10.50 l',
      '2025-07-01': '10.00 m',
      '2026-11-22': '10.00 h',
      '2027-01-01': '',
    },
  ],
  ['SE', 'totalCostCap', { '2025-03-01': '100.00 h', '2026-11-20': '100.00 l' }],
  [
    'SE',
    'totalCostCapAbove',
    { '2025-03-01': '1176.00 h', '2026-01-01': '1184.00 h', '2026-11-20': '1184.00 l', '2027-01-01': '' },
  ],
  ['SE', 'startupFeeCap', { '2025-03-01': '588.00 h', '2026-01-01': '592.00 h', '2027-01-01': '' }],
  ['SE', 'reminderFee', { '2026-11-22': '60.00 h' }],
  [
    'FI',
    'interestCap',
    {
      '2023-09-30': '',
      '2023-10-01': '19.00 m',
      '2024-01-01': '19.50 m',
      '2024-07-01': '19.50 h',
      '2025-01-01': '18.50 h',
      '2025-07-01': '17.50 m',
      '2026-01-01': '17.50 h',
      '2026-07-01': '17.50 m',
      '2027-01-01': '',
    },
  ],
  [
    'FI',
    'lateInterest',
    {
      '2023-01-01': '9.50 h',
      '2023-07-01': '11.00 m',
      '2024-01-01': '11.50 m',
      '2024-07-01': '11.50 h',
      '2025-01-01': '10.50 h',
      '2025-07-01': '9.50 m',
      '2026-01-01': '9.50 h',
      '2026-11-22': '9.50 m',
      '2027-01-01': '',
    },
  ],
  ['FI', 'reminderFee', { '2026-11-22': '5.00 m' }],
  ['FI', 'freeReminderDays', { '2026-11-22': '14 m' }],
  ['FI', 'reminderGapDays', { '2026-11-22': '14 l' }],
  [
    'DK',
    'lateInterest',
    {
      '2023-01-01': '9.90 m',
      '2023-07-01': '11.25 m',
      '2024-01-01': '11.75 m',
      '2024-07-01': '11.50 m',
      '2025-01-01': '10.75 h',
      '2025-07-01': '9.75 h',
      '2026-01-01': '9.75 h',
      '2026-07-01': '10.00 h',
      '2027-01-01': '',
    },
  ],
  ['DK', 'lateInterestCap', { '2026-11-22': '10.00 l' }],
  ['DK', 'reminderFee', { '2023-06-01': '', '2026-11-22': '100.00 h' }],
  ['DK', 'chargedReminders', { '2026-11-22': '3 h' }],
  [
    'DE',
    'lateInterest',
    {
      '2024-01-01': '8.62 m',
      '2024-07-01': '8.37 m',
      '2025-01-01': '7.27 m',
      '2025-07-01': '6.27 h',
      '2026-01-01': '6.27 h',
      '2026-07-01': '6.52 h',
      '2027-01-01': '',
    },
  ],
  ['DE', 'reminderFee', { '2019-06-25': '', '2026-11-22': '1.20 l' }],
  ['DE', 'interestCap', { '2026-11-22': 'no number m' }],
  ['AT', 'lateInterest', { '2023-01-01': '4.00 h', '2027-06-01': '4.00 h' }],
  ['AT', 'interestCap', { '2026-11-22': 'no number l' }],
  ['CH', 'lateInterest', { '2026-11-22': '5.00 h', '2027-06-01': '5.00 h' }],
  ['CH', 'installmentRateCap', { '2022-06-01': '10.00 h', '2024-01-01': '12.00 h', '2026-01-01': '10.00 h', '2027-01-01': '' }],
  ['CH', 'accountRateCap', { '2022-06-01': '12.00 h', '2024-01-01': '14.00 h', '2026-01-01': '12.00 h', '2027-01-01': '' }],
  ['CH', 'withdrawalDays', { '2026-11-22': '14 h' }],
  ['CH', 'minimumAge', { '2026-11-22': '18 h' }],
  [
    'NL',
    'lateInterest',
    {
      '2020-01-01': '2.00 h',
      '2023-01-01': '4.00 h',
      '2023-07-01': '6.00 h',
      '2024-01-01': '7.00 h',
      '2025-01-01': '6.00 h',
      '2026-01-01': '4.00 h',
      '2026-07-01': '4.00 h',
      '2027-01-01': '',
    },
  ],
  ['NL', 'installmentRateCap', { '2026-01-01': '12.00 h', '2026-12-31': '12.00 h', '2027-01-01': '' }],
  ['NL', 'minimumAge', { '2026-11-22': '18 m' }],
  [
    'NL',
    'collectionCost',
    {
      '2026-11-22':
        'up to 2500.00: 15 %; up to 5000.00: 10 %; up to 10000.00: 5 %; up to 200000.00: 1 %; above: 0.5 % of the part; at least 40.00, at most 6775.00 h',
    },
  ],
  [
    'BE',
    'installmentRateCap',
    {
      '2023-12-01': 'up to 1250.00: 21.50 %; up to 5000.00: 16.00 %; 13.00 h',
      '2025-06-01': 'up to 1250.00: 20.50 %; up to 5000.00: 15.50 %; 13.00 m',
      '2025-12-01': 'up to 1250.00: 20.50 %; up to 5000.00: 15.50 %; 12.00 m',
      '2026-06-01': '',
    },
  ],
  [
    'BE',
    'accountRateCap',
    {
      '2023-12-01': 'up to 1250.00: 14.00 %; up to 5000.00: 13.00 %; 13.00 h',
      '2025-12-01': 'up to 1250.00: 12.50 %; up to 5000.00: 11.50 %; 11.50 m',
      '2026-06-01': '',
    },
  ],
  [
    'BE',
    'lateInterest',
    { '2023-12-31': '', '2024-01-01': '5.75 h', '2025-01-01': '4.50 h', '2026-11-22': '4.50 h', '2027-01-01': '' },
  ],
  [
    'BE',
    'lateInterestCap',
    {
      '2024-01-01': '12.50 h',
      '2025-01-01': '11.50 h',
      '2025-07-01': '10.50 h',
      '2026-01-01': '10.50 h',
      '2026-07-01': '10.50 m',
      '2027-01-01': '',
    },
  ],
  ['BE', 'reminderFee', { '2026-11-22': '7.50 h' }],
  [
    'BE',
    'collectionCost',
    { '2026-11-22': 'up to 150.00: 20.00; up to 500.00: 30.00 + 10 %; above: 65.00 + 5 % of the part; at most 2000.00 h' },
  ],
];

it('is of each day what was collected for it, with its certainty; where nothing was, it says so', async () => {
  const wrong: string[] = [];
  for (const [country, parameter, days] of collected) {
    for (const [on, expected] of Object.entries(days)) {
      const { rows, notFound } = await lawOf(country, on);
      const row = rows.find((each) => each.parameter === parameter);
      const found = row === undefined ? '' : `${row.value.replace(/ %$/, '')} ${row.certainty[0] ?? ''}`;
      const isMissing = notFound.some((each) => each.parameter === parameter);
      if (found !== expected || isMissing !== (expected === ''))
        wrong.push(`${country} ${parameter} ${on}: ${found || 'not found'}`);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);

it('names no fixed reminder fee where a flat one is void, and no cap of a country whose text was not seen', async () => {
  for (const [country, missing] of [
    ['AT', ['reminderFee', 'lateInterestCap']],
    ['DE', ['lateInterestCap']],
    ['FI', ['lateInterestCap']],
    ['NL', ['reminderFee', 'lateInterestCap']],
  ] as const)
    expect(
      (await lawOf(country, '2026-11-22')).rows.filter(({ parameter }) => missing.some((each) => each === parameter)),
    ).toEqual([]);
});

it('says what changes next, also where it is only that nothing is known', async () => {
  const { next } = await lawOf('NO', '2026-06-01');
  expect(next.find(({ parameter }) => parameter === 'lateInterest')).toMatchObject({ from: '2026-07-01', value: '12.25 %' });
  const now = await lawOf('FI', '2026-11-22');
  const after = now.next.find(({ parameter }) => parameter === 'lateInterest');
  expect([after?.from, after?.value]).toEqual(['2027-01-01', undefined]);
  const belgian = await lawOf('BE', '2026-11-22');
  expect(belgian.notFound).toContainEqual(expect.objectContaining({ parameter: 'installmentRateCap', until: '2026-05-31' }));
});

it('has the duties of the new directive where the country’s own law was seen, and the former ones elsewhere', async () => {
  const dutiesOf = async (country: string, on: string) =>
    (await lawOf(country, on)).rows.find(({ parameter }) => parameter === 'duties')?.value;
  for (const country of ['DE', 'FI']) {
    expect(await dutiesOf(country, '2026-11-19')).toBe('standardInformation, textForm');
    expect(await dutiesOf(country, '2026-11-20')).toMatch(/activeConsent.*humanReview.*forbearance/);
  }
  for (const country of ['NO', 'SE', 'DK', 'AT', 'NL', 'BE'])
    expect([country, await dutiesOf(country, '2026-11-22')]).toEqual([country, 'standardInformation, textForm']);
  expect(await dutiesOf('CH', '2026-11-22')).toBe('creditworthinessTest, textForm, signedWriting');
});

it('is of today where no day is named, and refuses a day before any law it knows', async () => {
  const key = { key: 'sandbox-operator' };
  const all = await app.ask('GET', '/admin/v1/law', undefined, key);
  expect((all.body['countries'] as CountryLaw[]).map(({ country }) => country)).toHaveLength(9);
  for (const query of ['on=1999-01-01', 'on=2026-02-30', 'country=XX', 'day=2026-01-01'])
    expect([query, (await app.ask('GET', `/admin/v1/law?${query}`, undefined, key)).status]).toEqual([query, 400]);
});

it('warns the operator, thirty days before, of what runs out', async () => {
  const warned = async () => JSON.stringify((await app.ask('GET', '/readyz')).body['warnings'] ?? []);
  expect(await warned()).toMatch(/law of BE is known until 2026-05-31 for installmentRateCap, accountRateCap/);
});
