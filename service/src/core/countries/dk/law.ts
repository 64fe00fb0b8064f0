// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, type HalfYear, halfYears, type LawRemark, row } from '../../law/rows.ts';

/** The lending rate of the National Bank on 1 January and 1 July + 8 points. */
const late: readonly HalfYear<number>[] = [
  ['2023-01-01', 990, 'medium'],
  ['2023-07-01', 1125, 'medium'],
  ['2024-01-01', 1175, 'medium'],
  ['2024-07-01', 1150, 'medium'],
  ['2025-01-01', 1075, 'high'],
  ['2025-07-01', 975, 'high'],
  ['2026-01-01', 975, 'high'],
  ['2026-07-01', 1000, 'high'],
];

export const law: readonly AnyLawRow[] = [
  row('installmentRateCap', '2020-07-01', anyAmount(3500), 'high', 'lov om forbrugslånsvirksomheder § 11 a'),
  row('accountRateCap', '2020-07-01', anyAmount(3500), 'high', 'lov om forbrugslånsvirksomheder § 11 a'),
  row('totalCostCap', '2020-07-01', 10_000, 'high', 'kromannreumert.com', 'not for open-ended revolving credit'),
  row(
    'advertisingBan',
    '2020-07-01',
    2500,
    'high',
    'markedsføringsloven § 11 a',
    'sources say from or over 25 %: 25.0 counts as banned',
  ),
  ...halfYears('lateInterest', 'renteloven § 5: lending rate + 8 points', '', late),
  ...halfYears(
    'lateInterestCap',
    'renteloven (recalled)',
    'the statutory rate is also the most that may be agreed',
    late.map(([from, value]): HalfYear<number> => [from, value, 'low']),
  ),
  row('reminderFee', '2024-01-01', 10_000n, 'high', 'renteloven § 9 b'),
  row('chargedReminders', '2024-01-01', 3, 'high', 'renteloven § 9 b'),
  row('reminderGapDays', '2024-01-01', 10, 'high', 'renteloven § 9 b'),
  row('terminationShareBps', '2016-01-01', 1000, 'low', 'kreditaftaleloven § 29 (recalled)'),
  row('terminationLateDays', '2016-01-01', 30, 'low', 'kreditaftaleloven § 29 (recalled)'),
];

export const remarks: readonly LawRemark[] = [];
