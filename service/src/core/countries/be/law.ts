// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, type CostScale, type LawRemark, row } from '../../law/rows.ts';

const brackets = (to1250: number, to5000: number, above: number) => [
  { upToMinor: 125_000n, capBps: to1250 },
  { upToMinor: 500_000n, capBps: to5000 },
  { upToMinor: null, capBps: above },
];
const table = 'economie.fgov.be';
/** Maxima are set anew on 1 June and 1 December; of 2026-06-01 no table was found. */
const foundUntil = '2026-05-31';
const line = 'credit line without a card';
const book = 'Book XIX CDE';

const lumpSum: CostScale = {
  parts: [
    { upToMinor: 15_000n, shareBps: 0, baseMinor: 2_000n },
    { upToMinor: 50_000n, shareBps: 1000, baseMinor: 3_000n },
    { upToMinor: null, shareBps: 500, baseMinor: 6_500n },
  ],
  leastMinor: 0n,
  mostMinor: 200_000n,
};

export const law: readonly AnyLawRow[] = [
  row('installmentRateCap', '2023-06-01', brackets(2150, 1600, 1300), 'high', table),
  row('installmentRateCap', '2025-06-01', brackets(2050, 1550, 1300), 'medium', 'news.economie.fgov.be/250394'),
  row('installmentRateCap', '2025-12-01', brackets(2050, 1550, 1200), 'medium', 'news.economie.fgov.be/258341', '', foundUntil),
  row('accountRateCap', '2023-06-01', brackets(1300, 1200, 1200), 'high', table, line),
  row('accountRateCap', '2023-12-01', brackets(1400, 1300, 1300), 'high', table, line),
  row('accountRateCap', '2025-06-01', brackets(1250, 1150, 1150), 'medium', 'news.economie.fgov.be/250394', line, foundUntil),
  row('lateInterest', '2024-01-01', 575, 'high', 'vjn-legal.be, leuropeinfo.eu, embuild.be', 'civil rate', '2024-12-31'),
  row('lateInterest', '2025-01-01', 450, 'high', 'vjn-legal.be, leuropeinfo.eu, embuild.be', 'civil rate', '2025-12-31'),
  row('lateInterest', '2026-01-01', 450, 'high', 'vjn-legal.be, leuropeinfo.eu, embuild.be', 'civil rate', '2026-12-31'),
  ...(
    [
      ['2024-01-01', 1250, 'high', '2024-12-31'],
      ['2025-01-01', 1150, 'high', '2025-06-30'],
      ['2025-07-01', 1050, 'high', '2025-12-31'],
      ['2026-01-01', 1050, 'high', '2026-06-30'],
      ['2026-07-01', 1050, 'medium', '2026-12-31'],
    ] as const
  ).map(([from, cap, certainty, until]) =>
    row('lateInterestCap', from, cap, certainty, `${book}: rate of the act of 2 August 2002`, '', until),
  ),
  row('reminderFee', '2023-09-01', 750n, 'high', book, 'and postage; the first reminder is free'),
  row('freeReminderDays', '2023-09-01', 14, 'high', book, 'from the third working day after posting, or the day after an e-mail'),
  row('collectionCost', '2023-09-01', lumpSum, 'high', book, 'the most that a clause may ask as a lump sum'),
  row('terminationPayments', '2016-01-01', 2, 'low', 'WER VII.105 (recalled)', 'or a fifth of what is to be paid'),
  row('terminationNoticeDays', '2016-01-01', 31, 'low', 'WER VII.105 (recalled)', 'a month from the registered letter'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: '2023-12-01',
    text: 'Credit lines with a card: 18.00, 16.00 and 15.00 %; from 2025-06-01 16.50, 14.50 and 13.50 %.',
    certainty: 'medium',
    source: 'FPS Economy, news.economie.fgov.be/250394',
  },
  {
    from: null,
    text: 'Maxima move only when the index of March or September differs by 0.75 or more from that of the last change, so that a change on 2026-06-01 is unlikely for lines; it was not found.',
    certainty: 'medium',
    source: 'royal decree of 2016-09-14 art. 12',
  },
  {
    from: null,
    text: 'Reminders and late interest of a credit under Book VII follow art. VII.106 and not Book XIX; its text was not seen.',
    certainty: 'low',
    source: 'terms of a bank',
  },
];
