// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, anyAmount, type CostScale, type LawRemark, row } from '../../law/rows.ts';

const decree = 'Besluit kredietvergoeding, Staatsblad 2022, 243: statutory interest + 8 points';
const statutory = 'art. 6:119 and 6:120 BW, rijksoverheid.nl';
/** The last day for which the tables were checked (2026-09-28). */
const checkedUntil = '2026-12-31';

const scale: CostScale = {
  parts: [
    { upToMinor: 250_000n, shareBps: 1500, baseMinor: null },
    { upToMinor: 500_000n, shareBps: 1000, baseMinor: null },
    { upToMinor: 1_000_000n, shareBps: 500, baseMinor: null },
    { upToMinor: 20_000_000n, shareBps: 100, baseMinor: null },
    { upToMinor: null, shareBps: 50, baseMinor: null },
  ],
  leastMinor: 4_000n,
  mostMinor: 677_500n,
  addsUp: true,
};

export const law: readonly AnyLawRow[] = [
  ...(
    [
      ['2020-08-10', 1000],
      ['2023-01-01', 1200],
      ['2023-07-01', 1400],
      ['2024-01-01', 1500],
      ['2025-01-01', 1400],
      ['2026-01-01', 1200],
    ] as const
  ).flatMap(([from, cap]) =>
    (['installmentRateCap', 'accountRateCap'] as const).map((parameter) =>
      row(parameter, from, anyAmount(cap), 'high', decree, 'all charges included', from < '2026-01-01' ? null : checkedUntil),
    ),
  ),
  ...(
    [
      ['2015-01-01', 200],
      ['2023-01-01', 400],
      ['2023-07-01', 600],
      ['2024-01-01', 700],
      ['2025-01-01', 600],
      ['2026-01-01', 400],
    ] as const
  ).map(([from, rate]) => {
    const note = 'compound by year, art. 6:119(2) BW';
    return row('lateInterest', from, rate, 'high', statutory, note, from < '2026-01-01' ? null : checkedUntil);
  }),
  row(
    'collectionCost',
    '2012-07-01',
    scale,
    'high',
    'art. 6:96 BW, Besluit vergoeding voor buitengerechtelijke incassokosten',
    'of a consumer only after a free letter with 14 days to pay; debts are added up by art. 6:96(7) BW',
  ),
  row('freeReminderDays', '2012-07-01', 14, 'high', 'art. 6:96(6) BW', 'the letter before any collection cost'),
  row('terminationPayments', '2016-01-01', 2, 'low', 'art. 7:77(1) BW (recalled)', 'two months late, after a notice'),
  row('terminationNoticeDays', '2016-01-01', 28, 'low', 'art. 7:77(1) BW (recalled)'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: null,
    text: 'A bill would forbid deferred payment to minors, with the age to be verified, and make the contract voidable (art. 4:34b Wft, 7:75(4) BW); it was not law on 2026-08-21. Until then 18 follows from the general law of capacity.',
    certainty: 'high',
    source: 'bill 36924',
  },
  {
    from: null,
    text: 'A draft decree would allow for late deferred payments at most 20.00 a letter and 60.00 a year, 14 days after notice of default, and have the credit register asked for every agreement.',
    certainty: 'low',
    source: 'draft Implementatiebesluit, as reported by a law firm',
  },
];
