// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, row } from '../../law/rows.ts';

export const law: readonly AnyLawRow[] = [
  row('minimumAge', '2026-11-20', 18, 'medium', 'Rijksoverheid'),
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
