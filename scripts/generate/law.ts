// docs/law.md: the rows of the law with their sources.
import { countryCodes } from '../../service/src/core/countries/countries.ts';
import { lawRows } from '../../service/src/core/law/law.ts';
import type { AnyLawRow, LawParameter, LeftOut, RateCap } from '../../service/src/core/law/rows.ts';
import { minorToWire } from '../../service/src/core/money.ts';
import { countryName } from '../../service/src/core/texts/names.ts';
import { generatedFrom, table } from './markdown.ts';

const percent = (bps: number): string => `${(bps / 100).toFixed(2)} %`;
const amount = (minor: bigint): string => minorToWire(minor).toFixed(2);
const caps = (rows: readonly RateCap[]): string =>
  rows
    .map(({ upToMinor, capBps }) => (upToMinor === null ? percent(capBps) : `up to ${amount(upToMinor)}: ${percent(capBps)}`))
    .join('; ');

function leftOut({ costFree, belowMinor, withinMonths }: LeftOut): string {
  const kinds = [
    costFree && 'free of interest and charges',
    belowMinor > 0n && `below ${amount(belowMinor)}`,
    withinMonths > 0 && `paid back within ${withinMonths} months`,
  ].filter(Boolean);
  return kinds.length > 0 ? kinds.join('; ') : 'none';
}

const meanings: Readonly<Record<LawParameter, string>> = {
  interestCap: 'Highest nominal yearly rate',
  installmentRateCap: 'Highest annual percentage rate of a plan in installments, by credit',
  accountRateCap: 'Highest annual percentage rate of a revolving account, by credit',
  totalCostCap: 'Highest total cost, of the credit',
  otherCostCap: 'Highest cost beside interest',
  startupFeeCap: 'Highest start-up fee',
  advertisingBan: 'No advertising from this annual percentage rate on',
  reminderFee: 'Highest fee of one reminder',
  chargedReminders: 'Reminders that may be charged',
  reminderGapDays: 'Days between reminders',
  freeReminderDays: 'Days after a first reminder without charge',
  lateInterest: 'Yearly rate on late payments',
  withdrawalDays: 'Days to withdraw',
  minimumAge: 'Minimum age',
  duties: 'Duties of form',
  leftOut: 'Credits left out of the duties of form',
};

function shownValue({ parameter, value }: AnyLawRow): string {
  switch (parameter) {
    case 'interestCap':
      return value === null ? 'no number' : percent(value);
    case 'installmentRateCap':
    case 'accountRateCap':
      return caps(value);
    case 'totalCostCap':
    case 'advertisingBan':
    case 'lateInterest':
      return percent(value);
    case 'otherCostCap':
      return `${Number(value.perDayMillionths) / 10_000} % of the credit a day, at most ${amount(value.perYearMinor)} a year; ${amount(value.atLeastMinor)} in any case`;
    case 'startupFeeCap':
    case 'reminderFee':
      return amount(value);
    case 'duties':
      return value.join(', ');
    case 'leftOut':
      return leftOut(value);
    default:
      return String(value);
  }
}

const places = [
  ['EEA', 'European Economic Area'],
  ['EU', 'European Union'],
  ...countryCodes.map((country) => [country, countryName(country, 'EN')] as const),
] as const;

export function lawPage(): string {
  return `${[
    generatedFrom('service/src/core/law/law.ts'),
    '# The law, as the service holds offers against it',
    '**This is configuration with sources, not legal advice.** Some rows are recalled or derived, as their certainty says; several values are set anew every half year. Whoever runs the service answers for the rows being right on the day.',
    'A plan above a cap on its day is not offered; the decision keeps which cap it was, what the cap and the plan say, and the source. A credit policy may ask for more than the minimum age, never for less. A country without a number has none in its law; the general rules against usury remain. To change the law, add a row with a later day to `law.ts` of the country’s folder (`service/src/core/countries/`): what was decided before is judged by the rows of its day.',
    ...places.flatMap(([place, name]) => [
      `## ${name}`,
      table(
        ['From', 'What', 'Value', 'Certainty', 'Source', 'Note'],
        lawRows
          .filter((row) => row.place === place)
          .map((row) => [row.from, meanings[row.parameter], shownValue(row), row.certainty, row.source, row.note]),
      ),
    ]),
  ].join('\n\n')}\n`;
}
