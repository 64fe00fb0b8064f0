// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

const brackets = (to1250: number, to5000: number, above: number) => [
  { upToMinor: 125_000n, capBps: to1250 },
  { upToMinor: 500_000n, capBps: to5000 },
  { upToMinor: null, capBps: above },
];
const table = 'economie.fgov.be';

export const law: readonly AnyLawRow[] = [
  row('installmentRateCap', '2023-06-01', brackets(2150, 1600, 1300), 'high', table),
  row('accountRateCap', '2023-06-01', brackets(1300, 1200, 1200), 'high', table, 'credit line without a card'),
  row('accountRateCap', '2023-12-01', brackets(1400, 1300, 1300), 'high', table, 'credit line without a card'),
  row(
    'installmentRateCap',
    '2025-06-01',
    brackets(2050, 1550, 1300),
    'low',
    `${table}, changes added up`,
    'assumes no change in 2024',
  ),
  row(
    'accountRateCap',
    '2025-06-01',
    brackets(1250, 1150, 1150),
    'low',
    `${table}, changes added up`,
    'assumes no change in 2024',
  ),
  row(
    'installmentRateCap',
    '2025-12-01',
    brackets(2050, 1550, 1200),
    'low',
    `${table}, changes added up`,
    'verify; may have changed on 2026-06-01',
  ),
  row('reminderFee', '2023-09-01', 750n, 'high', 'Book XIX CDE', 'and postage; the first reminder is free'),
  row('freeReminderDays', '2023-09-01', 14, 'high', 'Book XIX CDE'),
];
