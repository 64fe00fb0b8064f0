// docs/generated/errors.md: the catalogue of messages.

import type { CatalogueEntry } from '../../service/src/core/refusals/row.ts';
import { catalogue } from '../../service/src/core/refusals.ts';
import { languages, texts } from '../../service/src/core/texts/texts.ts';
import { code, generatedFrom, table } from './markdown.ts';

const byCode = ([, one]: [string, CatalogueEntry], [, other]: [string, CatalogueEntry]): number =>
  one.code < other.code ? -1 : 1;

export function errorsPage(): string {
  const rows = Object.entries<CatalogueEntry>(catalogue).sort(byCode);
  const used = [...new Set(rows.map(([, row]) => row.phrase))].sort();
  return `${[
    generatedFrom('service/src/core/refusals and service/src/core/texts'),
    '# Every message the service can give',
    'The code is a name; the status is the one of HTTP. Status 200 marks reasons of a credit decision, which are answers and not errors. Words in braces are filled in.',
    table(
      ['Code', 'Status', 'Name in the code', 'Type', 'Action', 'Message', 'Phrase'],
      rows.map(([id, row]) => [
        row.code,
        String(row.status),
        code(id),
        row.type,
        row.action,
        row.message,
        `[${row.phrase}](#${row.phrase.toLowerCase()})`,
      ]),
    ),
    '## What the consumer is told',
    'A phrase says what to do and never why a credit decision went as it did. A fault in a field that the consumer typed carries the action `AskConsumerToReEnterData` instead of the one above.',
    ...used.flatMap((phrase) => [
      `### ${phrase}`,
      table(
        ['Language', 'Phrase'],
        languages.map((language) => [language, texts[language].refusals[phrase]]),
      ),
    ]),
  ].join('\n\n')}\n`;
}
