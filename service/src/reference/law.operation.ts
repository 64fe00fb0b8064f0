// The law as the service holds offers and reminders against it, on a day: what is in force, what is not known, what comes next.
import { type CountryCode, countries, countryCodes } from '../core/countries/countries.ts';
import { type Day, dayAt, isDay } from '../core/dates.ts';
import { lawOfDay } from '../core/law/day.ts';
import { unionRemarks } from '../core/law/law.ts';
import { firstDay } from '../core/law/law-on.ts';
import type { AnyLawRow } from '../core/law/rows.ts';
import { meanings, shownValue } from '../core/law/shown.ts';
import { reading, words } from '../http/filters.ts';
import { operation } from '../http/operation.ts';
import { DayText, Opt, Type } from '../wire/schema.ts';

const asDay = (sent: string): Day | undefined => (isDay(sent) && sent >= firstDay ? sent : undefined);
const filters = {
  on: reading(10, `a day from ${firstDay} on`, asDay, 'The day; today where nothing is said.'),
  country: words(countryCodes, 'Countries'),
};

const Parameter = { parameter: Type.String(), about: Type.String() };
const Row = Type.Object(
  {
    ...Parameter,
    value: Type.String({ description: 'As people read it; amounts in the currency of the country.' }),
    from: DayText(),
    until: Opt(DayText('The last day for which it is known to hold.')),
    certainty: Type.String(),
    source: Type.String(),
    note: Opt(Type.String()),
  },
  { title: 'LawRow' },
);
const CountryLaw = Type.Object(
  {
    country: Type.String(),
    rows: Type.Array(Row),
    notFound: Type.Array(Type.Object({ ...Parameter, until: Opt(DayText('The day on which the last known value ran out.')) }), {
      description: 'Known for other days and not for this one; the value of a neighbouring day is never given.',
    }),
    next: Type.Array(
      Type.Object({
        ...Parameter,
        from: DayText(),
        value: Opt(Type.String({ description: 'Missing: from this day on nothing is known.' })),
      }),
      { description: 'Of each parameter what changes next.' },
    ),
    transposition: Opt(
      Type.Object(
        { from: Opt(DayText()), certainty: Type.String(), source: Type.String() },
        { description: 'Since when its own law has Directive (EU) 2023/2225. Without a day: not seen, the former duties go on.' },
      ),
    ),
    remarks: Type.Array(
      Type.Object({ from: Opt(DayText()), text: Type.String(), certainty: Type.String(), source: Type.String() }),
      { description: 'Worth knowing; no value of the service.' },
    ),
  },
  { title: 'CountryLaw' },
);

export const getLaw = operation({
  id: 'getLaw',
  method: 'GET',
  path: '/admin/v1/law',
  summary: 'The law of the countries on a day, with its sources',
  about:
    'Configuration with sources, not legal advice. `?on=2026-07-01&country=SE`; without a day it is today’s, of each country its own.',
  scope: 'admin:read',
  // It is of countries and of no organisation's merchants.
  keepsToOrganisation: true,
  query: filters,
  answer: Type.Object({ countries: Type.Array(CountryLaw) }),
  run({ query }, { clock }) {
    const { on, country: wanted = countryCodes } = query;
    return Promise.resolve({
      countries: wanted.map((country) => countryToWire(country, on ?? dayAt(clock(), countries[country].timeZone))),
    });
  },
});

function countryToWire(country: CountryCode, on: Day) {
  const { holds, notFound, next } = lawOfDay(country, on);
  const { transposition, remarks, union } = countries[country].law;
  const unions = union === null ? [] : union === 'EU' ? unionRemarks.EU : unionRemarks.EEA;
  return {
    country,
    rows: holds.map(rowToWire),
    notFound: notFound.map(({ parameter, last }) => ({
      parameter,
      about: meanings[parameter],
      ...(last !== null && last.until !== null && { until: last.until }),
    })),
    next: next.map(({ parameter, from, row }) => ({
      parameter,
      about: meanings[parameter],
      from,
      ...(row !== null && { value: shownValue(row) }),
    })),
    ...(transposition !== null && { transposition: withoutNull(transposition) }),
    remarks: [...unions, ...remarks].filter(({ from }) => from === null || from <= on).map(withoutNull),
  };
}

const rowToWire = (row: AnyLawRow) => {
  const { parameter, from, until, certainty, source, note } = row;
  return {
    parameter,
    about: meanings[parameter],
    value: shownValue(row),
    from,
    ...(until !== null && { until }),
    certainty,
    source,
    ...(note !== '' && { note }),
  };
};

const withoutNull = <Said extends { readonly from: Day | null }>({ from, ...said }: Said) => ({
  ...said,
  ...(from !== null && { from }),
});
