// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

export const law: readonly AnyLawRow[] = [
  row(
    'interestCap',
    '2025-03-01',
    2250,
    'medium',
    'konsumentkreditlagen: reference rate + 20 points',
    'reference rate 2.50 % (recalled)',
  ),
  row(
    'interestCap',
    '2025-07-01',
    2200,
    'low',
    'konsumentkreditlagen: reference rate + 20 points',
    'reference rate 2.00 % (recalled); later half-years not found',
  ),
  row(
    'totalCostCap',
    '2025-03-01',
    10_000,
    'high',
    'konsumentverket.se',
    'interest, fees, late interest and collection at most the credit; held against purchases too, although § 19 b may except them',
  ),
  row('startupFeeCap', '2025-03-01', 58_800n, 'medium', '1 % of prisbasbeloppet', '58 800 SEK in 2025 (recalled)'),
  row('startupFeeCap', '2026-01-01', 59_200n, 'medium', '1 % of prisbasbeloppet', '59 200 SEK in 2026 (recalled)'),
  row('reminderFee', '2023-02-21', 6_000n, 'high', 'imy.se, kredinor.se', 'only if agreed when the debt arose'),
  row('lateInterest', '2025-03-01', 2250, 'medium', 'konsumentkreditlagen: the cap holds for late interest too'),
  row('lateInterest', '2025-07-01', 2200, 'low', 'konsumentkreditlagen: the cap holds for late interest too'),
];
