// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, row } from '../../law/rows.ts';

const early = '2010-06-11';
const kkg = 'KKG art. 9-12, ordinance of the EJPD';

export const law: readonly AnyLawRow[] = [
  row('withdrawalDays', '2016-01-01', 14, 'medium', 'KKG art. 16 (recalled)'),
  row('minimumAge', '2016-01-01', 18, 'medium', 'general contract law (recalled)'),
  row(
    'duties',
    '2016-01-01',
    ['creditworthinessTest', 'textForm'],
    'medium',
    'KKG art. 9, 28 (recalled)',
    'not bound by the directives of the union',
  ),
  row(
    'leftOut',
    '2016-01-01',
    { costFree: true, belowMinor: 50_000n, withinMonths: 3 },
    'high',
    'KKG art. 7',
    'also above 80 000 CHF, which is above every limit here',
  ),
  row('interestCap', early, null, 'medium', kkg, 'the cap is on the annual rate'),
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
      'installmentRateCap',
      from,
      anyAmount(installments),
      'high',
      kkg,
      'held against every credit, also where the KKG does not apply',
    ),
    row('accountRateCap', from, anyAmount(accounts), 'high', kkg),
  ]),
  row('lateInterest', '2016-01-01', 500, 'medium', 'OR art. 104 (recalled)'),
];
