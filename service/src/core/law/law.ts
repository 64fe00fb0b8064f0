// The law of the nine countries as dated rows. To change the law, add a row; nothing here is ever edited away, because an
// order is judged by the law of its day. See rows.ts for what a value means.
import { type AnyLawRow, anyAmount, row } from './rows.ts';

const early = '2010-06-11';
const ccd = 'Directive 2008/48/EC';
const ccd2 = 'Directive (EU) 2023/2225';

const union: readonly AnyLawRow[] = [
  row('EEA', 'withdrawalDays', early, 14, 'high', `${ccd} art. 14`),
  row('EEA', 'minimumAge', early, 18, 'medium', 'general contract law of the countries (recalled)'),
  row('EEA', 'duties', early, ['standardInformation', 'textForm'], 'medium', `${ccd} art. 5, 10 (recalled)`),
  row('EEA', 'interestCap', early, null, 'medium', 'no cap at the level of the union'),
  row(
    'EEA',
    'leftOut',
    early,
    { costFree: true, belowMinor: 0n, withinMonths: 0 },
    'medium',
    `${ccd} art. 2(2)(f)`,
    'the limit of 200 EUR and the three months are not used: several countries do not have them',
  ),
  row('EU', 'leftOut', '2026-11-20', { costFree: false, belowMinor: 0n, withinMonths: 0 }, 'high', `${ccd2} art. 2`),
  row(
    'EU',
    'withdrawalDays',
    '2026-11-20',
    14,
    'high',
    `${ccd2} art. 26`,
    'at the latest 12 months and 14 days where the consumer was not informed',
  ),
  row(
    'EU',
    'duties',
    '2026-11-20',
    [
      'standardInformation',
      'withdrawalReminder',
      'advertisingWarning',
      'activeConsent',
      'creditworthinessTest',
      'humanReview',
      'refusalNotice',
      'textForm',
    ],
    'medium',
    `${ccd2} art. 8, 10, 14, 15, 18, 19 (numbers recalled)`,
    'applies from 2026-11-20, also to free credit and to credit of less than 200 EUR',
  ),
];

const norway: readonly AnyLawRow[] = [
  row('NO', 'interestCap', early, null, 'medium', 'recalled; no contrary source found', 'none by statute'),
  row('NO', 'lateInterest', '2016-07-01', 850, 'high', 'regjeringen.no'),
  row('NO', 'lateInterest', '2019-01-01', 875, 'high', 'regjeringen.no'),
  row('NO', 'lateInterest', '2019-07-01', 925, 'high', 'regjeringen.no'),
  row('NO', 'lateInterest', '2022-07-01', 925, 'high', 'regjeringen.no'),
  row('NO', 'lateInterest', '2023-01-01', 1075, 'high', 'regjeringen.no'),
  row('NO', 'lateInterest', '2025-01-01', 1250, 'high', 'FOR-2024-12-19-3279 § 1'),
  row('NO', 'lateInterest', '2025-07-01', 1225, 'low', 'derived: policy rate 4.25 + 8 points', 'FOR-2025-06-23-1321 not seen'),
  row(
    'NO',
    'lateInterest',
    '2026-01-01',
    1200,
    'high',
    'kred.no, set by Finanstilsynet',
    'the rate from 2026-07-01 was not found',
  ),
  row(
    'NO',
    'reminderFee',
    '2026-01-01',
    3_800n,
    'high',
    'inkassoforskriften § 1-2: 1/20 of 750 NOK',
    'a fee only from the first letter sent 14 days or more after the due date (recalled)',
  ),
  row('NO', 'freeReminderDays', '2026-01-01', 14, 'medium', 'inkassoforskriften (recalled)'),
];

