// docs/generated/tables.md: the tables the book writes, and every statement it sends.

import { audit } from '../../service/src/book/audit.sql.ts';
import { storedAnswers } from '../../service/src/book/idempotency.sql.ts';
import { ledger } from '../../service/src/book/ledger.sql.ts';
import { outbox } from '../../service/src/book/outbox.sql.ts';
import { loads } from '../../service/src/loads.ts';
import { type AnyTable, type Statement, sqlName } from '../../service/src/store/table.ts';
import { insertStatement, updateStatement } from '../../service/src/store/writing-statements.ts';
import { tables } from '../../service/src/tables.ts';
import { code, generatedFrom, table } from './markdown.ts';

const snake = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const columnList = (columns: readonly string[] | undefined): string =>
  (columns ?? []).map((column) => code(snake(column))).join(', ');

const ofDecisions: readonly AnyTable[] = Object.values(tables);
const ofBook: readonly AnyTable[] = [storedAnswers, audit, outbox, ledger];

export function tablesPage(): string {
  return `${[
    generatedFrom('service/src/tables.ts and the .sql.ts files'),
    '# Tables and statements',
    'Every table below has `merchant_id` as the first column of its key, and every statement filters by it. `sealed` columns are encrypted. Of a `common` column a row holds the mark (`…_mark`) of what is kept once in `common_contents`; rows from before have it in the column itself. Personal columns are those that are cleared when a person is erased.',
    '## What decisions change',
    ...ofDecisions.map(describe),
    '## What belongs to the book itself',
    'Written with every change, so that no endpoint can forget them.',
    ...ofBook.map(describe),
    '## First trip: load and lock',
    'In this order, in one transaction and one round trip; a statement that no request of the batch needs is left out.',
    ...loads.map(({ statement }) => statementOf(statement)),
    '## Second trip: write',
    'At most one insert and one update a table, whatever the size of the batch; then the commit. Here they are as for many rows, with all columns: a batch names those that its rows say something about, and up to three rows of an insert, one of an update or into `outbox`, are given as values instead of arrays.',
    ...[...ofDecisions, ...ofBook]
      .flatMap((each) => [insertStatement(each), ...(changes(each) ? [updateStatement(each)] : [])])
      .map(statementOf),
  ].join('\n\n')}\n`;
}

const changes = ({ adds = [], sets = [] }: AnyTable): boolean => adds.length + sets.length > 0;

function describe(each: AnyTable): string {
  const facts = [
    `Key: \`merchant_id\`, ${columnList(each.key)}.`,
    ...(each.adds?.length ? [`Counters, changed by adding: ${columnList(each.adds)}.`] : []),
    ...(each.sets?.length ? [`Set under the row’s lock: ${columnList(each.sets)}.`] : []),
    ...(each.personal?.length ? [`Personal: ${columnList(each.personal)}.`] : ['Nothing personal.']),
  ];
  const rows = Object.entries(each.columns).map(([column, type]) => [code(snake(column)), type]);
  return [`### ${sqlName(each)}`, facts.join(' '), table(['Column', 'Type'], rows)].join('\n\n');
}

const statementOf = ({ name, text }: Statement): string => [code(name), `\`\`\`sql\n${text}\n\`\`\``].join('\n\n');
