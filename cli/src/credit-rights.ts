// What a consumer may do with a credit at any time: withdraw from it, and repay it early.
import { type Command, Option } from 'commander';
import { demand } from './admin-api.ts';
import { inPath } from './in-path.ts';
import { listMerchants, type OfMerchant, ofMerchant, pickMerchant } from './operate.ts';
import type { FlatRow } from './pages.ts';
import { money, right, table, tell } from './terminal.ts';
import type { ToService } from './to-service.ts';

interface Notice {
  readonly noticedOn: string;
  readonly medium: string;
  readonly reason: string;
  readonly termsReceivedOn?: string;
}

const noticed = (command: Command): Command =>
  command
    .requiredOption('--noticed-on <day>', 'the day on which the consumer sent the notice')
    .addOption(new Option('--medium <medium>', 'how it came').choices(['Letter', 'Email', 'Other']).makeOptionMandatory())
    .requiredOption('--reason <text>', 'why, for the audit');

const withdrawn = (done: FlatRow): string[] => [
  `withdrawn on ${String(done.noticedOn)}: ${money(done.principalAmount)} of capital and ${money(done.interestAmount)} of interest are due on ${String(done.payBy)}; ${money(done.returnedAmount)} of costs that were paid count as capital`,
];

interface Quote extends FlatRow {
  readonly installments: never;
}

function quoteLines(quote: Quote): string[] {
  const rest = quote.installments as unknown as readonly FlatRow[];
  return [
    `on ${String(quote.day)} ${money(quote.totalAmount)} repays everything, ${money(quote.dueAmount)} of it is due by then`,
    `paying ${money(quote.amount)} saves ${money(quote.savedAmount)} and leaves ${money(quote.remainingAmount)}`,
    ...(quote.paymentReference === undefined ? [] : [`paid under ${String(quote.paymentReference)}`]),
    ...(rest.length === 0
      ? []
      : table(
          [right('installment'), 'due', right('left')],
          rest.map((each) => [String(each.number), String(each.dueDate), money(each.amount)]),
        )),
  ];
}

/** Added to the commands of orders and accounts, which are there by then. */
export function addCreditRights(program: Command, { terminal, reach, asJson }: ToService): void {
  const group = (name: string): Command => {
    const found = program.commands.find((each) => each.name() === name);
    if (!found) throw new Error(`no command ${name}`);
    return found;
  };
  const pathOf = async (command: Command, merchant: string, rest: string): Promise<string> =>
    `/admin/v1/merchants/${pickMerchant(await listMerchants(reach(command)), merchant).id}${rest}`;
  const withdraw = async (command: Command, path: string, body: Notice): Promise<void> => {
    const done = await demand<FlatRow>(reach(command), 'POST', path, body);
    tell(terminal, asJson(command), done, () => withdrawn(done));
  };
  noticed(group('orders').command('withdraw <order>').description('book the consumer’s withdrawal from the credit'))
    .requiredOption(...ofMerchant)
    .action(async (order: string, { merchant, ...body }: Notice & OfMerchant, command: Command) =>
      withdraw(command, await pathOf(command, merchant, `/orders/${inPath(order)}/withdrawal`), body),
    );
  noticed(group('accounts').command('withdraw <accountNumber>').description('book the holder’s withdrawal from the credit'))
    .requiredOption(...ofMerchant)
    .option('--terms-received-on <day>', 'when the holder got the terms, where that was after the account was granted')
    .action(async (number: string, { merchant, ...body }: Notice & OfMerchant, command: Command) =>
      withdraw(command, await pathOf(command, merchant, `/accounts/${inPath(number)}/withdrawal`), body),
    );
  group('orders')
    .command('early-repayment <captureNumber>')
    .description('what repaying a capture in installments early costs and saves, all or a part')
    .requiredOption(...ofMerchant)
    .option('--on <day>', 'from today on; today if left out')
    .option('--amount <amount>', 'a part; everything if left out')
    .action(async (capture: string, options: OfMerchant & { on?: string; amount?: string }, command: Command) => {
      const { merchant, ...asked } = options;
      const query = new URLSearchParams(asked).toString();
      const path = await pathOf(command, merchant, `/captures/${inPath(capture)}/early-repayment`);
      const quote = await demand<Quote>(reach(command), 'GET', query === '' ? path : `${path}?${query}`);
      tell(terminal, asJson(command), quote, () => quoteLines(quote));
    });
}
