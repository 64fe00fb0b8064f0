// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, type Certainty, type HalfYear, halfYears, type LawRemark, row } from '../../law/rows.ts';

const act = 'konsumentkreditlagen (2010:1846)';
/** On this day the act of 2010 ends; the text of the new one was not seen, so that what it takes over is no longer certain. */
const newAct = '2026-11-20';
const unseen = 'of the act of 2010, repealed on this day; the new act was not seen';

/** Reference rate + 20 points: the same number for credit interest and for agreed late interest. */
const caps: readonly HalfYear<number>[] = [
  ['2025-03-01', 2250, 'low', `${act} § 19 a, Lag (2024:1238); reference rate 2.50 (recalled)`],
  ['2025-07-01', 2200, 'medium'],
  ['2026-01-01', 2200, 'high'],
  ['2026-07-01', 2200, 'high'],
  [newAct, 2200, 'low', `${act} § 19 a: ${unseen}`],
];
const capRule = `${act} § 19 a: reference rate + 20 points`;

/** Held while the act of 2010 was in force, and with less certainty since. */
function lasting(
  parameter: 'totalCostCap' | 'totalCostCapAbove' | 'startupFeeCap',
  from: string,
  value: number | bigint,
  until: string | null,
  [source, note]: readonly [source: string, note: string],
): AnyLawRow[] {
  const made = (day: string, certainty: Certainty, own: string): AnyLawRow =>
    row(parameter, day, value as never, certainty, own, note, until);
  const ends = until !== null && until < newAct;
  return ends ? [made(from, 'high', source)] : [made(from, 'high', source), made(newAct, 'low', `${source}: ${unseen}`)];
}

const base = '1 % of the year’s prisbasbelopp';
const purchases = 'also not for an account that mainly concerns purchases';

export const law: readonly AnyLawRow[] = [
  ...halfYears('interestCap', capRule, '', caps),
  ...halfYears('lateInterestCap', capRule, 'no other damages for delay beside late interest', caps),
  ...halfYears('lateInterest', 'räntelagen § 6: reference rate + 8 points', 'running interest follows, § 7', [
    ['2024-01-01', 1200, 'low', 'räntelagen § 6: reference rate 4.00 (capway.se) + 8 points'],
    ['2025-01-01', 1050, 'low', 'räntelagen § 6: reference rate 2.50 (recalled) + 8 points'],
    ['2025-07-01', 1000, 'medium'],
    ['2026-01-01', 1000, 'high'],
    ['2026-07-01', 1000, 'high'],
  ]),
  ...lasting('totalCostCap', '2025-03-01', 10_000, null, [
    `${act} § 19 b`,
    'interest, fees, late interest and collection at most the credit; of an account, of each use',
  ]),
  ...lasting('totalCostCapAbove', '2025-03-01', 117_600n, '2025-12-31', [`${act} § 19 b: 2 % of 58 800`, purchases]),
  ...lasting('totalCostCapAbove', '2026-01-01', 118_400n, '2026-12-31', [`${act} § 19 b: 2 % of 59 200`, purchases]),
  ...lasting('startupFeeCap', '2025-03-01', 58_800n, '2025-12-31', [`${act} § 19 c: ${base}`, '58 800 SEK in 2025']),
  ...lasting('startupFeeCap', '2026-01-01', 59_200n, '2026-12-31', [`${act} § 19 c: ${base}`, '59 200 SEK in 2026']),
  row('reminderFee', '2023-02-21', 6_000n, 'high', 'imy.se, kredinor.se', 'only if agreed when the debt arose'),
  row('terminationShareBps', '2016-01-01', 1000, 'high', `${act} § 33`, 'of the claim; 5 % where it is two installments or more'),
  row('terminationLateDays', '2016-01-01', 32, 'high', `${act} § 33`, 'more than a month'),
  row(
    'terminationNoticeDays',
    '2016-01-01',
    28,
    'high',
    `${act} § 34`,
    'by registered letter; paid within it, nothing falls due',
  ),
];

export const remarks: readonly LawRemark[] = [
  {
    from: null,
    text: 'From 2027-01-01 the start-up fee is expected at 596.00: the statistical office reckoned a prisbasbelopp of 59 600; the decision was not seen.',
    certainty: 'medium',
    source: 'SCB, 2026-07-15',
  },
  {
    from: '2025-03-01',
    text: 'The term may be lengthened once, unless it is free or a reasonable payment plan. Nothing here lengthens a term for a fee.',
    certainty: 'high',
    source: `${act} § 36 a`,
  },
  {
    from: '2023-02-21',
    text: 'Beside the reminder: a collection demand 180.00, a payment plan 170.00.',
    certainty: 'high',
    source: 'imy.se',
  },
  {
    from: null,
    text: 'A cash deposit of 20 % of the cash price of goods bought on credit, unless there are special circumstances.',
    certainty: 'high',
    source: `${act} § 26`,
  },
];
