// Papers of consumers: what there is below an order or an account, and one of them as a file. Who reads one here is not its consumer, so it
// does not count as opened.
import type { Command } from 'commander';
import { download } from './admin-api.ts';
import { demandWritable, writePrivately } from './files.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type Row, word } from './pages.ts';
import { table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

/** The id at the end of its address, as `dps papers export` takes it. */
export const documentOf = (url: unknown): string => word(url).split('/').at(-1)?.replace('.pdf', '') ?? '';

/** Papers with their names; the links are shown to keys that may give them to the consumer. */
export function paperTable(papers: readonly (readonly [string, Row])[]): string[] {
  const shown = papers.filter(([, { url }]) => url !== undefined);
  if (shown.length === 0) return [];
  const linked = shown.some(([, { consumerUrl }]) => consumerUrl !== undefined);
  return [
    '',
    ...table(
      ['paper', 'document', ...(linked ? ['link for the consumer, for 30 days'] : [])],
      shown.map(([name, each]) => [name, documentOf(each['url']), ...(linked ? [word(each['consumerUrl'])] : [])]),
    ),
  ];
}

export function addPapers(program: Command, { terminal, reach, asJson }: ToService): void {
  program
    .command('papers')
    .description('contracts, invoices, reminders and letters of consumers')
    .command('export <document>')
    .description('one as PDF, by its id below an order or account; it does not count as opened by the consumer')
    .requiredOption(...ofMerchant)
    .option('--to <file>', 'named after the document when nothing is said')
    .action(async (document: string, { merchant, to: named }: OfMerchant & { to?: string }, command: Command) => {
      const file = named ?? `${document.replace(/[^A-Za-z0-9-]/g, '-')}.pdf`;
      demandWritable(file);
      const to = reach(command);
      const { id } = pickMerchant(await listMerchants(to), merchant);
      const bytes = await download(to, `/admin/v1/merchants/${id}/documents/${inPath(document)}/paper.pdf`);
      writePrivately(file, bytes);
      tell(terminal, asJson(command), { file, bytes: bytes.length }, () => [`${file}: ${bytes.length} bytes`]);
    });
}
