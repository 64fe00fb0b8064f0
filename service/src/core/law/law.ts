// The law of all places as dated rows: those of the unions here, each country's own in its folder. To change the law, add a row
// with a later day; nothing is ever edited away, because an order is judged by the law of its day.
import { type CountryCode, countries, countryCodes } from '../countries/countries.ts';
import { type AnyLawRow, row } from './rows.ts';

/** A row and the country or union it is of. */
export type PlacedRow = AnyLawRow & { readonly place: CountryCode | 'EU' | 'EEA' };

const early = '2010-06-11';
const ccd = 'Directive 2008/48/EC';
const ccd2 = 'Directive (EU) 2023/2225';

const economicArea: readonly AnyLawRow[] = [
  row('withdrawalDays', early, 14, 'high', `${ccd} art. 14`),
  row('minimumAge', early, 18, 'medium', 'general contract law of the countries (recalled)'),
  row('duties', early, ['standardInformation', 'textForm'], 'medium', `${ccd} art. 5, 10 (recalled)`),
  row('interestCap', early, null, 'medium', 'no cap at the level of the union'),
  row(
    'leftOut',
    early,
    { costFree: true, belowMinor: 0n, withinMonths: 0 },
    'medium',
    `${ccd} art. 2(2)(f)`,
    'the limit of 200 EUR and the three months are not used: several countries do not have them',
  ),
];

const union: readonly AnyLawRow[] = [
  row('leftOut', '2026-11-20', { costFree: false, belowMinor: 0n, withinMonths: 0 }, 'high', `${ccd2} art. 2`),
  row(
    'withdrawalDays',
    '2026-11-20',
    14,
    'high',
    `${ccd2} art. 26`,
    'at the latest 12 months and 14 days where the consumer was not informed',
  ),
  row(
    'duties',
    '2026-11-20',
    [
      'standardInformation',
      'withdrawalReminder',
      'advertisingWarning',
      'activeConsent',
      'creditworthinessTest',
      'humanReview',
      'refusalNotice',
      'textForm',
    ],
    'medium',
    `${ccd2} art. 8, 10, 14, 15, 18, 19 (numbers recalled)`,
    'applies from 2026-11-20, also to free credit and to credit of less than 200 EUR',
  ),
];

const placed = (place: PlacedRow['place'], rows: readonly AnyLawRow[]): PlacedRow[] => rows.map((each) => ({ place, ...each }));

export const lawRows: readonly PlacedRow[] = [
  ...placed('EEA', economicArea),
  ...placed('EU', union),
  ...countryCodes.flatMap((country) => placed(country, countries[country].law.rows)),
];