const sweden: readonly AnyLawRow[] = [
  row(
    'SE',
    'interestCap',
    '2025-03-01',
    2250,
    'medium',
    'konsumentkreditlagen: reference rate + 20 points',
    'reference rate 2.50 % (recalled)',
  ),
  row(
    'SE',
    'interestCap',
    '2025-07-01',
    2200,
    'low',
    'konsumentkreditlagen: reference rate + 20 points',
    'reference rate 2.00 % (recalled); later half-years not found',
  ),
  row(
    'SE',
    'totalCostCap',
    '2025-03-01',
    10_000,
    'high',
    'konsumentverket.se',
    'interest, fees, late interest and collection at most the credit; held against purchases too, although § 19 b may except them',
  ),
  row('SE', 'startupFeeCap', '2025-03-01', 58_800n, 'medium', '1 % of prisbasbeloppet', '58 800 SEK in 2025 (recalled)'),
  row('SE', 'startupFeeCap', '2026-01-01', 59_200n, 'medium', '1 % of prisbasbeloppet', '59 200 SEK in 2026 (recalled)'),
  row('SE', 'reminderFee', '2023-02-21', 6_000n, 'high', 'imy.se, kredinor.se', 'only if agreed when the debt arose'),
  row('SE', 'lateInterest', '2025-03-01', 2250, 'medium', 'konsumentkreditlagen: the cap holds for late interest too'),
  row('SE', 'lateInterest', '2025-07-01', 2200, 'low', 'konsumentkreditlagen: the cap holds for late interest too'),
];

const finland: readonly AnyLawRow[] = [
  row(
    'FI',
    'interestCap',
    '2023-10-01',
    1900,
    'low',
    'reference rate (korkolaki) + 15 points, never above 20 %',
    'reference rate 4.0 % (recalled)',
  ),
  row('FI', 'interestCap', '2024-01-01', 1950, 'low', 'reference rate + 15 points', 'reference rate 4.5 % (recalled)'),
  row('FI', 'interestCap', '2025-01-01', 1850, 'medium', 'reference rate + 15 points', 'reference rate 3.50 %, korkotutka.fi'),
  row(
    'FI',
    'interestCap',
    '2025-07-01',
    1750,
    'low',
    'reference rate + 15 points',
    'reference rate 2.5 % (recalled); later half-years not found',
  ),
  row(
    'FI',
    'otherCostCap',
    '2023-10-01',
    { perDayMillionths: 100n, atLeastMinor: 500n, perYearMinor: 15_000n },
    'high',
    'korkotutka.fi',
    '0.01 % of the credit a day, at most 150 EUR a year; 5 EUR may be agreed when the term is 30 days or more',
  ),
  row('FI', 'reminderFee', '2024-01-01', 500n, 'medium', 'cash-in.com'),
  row('FI', 'reminderGapDays', '2024-01-01', 14, 'medium', 'recalled'),
];

const denmark: readonly AnyLawRow[] = [
  row('DK', 'installmentRateCap', '2020-07-01', anyAmount(3500), 'high', 'lov om forbrugslånsvirksomheder § 11 a'),
  row('DK', 'accountRateCap', '2020-07-01', anyAmount(3500), 'high', 'lov om forbrugslånsvirksomheder § 11 a'),
  row('DK', 'totalCostCap', '2020-07-01', 10_000, 'high', 'kromannreumert.com', 'not for open-ended revolving credit'),
  row(
    'DK',
    'advertisingBan',
    '2020-07-01',
    2500,
    'high',
    'markedsføringsloven § 11 a',
    'sources say from or over 25 %: 25.0 counts as banned',
  ),
  row('DK', 'reminderFee', '2024-01-01', 10_000n, 'high', 'renteloven § 9 b'),
  row('DK', 'chargedReminders', '2024-01-01', 3, 'high', 'renteloven § 9 b'),
  row('DK', 'reminderGapDays', '2024-01-01', 10, 'high', 'renteloven § 9 b'),
];

const germany: readonly AnyLawRow[] = [
  row(
    'DE',
    'interestCap',
    early,
    null,
    'medium',
    '§ 138 BGB, case law (recalled)',
    'no number: about twice the market rate, or 12 points above it, is usury',
  ),
  row('DE', 'reminderFee', '2026-01-01', 250n, 'medium', 'recalled', 'real cost only; courts accept about 2.50 EUR or less'),
];

const austria: readonly AnyLawRow[] = [
  row('AT', 'interestCap', early, null, 'medium', 'recalled', 'no number'),
  row('AT', 'withdrawalDays', '2024-09-20', 14, 'high', 'infina.at'),
  row(
    'AT',
    'lateInterest',
    '2026-01-01',
    400,
    'medium',
    '§ 1000 ABGB (recalled)',
    'agreed late interest at most 5 points above the contract rate',
  ),
];

