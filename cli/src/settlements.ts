// Settlement by the command: the statements of a merchant, and the payouts of all of them.
import { type Command, Option } from 'commander';
import { minorFromWire, minorToWire } from '../../service/src/core/money.ts';
import { addAccountChanges } from './account-changes.ts';
import { demand, download } from './admin-api.ts';
import { Failure } from './failure.ts';
import { demandWritable, writePrivately } from './files.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import { type FlatRow, listAll } from './pages.ts';
import { money, right, table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

const statementColumns = [
  'statement',
  'from',
  'to',
  right('captures'),
  right('refunds'),
  right('adjusted'),
  right('fees'),
  right('reserve'),
  right('carried'),
  right('payout'),
  'cur',
  'payout is',
];
/** What comes to the merchant less what is kept back: so the columns add up to the payout. */
const net = (comes: FlatRow[string], goes: FlatRow[string]): string =>
  money(minorToWire(minorFromWire(Number(comes)) - minorFromWire(Number(goes))));

function statementLine(each: FlatRow): string[] {
  const status = each.payoutStatus as FlatRow | undefined;
  return [
    String(each.number ?? '(open)'),
    String(each.fromDate),
    String(each.toDate),
    ...[each.captures, each.refunds, each.adjustments, each.fees].map(money),
    net(each.reserveReleased, each.reserveWithheld),
    net(each.carriedIn, each.carriedOut),
    money(each.payout),
    String(each.currency),
    status ? String(status.state) : '-',
  ];
}

const lineColumns = [
  right('no'),
  'booked',
  'kind',
  'order',
  'reference',
  right('amount'),
  right('fee'),
  right('reserve'),
  right('net'),
];
const fee = (each: FlatRow): string => (Number(each.percentFee) + Number(each.fixedFee)).toFixed(2);
const lineOf = (each: FlatRow): string[] => [
  String(each.lineNumber),
  String(each.bookingDate),
  String(each.kind),
  String(each.orderNumber ?? each.accountNumber ?? ''),
  String(each.reason ?? each.reference),
  money(each.amount),
  fee(each),
  money(each.reserve),
  money(each.net),
];

export function addSettlements(program: Command, to: ToService): void {
  const settlements = program.command('settlements').description('statements of what merchants are paid');
  addReading(settlements, to);
  addActing(settlements, to);
  addPayouts(program, to);
}

/** Where a merchant's statements are. */
async function pathOf({ reach }: ToService, command: Command, merchant: string): Promise<string> {
  return `/admin/v1/merchants/${pickMerchant(await listMerchants(reach(command)), merchant).id}/settlements`;
}

function addReading(settlements: Command, to: ToService): void {
  const { terminal, reach, asJson } = to;
  settlements
    .command('list')
    .description('the statements of a merchant, latest first')
    .requiredOption(...ofMerchant)
    .action(async ({ merchant }: OfMerchant, command: Command) => {
      const rows = await listAll<FlatRow>(reach(command), await pathOf(to, command, merchant), 'settlements');
      tell(terminal, asJson(command), { settlements: rows }, () => table(statementColumns, rows.map(statementLine)));
    });
  settlements
    .command('show <number>')
    .description('one statement with its lines')
    .requiredOption(...ofMerchant)
    .action(async (number: string, { merchant }: OfMerchant, command: Command) => {
      const path = `${await pathOf(to, command, merchant)}/${inPath(number)}`;
      const found = await demand<{ settlement: FlatRow }>(reach(command), 'GET', `${path}?limit=1`);
      const lines = await listAll<FlatRow>(reach(command), path, 'lines');
      tell(terminal, asJson(command), { ...found, lines }, () => [
        ...table(statementColumns, [statementLine(found.settlement)]),
        '',
        ...table(lineColumns, lines.map(lineOf)),
      ]);
    });
  settlements
    .command('preview')
    .description('what the open period would come to now')
    .requiredOption(...ofMerchant)
    .option('--currency <currency>', 'the merchant’s own when nothing is said')
    .action(async ({ merchant, currency }: OfMerchant & { currency?: string }, command: Command) => {
      const path = `${await pathOf(to, command, merchant)}/preview`;
      const found = await demand<FlatRow & { lines: FlatRow[] }>(reach(command), 'POST', path, currency ? { currency } : {});
      tell(terminal, asJson(command), found, () => [
        ...table(statementColumns, [statementLine(found)]),
        '',
        ...table(lineColumns, found.lines.map(lineOf)),
      ]);
    });
  settlements
    .command('export <number>')
    .description('a statement as a file')
    .requiredOption(...ofMerchant)
    .addOption(new Option('--as <format>').choices(['csv', 'pdf']).default('csv'))
    .option('--to <file>', 'named after the statement when nothing is said')
    .action(async (number: string, options: OfMerchant & { as: string; to?: string }, command: Command) => {
      const file = options.to ?? `settlement-${number}.${options.as}`;
      demandWritable(file);
      const path = `${await pathOf(to, command, options.merchant)}/${inPath(number)}`;
      const bytes = await download(reach(command), `${path}/${options.as === 'pdf' ? 'statement.pdf' : 'lines.csv'}`);
      writePrivately(file, bytes);
      tell(terminal, asJson(command), { file, bytes: bytes.length }, () => [`${file}: ${bytes.length} bytes`]);
    });
}

function addActing(settlements: Command, to: ToService): void {
  const { terminal, reach, asJson } = to;
  const told = (command: Command, { settlement }: { settlement: FlatRow }): void =>
    tell(terminal, asJson(command), settlement, () => table(statementColumns, [statementLine(settlement)]));
  settlements
    .command('close')
    .description('close the open period now, also below the agreed minimum')
    .requiredOption(...ofMerchant)
    .option('--currency <currency>', 'the merchant’s own when nothing is said')
    .requiredOption('--reason <reason>', 'why, for the audit')
    .action(async ({ merchant, ...options }: OfMerchant & { currency?: string; reason: string }, command: Command) => {
      told(command, await demand(reach(command), 'POST', await pathOf(to, command, merchant), options));
    });
  settlements
    .command('adjust')
    .description('credit a merchant on the next statement, or charge it with an amount below zero')
    .requiredOption(...ofMerchant)
    .requiredOption('--number <number>', 'your own number of it: booked once, however often it is sent')
    .requiredOption('--amount <amount>', 'such as 12.50 or -12.50')
    .option('--currency <currency>', 'the merchant’s own when nothing is said')
    .requiredOption('--reason <reason>', 'stands on the statement')
    .action(async ({ merchant, ...options }: OfMerchant & FlatRow, command: Command) => {
      const made = await demand<FlatRow>(reach(command), 'POST', `${await pathOf(to, command, merchant)}/adjustments`, options);
      tell(terminal, asJson(command), made, () => [
        `${String(made.number)}: ${money(made.amount)} ${String(made.currency)} on the next statement`,
      ]);
    });
  settlements
    .command('payout <number> <state>')
    .description('say what became of a payout: paid or failed')
    .requiredOption(...ofMerchant)
    .option(
      '--on <day>',
      'the day on which the money left; today when nothing is said, but needed where a transfer failed and none was sent since',
    )
    .option('--reason <reason>', 'needed for a failed one')
    .option(
      '--end-to-end-id <id>',
      'of the transfer that the bank reports on; needed where it was sent more than once and failed',
    )
    .action(async (number: string, state: string, options: PayoutOptions, command: Command) => {
      const path = `${await pathOf(to, command, options.merchant)}/${inPath(number)}/payout`;
      const { on: paidOn, reason, endToEndId } = options;
      told(command, await demand(reach(command), 'POST', path, { state, paidOn, reason, endToEndId }));
    });
}

interface PayoutOptions extends OfMerchant {
  readonly on?: string;
  readonly reason?: string;
  readonly endToEndId?: string;
}

const reasons: FlatRow = {
  other_currency: 'in another currency, export it with --currency',
  no_account: 'no account to pay to',
  account_invalid: 'no transfer in this currency reaches its account: propose another (dps payouts account)',
  above_transfer: 'more than one transfer carries',
  account_change:
    'a change of its account could not be applied (dps payouts changes --state Approved): reject it, or have it mended',
  next_file: 'for the next file',
};

const leftOutLine = (each: FlatRow): string =>
  `left out: ${String(each.settlementNumber)} of ${String(each.merchantName)}, ${money(each.amount)} ${String(each.currency)}: ${String(reasons[String(each.why)] ?? each.why)}`;

function addPayouts(program: Command, to: ToService): void {
  const { terminal, reach, asJson } = to;
  const payouts = program.command('payouts').description('payouts of all merchants, and the files that carry them to the bank');
  payouts
    .command('list')
    .description('payouts, the longest due first')
    .addOption(new Option('--state <state>').choices(['Open', 'Exported', 'Paid', 'Failed']))
    .action(async ({ state }: { state?: string }, command: Command) => {
      const rows = await listAll<FlatRow>(reach(command), '/admin/v1/payouts', 'payouts', { query: { state } });
      const columns = ['due', 'merchant', 'statement', right('amount'), 'cur', 'state', 'reason'];
      const line = (each: FlatRow): string[] => [
        ...[each.date, each.merchantName, each.settlementNumber].map(String),
        money(each.amount),
        ...[each.currency, each.state, each.reason ?? ''].map(String),
      ];
      tell(terminal, asJson(command), { payouts: rows }, () => table(columns, rows.map(line)));
    });
  addAccountChanges(payouts, to);
  payouts
    .command('export')
    .description('write the payouts that are due into a file for the bank (pain.001)')
    .option('--currency <currency>', 'EUR when nothing is said')
    .option('--execution-date <day>', 'today or later; today, or the next business day after it, when nothing is said')
    .option('--due-until <day>', 'until each merchant’s business date when nothing is said')
    .option('--file <id>', 'fetch a file that was made before, the same bytes')
    .requiredOption('--to <file>', 'where to write it')
    .option('--reason <reason>', 'why, for the audit')
    .action(async ({ to: place, file: id, ...options }: { to: string; file?: string }, command: Command) => {
      demandWritable(place);
      const at = reach(command);
      const made =
        id === undefined
          ? await demand<{ file?: FlatRow; skipped: FlatRow[] }>(at, 'POST', '/admin/v1/payout-files', options)
          : undefined;
      const left = (made?.skipped ?? []).map(leftOutLine);
      if (made && !made.file) throw new Failure(['No file: no payout can be sent', ...left].join('\n'));
      const bytes = await download(at, `/admin/v1/payout-files/${inPath(id ?? String(made?.file?.id))}/pain.001.xml`);
      writePrivately(place, bytes, made?.file && `The file is made: dps payouts export --file ${String(made.file.id)} --to …`);
      tell(terminal, asJson(command), { ...made, to: place }, () => [
        made?.file
          ? `${place}: ${String(made.file.paymentCount)} payments, ${money(made.file.sum)} ${String(made.file.currency)} (file ${String(made.file.id)})`
          : `${place}: ${bytes.length} bytes`,
        ...left,
      ]);
    });
}
