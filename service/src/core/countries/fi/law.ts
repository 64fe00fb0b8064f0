// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

export const law: readonly AnyLawRow[] = [
  row(
    'interestCap',
    '2023-10-01',
    1900,
    'low',
    'reference rate (korkolaki) + 15 points, never above 20 %',
    'reference rate 4.0 % (recalled)',
  ),
  row('interestCap', '2024-01-01', 1950, 'low', 'reference rate + 15 points', 'reference rate 4.5 % (recalled)'),
  row('interestCap', '2025-01-01', 1850, 'medium', 'reference rate + 15 points', 'reference rate 3.50 %, korkotutka.fi'),
  row(
    'interestCap',
    '2025-07-01',
    1750,
    'low',
    'reference rate + 15 points',
    'reference rate 2.5 % (recalled); later half-years not found',
  ),
  row(
    'otherCostCap',
    '2023-10-01',
    { perDayMillionths: 100n, atLeastMinor: 500n, perYearMinor: 15_000n },
    'high',
    'korkotutka.fi',
    '0.01 % of the credit a day, at most 150 EUR a year; 5 EUR may be agreed when the term is 30 days or more',
  ),
  row('reminderFee', '2024-01-01', 500n, 'medium', 'cash-in.com'),
  row('reminderGapDays', '2024-01-01', 14, 'medium', 'recalled'),
];
