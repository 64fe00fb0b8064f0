// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, row } from '../../law/rows.ts';

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
  row('reminderFee', '2024-01-01', 10_000n, 'high', 'renteloven § 9 b'),
  row('chargedReminders', '2024-01-01', 3, 'high', 'renteloven § 9 b'),
  row('reminderGapDays', '2024-01-01', 10, 'high', 'renteloven § 9 b'),
];
