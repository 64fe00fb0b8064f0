// The law of all places as dated rows: those of the unions here, each country's own in its folder. To change the law, add a row
// with a later day; nothing is ever edited away, because an order is judged by the law of its day.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { type AnyLawRow, duties, type LawRemark, row } from './rows.ts';

/** A row and the country or union it is of. */
export type PlacedRow = AnyLawRow & { readonly place: CountryCode | 'EU' | 'EEA' };

const early = '2010-06-11';
const ccd = 'Directive 2008/48/EC';
const ccd2 = 'Directive (EU) 2023/2225';

const economicArea: readonly AnyLawRow[] = [
  row('withdrawalDays', early, 14, 'high', `${ccd} art. 14`),
  row('minimumAge', early, 18, 'medium', 'vergemålsloven § 2 (NO); general contract law of the others (recalled)'),
  row('duties', early, ['standardInformation', 'textForm'], 'high', `${ccd} art. 5, 10`),
  row(
    'interestCap',
    early,
    null,
    'high',
    'no number at the level of the union; art. 31(1) of the new directive leaves it to the states',
  ),
  row(
    'leftOut',
    early,
    { costFree: true, belowMinor: 0n, withinMonths: 0 },
    'medium',
    `${ccd} art. 2(2)(f)`,
    'the limit of 200 EUR and the three months are not used: several countries do not have them',
  ),
];

/** They hold in a country from the day on which its own law has them (Transposition). */
const union: readonly AnyLawRow[] = [
  row(
    'scoring',
    '2026-11-20',
    {
      notInCredit: ['socialNetworks', 'specialCategories'],
      notInFraud: ['socialNetworks', 'specialCategories'],
      historyAlone: false,
    },
    'high',
    `${ccd2} art. 18(3), 18(11)`,
  ),
  row(
    'leftOut',
    '2026-11-20',
    { costFree: false, belowMinor: 0n, withinMonths: 0 },
    'high',
    `${ccd2} art. 2`,
    'no lower limit; the lighter regime of art. 2(8) is an option that no state was seen to take',
  ),
  row(
    'withdrawalDays',
    '2026-11-20',
    14,
    'high',
    `${ccd2} art. 26`,
    'at the latest 12 months and 14 days, but without end where the consumer was not informed of the right at all; of a linked purchase as long as a longer return policy of the shop',
  ),
  row(
    'duties',
    '2026-11-20',
    duties.filter((duty) => duty !== 'signedWriting'),
    'high',
    `${ccd2} art. 8(1), 9, 10, 12-15, 17-23, 29, 35, 36`,
    'applies from 2026-11-20, also to free credit and to credit of less than 200 EUR',
  ),
];

export const unionRemarks: Readonly<Record<'EEA' | 'EU', readonly LawRemark[]>> = {
  EEA: [
    {
      from: null,
      text: 'Who collects euro by direct debit does not say in which state the payer’s account has to be, if it is reachable: an account of any state of the area is taken for euro, and a contract’s `bankCountries` narrow only what is outside.',
      certainty: 'medium',
      source: 'Regulation (EU) No 260/2012 art. 9(2) (recalled)',
    },
  ],
  EU: [
    {
      from: '2026-11-20',
      text: 'Outside: a supplier’s own deferral, where no third party offers or (of large distance sellers) purchases the credit, free but for limited late charges, paid within 50 days of delivery, of large distance sellers 14; credit above 100 000 EUR; free deferral of an existing debt. So an invoice of 14 days by a third party is credit.',
      certainty: 'high',
      source: `${ccd2} art. 2(2)(c), (h), (i)`,
    },
    {
      from: '2026-11-20',
      text: 'Agreements of before keep the former law; of those without end art. 23, 24, 25(1) second subparagraph, 25(2), 28 and 39 hold too.',
      certainty: 'high',
      source: `${ccd2} art. 2(2)(l), 47`,
    },
    {
      from: '2026-11-20',
      text: 'Default charges only cover cost where a state says so; where states allow more they must cap it.',
      certainty: 'high',
      source: `${ccd2} art. 35(3), 35(4)`,
    },
  ],
};

const placed = (place: PlacedRow['place'], rows: readonly AnyLawRow[]): PlacedRow[] => rows.map((each) => ({ place, ...each }));

export const lawRows: readonly PlacedRow[] = [
  ...placed('EEA', economicArea),
  ...placed('EU', union),
  ...countryCodes.flatMap((country) => placed(country, countries[country].law.rows)),
];
