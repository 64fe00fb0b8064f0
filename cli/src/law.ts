// The law that the service holds offers and reminders against, on a day.
import { type Command, Option } from 'commander';
import { demand } from './admin-api.ts';
import { paint } from './table.ts';
import { table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

interface CountryLaw {
  readonly country: string;
  readonly rows: readonly {
    readonly parameter: string;
    readonly value: string;
    readonly from: string;
    readonly until?: string;
    readonly certainty: string;
    readonly source: string;
  }[];
  readonly notFound: readonly { readonly parameter: string; readonly until?: string }[];
  readonly next: readonly { readonly parameter: string; readonly from: string; readonly value?: string }[];
  readonly transposition?: { readonly from?: string; readonly source: string };
  readonly remarks: readonly { readonly text: string; readonly certainty: string; readonly source: string }[];
}

const columns = ['what', 'from', 'until', 'certainty', 'value', { title: 'source', below: true } as const];

function lawLines({ country, rows, notFound, next, transposition, remarks }: CountryLaw): string[] {
  const known = rows.map((row) => [row.parameter, row.from, row.until ?? '', row.certainty, row.value, row.source]);
  const missing = notFound.map(({ parameter, until }) => {
    const ended = until === undefined ? '' : `ran out on ${until}`;
    return [parameter, '', ended, '', 'not found', ''];
  });
  const newLaw = transposition?.from ?? `not seen, the former duties hold (${transposition?.source ?? ''})`;
  return [
    paint.bold(country),
    ...(transposition === undefined ? [] : [`Directive (EU) 2023/2225: ${newLaw}`]),
    ...table(columns, [...known, ...missing]),
    ...(next.length > 0 ? ['What changes next:'] : []),
    ...next.map(({ parameter, from, value }) => `  ${from}  ${parameter}: ${value ?? 'not known'}`),
    ...remarks.map(({ text, certainty, source }) => `- ${text} (${source}; ${certainty})`),
    '',
  ];
}

export function addLaw(program: Command, { terminal, reach, asJson }: ToService): void {
  program
    .command('law')
    .description('the law on a day: caps, rates, fees and duties with their sources, what changes next and what has run out')
    .option('--on <day>', 'such as 2026-07-01; today where nothing is said')
    .addOption(new Option('--country <code>', 'of this country alone'))
    .action(async ({ on, country }: { on?: string; country?: string }, command: Command) => {
      const query = new URLSearchParams({ ...(on !== undefined && { on }), ...(country !== undefined && { country }) });
      const answer = await demand<{ countries: readonly CountryLaw[] }>(
        reach(command),
        'GET',
        `/admin/v1/law?${query.toString()}`,
      );
      tell(terminal, asJson(command), answer, () => answer.countries.flatMap(lawLines));
    });
}
