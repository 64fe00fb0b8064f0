// docs/law.md: the rows of the law with their sources.
import { countries, countryCodes } from '../../service/src/core/countries/countries.ts';
import { lawRows, unionRemarks } from '../../service/src/core/law/law.ts';
import { meanings, shownValue } from '../../service/src/core/law/shown.ts';
import { countryName } from '../../service/src/core/texts/names.ts';
import { generatedFrom, table } from './markdown.ts';

const places = [
  ['EEA', 'European Economic Area'],
  ['EU', 'European Union'],
  ...countryCodes.map((country) => [country, countryName(country, 'EN')] as const),
] as const;

/** What decides nothing, below the rows of a place. */
function remarksOf(place: (typeof places)[number][0]): string[] {
  const remarks = place === 'EEA' || place === 'EU' ? unionRemarks[place] : countries[place].law.remarks;
  if (remarks.length === 0) return [];
  return [
    remarks
      .map(({ from, text, certainty, source }) => `- ${from === null ? '' : `From ${from}: `}${text} (${source}; ${certainty})`)
      .join('\n'),
  ];
}

const transpositions = (): string =>
  table(
    ['Country', 'New duties from', 'Certainty', 'Source'],
    countryCodes.flatMap((country) => {
      const { transposition } = countries[country].law;
      if (transposition === null) return [[countryName(country, 'EN'), 'not bound', 'high', '']];
      const { from, certainty, source } = transposition;
      return [[countryName(country, 'EN'), from ?? 'not seen: the former duties hold', certainty, source]];
    }),
  );

const contacts = (): string =>
  table(
    ['Country', 'Debt advice', 'Supervises creditors', 'Certainty', 'Source'],
    countryCodes.map((country) => {
      const { debtAdvice, supervisor } = countries[country].law;
      const certainties = [debtAdvice.certainty, ...(supervisor ? [supervisor.certainty] : [])].join(', ');
      const sources = [debtAdvice.source, ...(supervisor ? [supervisor.source] : [])].join('; ');
      return [countryName(country, 'EN'), debtAdvice.text, supervisor?.text ?? '', certainties, sources];
    }),
  );

export function lawPage(): string {
  return `${[
    generatedFrom('service/src/core/countries/*/law.ts and service/src/core/law/law.ts'),
    '# The law, as the service holds offers against it',
    '**This is configuration with sources, not legal advice.** Some rows are recalled or derived, as their certainty says; several values are set anew every half year. Whoever runs the service answers for the rows being right on the day.',
    'A plan above a cap on its day is not offered; the decision keeps which cap it was, what the cap and the plan say, and the source. A credit policy may ask for more than the minimum age, never for less. A country without a number has none in its law; the general rules against usury remain. To change the law, add a row with a later day to `law.ts` of the country’s folder (`service/src/core/countries/`): what was decided before is judged by the rows of its day.',
    'A value with a last day (“until”) is known no longer than that: of the days after it nothing is known, and nothing is assumed. An offer goes on being held against the last cap that was known, as none would be worse; no interest on late payments is charged for days whose rate is not known. Thirty days before, `/readyz` and `dps doctor` warn; `dps law --on DAY` shows the rows of a day, what is not known of it, and what changes next.',
    '## Directive (EU) 2023/2225, country by country',
    'Its rows hold in a country from the day on which its own law was seen to have them. Where none was seen the former duties go on; once it is, the day is entered as `transposition` in `country.ts` of its folder.',
    transpositions(),
    '## When the form was given, and letters about an agreement',
    'The form comes with the agreement (`contractUrl` in the checkout, `agreementUrl` of a customer account). Recorded is when the shop got it, and when it was first fetched by the consumer’s link; programs that look at links count as well. The first counts: the service does not see when a shop hands it on, which the shop has to do at once (art. 10(1), 10(10)).',
    'Where that is less than one day before the agreement is concluded, or there was no form, a reminder of the right of withdrawal is made from the next day on (`withdrawalReminder`, art. 10(1)), within an hour, or where it was concluded later than the order was placed within a day: a document and an event to the shop, which sends it on, as reminders of payment. It is not made of companies, nor of what was voided, withdrawn from, stopped or erased. An order without a contract has no form: it is reminded of, and its right of withdrawal does not end.',
    'An update of an order that changes its total without a new agreement makes a notice (`modificationNotice`, art. 22) in the same moment: it follows a change of the purchase, and there is none before it. No operation changes the borrowing rate, the fees or the limit of what was agreed, so art. 23 has no case; what an agreement says of days to pay and of costs of being late stays when the merchant’s contract changes. Invoices without an agreement follow the merchant’s contract.',
    '## Where a consumer turns',
    'Agreements and, where the law asks for it, reminders name them (Directive (EU) 2023/2225 art. 21(1)(w), 21(1)(x), 36). A payee that names an authority of its own (`supervisoryAuthority`) is supervised by that one.',
    contacts(),
    ...places.flatMap(([place, name]) => [
      `## ${name}`,
      table(
        ['From', 'Until', 'What', 'Value', 'Certainty', 'Source', 'Note'],
        lawRows
          .filter((row) => row.place === place)
          .map((row) => [
            row.from,
            row.until ?? '',
            meanings[row.parameter],
            shownValue(row),
            row.certainty,
            row.source,
            row.note,
          ]),
      ),
      ...remarksOf(place),
    ]),
  ].join('\n\n')}\n`;
}
