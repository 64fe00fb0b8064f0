// The law of credit, in dated rows: a change is a row with a later day (core/law/rows.ts).
import { type AnyLawRow, halfYears, type LawRemark, row } from '../../law/rows.ts';

const computed = '§ 288(1) BGB, base rate computed from the rate of the European Central Bank';
const notInScores = ['age', 'gender', 'name', 'socialNetworks', 'accountMovements', 'specialCategories'] as const;

export const law: readonly AnyLawRow[] = [
  row(
    'scoring',
    '2026-11-20',
    { notInCredit: [...notInScores, 'address'], notInFraud: notInScores, historyAlone: false },
    'high',
    '§ 37a BDSG (BGBl. 2026 I Nr. 139)',
    'age remains a condition of being of age; an address is looked at for the delivery and against fraud, apart from the credit score',
  ),
  row(
    'interestCap',
    '2010-06-11',
    null,
    'medium',
    '§ 138 BGB, case law (stopwucher.de, iff 02/2023)',
    'no number: about twice the market rate, or 12 points above it, is usury; a third mixed limit in court practice',
  ),
  ...halfYears('lateInterest', '§§ 247, 288(1) BGB: base rate + 5 points', 'of a consumer', [
    ['2023-01-01', 662, 'low', computed],
    ['2023-07-01', 812, 'low', computed],
    ['2024-01-01', 862, 'medium', computed],
    ['2024-07-01', 837, 'medium', computed],
    ['2025-01-01', 727, 'medium', computed],
    ['2025-07-01', 627, 'high'],
    ['2026-01-01', 627, 'high'],
    ['2026-07-01', 652, 'high'],
  ]),
  row(
    'reminderFee',
    '2019-06-26',
    120n,
    'low',
    'Federal Court of 2019-06-26, VIII ZR 95/18; the amount is an estimate',
    'no flat fee: print, envelope and postage alone (0.76 in that case), no staff, no IT, no interest; nothing for e-mail and for the letter that first puts the consumer in default',
  ),
  row('terminationShareBps', '2016-03-21', 1000, 'low', '§ 498(1) BGB (recalled)', 'of a term of up to three years'),
  row('terminationPayments', '2016-03-21', 2, 'low', '§ 498(1) BGB (recalled)', 'one after the other'),
  row('terminationNoticeDays', '2016-03-21', 14, 'low', '§ 498(1) BGB (recalled)', 'the notice says that all will be demanded'),
];

export const remarks: readonly LawRemark[] = [
  {
    from: '2019-06-26',
    text: 'A flat reminder fee of 2.50 is void: only what a letter really costs is owed. The court’s finding is certain, the ceiling above is not.',
    certainty: 'high',
    source: 'Federal Court of 2019-06-26, VIII ZR 95/18; OLG Hamburg 10 U 24/13 (5.95 void)',
  },
  {
    from: '2026-11-20',
    text: 'A score may not use age, gender, name, data of social networks, movements of accounts or address data; right to have a person look at it; § 31 BDSG is repealed.',
    certainty: 'high',
    source: '§§ 30(6), 37a BDSG, BGBl. 2026 I Nr. 139',
  },
  {
    from: '2026-11-20',
    text: 'Payments of an invoice that is a credit cover costs, then what is due, then interest on late payment, as those of installments do; of any amount, and where it is free. What was agreed before is paid as it was agreed.',
    certainty: 'medium',
    source:
      '§§ 497(3), 506(1) BGB as in the drafts (noerr.com, banking.vision); before §§ 514(1), 515 BGB, from 200 EUR (haufe.de)',
  },
  {
    from: '2026-11-20',
    text: 'Advertising of credit says “Achtung! Kreditaufnahme kostet Geld.”; without it it is always unfair.',
    certainty: 'high',
    source: 'annex no. 23e UWG, BGBl. 2026 I Nr. 139',
  },
];
