// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, row } from '../../law/rows.ts';

const early = '2010-06-11';

export const law: readonly AnyLawRow[] = [
  row('interestCap', early, null, 'medium', 'recalled; no contrary source found', 'none by statute'),
  row('lateInterest', '2016-07-01', 850, 'high', 'regjeringen.no'),
  row('lateInterest', '2019-01-01', 875, 'high', 'regjeringen.no'),
  row('lateInterest', '2019-07-01', 925, 'high', 'regjeringen.no'),
  row('lateInterest', '2022-07-01', 925, 'high', 'regjeringen.no'),
  row('lateInterest', '2023-01-01', 1075, 'high', 'regjeringen.no'),
  row('lateInterest', '2025-01-01', 1250, 'high', 'FOR-2024-12-19-3279 § 1'),
  row('lateInterest', '2025-07-01', 1225, 'low', 'derived: policy rate 4.25 + 8 points', 'FOR-2025-06-23-1321 not seen'),
  row('lateInterest', '2026-01-01', 1200, 'high', 'kred.no, set by Finanstilsynet', 'the rate from 2026-07-01 was not found'),
  row(
    'reminderFee',
    '2026-01-01',
    3_800n,
    'high',
    'inkassoforskriften § 1-2: 1/20 of 750 NOK',
    'a fee only from the first letter sent 14 days or more after the due date (recalled)',
  ),
  row('freeReminderDays', '2026-01-01', 14, 'medium', 'inkassoforskriften (recalled)'),
];
