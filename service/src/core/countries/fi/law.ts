// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, halfYears, type LawRemark, row } from '../../law/rows.ts';

const bank = 'Bank of Finland, half-yearly notice (korkolaki § 12)';
const computed = 'computed from the rate of the European Central Bank (korkolaki § 12)';

export const law: readonly AnyLawRow[] = [
  ...halfYears('interestCap', bank, 'reference rate + 15 points; never above 20 %, even with the reference rate', [
    ['2023-10-01', 1900, 'medium', computed],
    ['2024-01-01', 1950, 'medium', `${computed}, notice 1/2024 not read`],
    ['2024-07-01', 1950, 'high', `${bank} of 2024-06-25`],
    ['2025-01-01', 1850, 'high'],
    ['2025-07-01', 1750, 'medium', `${computed}, notice 362/2025 not read`],
    ['2026-01-01', 1750, 'high', `${bank} 1407/2025, sttinfo.fi/tiedote/71709487`],
    ['2026-07-01', 1750, 'medium', `${computed}, notice 654/2026 not read`],
  ]),
  ...halfYears('lateInterest', bank, 'reference rate + 7 points', [
    ['2023-01-01', 950, 'high', `${bank} 1276/2022`],
    ['2023-07-01', 1100, 'medium', computed],
    ['2024-01-01', 1150, 'medium', `${computed}, notice 1/2024 not read`],
    ['2024-07-01', 1150, 'high', `${bank} of 2024-06-25`],
    ['2025-01-01', 1050, 'high'],
    ['2025-07-01', 950, 'medium', `${computed}, notice 362/2025 not read`],
    ['2026-01-01', 950, 'high', `${bank} 1407/2025, sttinfo.fi/tiedote/71709487`],
    ['2026-07-01', 950, 'medium', `${computed}, notice 654/2026 not read`],
  ]),
  row(
    'otherCostCap',
    '2023-10-01',
    { perDayMillionths: 100n, atLeastMinor: 500n, perYearMinor: 15_000n },
    'high',
    'korkotutka.fi',
    '0.01 % of the credit a day, at most 150 EUR a year; 5 EUR may be agreed when the term is 30 days or more',
  ),
  row('reminderFee', '2024-01-01', 500n, 'medium', 'perintälaki 513/1999 (ikassa.fi/maksumuistutus, cash-in.com)'),
  row(
    'freeReminderDays',
    '2024-01-01',
    14,
    'medium',
    'perintälaki 513/1999 (ikassa.fi/maksumuistutus)',
    'from the due day to the earliest charged letter; the bill sent 14 days before it',
  ),
  row('reminderGapDays', '2024-01-01', 14, 'low', 'recalled', 'the gap between two reminders was not found'),
  row('terminationShareBps', '2016-01-01', 1000, 'low', 'KSL 7:33 (recalled)'),
  row('terminationLateDays', '2016-01-01', 31, 'low', 'KSL 7:33 (recalled)', 'a month'),
  row('terminationNoticeDays', '2016-01-01', 28, 'low', 'KSL 7:34 (recalled)'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: null,
    text: 'A breach of the duty to test creditworthiness: no interest and no cost is owed.',
    certainty: 'high',
    source: 'HE 120/2025',
  },
  {
    from: null,
    text: 'Whether the sections on caps were renumbered in chapter 7 of the consumer protection act by act 31/2026 was not found.',
    certainty: 'low',
    source: 'act 31/2026, text of chapter 7 not seen',
  },
];
