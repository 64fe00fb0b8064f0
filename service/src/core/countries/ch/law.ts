// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, type LawRemark, row } from '../../law/rows.ts';

const kkg = 'KKG art. 9(2)(b), 14, VKKG art. 1: market rate + 10 (accounts + 12)';

export const law: readonly AnyLawRow[] = [
  row('withdrawalDays', '2016-01-01', 14, 'high', 'KKG art. 16', 'in writing, from the copy of the contract on'),
  row(
    'minimumAge',
    '2016-01-01',
    18,
    'high',
    'KKG art. 13',
    'minors only with the written consent of the representative; stricter is allowed',
  ),
  row(
    'duties',
    '2016-01-01',
    ['creditworthinessTest', 'textForm', 'signedWriting'],
    'high',
    'KKG art. 9, 11, 12, 15, 28-32',
    'signed by hand or with a qualified signature, with a copy: else void, and only the capital is owed in equal parts; not bound by the directives of the union',
  ),
  row(
    'leftOut',
    '2016-01-01',
    { costFree: true, belowMinor: 50_000n, withinMonths: 3 },
    'high',
    'KKG art. 7',
    'within three months whatever it costs; also above 80 000 CHF, which is above every limit here',
  ),
  row('interestCap', '2010-06-11', null, 'high', kkg, 'the cap is on the effective rate of the contract'),
  ...(
    [
      ['2021-01-01', 1000, 1200],
      ['2022-01-01', 1000, 1200],
      ['2023-05-01', 1100, 1300],
      ['2024-01-01', 1200, 1400],
      ['2025-01-01', 1100, 1300],
      ['2026-01-01', 1000, 1200],
    ] as const
  ).flatMap(([from, installments, accounts]) => {
    const until = from === '2026-01-01' ? '2026-12-31' : null;
    const note = 'held against every credit, also where the KKG does not apply';
    return [
      row('installmentRateCap', from, anyAmount(installments), 'high', kkg, note, until),
      row('accountRateCap', from, anyAmount(accounts), 'high', kkg, '', until),
    ];
  }),
  row(
    'lateInterest',
    '2016-01-01',
    500,
    'high',
    'OR art. 104; KKG art. 18(3)',
    'or the higher contract rate; under the KKG never above the agreed rate',
  ),
  row('terminationShareBps', '2016-01-01', 1000, 'high', 'KKG art. 18(1)', 'of the net credit'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: null,
    text: 'Caps from 2027-01-01 were not found; with a market rate near 0 the floor of 10 % and 12 % would stay.',
    certainty: 'low',
    source: 'VKKG art. 1, market rate of August 2026',
  },
];
