// Bank statements of a running service: bring one in, see what waits for a person, and say what becomes of it.
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { demand, type Reach } from './admin-api.ts';
import { exitCodes, Failure } from './failure.ts';
import { demandWritable, writePrivately } from './files.ts';
import { inPath } from './in-path.ts';
import { demandWhole } from './numbers.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { money, right, table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

const importLines = (each: FlatRow): string[] => [
  ...(each.known === true ? ['This file was brought before; nothing is booked of it again.'] : []),
  `${String(each.format)}, ${String(each.importId)}: ${String(each.entries)} entries, ${String(each.repeated)} of them known before; brought in at ${String(each.importedAt)}`,
  `${String(each.booked)} booked, ${String(each.waiting)} wait for you (dps bank unmatched), ${String(each.closed)} closed, ${String(each.underway)} still under way`,
];

const entryColumns = ['entry', 'booked', right('amount'), right('left'), 'cur', 'why', 'name', 'what the payer wrote'];

/** Of any currency: a dinar has three decimals. */
const exactly = (amount: FlatRow[string]): string => {
  const text = String(amount);
  return /\.\d{3}/.test(text) ? text : money(amount);
};

function entryLine(each: FlatRow): string[] {
  const { references, texts } = each as unknown as { references: string[]; texts: string[] };
  return [
    String(each.entryId),
    String(each.bookingDate),
    `${each.direction === 'debit' ? '-' : ''}${exactly(each.amount)}`,
    exactly(each.remainingAmount),
    String(each.currency),
    each.state === 'Open' ? String(each.why) : String(each.state),
    String(each.name ?? ''),
    [...references, ...texts].join(' · ').slice(0, 60),
  ];
}

export function addBank(program: Command, { terminal, reach, asJson }: ToService): void {
  const bank = program.command('bank').description('bank statements, and what of them is matched to nothing');
  bank
    .command('import <file>')
    .description('bring in a camt.053 or CSV file: what it pays is booked, once, however often it is brought')
    .option('--reason <text>', 'why, for the audit')
    .action(async (file: string, { reason }: { reason?: string }, command: Command) => {
      const query = reason === undefined ? '' : `?reason=${encodeURIComponent(reason)}`;
      const brought = await demand<FlatRow>(reach(command), 'POST', `/admin/v1/bank-statements${query}`, contentOf(file));
      tell(terminal, asJson(command), brought, () => importLines(brought));
    });
  bank
    .command('imports')
    .description('the files that were brought in, latest first')
    .action(async (_options: object, command: Command) => {
      const imports = await listAll<FlatRow>(reach(command), '/admin/v1/bank-statements', 'imports');
      const columns = ['file', 'format', 'brought', right('entries'), right('booked'), right('waiting'), right('under way')];
      const line = (each: FlatRow): string[] =>
        [each.importId, each.format, each.importedAt, each.entries, each.booked, each.waiting, each.underway].map(String);
      tell(terminal, asJson(command), { imports }, () => table(columns, imports.map(line)));
    });
  bank
    .command('unmatched')
    .description('the entries that wait for a person, oldest first')
    .addOption(new Option('--state <state>', 'others instead').choices(['Open', 'Booked', 'SentBack', 'Ignored', 'all']))
    .option('--import <importId>', 'of this file alone')
    .option('--unmask <reason>', 'with whole account numbers, and why')
    .action(async (options: { state?: string; import?: string; unmask?: string }, command: Command) => {
      const { state = 'Open', import: file, unmask } = options;
      const query = { state, importId: file, unmask };
      const entries = await listAll<FlatRow>(reach(command), '/admin/v1/bank-entries', 'entries', { query });
      tell(terminal, asJson(command), { entries }, () => table(entryColumns, entries.map(entryLine)));
    });
  addHandling(bank, { terminal, reach, asJson });
  addCollections(bank, { terminal, reach, asJson });
}

