// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

const early = '2010-06-11';

export const law: readonly AnyLawRow[] = [
  row('interestCap', early, null, 'medium', 'recalled', 'no number'),
  row('withdrawalDays', '2024-09-20', 14, 'high', 'infina.at'),
  row(
    'lateInterest',
    '2026-01-01',
    400,
    'medium',
    '§ 1000 ABGB (recalled)',
    'agreed late interest at most 5 points above the contract rate',
  ),
];