const kkg = 'KKG art. 9-12, ordinance of the EJPD';
const switzerland: readonly AnyLawRow[] = [
  row('CH', 'withdrawalDays', '2016-01-01', 14, 'medium', 'KKG art. 16 (recalled)'),
  row('CH', 'minimumAge', '2016-01-01', 18, 'medium', 'general contract law (recalled)'),
  row(
    'CH',
    'duties',
    '2016-01-01',
    ['creditworthinessTest', 'textForm'],
    'medium',
    'KKG art. 9, 28 (recalled)',
    'not bound by the directives of the union',
  ),
  row(
    'CH',
    'leftOut',
    '2016-01-01',
    { costFree: true, belowMinor: 50_000n, withinMonths: 3 },
    'high',
    'KKG art. 7',
    'also above 80 000 CHF, which is above every limit here',
  ),
  row('CH', 'interestCap', early, null, 'medium', kkg, 'the cap is on the annual rate'),
  ...(
    [
      ['2022-01-01', 1000, 1200],
      ['2023-05-01', 1100, 1300],
      ['2024-01-01', 1200, 1400],
      ['2025-01-01', 1100, 1300],
      ['2026-01-01', 1000, 1200],
    ] as const
  ).flatMap(([from, installments, accounts]) => [
    row(
      'CH',
      'installmentRateCap',
      from,
      anyAmount(installments),
      'high',
      kkg,
      'held against every credit, also where the KKG does not apply',
    ),
    row('CH', 'accountRateCap', from, anyAmount(accounts), 'high', kkg),
  ]),
  row('CH', 'lateInterest', '2016-01-01', 500, 'medium', 'OR art. 104 (recalled)'),
];

const netherlands: readonly AnyLawRow[] = [
  row('NL', 'minimumAge', '2026-11-20', 18, 'medium', 'Rijksoverheid'),
  ...(
    [
      ['2020-08-10', 1000, 'high'],
      ['2023-01-01', 1200, 'high'],
      ['2023-07-01', 1400, 'high'],
      ['2024-01-01', 1500, 'high'],
      ['2025-01-01', 1400, 'high'],
      ['2026-01-01', 1200, 'medium'],
    ] as const
  ).flatMap(([from, cap, certainty]) =>
    (['installmentRateCap', 'accountRateCap'] as const).map((parameter) =>
      row(
        'NL',
        parameter,
        from,
        anyAmount(cap),
        certainty,
        'Staatsblad 2022, 243: statutory interest + 8 points',
        'all charges included',
      ),
    ),
  ),
];

const brackets = (to1250: number, to5000: number, above: number) => [
  { upToMinor: 125_000n, capBps: to1250 },
  { upToMinor: 500_000n, capBps: to5000 },
  { upToMinor: null, capBps: above },
];
const table = 'economie.fgov.be';
const belgium: readonly AnyLawRow[] = [
  row('BE', 'installmentRateCap', '2023-06-01', brackets(2150, 1600, 1300), 'high', table),
  row('BE', 'accountRateCap', '2023-06-01', brackets(1300, 1200, 1200), 'high', table, 'credit line without a card'),
  row('BE', 'accountRateCap', '2023-12-01', brackets(1400, 1300, 1300), 'high', table, 'credit line without a card'),
  row(
    'BE',
    'installmentRateCap',
    '2025-06-01',
    brackets(2050, 1550, 1300),
    'low',
    `${table}, changes added up`,
    'assumes no change in 2024',
  ),
  row(
    'BE',
    'accountRateCap',
    '2025-06-01',
    brackets(1250, 1150, 1150),
    'low',
    `${table}, changes added up`,
    'assumes no change in 2024',
  ),
  row(
    'BE',
    'installmentRateCap',
    '2025-12-01',
    brackets(2050, 1550, 1200),
    'low',
    `${table}, changes added up`,
    'verify; may have changed on 2026-06-01',
  ),
  row('BE', 'reminderFee', '2023-09-01', 750n, 'high', 'Book XIX CDE', 'and postage; the first reminder is free'),
  row('BE', 'freeReminderDays', '2023-09-01', 14, 'high', 'Book XIX CDE'),
];

export const lawRows: readonly AnyLawRow[] = [
  ...union,
  ...norway,
  ...sweden,
  ...finland,
  ...denmark,
  ...germany,
  ...austria,
  ...switzerland,
  ...netherlands,
  ...belgium,
];