/** What a person says becomes of an entry. */
function addHandling(bank: Command, { terminal, reach, asJson }: ToService): void {
  const answered = async (command: Command, entry: string, what: string, body: object): Promise<void> => {
    const path = `/admin/v1/bank-entries/${inPath(entry)}/${what}`;
    const after = await demand<FlatRow>(reach(command), 'POST', path, body);
    tell(terminal, asJson(command), after, () => table(entryColumns, [entryLine(after)]));
  };
  bank
    .command('assign <entry>')
    .description('book it, or a part of it, on a capture or a customer account; or take a payment back with money that went out')
    .requiredOption(ofMerchant[0], 'whose capture or account, by id, country or name')
    .addOption(new Option('--capture <captureNumber>', 'what it pays').conflicts('account'))
    .option('--account <accountNumber>', 'or the customer account')
    .option('--returned <transactionId>', 'of money that went out: the payment on the account that went back with it')
    .option('--amount <amount>', 'a part of it, such as 49.90')
    .requiredOption('--reason <text>', 'why, kept with it')
    .action(
      async (
        entry: string,
        options: OfMerchant & { capture?: string; account?: string; returned?: string; amount?: string; reason: string },
        command: Command,
      ) => {
        const merchant = pickMerchant(await listMerchants(reach(command)), options.merchant);
        const { capture: captureNumber, account: accountNumber, returned: transactionId, amount, reason } = options;
        const body = { merchantId: merchant.id, captureNumber, accountNumber, transactionId, amount, reason };
        await answered(command, entry, 'assign', body);
      },
    );
  for (const [name, as, words] of [
    ['ignore', 'Ignored', 'say that it is nobody’s'],
    ['sent-back', 'SentBack', 'say that you sent it back'],
  ] as const) {
    bank
      .command(`${name} <entry>`)
      .description(words)
      .requiredOption('--reason <text>', 'why, kept with it')
      .action((entry: string, { reason }: { reason: string }, command: Command) =>
        answered(command, entry, 'close', { as, reason }),
      );
  }
}

interface CollectionFile {
  readonly fileId?: string;
  readonly count: number;
  readonly totalAmount: number;
  readonly content?: string;
  readonly leftOut?: readonly { readonly orderNumber: string; readonly why: string }[];
  readonly more?: boolean;
}

/** Direct debits: a file for the bank of what is due, or one that was made before. */
interface CollectionOptions extends OfMerchant {
  readonly until?: string;
  readonly file?: string;
  readonly again?: string;
  readonly installment?: string;
  readonly reason?: string;
  readonly out?: string;
}

async function collectionsOf(to: Reach, path: string, options: CollectionOptions): Promise<CollectionFile> {
  const { until, file, again: captureNumber, installment, reason } = options;
  if (file !== undefined) return demand<CollectionFile>(to, 'GET', `${path}/${inPath(file)}`);
  if (captureNumber === undefined) return demand<CollectionFile>(to, 'POST', path, { dueUntil: until, reason });
  const part = installment === undefined ? {} : { installment: demandWhole(installment, 'installment') };
  return demand<CollectionFile>(to, 'POST', `${path}/again`, { captureNumber, ...part, reason: reason ?? '' });
}

function addCollections(bank: Command, { terminal, reach, asJson }: ToService): void {
  bank
    .command('collections')
    .description('make a pain.008 file of the direct debits that are due; each is asked for once')
    .requiredOption(...ofMerchant)
    .option('--until <day>', 'what falls due up to this day (5 days from today)')
    .option('--file <fileId>', 'the file that was made before, again')
    .addOption(new Option('--again <captureNumber>', 'ask once more for what the bank returned').conflicts(['until', 'file']))
    .option('--installment <number>', 'which one of it came back')
    .option('--reason <text>', 'why, for the audit; needed with --again')
    .option('--out <path>', 'where the file for the bank is written; it names people and accounts')
    .action(async (options: CollectionOptions, command: Command) => {
      if (options.out !== undefined) demandWritable(options.out);
      const to = reach(command);
      const path = `/admin/v1/merchants/${pickMerchant(await listMerchants(to), options.merchant).id}/collections`;
      const made = await collectionsOf(to, path, options);
      if (options.out !== undefined && made.content !== undefined)
        writePrivately(options.out, made.content, `The file is made: dps bank collections … --file ${made.fileId} --out …`);
      tell(terminal, asJson(command), made, () => collectionLines(made, options.out));
    });
}

function collectionLines({ fileId, count, totalAmount, leftOut = [], more }: CollectionFile, out: string | undefined): string[] {
  const where = out === undefined ? 'write it with --file and --out' : `written to ${out}`;
  return [
    fileId === undefined
      ? 'Nothing is to be collected.'
      : `${fileId}: ${count} direct debits, ${money(totalAmount)} EUR; ${where}`,
    ...leftOut.map(({ orderNumber, why }) => `left out: order ${orderNumber} (${why})`),
    ...(more ? ['More is due than one file takes: make the next one.'] : []),
  ];
}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new Failure(`${file} cannot be read.`, undefined, exitCodes.usage);
  }
}
