// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, type HalfYear, halfYears, type LawRemark, row } from '../../law/rows.ts';

const early = '2010-06-11';
const collection = 'inkassoforskriften';
const recalled = 'recalled: policy rate 3.75 + 8 points';

/** The policy rate of 1 January and 1 July + at least 8 points; set by regulation. */
const late: readonly HalfYear<number>[] = [
  ['2016-07-01', 850, 'high', 'regjeringen.no'],
  ['2019-01-01', 875, 'high', 'regjeringen.no'],
  ['2019-07-01', 925, 'high', 'regjeringen.no'],
  ['2020-01-01', 950, 'low', 'sergel.no'],
  ['2022-07-01', 925, 'high', 'regjeringen.no'],
  ['2023-01-01', 1075, 'high', 'regjeringen.no'],
  ['2023-07-01', 1175, 'low', recalled],
  ['2024-01-01', 1250, 'high', 'FOR-2023-12-14-2043'],
  ['2024-07-01', 1250, 'high', 'FOR-2024-06-26-1320'],
  ['2025-01-01', 1250, 'high', 'FOR-2024-12-19-3279 § 1'],
  ['2025-07-01', 1225, 'high', 'FOR-2025-06-23-1321'],
  ['2026-01-01', 1200, 'high', 'FOR-2025-12-18-2658'],
  ['2026-07-01', 1225, 'high', 'FOR-2026-06-25-1372'],
];

export const law: readonly AnyLawRow[] = [
  row('interestCap', early, null, 'high', 'finansavtaleloven § 5-7', 'no number; terms in obvious disproportion are void'),
  ...halfYears('lateInterest', 'forsinkelsesrenteloven § 3', 'a running contract rate may be taken instead', late),
  ...halfYears(
    'lateInterestCap',
    'forsinkelsesrenteloven § 4',
    'with a consumer no agreed rate above the statutory one; beside it only what inkassoloven §§ 17-20 allow',
    late,
  ),
  row('reminderFee', '2020-10-01', 3_500n, 'high', `${collection} § 1-2: 1/20 of 700 NOK (FOR-2018-12-20-2050)`),
  row('reminderFee', '2026-01-01', 3_800n, 'high', `${collection} § 1-2: 1/20 of 750 NOK (FOR-2025-12-19-2709)`, 'whole krone'),
  row('freeReminderDays', '2020-10-01', 14, 'medium', `${collection} § 1-2`, 'seen as it stands in 2026'),
  row('freeReminderDays', '2026-01-01', 14, 'high', `${collection} § 1-2`, 'from the due day to the earliest charged letter'),
  row(
    'chargedReminders',
    '2026-01-01',
    2,
    'high',
    `${collection} § 1-3`,
    'two reminders, or one and a collection notice; again after six months',
  ),
  row(
    'reminderGapDays',
    '2026-01-01',
    14,
    'high',
    `${collection} § 1-3`,
    'the second only after a deadline of 14 days or more in the first was missed',
  ),
];

export const remarks: readonly LawRemark[] = [
  {
    from: '2026-01-01',
    text: 'The creditor’s own demand for payment may cost 113.00 (3/20 of 750 NOK).',
    certainty: 'high',
    source: `${collection} § 1-2`,
  },
  {
    from: null,
    text: 'A fee for the first bill: the actual cost at most, and only where it could be asked before the due day.',
    certainty: 'high',
    source: 'inkassoloven § 18, finansavtaleloven § 2-4',
  },
  {
    from: null,
    text: 'A new inkassolov was adopted on 2026-05-22; the day of its force was not set on 2026-10-06, 2027-01-01 was signalled. Fees follow a regulation that is still to come, and none on claims incurred as a minor.',
    certainty: 'medium',
    source: 'LOV-2026-05-22-19',
  },
];
