// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, type LawRemark, row } from '../../law/rows.ts';

export const law: readonly AnyLawRow[] = [
  row('interestCap', '2010-06-11', null, 'low', 'recalled; nothing contrary found', 'no number'),
  row('withdrawalDays', '2024-09-20', 14, 'high', 'infina.at'),
  row(
    'lateInterest',
    '2019-01-01',
    400,
    'high',
    '§§ 1000, 1333(1) ABGB: OGH 10 Ob 14/18h, 7 Ob 217/16m',
    'a minimum lump sum; may be agreed otherwise',
  ),
  row('terminationNoticeDays', '2016-01-01', 14, 'low', 'VKrG § 14(3) (recalled)', 'and at least six weeks late'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: null,
    text: 'No fixed reminder fee holds: a clause has to tie the cost to fault of the consumer, to what is necessary, and to a fair relation to the claim; flat or stepped fees are void. Nothing is charged.',
    certainty: 'high',
    source: '§ 1333(2) ABGB: OGH 7 Ob 217/16m; OLG Wien 5 R 149/16t',
  },
  {
    from: null,
    text: 'Agreed late interest at most 5 points above the contract rate; the text was not seen. A court accepted 10 % and base + 10 where there was no contract rate.',
    certainty: 'low',
    source: '§ 6(1) no. 13 KSchG (recalled)',
  },
];
