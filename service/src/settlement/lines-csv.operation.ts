import { Readable } from 'node:stream';
import { Refusal } from '../core/refusals.ts';
import type { Deps } from '../http/deps.ts';
import { operation } from '../http/operation.ts';
import { SentFile } from '../http/sent-file.ts';
import { AsText, type Found, find, readLines } from './find-settlement.ts';
import { csvHeading, csvLine } from './to-wire.ts';

export const getSettlementCsv = operation({
  id: 'getSettlementCsv',
  method: 'GET',
  path: '/admin/v1/merchants/:merchantId/settlements/:number/lines.csv',
  summary: 'The lines of a statement as comma-separated values',
  about:
    'RFC 4180 in UTF-8, one row a line of the statement; the column `net` adds up to the payout. Columns stay in their place, new ones go to the end. Text that a spreadsheet would take for a formula has an apostrophe before it.',
  scope: 'admin:read',
  refusals: ['merchant.not_found', 'settlement.not_found'],
  media: 'text/csv',
  answer: AsText,
  async run(asked, deps) {
    const found = await find(asked, deps);
    if (found instanceof Refusal) return found;
    const { number } = found.settlement;
    return new SentFile('text/csv', `settlement-${number}.csv`, Readable.from(csvOf(found, deps)));
  },
});

const linesAtOnce = 2000;

async function* csvOf(found: Found, deps: Deps): AsyncGenerator<string> {
  yield csvHeading;
  for (let after = 0; ; ) {
    const lines = await readLines(found, after, linesAtOnce, deps);
    const last = lines.at(-1);
    if (!last) return;
    yield lines.map((line) => csvLine(line, found.settlement.currency)).join('');
    if (lines.length < linesAtOnce) return;
    after = last.lineNumber;
  }
}
