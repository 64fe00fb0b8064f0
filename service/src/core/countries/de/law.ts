// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

const early = '2010-06-11';

export const law: readonly AnyLawRow[] = [
  row(
    'interestCap',
    early,
    null,
    'medium',
    '§ 138 BGB, case law (recalled)',
    'no number: about twice the market rate, or 12 points above it, is usury',
  ),
  row('reminderFee', '2026-01-01', 250n, 'medium', 'recalled', 'real cost only; courts accept about 2.50 EUR or less'),
];
